// The entries `devices`, `device_info`, `capabilities`, `accepts`, `memory`, `device_synchronize`, `peer_access`.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

#include <algorithm>
#include <set>

namespace quovis::conformance {
namespace {

void same_devices(Trial& trial) {
    const Runtime runtime(trial);
    quovis_rt_device* const* again = nullptr;
    std::size_t count = 0;
    ErrorSlot error;
    trial.require_ok(runtime.table().devices(runtime.instance(), &again, &count, error.get()), error, "devices");
    trial.expect(std::vector<quovis_rt_device*>(again, again + count) == runtime.devices(),
                 "two listings of one instance differ");
}

void info_is_sound(Trial& trial) {
    const Runtime runtime(trial);
    for (quovis_rt_device* device : runtime.devices()) {
        const quovis_rt_device_info info = runtime.info(device);
        const std::string name = to_string(info.name);
        trial.expect(!name.empty() && info.vendor.size != 0, fmt::format("'{}' lacks a name or a vendor", name));
        const std::string target = to_string(info.target);
        trial.expect(!target.empty() && target.find(' ') == std::string::npos,
                     fmt::format("'{}' has the target '{}', empty or with a blank", name, target));
        trial.expect(info.type >= QUOVIS_RT_DEVICE_OTHER && info.type <= QUOVIS_RT_DEVICE_ACCELERATOR,
                     fmt::format("'{}' is of the unknown type {}", name, info.type));
        const std::uint32_t alignment = info.buffer_offset_alignment;
        trial.expect(alignment != 0 && (alignment & (alignment - 1)) == 0,
                     fmt::format("'{}' aligns offsets to {}, which is no power of 2", name, alignment));
        trial.expect(info.shared_memory_opt_in == 0 || info.shared_memory_opt_in >= info.shared_memory_per_block,
                     fmt::format("'{}' gives less shared memory on request than without", name));
        for (const std::uint32_t axis : info.max_block) {
            trial.expect(axis <= info.max_threads_per_block || info.max_threads_per_block == 0,
                         fmt::format("'{}' allows {} threads on one axis and {} in all", name, axis,
                                     info.max_threads_per_block));
        }
    }
}

void identities_differ(Trial& trial) {
    const Runtime runtime(trial);
    std::set<std::string> seen;
    for (quovis_rt_device* device : runtime.devices()) {
        const quovis_rt_device_info info = runtime.info(device);
        if (info.has_uuid != 0) {
            const std::string uuid(reinterpret_cast<const char*>(info.uuid), sizeof info.uuid);
            trial.expect(uuid != std::string(sizeof info.uuid, '\0'), "a device has a UUID of zeros");
            trial.expect(seen.insert(to_string(info.platform) + uuid).second, "two devices have one UUID");
        }
    }
}

void capabilities_are_sound(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::capabilities, "capabilities");
    const quovis_rt_capability* first = nullptr;
    std::size_t count = 0;
    ErrorSlot error;
    trial.require_ok(runtime.table().capabilities(runtime.device(), &first, &count, error.get()), error,
                     "capabilities");
    std::set<std::string> seen;
    const auto* at = reinterpret_cast<const std::byte*>(first);
    for (std::size_t i = 0; i < count; ++i, at += first->struct_size) {
        const auto& one = *reinterpret_cast<const quovis_rt_capability*>(at);
        const std::string name = to_string(one.name);
        trial.expect(!name.empty() && std::all_of(name.begin(), name.end(),
                                                  [](char letter) {
                                                      return (letter >= 'a' && letter <= 'z') ||
                                                             (letter >= '0' && letter <= '9') || letter == '_';
                                                  }),
                     fmt::format("the capability '{}' is not of lower-case letters, digits and '_'", name));
        trial.expect(seen.insert(name).second, fmt::format("the capability '{}' is there twice", name));
        trial.expect(one.type >= QUOVIS_RT_BOOLEAN && one.type <= QUOVIS_RT_TEXT,
                     fmt::format("'{}' is of the unknown type {}", name, one.type));
        trial.expect(one.type != QUOVIS_RT_BOOLEAN || one.number <= 1,
                     fmt::format("the boolean '{}' is {}", name, one.number));
    }
}

void accepts_own_images(Trial& trial) {
    const Runtime runtime(trial);
    const Image made = runtime.image([](const Kernels& one) { return one.noop; });
    auto image = sized<quovis_rt_image>();
    image.format = text(made.format);
    image.target = text(made.target);
    ErrorSlot error;
    runtime.need(&quovis_rt_table::accepts, "accepts");
    trial.require_ok(runtime.table().accepts(runtime.device(), &image, error.get()), error,
                     "accepts of format and target alone");
    image.data = made.bytes.data();
    image.size = made.bytes.size();
    trial.require_ok(runtime.table().accepts(runtime.device(), &image, error.get()), error, "accepts of the image");
}

void accepts_refuses_others(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::accepts, "accepts");
    auto image = sized<quovis_rt_image>();
    image.format = text("conformance-no-format");
    ErrorSlot error;
    const auto status = runtime.table().accepts(runtime.device(), &image, error.get());
    trial.expect_failure(status, error, "an image of an unknown format",
                         {QUOVIS_PLUGIN_IMAGE_REJECTED, QUOVIS_PLUGIN_DRIVER_TOO_OLD});
    trial.expect(error.message().find("conformance-no-format") != std::string::npos,
                 fmt::format("the reason does not name the format: {}", error.message()));
}

void memory_adds_up(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::memory, "memory");
    std::uint64_t free_bytes = 0;
    std::uint64_t total = 0;
    ErrorSlot error;
    const auto status = runtime.table().memory(runtime.device(), &free_bytes, &total, error.get());
    if (status == QUOVIS_PLUGIN_NOT_SUPPORTED) {
        trial.skip(error.message());
    }
    trial.require_ok(status, error, "memory");
    trial.expect(total != 0 && free_bytes <= total, fmt::format("{} of {} bytes are free", free_bytes, total));
}

void device_waits(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::device_synchronize, "device_synchronize");
    ErrorSlot error;
    trial.require_ok(runtime.table().device_synchronize(runtime.device(), error.get()), error, "device_synchronize");
}

void peers(Trial& trial) {
    const Runtime runtime(trial);
    runtime.need(&quovis_rt_table::peer_access, "peer_access");
    std::int32_t possible = -1;
    ErrorSlot error;
    const auto status = runtime.table().peer_access(runtime.device(), runtime.devices().back(), &possible, error.get());
    trial.require_ok(status, error, "peer_access");
    trial.expect(possible == 0 || possible == 1, fmt::format("peer access is {}", possible));
}

}  // namespace

void add_devices(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"devices_are_the_same_each_time", "a listing is stable until shutdown", same_devices},
         {"device_info_is_sound", "names, target and limits make sense", info_is_sound},
         {"device_info_tells_devices_apart", "no two devices have one identity", identities_differ},
         {"capabilities_are_sound", "names are well formed and values of their type", capabilities_are_sound},
         {"accepts_what_its_compiler_makes", "images for the device's target are accepted", accepts_own_images},
         {"accepts_refuses_with_the_reason", "an unknown format is refused by name", accepts_refuses_others},
         {"memory_adds_up", "free bytes are within the total", memory_adds_up},
         {"device_synchronize_returns", "an idle device can be waited for", device_waits},
         {"peer_access_answers", "peer access is yes or no", peers}});
}

}  // namespace quovis::conformance

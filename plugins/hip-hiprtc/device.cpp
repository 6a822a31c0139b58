// The entries of the runtime table that speak of a device as a whole.
#include "plugins/hip-hiprtc/device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plugins/common/host.hpp"
#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/image.hpp"
#include "plugins/hip-hiprtc/runtime.hpp"
#include "plugins/hip-hiprtc/stream.hpp"

using namespace quovis::hip;

quovis_rt_device::quovis_rt_device(const Functions& functions, DeviceId device)
    : hip(functions),
      id(device),
      facts(ask_facts(functions, device)),
      capabilities(ask_capabilities(functions, device, facts)) {}

quovis_rt_device::~quovis_rt_device() {
    if (context_ != nullptr && hip.hipDevicePrimaryCtxRelease != nullptr) {
        hip.hipDevicePrimaryCtxRelease(id);
    }
}

ContextHandle quovis_rt_device::context() {
    const std::lock_guard lock(mutex_);
    if (context_ == nullptr) {
        check_with(hip, QUOVIS_HIP_CALL(hip, hipDevicePrimaryCtxRetain)(&context_, id), [&] {
            return fmt::format("retaining the primary context of {} (hipDevicePrimaryCtxRetain)", naming(*this));
        });
    }
    return context_;
}

void quovis_rt_device::reach(quovis_rt_device& other) {
    const std::lock_guard lock(mutex_);
    if (std::find(reached_.begin(), reached_.end(), other.id) != reached_.end()) {
        return;
    }
    reached_.push_back(other.id);
    int possible = 0;
    if (hip.hipDeviceCanAccessPeer == nullptr || hip.hipDeviceEnablePeerAccess == nullptr ||
        hip.hipDeviceCanAccessPeer(&possible, id, other.id) != error_success || possible == 0) {
        return;
    }
    const Current current(*this);
    const Result result = hip.hipDeviceEnablePeerAccess(other.id, 0);
    if (result != error_success && result != error_peer_access_already_enabled) {
        quovis::plugins::log(QUOVIS_PLUGIN_LOG_WARNING,
                             fmt::format("copies from {} to {} go through the host: {}", naming(other), naming(*this),
                                         error_name(hip, result)));
    }
}

namespace quovis::hip {

std::string naming(const Device& device) {
    return fmt::format("{} (hip device {})", device.facts.name, device.id);
}

void wait_for_users(const Device& device, StreamHandle stream) {
    const Functions& hip = device.hip;
    if (stream != nullptr) {
        hip.hipStreamSynchronize(stream);
        return;
    }
    constexpr int not_recorded = 0;  // hipStreamCaptureStatusNone
    device.streams.wait(
        [&] { hip.hipDeviceSynchronize != nullptr ? hip.hipDeviceSynchronize() : hip.hipStreamSynchronize(nullptr); },
        [&](const quovis_rt_stream& one) {
            int status = not_recorded;
            if (hip.hipStreamIsCapturing != nullptr && hip.hipStreamIsCapturing(one.handle, &status) == error_success &&
                status == not_recorded) {
                hip.hipStreamSynchronize(one.handle);
            }
        });
}

quovis_plugin_status devices(quovis_plugin_instance* instance, quovis_rt_device* const** list, std::size_t* count,
                             quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] {
        const auto& all = runtime_of(*instance).devices();
        *list = all.data();
        *count = all.size();
    });
}

quovis_plugin_status device_info(quovis_rt_device* device, quovis_rt_device_info* info, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] {
        const Facts& facts = device->facts;
        auto filled = plugins::sized<quovis_rt_device_info>();
        filled.name = plugins::text(facts.name);
        filled.vendor = plugins::text(facts.vendor);
        filled.driver = plugins::text(facts.driver);
        filled.target = plugins::text(facts.target);
        filled.type = QUOVIS_RT_DEVICE_GPU;
        filled.has_uuid = facts.has_uuid ? 1 : 0;
        filled.has_pci = facts.has_pci ? 1 : 0;
        std::copy(facts.uuid.begin(), facts.uuid.end(), filled.uuid);
        filled.pci_domain = facts.pci_domain;
        filled.pci_bus = facts.pci_bus;
        filled.pci_device = facts.pci_device;
        filled.pci_function = facts.pci_function;
        filled.memory_bytes = facts.memory_bytes;
        std::copy(facts.max_block.begin(), facts.max_block.end(), filled.max_block);
        filled.max_threads_per_block = facts.max_threads_per_block;
        std::copy(facts.max_grid.begin(), facts.max_grid.end(), filled.max_grid);
        filled.shared_memory_per_block = facts.shared_memory_per_block;
        filled.shared_memory_opt_in = facts.shared_memory_per_block;
        filled.warp_size = facts.warp_size;
        filled.multiprocessors = facts.multiprocessors;
        filled.buffer_offset_alignment = 1;
        plugins::give(info, filled);
    });
}

quovis_plugin_status capabilities(quovis_rt_device* device, const quovis_rt_capability** list, std::size_t* count,
                                  quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] {
        *list = device->capabilities.data();
        *count = device->capabilities.size();
    });
}

quovis_plugin_status accepts(quovis_rt_device* device, const quovis_rt_image* image, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LOAD,
                          [&] { require_loadable(*device, plugins::received(image)); });
}

quovis_plugin_status memory(quovis_rt_device* device, std::uint64_t* free_bytes, std::uint64_t* total_bytes,
                            quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_MEMORY, [&] {
        const Current current(*device);
        std::size_t available = 0;
        std::size_t total = 0;
        check(device->hip, QUOVIS_HIP_CALL(device->hip, hipMemGetInfo)(&available, &total),
              "asking for the free memory (hipMemGetInfo)");
        *free_bytes = available;
        *total_bytes = total;
    });
}

quovis_plugin_status device_synchronize(quovis_rt_device* device, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        const Current current(*device);
        device->streams.wait(
            [&] {
                check_with(device->hip, QUOVIS_HIP_CALL(device->hip, hipDeviceSynchronize)(), [&] {
                    return fmt::format("waiting for the work of {} (hipDeviceSynchronize)", naming(*device));
                });
            },
            [&](const quovis_rt_stream&) {
                throw plugins::PluginError(
                    QUOVIS_PLUGIN_INVALID_ARGUMENT,
                    fmt::format("a stream of {} is being recorded: to wait for the whole device would "
                                "spoil the recording",
                                naming(*device)),
                    "Wait for the streams that are not recorded, one by one.");
            });
    });
}

quovis_plugin_status peer_access(quovis_rt_device* device, quovis_rt_device* other, std::int32_t* possible,
                                 quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_DEVICES, [&] {
        int answer = 1;
        if (device->id != other->id) {
            check_with(device->hip,
                       QUOVIS_HIP_CALL(device->hip, hipDeviceCanAccessPeer)(&answer, device->id, other->id), [&] {
                           return fmt::format("asking whether {} reaches {} (hipDeviceCanAccessPeer)", naming(*device),
                                              naming(*other));
                       });
        }
        *possible = answer != 0 ? 1 : 0;
    });
}

}  // namespace quovis::hip

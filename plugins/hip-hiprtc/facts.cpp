// Asks a device what it is.
#include "plugins/hip-hiprtc/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "plugins/hip-hiprtc/attributes.hpp"
#include "plugins/hip-hiprtc/errors.hpp"
#include "plugins/hip-hiprtc/target.hpp"

namespace quovis::hip {
namespace {

// hipDeviceProp_t is not asked for what an attribute tells: its layout changed with HIP 6, where the new one belongs to
// hipGetDevicePropertiesR0600 and the old one stayed with the functions of the other names. In both, gcnArchName is a
// text of 256 bytes; HIP Runtime API reference, hipDeviceProp_t and "HIP 6.0 changes".
constexpr std::size_t arch_offset_r0600 = 1160;
constexpr std::size_t arch_offset_r0000 = 396;
constexpr std::size_t arch_size = 256;
constexpr std::size_t properties_room = 8192;  // bytes; the longest layout so far has 1472

std::string text_at(const std::array<char, properties_room>& properties, std::size_t offset, std::size_t size) {
    const std::string_view field(properties.data() + offset, size);
    return std::string(field.substr(0, field.find('\0')));
}

std::string ask_target(const Functions& hip, DeviceId device) {
    alignas(16) std::array<char, properties_room> properties{};
    std::size_t offset = arch_offset_r0000;
    auto ask = hip.hipGetDeviceProperties;
    const char* asked = "hipGetDeviceProperties";
    if (hip.hipGetDevicePropertiesR0600 != nullptr) {
        ask = hip.hipGetDevicePropertiesR0600;
        asked = "hipGetDevicePropertiesR0600";
        offset = arch_offset_r0600;
    } else if (hip.hipGetDevicePropertiesR0000 != nullptr) {
        ask = hip.hipGetDevicePropertiesR0000;
        asked = "hipGetDevicePropertiesR0000";
    }
    if (ask == nullptr) {
        return {};
    }
    check(hip, ask(properties.data(), device), fmt::format("asking HIP device {} for its target ({})", device, asked));
    const auto target = parse_target(text_at(properties, offset, arch_size));
    return target ? target->name() : std::string();
}

std::string ask_name(const Functions& hip, DeviceId device) {
    std::array<char, 256> name{};
    if (hip.hipDeviceGetName != nullptr) {
        check(hip, hip.hipDeviceGetName(name.data(), static_cast<int>(name.size()), device),
              fmt::format("asking HIP device {} for its name (hipDeviceGetName)", device));
    }
    name.back() = '\0';
    return name[0] == '\0' ? fmt::format("HIP device {}", device) : std::string(name.data());
}

void ask_identity(const Functions& hip, DeviceId device, Facts& facts) {
    std::array<std::uint8_t, 16> uuid{};
    if (hip.hipDeviceGetUuid != nullptr && hip.hipDeviceGetUuid(uuid.data(), device) == error_success) {
        facts.uuid = uuid;
        facts.has_uuid = std::any_of(uuid.begin(), uuid.end(), [](std::uint8_t byte) { return byte != 0; });
    }
    std::array<char, 64> place{};
    if (hip.hipDeviceGetPCIBusId == nullptr ||
        hip.hipDeviceGetPCIBusId(place.data(), static_cast<int>(place.size()), device) != error_success) {
        return;
    }
    place.back() = '\0';
    facts.has_pci = std::sscanf(place.data(), "%x:%x:%x.%x", &facts.pci_domain, &facts.pci_bus, &facts.pci_device,
                                &facts.pci_function) == 4;
}

void ask_limits(const Functions& hip, DeviceId device, Facts& facts) {
    const auto number = [&](int what) { return static_cast<std::uint32_t>(ask_attribute(hip, device, what)); };
    facts.max_block = {number(attribute::max_block_dim_x), number(attribute::max_block_dim_y),
                       number(attribute::max_block_dim_z)};
    facts.max_grid = {number(attribute::max_grid_dim_x), number(attribute::max_grid_dim_y),
                      number(attribute::max_grid_dim_z)};
    facts.max_threads_per_block = number(attribute::max_threads_per_block);
    facts.warp_size = number(attribute::warp_size);
    facts.multiprocessors = number(attribute::multiprocessor_count);
    facts.shared_memory_per_block = number(attribute::max_shared_memory_per_block);
    facts.max_pitch = number(attribute::max_pitch);
    facts.cooperative_launch =
        number(attribute::cooperative_launch) != 0 && hip.hipModuleLaunchCooperativeKernel != nullptr;
    facts.managed_memory = number(attribute::managed_memory) != 0 && hip.hipMallocManaged != nullptr;
    facts.memory_pools =
        number(attribute::memory_pools_supported) != 0 && hip.hipMallocAsync != nullptr && hip.hipFreeAsync != nullptr;
}

}  // namespace

int ask_attribute(const Functions& hip, DeviceId device, int what) {
    int value = 0;
    return hip.hipDeviceGetAttribute(&value, what, device) == error_success && value > 0 ? value : 0;
}

Facts ask_facts(const Functions& hip, DeviceId device) {
    Facts facts;
    facts.name = ask_name(hip, device);
    facts.target = ask_target(hip, device);
    facts.vendor = facts.target.empty() ? "" : "AMD";
    facts.driver = version_text(hip.version);
    std::size_t bytes = 0;
    if (hip.hipDeviceTotalMem != nullptr) {
        check(hip, hip.hipDeviceTotalMem(&bytes, device),
              fmt::format("asking {} for its memory (hipDeviceTotalMem)", facts.name));
    }
    facts.memory_bytes = bytes;
    ask_identity(hip, device, facts);
    ask_limits(hip, device, facts);
    return facts;
}

}  // namespace quovis::hip

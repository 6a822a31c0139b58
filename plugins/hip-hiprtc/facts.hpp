// What is known of one device, asked once without giving it any work or memory (rule 9).
// Facts and capabilities come from hipDeviceGetAttribute and its like; the target's name is in a struct only, whose
// layout is that of the function which fills it.
#pragma once

#include <quovis/plugin.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "plugins/hip-hiprtc/functions.hpp"

namespace quovis::hip {

struct Facts {
    std::string name;
    std::string vendor;
    std::string target;  // "gfx90a:sramecc+:xnack-"; empty where the library tells none, as over OpenCL
    std::string driver;  // of HIP: "5.2.21153"

    bool has_uuid = false;
    std::array<std::uint8_t, 16> uuid{};
    bool has_pci = false;
    std::uint32_t pci_domain = 0;
    std::uint32_t pci_bus = 0;
    std::uint32_t pci_device = 0;
    std::uint32_t pci_function = 0;

    std::uint64_t memory_bytes = 0;
    std::array<std::uint32_t, 3> max_block{};
    std::array<std::uint64_t, 3> max_grid{};
    std::uint32_t max_threads_per_block = 0;
    std::uint32_t warp_size = 0;  // 32 or 64: the device's own
    std::uint32_t multiprocessors = 0;
    std::uint64_t shared_memory_per_block = 0;
    std::uint64_t max_pitch = 0;
    bool cooperative_launch = false;
    bool managed_memory = false;
    bool memory_pools = false;
};

// Throws PluginError where the runtime does not answer.
Facts ask_facts(const Functions& hip, DeviceId device);

// 0 where the runtime does not know the attribute.
int ask_attribute(const Functions& hip, DeviceId device, int what);

// In capabilities.cpp. Texts point into `facts`.
std::vector<quovis_rt_capability> ask_capabilities(const Functions& hip, DeviceId device, const Facts& facts);

}  // namespace quovis::hip

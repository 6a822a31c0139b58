// What is known of one device, asked once without a context (rule 9).
// Facts and capabilities come from cuDeviceGetAttribute and its like only.
#pragma once

#include <quovis/plugin.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "plugins/cuda/functions.hpp"

namespace quovis::cuda {

struct Facts {
    std::string name;
    std::string target;              // "sm_90"
    std::string compute_capability;  // "9.0"
    std::string driver;              // of CUDA: "13.0"
    std::string driver_build;        // of the kernel module: "580.95.05"; empty where the system does not tell
    int major = 0;                   // of the compute capability
    int minor = 0;

    bool has_uuid = false;
    std::array<std::uint8_t, 16> uuid{};
    std::uint32_t pci_domain = 0;
    std::uint32_t pci_bus = 0;
    std::uint32_t pci_device = 0;

    std::uint64_t memory_bytes = 0;
    std::array<std::uint32_t, 3> max_block{};
    std::array<std::uint64_t, 3> max_grid{};
    std::uint32_t max_threads_per_block = 0;
    std::uint32_t warp_size = 0;
    std::uint32_t multiprocessors = 0;
    std::uint64_t shared_memory_per_block = 0;
    std::uint64_t shared_memory_opt_in = 0;
    std::uint64_t max_pitch = 0;
    bool cooperative_launch = false;
    bool managed_memory = false;
    bool memory_pools = false;
};

// Throws PluginError where the driver does not answer.
Facts ask_facts(const Functions& cuda, CUdevice device);

// `otherwise` where the driver does not know the attribute.
int attribute(const Functions& cuda, CUdevice device, CUdevice_attribute what, int otherwise = 0);

// In capabilities.cpp. Texts point into `facts`.
std::vector<quovis_rt_capability> ask_capabilities(const Functions& cuda, CUdevice device, const Facts& facts);

}  // namespace quovis::cuda

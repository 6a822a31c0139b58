// Asks a device what it is. Attributes: CUDA Driver API, CUdevice_attribute.
#include "plugins/cuda/facts.hpp"

#include <fmt/format.h>

#include <cstring>
#include <fstream>

#include "plugins/cuda/errors.hpp"

namespace quovis::cuda {
namespace {

// The kernel module's version, which bug reports need; cuDriverGetVersion only tells the release of CUDA.
std::string kernel_driver_version() {
    std::string version;
    if (std::ifstream file("/sys/module/nvidia/version"); file >> version) {
        return version;
    }
    // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05  Tue Sep 23 …"
    std::ifstream file("/proc/driver/nvidia/version");
    for (std::string word; file >> word;) {
        if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos) {
            return word;
        }
    }
    return {};
}

std::string ask_name(const Functions& cuda, CUdevice device) {
    std::array<char, 256> name{};
    check(cuda, cuda.cuDeviceGetName(name.data(), static_cast<int>(name.size()), device),
          fmt::format("asking CUDA device {} for its name (cuDeviceGetName)", device));
    name.back() = '\0';
    return name.data();
}

void ask_identity(const Functions& cuda, CUdevice device, Facts& facts) {
    CUuuid uuid{};
    if (cuda.cuDeviceGetUuid != nullptr && cuda.cuDeviceGetUuid(&uuid, device) == CUDA_SUCCESS) {
        std::memcpy(facts.uuid.data(), &uuid, facts.uuid.size());
        facts.has_uuid = true;
    }
    facts.pci_domain = static_cast<std::uint32_t>(attribute(cuda, device, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID));
    facts.pci_bus = static_cast<std::uint32_t>(attribute(cuda, device, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID));
    facts.pci_device = static_cast<std::uint32_t>(attribute(cuda, device, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID));
}

void ask_limits(const Functions& cuda, CUdevice device, Facts& facts) {
    const auto number = [&](CUdevice_attribute what) {
        return static_cast<std::uint32_t>(attribute(cuda, device, what));
    };
    facts.max_block = {number(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X), number(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
                       number(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)};
    facts.max_grid = {number(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), number(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
                      number(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)};
    facts.max_threads_per_block = number(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    facts.warp_size = number(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    facts.multiprocessors = number(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    facts.shared_memory_per_block = number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    facts.shared_memory_opt_in = number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    if (facts.shared_memory_opt_in < facts.shared_memory_per_block) {
        facts.shared_memory_opt_in = facts.shared_memory_per_block;
    }
    facts.max_pitch = number(CU_DEVICE_ATTRIBUTE_MAX_PITCH);
    facts.cooperative_launch = number(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) != 0;
    facts.managed_memory = number(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY) != 0;
    facts.memory_pools = number(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) != 0;
}

}  // namespace

int attribute(const Functions& cuda, CUdevice device, CUdevice_attribute what, int otherwise) {
    int value = 0;
    return cuda.cuDeviceGetAttribute(&value, what, device) == CUDA_SUCCESS ? value : otherwise;
}

Facts ask_facts(const Functions& cuda, CUdevice device) {
    Facts facts;
    facts.name = ask_name(cuda, device);
    facts.major = attribute(cuda, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    facts.minor = attribute(cuda, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    facts.target = fmt::format("sm_{}{}", facts.major, facts.minor);
    facts.compute_capability = fmt::format("{}.{}", facts.major, facts.minor);
    facts.driver = version_text(cuda.version);
    facts.driver_build = kernel_driver_version();
    std::size_t bytes = 0;
    check(cuda, cuda.cuDeviceTotalMem(&bytes, device),
          fmt::format("asking {} for its memory (cuDeviceTotalMem)", facts.name));
    facts.memory_bytes = bytes;
    ask_identity(cuda, device, facts);
    ask_limits(cuda, device, facts);
    return facts;
}

}  // namespace quovis::cuda

// Whether the machine has an AMD GPU, seen without any library: HIP's own brings LLVM with it, which is not to be
// opened for nothing. ROCm's thunk library (libhsakmt, topology.c) looks at the same files.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>

namespace quovis::hip {

// A GPU is a node with compute units; a node of another user's container cannot be read.
inline bool is_gpu_node(const std::filesystem::path& node) {
    std::ifstream properties(node / "properties");
    for (std::string line; std::getline(properties, line);) {
        if (line.rfind("simd_count ", 0) == 0) {
            return line != "simd_count 0";
        }
    }
    return false;
}

// The reason why there is none, or nothing where there may be one. `root` stands for "/" in tests.
inline std::optional<std::string> why_no_gpu(const std::filesystem::path& root = "/") {
    std::error_code failure;
    if (std::filesystem::exists(root / "dev/dxg", failure)) {
        return std::nullopt;  // Windows' subsystem for Linux, where the GPU is Windows' and only HIP can tell
    }
    if (!std::filesystem::exists(root / "dev/kfd", failure)) {
        return "/dev/kfd is missing: this machine has no AMD GPU, or its kernel driver amdgpu is not loaded";
    }
    const std::filesystem::path nodes = root / "sys/class/kfd/kfd/topology/nodes";
    std::filesystem::directory_iterator node(nodes, failure);
    if (failure) {
        return std::nullopt;  // a container without this part of /sys
    }
    for (; node != std::filesystem::directory_iterator(); node.increment(failure)) {
        if (is_gpu_node(node->path())) {
            return std::nullopt;
        }
    }
    return "the kernel driver of AMD GPUs, /dev/kfd, lists none that this process may use in "
           "/sys/class/kfd/kfd/topology/nodes";
}

}  // namespace quovis::hip

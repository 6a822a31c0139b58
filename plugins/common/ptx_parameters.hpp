// The parameters of the kernels in PTX text. The text is not trusted: a kernel whose list is not whole and in order is
// not told.
#pragma once

#include <quovis/plugin.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::plugins {

// What a parameter refers to, as PTX declares it.
enum class AddressSpace {
    none,    // nothing: a value, or a pointer that is not declared as one
    memory,  // of the device: generic, global or constant
    shared,  // of a block; OpenCL calls it local
    other    // of one thread; or a texture, a surface or a sampler
};

struct ParameterFacts {
    std::size_t offset = 0;  // bytes, as for a launch with packed arguments
    std::size_t size = 0;
    std::int32_t kind = QUOVIS_RT_PARAMETER_UNKNOWN;  // as CUDA has them, where a struct may hold a pointer
    std::string type = {};                            // "float", "double const*"; empty where nothing tells it
    std::uint32_t alignment = 0;                      // bytes; 0 unknown
    AddressSpace space = AddressSpace::none;
    std::string name = {};  // as the source declares it; empty where nothing tells it
};
using ParameterList = std::vector<ParameterFacts>;

// By the kernel's name in the image. A kernel that is not there is one that the image does not tell of.
using ParameterLists = std::map<std::string, ParameterList, std::less<>>;

// What can be said of a parameter of CUDA by its size alone.
inline std::int32_t kind_by_size(std::size_t size) {
    return size == sizeof(std::uint64_t) ? QUOVIS_RT_PARAMETER_UNKNOWN : QUOVIS_RT_PARAMETER_VALUE;
}

ParameterLists parameters_of_ptx(std::string_view text);

}  // namespace quovis::plugins

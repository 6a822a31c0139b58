// The parameter types in the name of a C++ function. Names: Itanium C++ ABI, section "External Names".
#pragma once

#include <quovis/plugin.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quovis::cuda {

struct MangledType {
    std::string text;  // as c++filt spells it: "float const*"
    // POINTER to data, also for a reference, which is passed as one; UNKNOWN for a class, which may hold one.
    std::int32_t kind = QUOVIS_RT_PARAMETER_UNKNOWN;
    std::size_t size = 0;  // bytes on the device; 0 for what the name does not tell
};

// Nothing for a name that is no mangled function's, as all of `extern "C"` are.
std::optional<std::vector<MangledType>> mangled_types(const std::string& symbol);

}  // namespace quovis::cuda

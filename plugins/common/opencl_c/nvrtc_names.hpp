// Names that a kernel cannot have with NVRTC.
#pragma once

#include <string_view>

namespace quovis::opencl_c {

bool is_function_of_nvrtc(std::string_view name);

}  // namespace quovis::opencl_c

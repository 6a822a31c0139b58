// Looks at an image before a driver does: some drivers end the process on damaged ones.
#pragma once

#include <cstdint>
#include <string_view>

namespace quovis::opencl {

// PoCL's container, which PoCL 3.1 reads without looking at its length: a truncated one kills the process. Magic, all
// lengths and the file names inside are checked for the containers of PoCL 3.1 and 5.0 (versions 9 and 11); of another
// version only the header. What the parts contain is not looked at. Returns the number of kernels; without any the rest
// is not looked at either. Throws PluginError (IMAGE_REJECTED).
std::uint32_t check_pocl_container(std::string_view image, std::string_view name);

// The same for loading, where PoCL ends the process on a program without a kernel, too.
void check_pocl_binary(std::string_view image, std::string_view name);

// NVIDIA's binaries are PTX text. The driver crashes on a start of one, so the directives that each has and the closing
// of its bodies are looked for. Another kind of binary is left to the driver. Throws PluginError (IMAGE_REJECTED).
void check_nvidia_binary(std::string_view image, std::string_view name);

// Magic number and word size of SPIR-V (SPIR-V specification, section "Physical Layout of a SPIR-V Module").
// Throws PluginError (IMAGE_REJECTED).
void check_spirv(std::string_view image, std::string_view name);

}  // namespace quovis::opencl

// What compiling and loading share: programs, their logs, their binaries.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/opencl/device.hpp"

namespace quovis::opencl {

Held<cl_program> program_from_source(Device& device, std::string_view source);

// Throws PluginError. `name` is the image's, for messages.
Held<cl_program> program_from_binary(Device& device, std::string_view bytes, const std::string& name);

// What the compiler said of the last build, without the zero byte at its end.
std::string build_log(const Device& device, cl_program program);

// Empty when the driver gives none.
std::string program_binary(const Device& device, cl_program program);

// The binary that `build` gives; it is asked again while what PoCL gave is not whole: PoCL puts a binary together from
// the files of its own cache, also while another process is still writing them.
std::string whole_binary(const Device& device, const std::string& name, const std::function<std::string()>& build);

std::vector<std::string> kernel_names(const Device& device, cl_program program);

// clBuildProgram for one device.
cl_int build(const Device& device, cl_program program, const std::string& options);

}  // namespace quovis::opencl

// Finding the kernel that --kernel means, by the name that people write.
#pragma once

#include <quovis/quovis.hpp>
#include <string>

namespace quovis::cli {

// "_Z5scaleIfEvPT_f" is "scale<float>": what stands before the parameters, without the result's type.
std::string source_name(const std::string& symbol);

// "scale<float> (_Z5scaleIfEvPT_f)"; a symbol that is no C++ name alone.
std::string for_people(const std::string& symbol);

// Without a name: the module's only kernel. A C++ kernel is found by its name in the source as well as by its mangled
// one. Throws a Failure that lists the module's kernels, the nearest first. `file` is for messages.
Kernel find_kernel(const Module& module, const std::string& name, const std::string& file);

}  // namespace quovis::cli

// What is known of the compilers in drivers beyond what they tell: the folders and the variables that they look at.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <vector>

#include "plugins/common/cache_facts.hpp"
#include "plugins/opencl/facts.hpp"
#include "plugins/opencl/options.hpp"

namespace quovis::opencl {

// Everything of a device's compiler that an image depends on.
std::string compiler_identity(const Facts& facts);

// What a cache must know of the request's options, for this device. Throws as translate().
plugins::Plan plan_for(const quovis_cc_request& request, const Facts& facts);

// Whether the headers of a compile go over in memory, instead of being read by the driver.
bool go_in_memory(const quovis_cc_request& request, const BuildOptions& built);

// Where headers are looked for, in order, but for the driver's own folders: those of the request and of its raw
// options, and the working directory, which drivers search first (seen with PoCL 3.1 and NVIDIA 580).
std::vector<std::string> header_folders(const quovis_cc_request& request, const BuildOptions& built);

}  // namespace quovis::opencl

// From typed options to NVRTC's own.
// Options: NVRTC guide, section "Supported Compile Options".
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <vector>

#include "plugins/common/cache_facts.hpp"
#include "plugins/cuda-nvrtc/toolkit.hpp"
#include "plugins/cuda/output.hpp"

namespace quovis::nvrtc {

// All that NVRTC is given, in its order: the output, the typed options with the defines, the user's include folders,
// the raw options, and the toolkit's include folders. Throws for what NVRTC has no word for.
std::vector<std::string> command_line(const Toolkit& toolkit, const cuda::Output& output,
                                      const quovis_cc_options& options);

// What a cache must know of the request's options. Throws as command_line(), and opens nothing.
plugins::Plan plan_for(const quovis_cc_request& request);

}  // namespace quovis::nvrtc

// From typed options to NVRTC's own.
// Options: NVRTC guide, section "Supported Compile Options".
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <vector>

#include "plugins/cuda-nvrtc/toolkit.hpp"
#include "plugins/cuda/output.hpp"

namespace quovis::nvrtc {

// All that NVRTC is given, in its order: the output, the typed options, the user's defines and include folders, the
// toolkit's include folders, and the raw options. Throws for what NVRTC has no word for.
std::vector<std::string> command_line(const Toolkit& toolkit, const cuda::Output& output,
                                      const quovis_cc_options& options);

}  // namespace quovis::nvrtc

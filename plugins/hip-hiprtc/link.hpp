// Links bitcode of several sources to one code object, with the functions that ROCm 5.3 brought.
#pragma once

#include <quovis/plugin.h>

#include "plugins/common/result.hpp"
#include "plugins/hip-hiprtc/toolkit.hpp"

namespace quovis::hip {

// Throws PluginError: NOT_SUPPORTED without a linker and for what it does not link, SOURCE_INVALID where it fails.
void link_images(const Toolkit& toolkit, const quovis_cc_link_request& request, plugins::CompileResult& result);

}  // namespace quovis::hip

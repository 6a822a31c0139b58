// Images to one image, by nvJitLink.
#pragma once

#include <quovis/plugin.h>

#include "plugins/common/result.hpp"
#include "plugins/cuda-nvrtc/toolkit.hpp"

namespace quovis::nvrtc {

// Inputs: cubin, ptx and fatbin of relocatable code, and ltoir. Throws PluginError: UNAVAILABLE without nvJitLink,
// SOURCE_INVALID for a symbol that is missing or there twice.
void link_images(const Toolkit& toolkit, const quovis_cc_link_request& request, plugins::CompileResult& result);

}  // namespace quovis::nvrtc

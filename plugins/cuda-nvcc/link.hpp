// Links images of relocatable device code, and of LTO IR, to one, by nvlink: the program that nvcc's own device link
// calls. Called directly it needs no host compiler and no shell.
#pragma once

#include <quovis/plugin.h>

#include "plugins/common/result.hpp"
#include "plugins/cuda-nvcc/toolkit.hpp"

namespace quovis::nvcc {

// Throws PluginError: SOURCE_INVALID for symbols that are undefined or defined twice, IMAGE_REJECTED for what nvlink
// does not take, and what a compile throws.
void link_images(const Toolkit& toolkit, const quovis_cc_link_request& request, plugins::CompileResult& result);

}  // namespace quovis::nvcc

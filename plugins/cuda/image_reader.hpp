// QUOVIS_EXTENSION_IMAGE_READER for what NVIDIA's compilers make: kernels and their parameters, without a device.
#pragma once

#include <quovis/plugin.h>

namespace quovis::cuda {

const quovis_image_reader* image_reader();

}  // namespace quovis::cuda

// Which images a device loads, found out before HIP sees them.
#pragma once

#include <quovis/plugin.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/hip-hiprtc/code_object.hpp"
#include "plugins/hip-hiprtc/device.hpp"

namespace quovis::hip {

// Throws IMAGE_REJECTED with the reason.
void require_loadable(const Device& device, const quovis_rt_image& image);

// What the image says of its kernels, for `target`, or for its first target when that is empty. Empty where only HIP
// itself can read the image.
std::optional<CodeObject> content_of(const quovis_rt_image& image, std::string_view target);

std::string naming(const quovis_rt_image& image);
std::string_view bytes_of(const quovis_rt_image& image);

}  // namespace quovis::hip

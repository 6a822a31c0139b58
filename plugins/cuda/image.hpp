// Looks at an image before the driver does: is it what it says, is it whole, is it for this device.
// The driver's own answer to a wrong image is one word; the reasons are made here.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <string_view>

#include "plugins/cuda/device.hpp"

namespace quovis::cuda {

// Throws PluginError (IMAGE_REJECTED or DRIVER_TOO_OLD) with the reason. Looks at the bytes where there are any.
void require_loadable(const Device& device, const quovis_rt_image& image);

// Throws IMAGE_REJECTED for bytes that are not what the image's format says, or not all of it.
void require_whole(const quovis_rt_image& image);

// "`k.cubin`" or "the image" for one without a name, for messages.
std::string naming(const quovis_rt_image& image);

// The bytes of an image; empty where only format and target are asked about.
std::string_view bytes_of(const quovis_rt_image& image);

}  // namespace quovis::cuda

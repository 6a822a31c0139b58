// What a code object holds, for hosts without a device.
#pragma once

#include <quovis/plugin.h>

namespace quovis::hip {

const quovis_image_reader* image_reader();

}  // namespace quovis::hip

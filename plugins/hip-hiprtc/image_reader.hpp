// What a code object holds, for hosts without a device.
#pragma once

#include "plugins/common/image_reader.hpp"

namespace quovis::hip {

const quovis_image_reader* image_reader();

}  // namespace quovis::hip

// Loops of HIP's own calls, which the same through Quovis is compared with.
#pragma once

#include <quovis/plugin.h>

namespace quovis::hip {

const quovis_rt_vendor_loops* vendor_loops();

}  // namespace quovis::hip

// Launches and occupancy.
#pragma once

#include "plugins/hip-hiprtc/device.hpp"

namespace quovis::hip {

quovis_plugin_status launch(quovis_rt_stream*, quovis_rt_kernel*, const quovis_rt_launch*, quovis_plugin_error*);
quovis_plugin_status kernel_occupancy(quovis_rt_kernel*, quovis_rt_occupancy*, quovis_plugin_error*);

}  // namespace quovis::hip

// Puts kernels into streams.
#pragma once

#include <quovis/plugin.h>

namespace quovis::opencl {

// The entries of quovis_rt_table for launches.
quovis_plugin_status kernel_occupancy(quovis_rt_kernel*, quovis_rt_occupancy*, quovis_plugin_error*);
quovis_plugin_status launch(quovis_rt_stream*, quovis_rt_kernel*, const quovis_rt_launch*, quovis_plugin_error*);

}  // namespace quovis::opencl

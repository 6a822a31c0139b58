// Native handles of OpenCL out of and into the objects of this plugin.
#pragma once

#include <quovis/plugin.h>

namespace quovis::opencl {

// The entries of quovis_rt_table for interoperation.
quovis_plugin_status native_get(quovis_rt_device*, void* object, quovis_rt_native*, quovis_plugin_error*);
quovis_plugin_status native_wrap(quovis_rt_device*, const quovis_rt_native*, void** object, quovis_plugin_error*);

}  // namespace quovis::opencl

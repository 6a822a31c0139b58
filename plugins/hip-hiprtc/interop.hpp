// HIP's handles out of the runtime's objects, and objects made of handles.
#pragma once

#include "plugins/hip-hiprtc/device.hpp"

namespace quovis::hip {

quovis_plugin_status native_get(quovis_rt_device*, void* object, quovis_rt_native*, quovis_plugin_error*);
quovis_plugin_status native_wrap(quovis_rt_device*, const quovis_rt_native*, void** object, quovis_plugin_error*);

}  // namespace quovis::hip

// Graphs recorded from a stream.
// The C ABI's opaque structs are these themselves.
#pragma once

#include "plugins/hip-hiprtc/device.hpp"

struct quovis_rt_graph {
    quovis_rt_device& device;
    quovis::hip::GraphHandle handle = nullptr;
};

struct quovis_rt_graph_exec {
    quovis_rt_device& device;
    quovis::hip::GraphExecHandle handle = nullptr;
};

namespace quovis::hip {

const quovis_rt_graph_table* graph_table();

}  // namespace quovis::hip

// Graphs: what a stream was given between begin and end, to be launched as one.
// The C ABI's opaque structs are these themselves.
#pragma once

#include "plugins/cuda/device.hpp"

struct quovis_rt_graph {
    quovis_rt_device& device;
    CUgraph handle = nullptr;
};

struct quovis_rt_graph_exec {
    quovis_rt_device& device;
    CUgraphExec handle = nullptr;
};

namespace quovis::cuda {

const quovis_rt_graph_table* graph_table();

}  // namespace quovis::cuda

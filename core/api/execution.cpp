// Kernels and launches of the C API.
#include "core/api/handles.hpp"

using namespace quovis::core;

namespace {

quovis_kernel_info describe(quovis_kernel& kernel) {
    quovis_kernel_info info = to_c(kernel.object.facts(), kernel.parameters);
    info.module = &kernel.module;
    return info;
}

[[gnu::noinline]] void launch_given(const Kernel& kernel, StreamState& stream, const quovis_launch_info& info) {
    launch(kernel, stream, given(&info));
}

// Most callers have this version of the struct, and theirs is read where it is.
void launch_in(const Kernel& kernel, StreamState& stream, const quovis_launch_info& info) {
    if (info.struct_size >= sizeof info)
        launch(kernel, stream, info);
    else
        launch_given(kernel, stream, info);
}

}  // namespace

extern "C" {

void quovis_kernel_release(quovis_kernel* kernel) {
    delete kernel;
}

quovis_status quovis_kernel_get(quovis_kernel* kernel, quovis_kernel_info* info) {
    return guarded("kernel", [&] { give(info, describe(required(kernel, "kernel"))); });
}

quovis_status quovis_kernel_native(quovis_kernel* kernel, uint64_t* handle) {
    return guarded("interop", [&] {
        const auto& object = required(kernel, "kernel").object;
        required(handle, "handle") = native_of(object.route(), QUOVIS_RT_NATIVE_KERNEL, object.handle()).handle;
    });
}

[[gnu::hot]] quovis_status quovis_launch(quovis_kernel* kernel, quovis_stream* stream, const quovis_launch_info* info) {
    return guarded("launch", [&] {
        const auto& object = required(kernel, "kernel").object;
        launch_in(object, state_of(object.route(), stream), required(info, "the launch"));
    });
}

quovis_status quovis_kernel_occupancy(quovis_kernel* kernel, quovis_occupancy* occupancy) {
    return guarded("kernel", [&] {
        const auto asked = given(&required(occupancy, "occupancy"));
        auto known = sized<quovis_rt_occupancy>();
        known.block_threads = asked.block_threads;
        known.shared_memory = asked.shared_memory;
        required(kernel, "kernel").object.occupancy(known);
        give(occupancy, {0, known.block_threads, known.suggested_threads, known.shared_memory,
                         known.blocks_per_multiprocessor, known.max_cooperative_grid});
    });
}

}  // extern "C"

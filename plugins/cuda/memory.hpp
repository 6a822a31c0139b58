// A buffer is a range of addresses with what it takes to give it back.
// The C ABI's opaque quovis_rt_buffer is this struct itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plugins/cuda/device.hpp"

struct quovis_rt_buffer {
    enum class Origin {
        allocated,  // cuMemAlloc, cuMemAllocManaged
        pool,       // cuMemAllocAsync
        pinned,     // cuMemHostAlloc
        foreign     // somebody else's, as a global variable's
    };

    quovis_rt_device& device;
    CUdeviceptr address = 0;
    std::size_t size = 0;  // bytes
    void* host = nullptr;  // of pinned and managed memory
    Origin origin = Origin::foreign;
};

namespace quovis::cuda {

using Buffer = quovis_rt_buffer;

// The entries of quovis_rt_table for memory.
quovis_plugin_status buffer_create(quovis_rt_device*, quovis_rt_buffer_info*, quovis_rt_buffer**, quovis_plugin_error*);
void buffer_release(quovis_rt_buffer*, quovis_rt_stream* in_order_of);
quovis_plugin_status copy(quovis_rt_stream*, const quovis_rt_copy*, quovis_plugin_error*);
quovis_plugin_status fill(quovis_rt_stream*, quovis_rt_buffer*, std::size_t offset, std::size_t size,
                          const void* pattern, std::size_t pattern_size, quovis_plugin_error*);

}  // namespace quovis::cuda

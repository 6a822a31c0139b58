// A buffer is a range of addresses with what it takes to give it back.
// The C ABI's opaque quovis_rt_buffer is this struct itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plugins/hip-hiprtc/device.hpp"

struct quovis_rt_buffer {
    enum class Origin {
        allocated,  // hipMalloc, hipMallocManaged
        pool,       // hipMallocAsync
        pinned,     // hipHostMalloc
        foreign     // somebody else's, as a global variable's
    };

    quovis_rt_device& device;
    quovis::hip::Address address = nullptr;
    std::size_t size = 0;  // bytes
    void* host = nullptr;  // of pinned and managed memory
    Origin origin = Origin::foreign;

    quovis::hip::Address at(std::size_t offset) const { return static_cast<char*>(address) + offset; }
};

namespace quovis::hip {

using Buffer = quovis_rt_buffer;

inline std::uint64_t number_of(Address address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

// The entries of quovis_rt_table for memory.
quovis_plugin_status buffer_create(quovis_rt_device*, quovis_rt_buffer_info*, quovis_rt_buffer**, quovis_plugin_error*);
void buffer_release(quovis_rt_buffer*, quovis_rt_stream* in_order_of);
quovis_plugin_status copy(quovis_rt_stream*, const quovis_rt_copy*, quovis_plugin_error*);
quovis_plugin_status fill(quovis_rt_stream*, quovis_rt_buffer*, std::size_t offset, std::size_t size,
                          const void* pattern, std::size_t pattern_size, quovis_plugin_error*);

}  // namespace quovis::hip

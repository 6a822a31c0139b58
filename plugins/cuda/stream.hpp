// A stream is a non-blocking CUstream, an event a CUevent that keeps time.
// The C ABI's opaque structs are these themselves.
#pragma once

#include "plugins/cuda/device.hpp"

struct quovis_rt_stream {
    quovis_rt_device& device;
    CUstream handle = nullptr;
    bool owned = false;

    // The driver's own streams, which are each context's, have these handles (CUDA Driver API, CU_STREAM_PER_THREAD).
    bool has_context() const { return reinterpret_cast<std::uintptr_t>(handle) > 2; }
};

struct quovis_rt_event {
    quovis_rt_device& device;
    CUevent handle = nullptr;
    bool owned = false;
};

namespace quovis::cuda {

using Stream = quovis_rt_stream;
using Event = quovis_rt_event;

template <class Call>
[[gnu::noinline, gnu::cold]] CUresult call_in_context(const Stream& stream, Call& call) {
    const Current current(stream.device);
    return call();
}

// Makes a call of the driver that takes a stream. Such a call works in the stream's context whatever the thread's is,
// so that this is not even looked at (which took 1 to 3 % of a launch); a driver that refuses is asked again in the
// context.
template <class Call>
[[gnu::always_inline]] inline CUresult call_in(const Stream& stream, Call&& call) {
    if (stream.has_context()) {
        if (const CUresult result = call(); result == CUDA_SUCCESS) [[likely]] {
            return result;
        }
    }
    return call_in_context(stream, call);
}

// The driver would move a priority, of a stream or a launch, into its range without a word. The device's context must
// be current. Throws INVALID_ARGUMENT.
void check_priority(const Device& device, std::int32_t priority);

// The entries of quovis_rt_table for streams and events.
quovis_plugin_status stream_create(quovis_rt_device*, const quovis_rt_stream_info*, quovis_rt_stream**,
                                   quovis_plugin_error*);
void stream_release(quovis_rt_stream*);
quovis_plugin_status stream_synchronize(quovis_rt_stream*, quovis_plugin_error*);
quovis_plugin_status stream_query(quovis_rt_stream*, quovis_plugin_error*);
quovis_plugin_status stream_wait_event(quovis_rt_stream*, quovis_rt_event*, quovis_plugin_error*);
quovis_plugin_status stream_host_function(quovis_rt_stream*, void (*function)(void*), void* data, quovis_plugin_error*);
quovis_plugin_status event_create(quovis_rt_device*, quovis_rt_event**, quovis_plugin_error*);
void event_release(quovis_rt_event*);
quovis_plugin_status event_record(quovis_rt_event*, quovis_rt_stream*, quovis_plugin_error*);
quovis_plugin_status event_synchronize(quovis_rt_event*, quovis_plugin_error*);
quovis_plugin_status event_query(quovis_rt_event*, quovis_plugin_error*);
quovis_plugin_status event_elapsed(quovis_rt_event* start, quovis_rt_event* end, double* nanoseconds,
                                   quovis_plugin_error*);

}  // namespace quovis::cuda

// A stream is an in-order command queue with profiling; an event is a marker in one.
// The C ABI's opaque structs are these themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "plugins/opencl/device.hpp"

struct quovis_rt_stream {
  public:
    quovis_rt_stream(quovis_rt_device& of_device, quovis::opencl::Held<cl_command_queue> of_queue, bool is_foreign);
    ~quovis_rt_stream();
    quovis_rt_stream(const quovis_rt_stream&) = delete;
    quovis_rt_stream& operator=(const quovis_rt_stream&) = delete;

    cl_command_queue queue() const { return queue_.get(); }

    // To be called after each piece of work that was put into the queue.
    void submitted() { progress_->submitted.fetch_add(1); }
    // Starts what was put into the queue, without waiting.
    void flush() const;
    // Waits for all work. Throws when it failed.
    void finish();
    // Whether all work has passed. Throws when it failed.
    bool passed();
    // Runs `work` on a thread of the driver's when the stream gets there. What comes after in the stream waits for it.
    void call_host(std::function<void()> work);
    // Holds the stream back until the event has passed, also one of another context.
    void wait_for(cl_event event, quovis_rt_device& of_device);

    quovis_rt_device& device;

  private:
    void wait_for_own(cl_event event);

    quovis::opencl::Held<cl_command_queue> queue_;
    const bool foreign_;
    const std::shared_ptr<quovis::opencl::Progress> progress_;
    std::mutex mutex_;
    quovis::opencl::Held<cl_event> last_mark_;
    std::uint64_t marked_ = 0;  // what was submitted before the last mark
};

struct quovis_rt_event {
  public:
    explicit quovis_rt_event(quovis_rt_device& of_device) : device(of_device) {}

    // The marker of the last recording, with a reference of the caller's; null when there is none.
    quovis::opencl::Held<cl_event> marker() const;
    void set_marker(quovis::opencl::Held<cl_event> marker);

    quovis_rt_device& device;

  private:
    mutable std::mutex mutex_;
    quovis::opencl::Held<cl_event> marker_;
};

namespace quovis::opencl {

using Stream = quovis_rt_stream;
using Event = quovis_rt_event;

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

}  // namespace quovis::opencl

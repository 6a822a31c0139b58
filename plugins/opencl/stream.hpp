// A stream is an in-order command queue; an event is a marker in one. Timing costs each command some time, so a stream
// goes over to a queue with profiling when its first event is recorded.
// The C ABI's opaque structs are these themselves.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>

#include "plugins/opencl/device.hpp"
#include "plugins/opencl/graph.hpp"

struct quovis_rt_stream {
  public:
    // A queue of the device's.
    quovis_rt_stream(quovis_rt_device& of_device, std::int32_t priority);
    // A queue of the host's.
    quovis_rt_stream(quovis_rt_device& of_device, quovis::opencl::Held<cl_command_queue> of_host);
    ~quovis_rt_stream();
    quovis_rt_stream(const quovis_rt_stream&) = delete;
    quovis_rt_stream& operator=(const quovis_rt_stream&) = delete;

    // Where work goes now. What is put into it goes through put().
    cl_command_queue queue() {
        cl_command_queue const now = queue_.load();
        return now != nullptr ? now : settled_queue();
    }
    // Puts one piece of work: `enqueue(queue)` returns OpenCL's answer, and so does this.
    template <class Enqueue>
    cl_int put(Enqueue&& enqueue) {
        cl_command_queue const now = queue();
        const cl_int error = enqueue(now);
        if (error == CL_SUCCESS) {
            progress_->submitted();
            if (queue_.load() != now) {
                follow(now);
            }
        }
        return error;
    }
    // From now on events have times, and the queue stays the same one. A host's queue stays as it is.
    void settle();

    // Starts what was put into the queue, without waiting.
    void flush();
    // Waits for all work. Throws when it failed.
    void finish();
    // Whether all work has passed. Throws when it failed.
    bool passed();
    // Runs `work` on a thread of the driver's when the stream gets there. What comes after in the stream waits for it.
    void call_host(std::function<void()> work);
    // Holds the stream back until the event has passed, also one of another context.
    void wait_for(cl_event event, quovis_rt_device& of_device);

    // While the stream is recording, what it is given is kept for a graph instead of put into the queue.
    bool is_recording() const { return recording_.load(std::memory_order_relaxed); }
    void begin_recording();
    quovis::opencl::Nodes end_recording();
    // False when the recording has ended meanwhile.
    bool record(std::shared_ptr<const quovis::opencl::Node> node);
    bool record(const quovis::opencl::Nodes& nodes);
    // Throws PluginError while the stream is recording; `doing` is what a graph cannot hold.
    void refuse_while_recording(std::string_view doing) const;

    quovis_rt_device& device;
    std::mutex replaying;  // held while a graph is put into the stream, so that two are not mixed

  private:
    void wait_for_own(cl_event event);
    cl_command_queue settled_queue();
    void follow(cl_command_queue former);

    const std::int32_t priority_;
    const bool foreign_;
    std::atomic<bool> settled_;
    quovis::opencl::Held<cl_command_queue> first_;  // without profiling, or the host's
    quovis::opencl::Held<cl_command_queue> timed_;
    std::atomic<cl_command_queue> queue_;  // one of these; null while one takes the other's place
    const std::shared_ptr<quovis::opencl::Progress> progress_;
    std::mutex mutex_;
    quovis::opencl::Held<cl_event> last_mark_;
    std::atomic<bool> recording_{false};
    quovis::opencl::Nodes recorded_;
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

// Streams and events. OpenCL has no question "is this queue empty" and no host functions: both are made of markers,
// user events and event callbacks (OpenCL specification, sections 5.11 to 5.13).
#include "plugins/opencl/stream.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "plugins/common/host.hpp"
#include "plugins/common/host_state.hpp"
#include "plugins/common/text.hpp"
#include "plugins/opencl/errors.hpp"

using namespace quovis::opencl;
using quovis::plugins::PluginError;

namespace {

// Throws when the work before a marker failed.
bool marker_passed(const Device& device, cl_event marker) {
    cl_int status = CL_QUEUED;
    check(device.cl.clGetEventInfo(marker, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr),
          "clGetEventInfo");
    if (status < 0) {
        throw vendor_error(QUOVIS_PLUGIN_DEVICE_FAILED, status, fmt::format("work given to {}", naming(device)));
    }
    return status == CL_COMPLETE;
}

// Waits in a callback: `work` runs when `trigger` has passed, then `done` lets go what waits for it.
struct HostCall {
    const Functions& cl;
    std::function<void()> work;
    Held<cl_event> done;
};

void CL_CALLBACK on_trigger(cl_event, cl_int status, void* data) {
    const std::unique_ptr<HostCall> call(static_cast<HostCall*>(data));
    if (status >= 0) {
        quovis::plugins::contain("opencl: host function", call->work);
    }
    call->cl.clSetUserEventStatus(call->done.get(), status >= 0 ? CL_COMPLETE : status);
}

Held<cl_event> user_event(Device& device) {
    cl_int error = CL_SUCCESS;
    const cl_event made = device.cl.clCreateUserEvent(device.context(), &error);
    check(error, "clCreateUserEvent");
    return {made, device.cl.clReleaseEvent};
}

std::unique_ptr<HostCall> host_call(const Functions& cl, std::function<void()> work, cl_event done) {
    check(cl.clRetainEvent(done), "clRetainEvent");
    return std::make_unique<HostCall>(HostCall{cl, std::move(work), Held<cl_event>(done, cl.clReleaseEvent)});
}

// From here on `done` is completed whatever happens, because others wait for it already.
void call_after(cl_event trigger, std::unique_ptr<HostCall> call) {
    const cl_int error = call->cl.clSetEventCallback(trigger, CL_COMPLETE, on_trigger, call.get());
    if (error != CL_SUCCESS) {
        call->cl.clSetUserEventStatus(call->done.get(), error);
        throw vendor_error(error, "clSetEventCallback");
    }
    static_cast<void>(call.release());  // on_trigger() deletes it
}

}  // namespace

quovis_rt_stream::quovis_rt_stream(Device& of_device, Held<cl_command_queue> of_queue, bool is_foreign)
    : device(of_device), queue_(std::move(of_queue)), foreign_(is_foreign), progress_(std::make_shared<Progress>()) {
    device.enlist(queue_.get(), progress_);
}

quovis_rt_stream::~quovis_rt_stream() {
    quovis::plugins::contain("opencl: releasing a stream", [this] { device.delist(queue_.get()); });
}

void quovis_rt_stream::flush() const {
    check(device.cl.clFlush(queue()), "clFlush");
}

void quovis_rt_stream::finish() {
    quovis::opencl::finish(device, queue(), *progress_);
}

bool quovis_rt_stream::passed() {
    const std::lock_guard lock(mutex_);
    const std::uint64_t submitted = progress_->submitted.load();
    // The host may put work into a queue of its own without telling us: there, only a new mark knows.
    if (!foreign_ && progress_->passed.load() >= submitted) {
        return true;
    }
    if (!last_mark_ || marked_ != submitted) {
        last_mark_ = device.mark(queue());
        marked_ = submitted;
    }
    const bool done = marker_passed(device, last_mark_.get());
    if (done && foreign_) {
        last_mark_ = {};
    }
    return done;
}

void quovis_rt_stream::call_host(std::function<void()> work) {
    const Held<cl_event> trigger = device.mark(queue());
    const Held<cl_event> done = user_event(device);
    std::unique_ptr<HostCall> call = host_call(device.cl, std::move(work), done.get());
    wait_for_own(done.get());
    call_after(trigger.get(), std::move(call));
    flush();
}

void quovis_rt_stream::wait_for_own(cl_event event) {
    check(device.cl.clEnqueueBarrierWithWaitList(queue(), 1, &event, nullptr), "clEnqueueBarrierWithWaitList");
    submitted();
}

void quovis_rt_stream::wait_for(cl_event event, Device& of_device) {
    if (&of_device == &device) {
        wait_for_own(event);
        return;
    }
    const Held<cl_event> bridge = user_event(device);
    std::unique_ptr<HostCall> call = host_call(
        device.cl, [] {}, bridge.get());
    wait_for_own(bridge.get());
    call_after(event, std::move(call));
}

Held<cl_event> quovis_rt_event::marker() const {
    const std::lock_guard lock(mutex_);
    if (!marker_) {
        return {};
    }
    check(device.cl.clRetainEvent(marker_.get()), "clRetainEvent");
    return {marker_.get(), device.cl.clReleaseEvent};
}

void quovis_rt_event::set_marker(Held<cl_event> marker) {
    const std::lock_guard lock(mutex_);
    std::swap(marker_, marker);
}

namespace quovis::opencl {
namespace {

// cl_khr_priority_hints.
constexpr cl_queue_properties queue_priority = 0x1096;
constexpr cl_queue_properties priority_high = 1;
constexpr cl_queue_properties priority_low = 4;

Held<cl_command_queue> make_queue(Device& device, std::int32_t priority) {
    const Functions& cl = device.cl;
    cl_int error = CL_SUCCESS;
    cl_command_queue made = nullptr;
    if (priority == 0) {
        made = cl.clCreateCommandQueue(device.context(), device.id, CL_QUEUE_PROFILING_ENABLE, &error);
    } else if (device.facts.has_extension("cl_khr_priority_hints") && device.facts.numeric_version >= 200 &&
               cl.clCreateCommandQueueWithProperties != nullptr) {
        const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, queue_priority,
                                                  priority < 0 ? priority_high : priority_low, 0};
        made = cl.clCreateCommandQueueWithProperties(device.context(), device.id, properties, &error);
    } else {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("{} has no stream priorities (cl_khr_priority_hints); asked for priority {}",
                                      naming(device), priority),
                          "Use priority 0.");
    }
    check(error, fmt::format("creating a command queue on {}", naming(device)));
    return {made, cl.clReleaseCommandQueue};
}

cl_ulong end_of(const Event& event, cl_event marker) {
    cl_ulong nanoseconds = 0;
    check(event.device.cl.clGetEventProfilingInfo(marker, CL_PROFILING_COMMAND_END, sizeof(nanoseconds), &nanoseconds,
                                                  nullptr),
          "asking for the time of an event");
    return nanoseconds;
}

Held<cl_event> passed_marker(const Event& event, std::string_view which) {
    Held<cl_event> marker = event.marker();
    if (!marker) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, fmt::format("the {} event was never recorded", which));
    }
    if (!marker_passed(event.device, marker.get())) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, fmt::format("the {} event has not passed yet", which),
                          "Wait for it first.");
    }
    return marker;
}

}  // namespace

quovis_plugin_status stream_create(quovis_rt_device* device, const quovis_rt_stream_info* info,
                                   quovis_rt_stream** stream, quovis_plugin_error* error) {
    return plugins::guard_host(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        const quovis_rt_stream_info wanted = plugins::received(info);
        *stream = std::make_unique<Stream>(*device, make_queue(*device, wanted.priority), false).release();
    });
}

void stream_release(quovis_rt_stream* stream) {
    delete stream;
}

quovis_plugin_status stream_synchronize(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] { stream->finish(); });
}

quovis_plugin_status stream_query(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&]() -> quovis_plugin_status {
        return stream->passed() ? QUOVIS_PLUGIN_OK : QUOVIS_PLUGIN_NOT_READY;
    });
}

quovis_plugin_status stream_wait_event(quovis_rt_stream* stream, quovis_rt_event* event, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        if (const Held<cl_event> marker = event->marker()) {
            stream->wait_for(marker.get(), event->device);
        }
    });
}

quovis_plugin_status stream_host_function(quovis_rt_stream* stream, void (*function)(void*), void* data,
                                          quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM,
                          [&] { stream->call_host([function, data] { function(data); }); });
}

quovis_plugin_status event_create(quovis_rt_device* device, quovis_rt_event** event, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT,
                          [&] { *event = std::make_unique<Event>(*device).release(); });
}

void event_release(quovis_rt_event* event) {
    plugins::contain("opencl: releasing an event", [&] { delete event; });
}

quovis_plugin_status event_record(quovis_rt_event* event, quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        if (&event->device != &stream->device) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                              fmt::format("an event of {} cannot be recorded in a stream of {}", naming(event->device),
                                          naming(stream->device)));
        }
        event->set_marker(stream->device.mark(stream->queue()));
    });
}

quovis_plugin_status event_synchronize(quovis_rt_event* event, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        if (const Held<cl_event> marker = event->marker()) {
            const cl_event waited = marker.get();
            check(event->device.cl.clWaitForEvents(1, &waited), "waiting for an event");
        }
    });
}

quovis_plugin_status event_query(quovis_rt_event* event, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&]() -> quovis_plugin_status {
        const Held<cl_event> marker = event->marker();
        return !marker || marker_passed(event->device, marker.get()) ? QUOVIS_PLUGIN_OK : QUOVIS_PLUGIN_NOT_READY;
    });
}

quovis_plugin_status event_elapsed(quovis_rt_event* start, quovis_rt_event* end, double* nanoseconds,
                                   quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_EVENT, [&] {
        const Held<cl_event> from = passed_marker(*start, "first");
        const Held<cl_event> to = passed_marker(*end, "second");
        // Subtracted as integers: a double does not hold nanoseconds since the epoch exactly.
        *nanoseconds =
            static_cast<double>(static_cast<std::int64_t>(end_of(*end, to.get()) - end_of(*start, from.get())));
    });
}

}  // namespace quovis::opencl

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

// cl_khr_priority_hints.
constexpr cl_queue_properties queue_priority = 0x1096;
constexpr cl_queue_properties priority_high = 1;
constexpr cl_queue_properties priority_low = 4;

Held<cl_command_queue> make_queue(Device& device, std::int32_t priority, cl_command_queue_properties wanted) {
    const Functions& cl = device.cl;
    cl_int error = CL_SUCCESS;
    cl_command_queue made = nullptr;
    if (priority == 0) {
        made = cl.clCreateCommandQueue(device.context(), device.id, wanted, &error);
    } else if (device.facts.has_extension("cl_khr_priority_hints") && device.facts.numeric_version >= 200 &&
               cl.clCreateCommandQueueWithProperties != nullptr) {
        const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, wanted, queue_priority,
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

}  // namespace

quovis_rt_stream::quovis_rt_stream(Device& of_device, std::int32_t priority)
    : device(of_device),
      priority_(priority),
      foreign_(false),
      settled_(false),
      first_(make_queue(of_device, priority, 0)),
      queue_(first_.get()),
      progress_(std::make_shared<Progress>()) {
    device.enlist(queue(), progress_);
}

quovis_rt_stream::quovis_rt_stream(Device& of_device, Held<cl_command_queue> of_host)
    : device(of_device),
      priority_(0),
      foreign_(true),
      settled_(true),
      first_(std::move(of_host)),
      queue_(first_.get()),
      progress_(std::make_shared<Progress>()) {
    device.enlist(queue(), progress_);
}

quovis_rt_stream::~quovis_rt_stream() {
    quovis::plugins::contain("opencl: releasing a stream", [this] { device.delist(queue()); });
}

// Other threads may put work into the stream meanwhile. From the exchange on they wait; one that has just put work into
// the former queue sees after it that the queue is another, and follows.
void quovis_rt_stream::settle() {
    if (settled_.load()) {
        return;
    }
    const std::lock_guard lock(mutex_);
    if (settled_.load()) {
        return;
    }
    Held<cl_command_queue> timed = make_queue(device, priority_, CL_QUEUE_PROFILING_ENABLE);
    cl_command_queue const former = queue_.exchange(nullptr);
    try {
        const Held<cl_event> end = device.mark(former);
        cl_event const waited = end.get();
        check(device.cl.clEnqueueBarrierWithWaitList(timed.get(), 1, &waited, nullptr), "clEnqueueBarrierWithWaitList");
        device.replace(former, timed.get());
    } catch (...) {
        queue_.store(former);
        throw;
    }
    timed_ = std::move(timed);
    queue_.store(timed_.get());
    settled_.store(true);
}

void quovis_rt_stream::begin_recording() {
    const std::lock_guard lock(mutex_);
    if (recording_.load()) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "the stream is being recorded already",
                          "End that capture first.");
    }
    recorded_.clear();
    recording_.store(true);
}

Nodes quovis_rt_stream::end_recording() {
    const std::lock_guard lock(mutex_);
    if (!recording_.load()) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "the stream is not being recorded", "Begin a capture first.");
    }
    recording_.store(false);
    return std::exchange(recorded_, {});
}

bool quovis_rt_stream::record(std::shared_ptr<const Node> node) {
    const std::lock_guard lock(mutex_);
    if (recording_.load()) {
        recorded_.push_back(std::move(node));
        return true;
    }
    return false;
}

bool quovis_rt_stream::record(const Nodes& nodes) {
    const std::lock_guard lock(mutex_);
    if (recording_.load()) {
        recorded_.insert(recorded_.end(), nodes.begin(), nodes.end());
        return true;
    }
    return false;
}

void quovis_rt_stream::refuse_while_recording(std::string_view doing) const {
    if (is_recording()) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the stream is being recorded for a graph, and {} cannot be", doing),
                          "End the capture first; it is still valid.");
    }
}

cl_command_queue quovis_rt_stream::settled_queue() {
    const std::lock_guard lock(mutex_);
    return queue_.load();
}

void quovis_rt_stream::follow(cl_command_queue former) {
    const Held<cl_event> end = device.mark(former);
    cl_event const waited = end.get();
    check(device.cl.clEnqueueBarrierWithWaitList(queue(), 1, &waited, nullptr), "clEnqueueBarrierWithWaitList");
}

void quovis_rt_stream::flush() {
    check(device.cl.clFlush(queue()), "clFlush");
}

void quovis_rt_stream::finish() {
    quovis::opencl::finish(device, queue(), *progress_);
}

bool quovis_rt_stream::passed() {
    const std::lock_guard lock(mutex_);
    // The host may put work into a queue of its own without telling us: there, only a new mark knows.
    if (!foreign_ && progress_->is_idle()) {
        return true;
    }
    if (!last_mark_ || !progress_->is_marked()) {
        progress_->begin_mark();
        last_mark_ = device.mark(queue());
    }
    const bool done = marker_passed(device, last_mark_.get());
    if (done) {
        progress_->mark_passed();
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
    check(
        put([&](cl_command_queue queue) { return device.cl.clEnqueueBarrierWithWaitList(queue, 1, &event, nullptr); }),
        "clEnqueueBarrierWithWaitList");
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

class HostFunctionNode final : public Node {
  public:
    HostFunctionNode(void (*function)(void*), void* data) : function_(function), data_(data) {}

    void put(Stream& stream) const override {
        stream.call_host([function = function_, data = data_] { function(data); });
    }
    Shape shape() const override { return {"a host function", nullptr}; }

  private:
    void (*const function_)(void*);
    void* const data_;
};

cl_ulong end_of(const Event& event, cl_event marker) {
    cl_ulong nanoseconds = 0;
    const cl_int error = event.device.cl.clGetEventProfilingInfo(marker, CL_PROFILING_COMMAND_END, sizeof(nanoseconds),
                                                                 &nanoseconds, nullptr);
    if (error == CL_PROFILING_INFO_NOT_AVAILABLE) {
        throw vendor_error(status_of(error), error, "asking for the time of an event",
                           "The host made this event, or the command queue that it was recorded in: it needs a queue "
                           "with CL_QUEUE_PROFILING_ENABLE.");
    }
    check(error, "asking for the time of an event");
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
        *stream = std::make_unique<Stream>(*device, wanted.priority).release();
    });
}

void stream_release(quovis_rt_stream* stream) {
    delete stream;
}

quovis_plugin_status stream_synchronize(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        stream->refuse_while_recording("waiting for it");
        stream->finish();
    });
}

quovis_plugin_status stream_query(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&]() -> quovis_plugin_status {
        stream->refuse_while_recording("asking whether its work has passed");
        return stream->passed() ? QUOVIS_PLUGIN_OK : QUOVIS_PLUGIN_NOT_READY;
    });
}

quovis_plugin_status stream_wait_event(quovis_rt_stream* stream, quovis_rt_event* event, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        stream->refuse_while_recording("waiting for an event");
        if (const Held<cl_event> marker = event->marker()) {
            stream->wait_for(marker.get(), event->device);
        }
    });
}

quovis_plugin_status stream_host_function(quovis_rt_stream* stream, void (*function)(void*), void* data,
                                          quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_STREAM, [&] {
        if (stream->is_recording() && stream->record(std::make_shared<HostFunctionNode>(function, data))) {
            return;
        }
        stream->call_host([function, data] { function(data); });
    });
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
        stream->refuse_while_recording("recording an event");
        stream->settle();
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

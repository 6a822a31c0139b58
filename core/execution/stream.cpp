// Each member is one call through the runtime's table; what beside it keeps track of what is in flight or recorded.
#include "core/execution/stream.hpp"

#include "core/execution/graph.hpp"

#include <fmt/format.h>

#include <utility>

namespace quovis::core {
namespace {

quovis_rt_stream* create(Route& route, int priority) {
    auto info = sized<quovis_rt_stream_info>();
    info.priority = priority;
    quovis_rt_stream* handle = nullptr;
    call(route, "stream", "stream_create", route.runtime().stream_create, route.handle, &info, &handle);
    return handle;
}

void check_same_runtime(const Route& a, const Route& b, const char* what) {
    if (a.plugin == b.plugin)
        return;
    throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "event",
                fmt::format("{}: one is on '{}' and the other on '{}', which are of two runtimes", what, a.selector,
                            b.selector));
}

// A function for a stream, with what the host wants done when it will not be called again.
struct HostCall {
    HostCall(void (*function_)(void*), void (*release_)(void*), void* data_)
        : function(function_), release(release_), data(data_) {}
    HostCall(const HostCall&) = delete;
    HostCall& operator=(const HostCall&) = delete;
    ~HostCall() {
        if (armed && release)
            release(data);
    }

    void (*const function)(void*);
    void (*const release)(void*);
    void* const data;
    bool armed = false;  // a call that never came into the stream releases nothing: the caller still has it
};

void call_once(void* data) {
    const std::unique_ptr<HostCall> call(static_cast<HostCall*>(data));
    call->function(call->data);
}

void call_recorded(void* data) {
    const auto& call = *static_cast<const HostCall*>(data);
    call.function(call.data);
}

}  // namespace

Stream::Stream(std::shared_ptr<Route> route, int priority)
    : route_(std::move(route)), state_(std::make_shared<StreamState>(*route_, create(*route_, priority))) {}

Stream::Stream(std::shared_ptr<Route> route, std::uint64_t native)
    : route_(std::move(route)),
      state_(std::make_shared<StreamState>(
          *route_, static_cast<quovis_rt_stream*>(wrap_native(*route_, QUOVIS_RT_NATIVE_STREAM, native)))) {}

// Whoever began a recording and lets go of the stream has given it up.
Stream::~Stream() {
    if (recording_) {
        try {
            end_capture();
        } catch (const Error&) {
            // It is dropped either way.
        }
    }
}

void Stream::synchronize() const {
    call(*route_, "stream", "stream_synchronize", route_->runtime().stream_synchronize, handle());
    route_->in_flight.waited(*state_);
}

bool Stream::is_done() const {
    const bool done =
        call(*route_, "stream", "stream_query", route_->runtime().stream_query, handle()) == QUOVIS_PLUGIN_OK;
    if (done)
        route_->in_flight.waited(*state_);
    return done;
}

void Stream::wait(const Event& event) const {
    check_same_runtime(*route_, *event.route(), "a stream waits for an event");
    call(*route_, "stream", "stream_wait_event", route_->runtime().stream_wait_event, handle(), event.handle());
    if (const auto recording = event.recording())
        recording->join(state_);
}

void Stream::call_host(void (*function)(void*), void (*release)(void*), void* data) const {
    const auto& enqueue = route_->runtime().stream_host_function;
    if (auto* recording = state_->recording.load()) {
        const auto recorded = std::make_shared<HostCall>(function, release, data);
        call(*route_, "stream", "stream_host_function", enqueue, handle(), &call_recorded, recorded.get());
        recorded->armed = true;
        recording->keep(recorded);
        return;
    }
    auto once = std::make_unique<HostCall>(function, release, data);
    once->armed = true;  // before another thread has it
    try {
        call(*route_, "stream", "stream_host_function", enqueue, handle(), &call_once, once.get());
    } catch (...) {
        once->armed = false;
        throw;
    }
    static_cast<void>(once.release());  // call_once() deletes it
}

void Stream::begin_capture() {
    const auto& graphs = graphs_of(*route_);
    const std::lock_guard lock(state_->asking);
    if (state_->recording.load())
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "graph", "the stream is being recorded already");
    call(*route_, "graph", "begin_capture", graphs.begin_capture, handle());
    recording_ = std::make_shared<Recording>();
    recording_->join(state_);
}

Graph Stream::end_capture() {
    const auto& graphs = graphs_of(*route_);
    const auto ended = std::exchange(recording_, nullptr);
    if (!ended)
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "graph", "no recording was begun on this stream");
    quovis_rt_graph* made = nullptr;
    try {
        call(*route_, "graph", "end_capture", graphs.end_capture, handle(), &made);
    } catch (...) {
        ended->end();
        throw;
    }
    return Graph(route_, made, ended->end());
}

Event::Event(std::shared_ptr<Route> route) : route_(std::move(route)) {
    call(*route_, "event", "event_create", route_->runtime().event_create, route_->handle, &handle_);
}

Event::Event(std::shared_ptr<Route> route, std::uint64_t native) : route_(std::move(route)) {
    handle_ = static_cast<quovis_rt_event*>(wrap_native(*route_, QUOVIS_RT_NATIVE_EVENT, native));
}

Event::~Event() {
    route_->runtime().event_release(handle_);
}

void Event::record(StreamState& stream) {
    call(*route_, "event", "event_record", route_->runtime().event_record, handle_, stream.handle);
    auto* recording = stream.recording.load();
    const std::lock_guard lock(mutex_);
    recording_ = recording ? recording->weak_from_this() : std::weak_ptr<Recording>();
}

std::shared_ptr<Recording> Event::recording() const {
    const std::lock_guard lock(mutex_);
    return recording_.lock();
}

void Event::synchronize() const {
    call(*route_, "event", "event_synchronize", route_->runtime().event_synchronize, handle_);
}

bool Event::is_done() const {
    return call(*route_, "event", "event_query", route_->runtime().event_query, handle_) == QUOVIS_PLUGIN_OK;
}

double Event::nanoseconds_since(const Event& start) const {
    check_same_runtime(*start.route_, *route_, "the time between two events");
    double nanoseconds = 0;
    call(*route_, "event", "event_elapsed", route_->runtime().event_elapsed, start.handle_, handle_, &nanoseconds);
    return nanoseconds;
}

quovis_rt_native native_of(Route& route, std::int32_t kind, void* object) {
    auto native = sized<quovis_rt_native>();
    native.kind = kind;
    call(route, "interop", "native_get", route.runtime().native_get, route.handle, object, &native);
    return native;
}

void* wrap_native(Route& route, std::int32_t kind, std::uint64_t native, std::size_t size) {
    auto given = sized<quovis_rt_native>();
    given.kind = kind;
    given.handle = native;
    given.size = size;
    void* object = nullptr;
    call(route, "interop", "native_wrap", route.runtime().native_wrap, route.handle, &given, &object);
    return object;
}

void synchronize_default_stream(Route& route) {
    auto& stream = route.default_stream();
    call(route, "stream", "stream_synchronize", route.runtime().stream_synchronize, stream.handle);
    route.in_flight.waited(stream);
}

void synchronize_device(Route& route) {
    call(route, "stream", "device_synchronize", route.runtime().device_synchronize, route.handle);
    route.in_flight.waited_for_all();
}

}  // namespace quovis::core

// Each member is one call through the runtime's table.
#include "core/execution/stream.hpp"

#include <fmt/format.h>

namespace quovis::core {
namespace {

void* wrap(const Route& route, std::int32_t kind, std::uint64_t native) {
    auto given = sized<quovis_rt_native>();
    given.kind = kind;
    given.handle = native;
    void* object = nullptr;
    call(*route.plugin, "interop", "native_wrap", route.runtime().native_wrap, route.handle, &given, &object);
    return object;
}

void check_same_runtime(const Route& a, const Route& b, const char* what) {
    if (a.plugin == b.plugin)
        return;
    throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "event",
                fmt::format("{}: one is on '{}' and the other on '{}', which are of two runtimes", what, a.selector,
                            b.selector));
}

}  // namespace

Stream::Stream(std::shared_ptr<Route> route, int priority) : route_(std::move(route)) {
    auto info = sized<quovis_rt_stream_info>();
    info.priority = priority;
    call(*route_->plugin, "stream", "stream_create", route_->runtime().stream_create, route_->handle, &info, &handle_);
}

Stream::Stream(std::shared_ptr<Route> route, std::uint64_t native) : route_(std::move(route)) {
    handle_ = static_cast<quovis_rt_stream*>(wrap(*route_, QUOVIS_RT_NATIVE_STREAM, native));
}

Stream::~Stream() {
    route_->runtime().stream_release(handle_);
}

void Stream::synchronize() const {
    call(*route_->plugin, "stream", "stream_synchronize", route_->runtime().stream_synchronize, handle_);
}

bool Stream::is_done() const {
    return call(*route_->plugin, "stream", "stream_query", route_->runtime().stream_query, handle_) == QUOVIS_PLUGIN_OK;
}

void Stream::wait(const Event& event) const {
    check_same_runtime(*route_, *event.route(), "a stream waits for an event");
    call(*route_->plugin, "stream", "stream_wait_event", route_->runtime().stream_wait_event, handle_, event.handle());
}

Event::Event(std::shared_ptr<Route> route) : route_(std::move(route)) {
    call(*route_->plugin, "event", "event_create", route_->runtime().event_create, route_->handle, &handle_);
}

Event::Event(std::shared_ptr<Route> route, std::uint64_t native) : route_(std::move(route)) {
    handle_ = static_cast<quovis_rt_event*>(wrap(*route_, QUOVIS_RT_NATIVE_EVENT, native));
}

Event::~Event() {
    route_->runtime().event_release(handle_);
}

void Event::record(quovis_rt_stream* stream) const {
    call(*route_->plugin, "event", "event_record", route_->runtime().event_record, handle_,
         stream ? stream : route_->default_stream());
}

void Event::synchronize() const {
    call(*route_->plugin, "event", "event_synchronize", route_->runtime().event_synchronize, handle_);
}

bool Event::is_done() const {
    return call(*route_->plugin, "event", "event_query", route_->runtime().event_query, handle_) == QUOVIS_PLUGIN_OK;
}

double Event::nanoseconds_since(const Event& start) const {
    check_same_runtime(*start.route_, *route_, "the time between two events");
    double nanoseconds = 0;
    call(*route_->plugin, "event", "event_elapsed", route_->runtime().event_elapsed, start.handle_, handle_,
         &nanoseconds);
    return nanoseconds;
}

std::uint64_t native_handle(const Route& route, std::int32_t kind, void* object) {
    auto native = sized<quovis_rt_native>();
    native.kind = kind;
    call(*route.plugin, "interop", "native_get", route.runtime().native_get, route.handle, object, &native);
    return native.handle;
}

void synchronize_default_stream(Route& route) {
    call(*route.plugin, "stream", "stream_synchronize", route.runtime().stream_synchronize, route.default_stream());
}

void synchronize_device(const Route& route) {
    call(*route.plugin, "stream", "device_synchronize", route.runtime().device_synchronize, route.handle);
}

}  // namespace quovis::core

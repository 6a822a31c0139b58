// Streams and events of a route: owned handles, with the runtime's calls as members.
#pragma once

#include "core/inventory/route.hpp"

#include <cstdint>
#include <memory>

namespace quovis::core {

class Event;
class Graph;

class Stream {
  public:
    Stream(std::shared_ptr<Route> route, int priority);          // throws Error
    Stream(std::shared_ptr<Route> route, std::uint64_t native);  // wraps; throws Error
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    const std::shared_ptr<Route>& route() const { return route_; }
    quovis_rt_stream* handle() const { return state_->handle; }
    // What outlives the stream where memory is freed in its order.
    const std::shared_ptr<StreamState>& state() const { return state_; }

    void synchronize() const;
    bool is_done() const;
    void wait(const Event& event) const;
    // `release` may be null; see quovis_stream_host_function.
    void call_host(void (*function)(void*), void (*release)(void*), void* data) const;

    // What the stream is given between the two becomes a graph. Throw Error.
    void begin_capture();
    Graph end_capture();

  private:
    std::shared_ptr<Route> route_;
    std::shared_ptr<StreamState> state_;
    std::shared_ptr<Recording> recording_;  // that began here
};

class Event {
  public:
    explicit Event(std::shared_ptr<Route> route);               // throws Error
    Event(std::shared_ptr<Route> route, std::uint64_t native);  // wraps; throws Error
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    const std::shared_ptr<Route>& route() const { return route_; }
    quovis_rt_event* handle() const { return handle_; }

    void record(StreamState& stream);
    void synchronize() const;
    bool is_done() const;
    double nanoseconds_since(const Event& start) const;

    // That it was recorded into, and that a stream which waits for it joins; null: none.
    std::shared_ptr<Recording> recording() const;

  private:
    std::shared_ptr<Route> route_;
    quovis_rt_event* handle_ = nullptr;
    mutable std::mutex mutex_;  // over recording_
    std::weak_ptr<Recording> recording_;
};

// The vendor's handle of an object; `object` is null for the device and its context. Throws Error.
quovis_rt_native native_of(Route& route, std::int32_t kind, void* object);
// An object around a handle of the host's. Throws Error.
void* wrap_native(Route& route, std::int32_t kind, std::uint64_t native, std::size_t size = 0);

// Waits for all work of the default stream or of the whole device. Throw Error.
void synchronize_default_stream(Route& route);
void synchronize_device(Route& route);

}  // namespace quovis::core

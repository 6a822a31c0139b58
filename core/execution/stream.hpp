// Streams and events of a route: owned handles, with the runtime's calls as members.
#pragma once

#include "core/inventory/route.hpp"

#include <cstdint>
#include <memory>

namespace quovis::core {

class Event;

class Stream {
  public:
    Stream(std::shared_ptr<Route> route, int priority);          // throws Error
    Stream(std::shared_ptr<Route> route, std::uint64_t native);  // wraps; throws Error
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    const std::shared_ptr<Route>& route() const { return route_; }
    quovis_rt_stream* handle() const { return handle_; }

    void synchronize() const;
    bool is_done() const;
    void wait(const Event& event) const;

  private:
    std::shared_ptr<Route> route_;
    quovis_rt_stream* handle_ = nullptr;
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

    void record(quovis_rt_stream* stream) const;
    void synchronize() const;
    bool is_done() const;
    double nanoseconds_since(const Event& start) const;

  private:
    std::shared_ptr<Route> route_;
    quovis_rt_event* handle_ = nullptr;
};

// The vendor's handle of an object; `object` is null for the device and its context. Throws Error.
std::uint64_t native_handle(const Route& route, std::int32_t kind, void* object);

// Waits for all work of the default stream or of the whole device. Throw Error.
void synchronize_default_stream(Route& route);
void synchronize_device(const Route& route);

}  // namespace quovis::core

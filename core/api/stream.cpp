// Streams, events and graphs of the C API.
#include "core/api/handles.hpp"

using namespace quovis::core;

namespace {

quovis_status query(bool (*is_done)(const void*), const void* object, const char* phase) {
    bool done = false;
    const auto status = guarded(phase, [&] {
        check_not_null(object, "the handle");
        done = is_done(object);
    });
    return status != QUOVIS_OK || done ? status : QUOVIS_NOT_READY;
}

}  // namespace

extern "C" {

quovis_status quovis_stream_create(quovis_route* route, int priority, quovis_stream** stream) {
    return guarded("stream", [&] {
        auto& out = required(stream, "the stream to set");
        out = new quovis_stream{Stream(required(route, "route").object, priority)};
    });
}

void quovis_stream_release(quovis_stream* stream) {
    delete stream;
}

quovis_status quovis_stream_synchronize(quovis_stream* stream) {
    return guarded("stream", [&] { required(stream, "stream").object.synchronize(); });
}

quovis_status quovis_stream_query(quovis_stream* stream) {
    return query([](const void* object) { return static_cast<const quovis_stream*>(object)->object.is_done(); }, stream,
                 "stream");
}

quovis_status quovis_stream_wait(quovis_stream* stream, quovis_event* event) {
    return guarded("stream", [&] { required(stream, "stream").object.wait(required(event, "event").object); });
}

quovis_status quovis_stream_host_function(quovis_stream* stream, void (*function)(void*), void (*release)(void*),
                                          void* data) {
    return guarded("stream", [&] {
        check_not_null(reinterpret_cast<const void*>(function), "function");
        required(stream, "stream").object.call_host(function, release, data);
    });
}

quovis_status quovis_stream_native(quovis_stream* stream, uint64_t* handle) {
    return guarded("interop", [&] {
        const auto& object = required(stream, "stream").object;
        required(handle, "handle") = native_of(*object.route(), QUOVIS_RT_NATIVE_STREAM, object.handle()).handle;
    });
}

quovis_status quovis_stream_wrap(quovis_route* route, uint64_t handle, quovis_stream** stream) {
    return guarded("interop", [&] {
        auto& out = required(stream, "the stream to set");
        out = new quovis_stream{Stream(required(route, "route").object, handle)};
    });
}

quovis_status quovis_event_create(quovis_route* route, quovis_event** event) {
    return guarded("event", [&] {
        auto& out = required(event, "the event to set");
        out = new quovis_event{Event(required(route, "route").object)};
    });
}

void quovis_event_release(quovis_event* event) {
    delete event;
}

quovis_status quovis_event_record(quovis_event* event, quovis_stream* stream) {
    return guarded("event", [&] {
        auto& object = required(event, "event").object;
        object.record(state_of(*object.route(), stream));
    });
}

quovis_status quovis_event_synchronize(quovis_event* event) {
    return guarded("event", [&] { required(event, "event").object.synchronize(); });
}

quovis_status quovis_event_query(quovis_event* event) {
    return query([](const void* object) { return static_cast<const quovis_event*>(object)->object.is_done(); }, event,
                 "event");
}

quovis_status quovis_event_elapsed(quovis_event* start, quovis_event* end, double* nanoseconds) {
    return guarded("event", [&] {
        auto& out = required(nanoseconds, "nanoseconds");
        out = required(end, "end").object.nanoseconds_since(required(start, "start").object);
    });
}

quovis_status quovis_event_native(quovis_event* event, uint64_t* handle) {
    return guarded("interop", [&] {
        const auto& object = required(event, "event").object;
        required(handle, "handle") = native_of(*object.route(), QUOVIS_RT_NATIVE_EVENT, object.handle()).handle;
    });
}

quovis_status quovis_event_wrap(quovis_route* route, uint64_t handle, quovis_event** event) {
    return guarded("interop", [&] {
        auto& out = required(event, "the event to set");
        out = new quovis_event{Event(required(route, "route").object, handle)};
    });
}

quovis_status quovis_stream_begin_capture(quovis_stream* stream) {
    return guarded("graph", [&] { required(stream, "stream").object.begin_capture(); });
}

quovis_status quovis_stream_end_capture(quovis_stream* stream, quovis_graph** graph) {
    return guarded("graph", [&] {
        auto& out = required(graph, "the graph to set");
        out = new quovis_graph{required(stream, "stream").object.end_capture()};
    });
}

void quovis_graph_release(quovis_graph* graph) {
    delete graph;
}

quovis_status quovis_graph_instantiate(quovis_graph* graph, quovis_graph_exec** exec) {
    return guarded("graph", [&] {
        auto& out = required(exec, "the instantiated graph to set");
        out = new quovis_graph_exec{GraphExec(required(graph, "graph").object)};
    });
}

quovis_status quovis_graph_exec_update(quovis_graph_exec* exec, quovis_graph* graph) {
    return guarded("graph",
                   [&] { required(exec, "the instantiated graph").object.update(required(graph, "graph").object); });
}

quovis_status quovis_graph_exec_launch(quovis_graph_exec* exec, quovis_stream* stream) {
    return guarded("graph", [&] {
        auto& object = required(exec, "the instantiated graph").object;
        object.launch(state_of(*object.route(), stream));
    });
}

void quovis_graph_exec_release(quovis_graph_exec* exec) {
    delete exec;
}

}  // extern "C"

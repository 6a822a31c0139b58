// Kernels, launches, memory, streams and events of the C API.
#include "core/api/handles.hpp"

#include <algorithm>

using namespace quovis::core;

namespace {

quovis_rt_stream* handle_of(quovis_stream* stream) {
    return stream ? stream->object.handle() : nullptr;
}

// A stream of another device would run the work there.
void check_stream(const Route& route, const quovis_stream* stream) {
    if (stream && stream->object.route().get() != &route)
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {},
                    "the stream is of '" + stream->object.route()->selector + "', and the work is for '" +
                        route.selector + "'");
}

quovis_kernel_info describe(quovis_kernel& kernel) {
    quovis_kernel_info info = to_c(kernel.object.facts(), kernel.parameters);
    info.module = &kernel.module;
    return info;
}

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

void quovis_kernel_release(quovis_kernel* kernel) {
    delete kernel;
}

quovis_status quovis_kernel_get(quovis_kernel* kernel, quovis_kernel_info* info) {
    return guarded("kernel", [&] { give(info, describe(required(kernel, "kernel"))); });
}

quovis_status quovis_kernel_native(quovis_kernel* kernel, uint64_t* handle) {
    return guarded("interop", [&] {
        const auto& object = required(kernel, "kernel").object;
        required(handle, "handle") = native_handle(object.route(), QUOVIS_RT_NATIVE_KERNEL, object.handle());
    });
}

quovis_status quovis_launch(quovis_kernel* kernel, quovis_stream* stream, const quovis_launch_info* info) {
    return guarded("launch", [&] {
        const auto& object = required(kernel, "kernel").object;
        required(info, "the launch");
        check_stream(object.route(), stream);
        launch(object, handle_of(stream), given(info));
    });
}

quovis_status quovis_buffer_create(quovis_route* route, size_t size, quovis_memory_kind kind, quovis_buffer** buffer) {
    return guarded("memory", [&] {
        auto& out = required(buffer, "the buffer to set");
        out = new_buffer(Buffer::create(required(route, "route").object, size, kind));
    });
}

void quovis_buffer_release(quovis_buffer* buffer) {
    delete buffer;
}

quovis_status quovis_buffer_get(quovis_buffer* buffer, quovis_buffer_info* info) {
    return guarded("memory", [&] {
        auto& self = required(buffer, "buffer");
        quovis_buffer_info full{};
        full.size = self.size();
        full.kind = self.kind();
        full.address = self.address();
        full.host = self.host();
        full.route = self.route_handle.get();
        give(info, full);
    });
}

quovis_status quovis_buffer_write(quovis_buffer* buffer, size_t offset, const void* data, size_t size,
                                  quovis_stream* stream) {
    return guarded("copy", [&] {
        auto& self = required(buffer, "buffer");
        check_not_null(data, "data");
        check_stream(*self.route(), stream);
        self.write(offset, data, size, handle_of(stream));
        if (!stream)
            synchronize_default_stream(*self.route());
    });
}

quovis_status quovis_buffer_read(quovis_buffer* buffer, size_t offset, void* data, size_t size, quovis_stream* stream) {
    return guarded("copy", [&] {
        auto& self = required(buffer, "buffer");
        check_not_null(data, "data");
        check_stream(*self.route(), stream);
        self.read(offset, data, size, handle_of(stream));
        if (!stream)
            synchronize_default_stream(*self.route());
    });
}

quovis_status quovis_buffer_copy(quovis_buffer* destination, size_t destination_offset, quovis_buffer* source,
                                 size_t source_offset, size_t size, quovis_stream* stream) {
    return guarded("copy", [&] {
        auto& to = required(destination, "destination");
        check_stream(*to.route(), stream);
        to.copy_from(required(source, "source"), destination_offset, source_offset, size, handle_of(stream));
        if (!stream)
            synchronize_default_stream(*to.route());
    });
}

quovis_status quovis_buffer_fill(quovis_buffer* buffer, size_t offset, size_t size, const void* pattern,
                                 size_t pattern_size, quovis_stream* stream) {
    return guarded("copy", [&] {
        auto& self = required(buffer, "buffer");
        check_not_null(pattern, "pattern");
        check_stream(*self.route(), stream);
        self.fill(offset, size, pattern, pattern_size, handle_of(stream));
        if (!stream)
            synchronize_default_stream(*self.route());
    });
}

quovis_status quovis_buffer_native(quovis_buffer* buffer, uint64_t* handle) {
    return guarded("interop", [&] {
        const auto& self = required(buffer, "buffer");
        required(handle, "handle") = native_handle(*self.route(), QUOVIS_RT_NATIVE_BUFFER, self.handle());
    });
}

quovis_status quovis_buffer_wrap(quovis_route* route, uint64_t handle, size_t size, quovis_buffer** buffer) {
    return guarded("interop", [&] {
        auto& out = required(buffer, "the buffer to set");
        out = new_buffer(Buffer::wrap(required(route, "route").object, handle, size));
    });
}

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

quovis_status quovis_stream_native(quovis_stream* stream, uint64_t* handle) {
    return guarded("interop", [&] {
        const auto& object = required(stream, "stream").object;
        required(handle, "handle") = native_handle(*object.route(), QUOVIS_RT_NATIVE_STREAM, object.handle());
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
        check_stream(*object.route(), stream);
        object.record(handle_of(stream));
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
        required(handle, "handle") = native_handle(*object.route(), QUOVIS_RT_NATIVE_EVENT, object.handle());
    });
}

quovis_status quovis_event_wrap(quovis_route* route, uint64_t handle, quovis_event** event) {
    return guarded("interop", [&] {
        auto& out = required(event, "the event to set");
        out = new quovis_event{Event(required(route, "route").object, handle)};
    });
}

}  // extern "C"

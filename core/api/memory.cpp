// Buffers, pools and copies of the C API.
#include "core/api/handles.hpp"

using namespace quovis::core;

namespace {

// Does `work` in the stream, or in the route's default stream and waits.
template <typename Work>
void in_stream(Route& route, quovis_stream* stream, Work work) {
    work(state_of(route, stream));
    if (!stream)
        synchronize_default_stream(route);
}

CopySide side(quovis_buffer* buffer, const void* host, std::size_t offset, std::size_t pitch) {
    return {buffer, const_cast<void*>(host), offset, pitch};
}

// What a host wants to know when its memory is not used any more.
struct Release {
    Release(void (*function_)(void*), void* data_) : function(function_), data(data_) {}
    Release(const Release&) = delete;
    Release& operator=(const Release&) = delete;
    ~Release() {
        if (armed && function)
            function(data);
    }

    void (*const function)(void*);
    void* const data;
    bool armed = false;  // when the buffer is made: on failure the caller still has it
};

}  // namespace

extern "C" {

quovis_status quovis_buffer_create(quovis_route* route, size_t size, quovis_memory_kind kind, quovis_buffer** buffer) {
    return guarded("memory", [&] {
        auto& out = required(buffer, "the buffer to set");
        out = new_buffer(Buffer(allocate(required(route, "route").object, size, kind)));
    });
}

quovis_status quovis_buffer_create_in_order(quovis_stream* stream, size_t size, quovis_buffer** buffer) {
    return guarded("memory", [&] {
        auto& out = required(buffer, "the buffer to set");
        const auto& object = required(stream, "stream").object;
        out = new_buffer(Buffer(allocate(object.route(), size, QUOVIS_MEMORY_DEVICE, object.state())));
    });
}

quovis_status quovis_buffer_slice(quovis_buffer* buffer, size_t offset, size_t size, quovis_buffer** slice) {
    return guarded("memory", [&] {
        auto& out = required(slice, "the slice to set");
        out = new_buffer(required(buffer, "buffer").slice(offset, size));
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
        std::call_once(self.route_made, [&] { self.route_handle = std::make_shared<quovis_route>(self.route()); });
        full.route = self.route_handle.get();
        give(info, full);
    });
}

quovis_status quovis_buffer_write(quovis_buffer* buffer, size_t offset, const void* data, size_t size,
                                  quovis_stream* stream) {
    return guarded("copy", [&] {
        auto& self = required(buffer, "buffer");
        check_not_null(data, "data");
        in_stream(*self.route(), stream, [&](StreamState& state) { self.write(offset, data, size, state); });
    });
}

quovis_status quovis_buffer_read(quovis_buffer* buffer, size_t offset, void* data, size_t size, quovis_stream* stream) {
    return guarded("copy", [&] {
        auto& self = required(buffer, "buffer");
        check_not_null(data, "data");
        in_stream(*self.route(), stream, [&](StreamState& state) { self.read(offset, data, size, state); });
    });
}

quovis_status quovis_buffer_copy(quovis_buffer* destination, size_t destination_offset, quovis_buffer* source,
                                 size_t source_offset, size_t size, quovis_stream* stream) {
    return guarded("copy", [&] {
        auto& to = required(destination, "destination");
        const auto& from = required(source, "source");
        in_stream(*to.route(), stream,
                  [&](StreamState& state) { to.copy_from(from, destination_offset, source_offset, size, state); });
    });
}

quovis_status quovis_buffer_fill(quovis_buffer* buffer, size_t offset, size_t size, const void* pattern,
                                 size_t pattern_size, quovis_stream* stream) {
    return guarded("copy", [&] {
        auto& self = required(buffer, "buffer");
        check_not_null(pattern, "pattern");
        in_stream(*self.route(), stream,
                  [&](StreamState& state) { self.fill(offset, size, pattern, pattern_size, state); });
    });
}

quovis_status quovis_buffer_native(quovis_buffer* buffer, uint64_t* handle) {
    return guarded("interop", [&] {
        const auto& self = required(buffer, "buffer");
        required(handle, "handle") = self.native();
    });
}

quovis_status quovis_buffer_wrap(quovis_route* route, uint64_t handle, size_t size, quovis_buffer** buffer) {
    return guarded("interop", [&] {
        auto& out = required(buffer, "the buffer to set");
        out = new_buffer(Buffer(wrap_memory(required(route, "route").object, handle, size)));
    });
}

quovis_status quovis_buffer_wrap_with(quovis_route* route, uint64_t handle, size_t size, void (*release)(void*),
                                      void* data, quovis_buffer** buffer) {
    return guarded("interop", [&] {
        auto& out = required(buffer, "the buffer to set");
        const auto held = std::make_shared<Release>(release, data);
        auto memory = wrap_memory(required(route, "route").object, handle, size);
        memory->owner = held;
        out = new_buffer(Buffer(std::move(memory)));
        held->armed = true;
    });
}

quovis_status quovis_copy(const quovis_copy_info* copy, quovis_stream* stream) {
    return guarded("copy", [&] {
        const auto info = given(&required(copy, "the copy"));
        const auto* buffer = info.destination ? info.destination : info.source;
        check_not_null(buffer, "each side's buffer");
        in_stream(*buffer->route(), stream, [&](StreamState& state) {
            copy_rows(side(info.destination, info.destination_host, info.destination_offset, info.destination_pitch),
                      side(info.source, info.source_host, info.source_offset, info.source_pitch), info.width,
                      info.height, state);
        });
    });
}

quovis_status quovis_route_peer_access(quovis_route* route, quovis_route* other, int* possible) {
    return guarded("devices", [&] {
        auto& out = required(possible, "the answer to set");
        out = has_peer_access(*required(route, "route").object, *required(other, "the other route").object);
    });
}

quovis_status quovis_pool_create(quovis_route* route, const quovis_pool_info* info, quovis_pool** pool) {
    return guarded("memory", [&] {
        auto& out = required(pool, "the pool to set");
        const auto asked = given(info);
        out =
            new quovis_pool{std::make_shared<Pool>(required(route, "route").object, asked.kind, asked.max_held_bytes)};
    });
}

void quovis_pool_release(quovis_pool* pool) {
    delete pool;
}

quovis_status quovis_pool_allocate(quovis_pool* pool, quovis_stream* stream, size_t size, quovis_buffer** buffer) {
    return guarded("memory", [&] {
        auto& out = required(buffer, "the buffer to set");
        auto& object = *required(pool, "pool").object;
        auto& state = state_of(*object.route(), stream);
        out = new_buffer(Buffer(object.allocate(state.shared_from_this(), size)));
    });
}

quovis_status quovis_pool_trim(quovis_pool* pool, uint64_t keep_bytes) {
    return guarded("memory", [&] { required(pool, "pool").object->trim(keep_bytes); });
}

quovis_status quovis_pool_get(quovis_pool* pool, quovis_pool_info* info) {
    return guarded("memory", [&] { give(info, required(pool, "pool").object->info()); });
}

}  // extern "C"

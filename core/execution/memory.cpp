// Allocation and release through the runtime.
#include "core/execution/memory.hpp"

#include "core/execution/pool.hpp"
#include "core/execution/stream.hpp"

#include <fmt/format.h>

#include <utility>

namespace quovis::core {

Memory::Memory(std::shared_ptr<Route> of, quovis_rt_buffer* made, const quovis_rt_buffer_info& info)
    : route(std::move(of)),
      handle(made),
      size(info.size),
      kind(static_cast<quovis_memory_kind>(info.kind)),
      address(info.address),
      host(info.host) {}

Memory::~Memory() {
    if (pool)
        pool->take_back(*this);
    else
        release_in_order(*route, handle, stream.get());
}

// In the order of a stream that is recorded it would become a part of the recording, and be done at each launch.
void release_in_order(const Route& route, quovis_rt_buffer* buffer, const StreamState* stream) {
    const bool in_order = stream && !stream->recording.load();
    route.runtime().buffer_release(buffer, in_order ? stream->handle : nullptr);
}

std::shared_ptr<Memory> allocate(std::shared_ptr<Route> route, std::size_t size, quovis_memory_kind kind,
                                 std::shared_ptr<StreamState> stream) {
    if (size == 0)
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "memory", "a buffer of 0 bytes was asked for");
    if (kind < QUOVIS_MEMORY_DEVICE || kind > QUOVIS_MEMORY_MANAGED)
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "memory",
                    fmt::format("{} is no value of quovis_memory_kind", static_cast<int>(kind)));
    auto info = sized<quovis_rt_buffer_info>();
    info.size = size;
    info.kind = kind;
    info.stream = stream ? stream->handle : nullptr;
    quovis_rt_buffer* handle = nullptr;
    call(*route, "memory", "buffer_create", route->runtime().buffer_create, route->handle, &info, &handle);
    auto memory = std::make_shared<Memory>(std::move(route), handle, info);
    memory->stream = std::move(stream);
    return memory;
}

std::shared_ptr<Memory> wrap_memory(std::shared_ptr<Route> route, std::uint64_t native, std::size_t size) {
    auto info = sized<quovis_rt_buffer_info>();
    info.size = size;
    auto* handle = static_cast<quovis_rt_buffer*>(wrap_native(*route, QUOVIS_RT_NATIVE_BUFFER, native, size));
    try {
        info.address = native_of(*route, QUOVIS_RT_NATIVE_BUFFER, handle).address;
    } catch (...) {
        route->runtime().buffer_release(handle, nullptr);
        throw;
    }
    return std::make_shared<Memory>(std::move(route), handle, info);
}

}  // namespace quovis::core

// One allocation of a route. Buffers share it: the one that it was made for, and its slices.
#pragma once

#include "core/inventory/route.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace quovis::core {

class Pool;

struct Memory {
    Memory(std::shared_ptr<Route> of, quovis_rt_buffer* made, const quovis_rt_buffer_info& info);
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    const std::shared_ptr<Route> route;
    quovis_rt_buffer* const handle;
    const std::size_t size;  // bytes
    const quovis_memory_kind kind;
    const std::uint64_t address;  // 0 where the runtime has none
    void* const host;             // of pinned and managed memory; else null

    std::shared_ptr<void> owner;          // what it belongs to; null: nothing else
    std::shared_ptr<StreamState> stream;  // in whose order it is freed; null: when nothing uses it any more
    std::shared_ptr<Pool> pool;           // that takes it back instead; null: none
};

// Throw Error. `stream` null: at once.
std::shared_ptr<Memory> allocate(std::shared_ptr<Route> route, std::size_t size, quovis_memory_kind kind,
                                 std::shared_ptr<StreamState> stream = nullptr);
// Frees it in the order of a stream, or, where that is null, when nothing uses it any more.
void release_in_order(const Route& route, quovis_rt_buffer* buffer, const StreamState* stream);
std::shared_ptr<Memory> wrap_memory(std::shared_ptr<Route> route, std::uint64_t native, std::size_t size);

}  // namespace quovis::core

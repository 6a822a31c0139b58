// Blocks out and back; the driver is asked with the lock let go.
#include "core/execution/pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace quovis::core {

Pool::Pool(std::shared_ptr<Route> route, quovis_memory_kind kind, std::uint64_t max_held_bytes)
    : route_(std::move(route)),
      kind_(kind),
      max_held_(max_held_bytes ? max_held_bytes : std::numeric_limits<std::uint64_t>::max()) {
    if (kind < QUOVIS_MEMORY_DEVICE || kind > QUOVIS_MEMORY_MANAGED)
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "memory",
                    fmt::format("{} is no value of quovis_memory_kind", static_cast<int>(kind)));
}

Pool::~Pool() {
    release(take_out(0));
}

std::size_t Pool::rounded(std::size_t size) {
    constexpr std::size_t page = 512;
    // Above half the range there is nothing to round up to; no device has as much.
    if (size > std::numeric_limits<std::size_t>::max() / 2)
        return size;
    const std::size_t step = std::max(page, std::bit_floor(size) / 8);
    return (size + step - 1) / step * step;
}

std::shared_ptr<Memory> Pool::allocate(std::shared_ptr<StreamState> stream, std::size_t size) {
    if (size == 0)
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "memory", "a buffer of 0 bytes was asked for");
    Block block;
    if (!take_kept(stream, rounded(size), block)) {
        try {
            block = make(stream, rounded(size));
        } catch (const Error& error) {
            if (error.status != QUOVIS_ERROR_OUT_OF_DEVICE_MEMORY)
                throw;
            trim(0);
            block = make(stream, rounded(size));
        }
    }
    auto info = sized<quovis_rt_buffer_info>();
    info.size = size;
    info.kind = kind_;
    info.address = block.address;
    info.host = block.host;
    auto memory = std::make_shared<Memory>(route_, block.handle, info);
    memory->stream = std::move(stream);
    memory->pool = shared_from_this();
    return memory;
}

Pool::Block Pool::make(const std::shared_ptr<StreamState>& stream, std::size_t size) {
    auto info = sized<quovis_rt_buffer_info>();
    info.size = size;
    info.kind = kind_;
    info.stream = stream->handle;
    quovis_rt_buffer* handle = nullptr;
    call(*route_, "memory", "buffer_create", route_->runtime().buffer_create, route_->handle, &info, &handle);
    const std::lock_guard lock(mutex_);
    ++allocations_;
    used_bytes_ += size;
    return {handle, size, info.address, info.host, stream, 0};
}

bool Pool::take_kept(const std::shared_ptr<StreamState>& stream, std::size_t size, Block& block) {
    const std::lock_guard lock(mutex_);
    const auto found = held_.find(size);
    if (found == held_.end())
        return false;
    auto& blocks = found->second;
    auto chosen = std::find_if(blocks.rbegin(), blocks.rend(), [&](const Block& one) { return one.stream == stream; });
    if (chosen == blocks.rend()) {
        if (!blocks.front().stream->is_idle())
            return false;
        chosen = std::prev(blocks.rend());
    }
    block = std::move(*chosen);
    blocks.erase(std::prev(chosen.base()));
    if (blocks.empty())
        held_.erase(found);
    held_bytes_ -= size;
    used_bytes_ += size;
    ++allocations_;
    ++reused_;
    return true;
}

void Pool::take_back(Memory& memory) {
    Blocks surplus;
    try {
        const std::lock_guard lock(mutex_);
        const auto size = rounded(memory.size);
        held_[size].push_back({memory.handle, size, memory.address, memory.host, memory.stream, returned_++});
        used_bytes_ -= size;
        held_bytes_ += size;
        if (held_bytes_ > max_held_)
            surplus = take_out(max_held_);
    } catch (const std::bad_alloc&) {
        release_in_order(*route_, memory.handle, memory.stream.get());
    }
    release(surplus);
}

void Pool::trim(std::uint64_t keep_bytes) {
    Blocks surplus;
    {
        const std::lock_guard lock(mutex_);
        surplus = take_out(keep_bytes);
    }
    release(surplus);
}

Pool::Blocks Pool::take_out(std::uint64_t keep_bytes) {
    Blocks taken;
    while (held_bytes_ > keep_bytes) {
        const auto oldest = std::min_element(held_.begin(), held_.end(), [](const auto& a, const auto& b) {
            return a.second.front().number < b.second.front().number;
        });
        auto& blocks = oldest->second;
        taken.push_back(std::move(blocks.front()));
        held_bytes_ -= taken.back().size;
        blocks.erase(blocks.begin());
        if (blocks.empty())
            held_.erase(oldest);
    }
    return taken;
}

void Pool::release(const Blocks& blocks) const {
    for (const auto& block : blocks)
        release_in_order(*route_, block.handle, block.stream.get());
}

quovis_pool_info Pool::info() {
    const std::lock_guard lock(mutex_);
    quovis_pool_info info{};
    info.kind = kind_;
    info.max_held_bytes = max_held_ == std::numeric_limits<std::uint64_t>::max() ? 0 : max_held_;
    info.used_bytes = used_bytes_;
    info.held_bytes = held_bytes_;
    info.allocations = allocations_;
    info.reused = reused_;
    return info;
}

}  // namespace quovis::core

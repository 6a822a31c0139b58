// Memory of one route that is kept for the next buffer instead of being freed.
// A block goes back in the order of the stream that it was allocated for. That stream may have it again at once;
// another may when the stream has nothing left to do.
#pragma once

#include "core/execution/memory.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace quovis::core {

class Pool : public std::enable_shared_from_this<Pool> {
  public:
    // `max_held_bytes` 0: no bound.
    Pool(std::shared_ptr<Route> route, quovis_memory_kind kind, std::uint64_t max_held_bytes);
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    const std::shared_ptr<Route>& route() const { return route_; }

    // Throws Error. When the device has no more, what is kept is freed and it is tried once more.
    std::shared_ptr<Memory> allocate(std::shared_ptr<StreamState> stream, std::size_t size);
    void take_back(Memory& memory);
    void trim(std::uint64_t keep_bytes);
    quovis_pool_info info();

    // Bytes of the block for a buffer of `size`: at most an eighth more, and whole pages of 512 bytes.
    static std::size_t rounded(std::size_t size);

  private:
    struct Block {
        quovis_rt_buffer* handle;
        std::size_t size;
        std::uint64_t address;
        void* host;
        std::shared_ptr<StreamState> stream;
        std::uint64_t number;  // of blocks that came back: the smallest is the longest unused
    };
    using Blocks = std::vector<Block>;

    Block make(const std::shared_ptr<StreamState>& stream, std::size_t size);
    bool take_kept(const std::shared_ptr<StreamState>& stream, std::size_t size, Block& block);
    // Blocks beyond the bound, to be freed without the lock.
    Blocks take_out(std::uint64_t keep_bytes);
    void release(const Blocks& blocks) const;

    const std::shared_ptr<Route> route_;
    const quovis_memory_kind kind_;
    const std::uint64_t max_held_;
    std::mutex mutex_;                    // over all below
    std::map<std::size_t, Blocks> held_;  // by size; the longest unused first
    std::uint64_t returned_ = 0;          // blocks that came back
    std::uint64_t held_bytes_ = 0;
    std::uint64_t used_bytes_ = 0;
    std::uint64_t allocations_ = 0;
    std::uint64_t reused_ = 0;
};

}  // namespace quovis::core

// Memory of a route as the host uses it: all of an allocation or a slice of it; and the copies to and from it.
#pragma once

#include "core/execution/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace quovis::core {

class Buffer {
  public:
    explicit Buffer(std::shared_ptr<Memory> memory);

    Buffer slice(std::size_t offset, std::size_t size) const;  // throws Error

    const std::shared_ptr<Memory>& memory() const { return memory_; }
    const std::shared_ptr<Route>& route() const { return memory_->route; }
    bool is_of(const Route& route) const { return route_ == &route; }
    quovis_rt_buffer* handle() const { return handle_; }
    std::size_t base() const { return base_; }  // where it begins in the handle's memory, bytes
    std::size_t size() const { return size_; }
    quovis_memory_kind kind() const { return memory_->kind; }
    std::uint64_t address() const { return memory_->address ? memory_->address + base_ : 0; }
    void* host() const { return memory_->host ? static_cast<char*>(memory_->host) + base_ : nullptr; }
    std::uint64_t native() const;  // throws Error where the vendor has no handle of a slice

    // Offsets and sizes in bytes. Nothing is waited for. Throw Error.
    void write(std::size_t offset, const void* data, std::size_t size, StreamState& stream) const;
    void read(std::size_t offset, void* data, std::size_t size, StreamState& stream) const;
    void copy_from(const Buffer& source, std::size_t offset, std::size_t source_offset, std::size_t size,
                   StreamState& stream) const;
    void fill(std::size_t offset, std::size_t size, const void* pattern, std::size_t pattern_size,
              StreamState& stream) const;

  private:
    Buffer(std::shared_ptr<Memory> memory, std::size_t base, std::size_t size);
    void check_range(std::size_t offset, std::size_t size, const char* what) const;

    std::shared_ptr<Memory> memory_;
    quovis_rt_buffer* handle_;  // memory_'s: a launch reads it without a detour
    Route* route_;              // likewise
    std::size_t base_ = 0;
    std::size_t size_;
};

// One side of a copy of rows: a buffer or memory of the host's, with the first row's offset.
struct CopySide {
    const Buffer* buffer = nullptr;
    void* host = nullptr;
    std::size_t offset = 0;
    std::size_t pitch = 0;  // 0: as many bytes as are copied of a row
};

// `height` rows of `width` bytes. Throws Error.
void copy_rows(const CopySide& destination, const CopySide& source, std::size_t width, std::size_t height,
               StreamState& stream);

// The same as the runtime takes it, checked and not made. Throws Error.
quovis_rt_copy translate_copy(const CopySide& destination, const CopySide& source, std::size_t width,
                              std::size_t height);

// Whether buffers of the two are copied without a way through the host's memory. Throws Error.
bool has_peer_access(Route& a, const Route& b);

}  // namespace quovis::core

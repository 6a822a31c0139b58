// Memory of a route: made, wrapped, or a global variable of a module; and the copies to and from it.
#pragma once

#include "core/inventory/route.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace quovis::core {

class Buffer {
  public:
    // Throws Error.
    static Buffer create(std::shared_ptr<Route> route, std::size_t size, quovis_memory_kind kind);
    static Buffer wrap(std::shared_ptr<Route> route, std::uint64_t native, std::size_t size);
    // `owner` is what the memory belongs to and is kept alive.
    Buffer(std::shared_ptr<Route> route, quovis_rt_buffer* handle, const quovis_rt_buffer_info& info,
           std::shared_ptr<void> owner = nullptr);
    ~Buffer();
    Buffer(Buffer&& other) noexcept;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    Buffer& operator=(Buffer&&) = delete;

    const std::shared_ptr<Route>& route() const { return route_; }
    quovis_rt_buffer* handle() const { return handle_; }
    std::size_t size() const { return size_; }
    quovis_memory_kind kind() const { return kind_; }
    std::uint64_t address() const { return address_; }
    void* host() const { return host_; }

    // Offsets and sizes in bytes; a null stream is the route's default one. Nothing is waited for. Throw Error.
    void write(std::size_t offset, const void* data, std::size_t size, quovis_rt_stream* stream);
    void read(std::size_t offset, void* data, std::size_t size, quovis_rt_stream* stream);
    void copy_from(const Buffer& source, std::size_t offset, std::size_t source_offset, std::size_t size,
                   quovis_rt_stream* stream);
    void fill(std::size_t offset, std::size_t size, const void* pattern, std::size_t pattern_size,
              quovis_rt_stream* stream);

  private:
    void check_range(std::size_t offset, std::size_t size, const char* what) const;
    void copy(const quovis_rt_copy& copy, quovis_rt_stream* stream);

    std::shared_ptr<Route> route_;
    std::shared_ptr<void> owner_;
    quovis_rt_buffer* handle_;
    std::size_t size_;
    quovis_memory_kind kind_;
    std::uint64_t address_;
    void* host_;
};

}  // namespace quovis::core

// Range checks, then the runtime.
#include "core/execution/buffer.hpp"

#include <fmt/format.h>

#include <utility>

namespace quovis::core {
namespace {

[[noreturn]] void fail(std::string message) {
    throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "copy", std::move(message));
}

}  // namespace

Buffer Buffer::create(std::shared_ptr<Route> route, std::size_t size, quovis_memory_kind kind) {
    if (size == 0)
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "memory", "a buffer of 0 bytes was asked for");
    if (kind < QUOVIS_MEMORY_DEVICE || kind > QUOVIS_MEMORY_MANAGED)
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "memory",
                    fmt::format("{} is no value of quovis_memory_kind", static_cast<int>(kind)));
    auto info = sized<quovis_rt_buffer_info>();
    info.size = size;
    info.kind = kind;
    quovis_rt_buffer* handle = nullptr;
    call(*route->plugin, "memory", "buffer_create", route->runtime().buffer_create, route->handle, &info, &handle);
    return Buffer(std::move(route), handle, info);
}

Buffer Buffer::wrap(std::shared_ptr<Route> route, std::uint64_t native, std::size_t size) {
    auto given = sized<quovis_rt_native>();
    given.kind = QUOVIS_RT_NATIVE_BUFFER;
    given.handle = native;
    given.size = size;
    void* handle = nullptr;
    call(*route->plugin, "interop", "native_wrap", route->runtime().native_wrap, route->handle, &given, &handle);
    auto info = sized<quovis_rt_buffer_info>();
    info.size = size;
    return Buffer(std::move(route), static_cast<quovis_rt_buffer*>(handle), info);
}

Buffer::Buffer(std::shared_ptr<Route> route, quovis_rt_buffer* handle, const quovis_rt_buffer_info& info,
               std::shared_ptr<void> owner)
    : route_(std::move(route)),
      owner_(std::move(owner)),
      handle_(handle),
      size_(info.size),
      kind_(static_cast<quovis_memory_kind>(info.kind)),
      address_(info.address),
      host_(info.host) {}

Buffer::Buffer(Buffer&& other) noexcept
    : route_(other.route_),
      owner_(std::move(other.owner_)),
      handle_(std::exchange(other.handle_, nullptr)),
      size_(other.size_),
      kind_(other.kind_),
      address_(other.address_),
      host_(other.host_) {}

Buffer::~Buffer() {
    if (handle_)
        route_->runtime().buffer_release(handle_, nullptr);
}

void Buffer::check_range(std::size_t offset, std::size_t size, const char* what) const {
    if (size == 0)
        fail(fmt::format("{} of 0 bytes", what));
    if (offset > size_ || size_ - offset < size)
        fail(
            fmt::format("{} of {} bytes at offset {} reaches beyond the buffer's {} bytes", what, size, offset, size_));
}

void Buffer::copy(const quovis_rt_copy& copy, quovis_rt_stream* stream) {
    call(*route_->plugin, "copy", "copy", route_->runtime().copy, stream ? stream : route_->default_stream(), &copy);
}

void Buffer::write(std::size_t offset, const void* data, std::size_t size, quovis_rt_stream* stream) {
    check_range(offset, size, "a write");
    auto one = sized<quovis_rt_copy>();
    one.destination = handle_;
    one.destination_offset = offset;
    one.source_host = data;
    one.width = size;
    one.height = 1;
    copy(one, stream);
}

void Buffer::read(std::size_t offset, void* data, std::size_t size, quovis_rt_stream* stream) {
    check_range(offset, size, "a read");
    auto one = sized<quovis_rt_copy>();
    one.destination_host = data;
    one.source = handle_;
    one.source_offset = offset;
    one.width = size;
    one.height = 1;
    copy(one, stream);
}

void Buffer::copy_from(const Buffer& source, std::size_t offset, std::size_t source_offset, std::size_t size,
                       quovis_rt_stream* stream) {
    check_range(offset, size, "a copy to the destination");
    source.check_range(source_offset, size, "a copy from the source");
    if (source.route_->plugin != route_->plugin)
        fail(
            fmt::format("the source is on '{}' and the destination on '{}': buffers of two runtimes are copied through "
                        "host memory",
                        source.route_->selector, route_->selector));
    auto one = sized<quovis_rt_copy>();
    one.destination = handle_;
    one.destination_offset = offset;
    one.source = source.handle_;
    one.source_offset = source_offset;
    one.width = size;
    one.height = 1;
    copy(one, stream);
}

void Buffer::fill(std::size_t offset, std::size_t size, const void* pattern, std::size_t pattern_size,
                  quovis_rt_stream* stream) {
    check_range(offset, size, "a fill");
    const bool known =
        pattern_size == 1 || pattern_size == 2 || pattern_size == 4 || pattern_size == 8 || pattern_size == 16;
    if (!known)
        fail(fmt::format("a fill takes a pattern of 1, 2, 4, 8 or 16 bytes, not of {}", pattern_size));
    if (offset % pattern_size != 0 || size % pattern_size != 0)
        fail(fmt::format("a fill's offset {} and size {} are not both multiples of the pattern's {} bytes", offset,
                         size, pattern_size));
    call(*route_->plugin, "copy", "fill", route_->runtime().fill, stream ? stream : route_->default_stream(), handle_,
         offset, size, pattern, pattern_size);
}

}  // namespace quovis::core

// Range checks, then the runtime.
#include "core/execution/buffer.hpp"

#include "core/execution/graph.hpp"
#include "core/execution/stream.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace quovis::core {
namespace {

[[noreturn]] void fail(std::string message, std::string hint = {}) {
    throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "copy", std::move(message), std::move(hint));
}

void keep(StreamState& stream, const Buffer& buffer) {
    if (auto* recording = stream.recording.load(std::memory_order_relaxed))
        recording->keep(buffer.memory());
}

void check_same_runtime(const Buffer& source, const Buffer& destination) {
    if (source.route()->plugin != destination.route()->plugin)
        fail(fmt::format("the source is on '{}' and the destination on '{}', which are of two runtimes",
                         source.route()->selector, destination.route()->selector),
             "copy through host memory: read the one, write the other");
}

// Bytes from the first to behind the last, or an Error when they are more than a size_t holds.
std::size_t rows_size(std::size_t pitch, std::size_t width, std::size_t height, const char* side) {
    if (pitch < width)
        fail(fmt::format("the {}'s rows begin {} bytes apart, and {} bytes of each are copied", side, pitch, width));
    if (height - 1 > (std::numeric_limits<std::size_t>::max() - width) / pitch)
        fail(fmt::format("{} rows that begin {} bytes apart are more than any memory holds", height, pitch));
    return (height - 1) * pitch + width;
}

void check_side(const CopySide& side, std::size_t width, std::size_t height, const char* name) {
    if ((side.buffer == nullptr) == (side.host == nullptr))
        fail(fmt::format("the {} of a copy is either a buffer or memory of the host's; {} given", name,
                         side.buffer ? "both were" : "neither was"));
    const auto size = rows_size(side.pitch ? side.pitch : width, width, height, name);
    if (side.buffer && (side.offset > side.buffer->size() || side.buffer->size() - side.offset < size))
        fail(fmt::format(
            "a copy's {}, {} rows of {} bytes that begin {} apart, at offset {}, reaches beyond the buffer's "
            "{} bytes",
            name, height, width, side.pitch ? side.pitch : width, side.offset, side.buffer->size()));
}

}  // namespace

Buffer::Buffer(std::shared_ptr<Memory> memory) : Buffer(memory, 0, memory->size) {}

Buffer::Buffer(std::shared_ptr<Memory> memory, std::size_t base, std::size_t size)
    : memory_(std::move(memory)), handle_(memory_->handle), route_(memory_->route.get()), base_(base), size_(size) {}

Buffer Buffer::slice(std::size_t offset, std::size_t size) const {
    check_range(offset, size, "a slice");
    return Buffer(memory_, base_ + offset, size);
}

std::uint64_t Buffer::native() const {
    if (base_ == 0)
        return native_of(*route_, QUOVIS_RT_NATIVE_BUFFER, handle_).handle;
    if (memory_->address)
        return address();
    throw Error(QUOVIS_ERROR_NOT_SUPPORTED, "interop",
                fmt::format("a slice at offset {} has no handle of its own on '{}', where memory has no addresses",
                            base_, route_->selector),
                "ask the buffer that it is a part of, and pass the offset beside");
}

void Buffer::check_range(std::size_t offset, std::size_t size, const char* what) const {
    if (size == 0)
        fail(fmt::format("{} of 0 bytes", what));
    if (offset > size_ || size_ - offset < size)
        fail(
            fmt::format("{} of {} bytes at offset {} reaches beyond the buffer's {} bytes", what, size, offset, size_));
}

void Buffer::write(std::size_t offset, const void* data, std::size_t size, StreamState& stream) const {
    check_range(offset, size, "a write");
    copy_rows({this, nullptr, offset, 0}, {nullptr, const_cast<void*>(data), 0, 0}, size, 1, stream);
}

void Buffer::read(std::size_t offset, void* data, std::size_t size, StreamState& stream) const {
    check_range(offset, size, "a read");
    copy_rows({nullptr, data, 0, 0}, {this, nullptr, offset, 0}, size, 1, stream);
}

void Buffer::copy_from(const Buffer& source, std::size_t offset, std::size_t source_offset, std::size_t size,
                       StreamState& stream) const {
    check_range(offset, size, "a copy to the destination");
    source.check_range(source_offset, size, "a copy from the source");
    copy_rows({this, nullptr, offset, 0}, {&source, nullptr, source_offset, 0}, size, 1, stream);
}

void Buffer::fill(std::size_t offset, std::size_t size, const void* pattern, std::size_t pattern_size,
                  StreamState& stream) const {
    check_range(offset, size, "a fill");
    const bool known =
        pattern_size == 1 || pattern_size == 2 || pattern_size == 4 || pattern_size == 8 || pattern_size == 16;
    if (!known)
        fail(fmt::format("a fill takes a pattern of 1, 2, 4, 8 or 16 bytes, not of {}", pattern_size));
    if (offset % pattern_size != 0 || size % pattern_size != 0)
        fail(fmt::format("a fill's offset {} and size {} are not both multiples of the pattern's {} bytes", offset,
                         size, pattern_size));
    call(*route_, "copy", "fill", route_->runtime().fill, stream.handle, handle_, base_ + offset, size, pattern,
         pattern_size);
    keep(stream, *this);
}

quovis_rt_copy translate_copy(const CopySide& destination, const CopySide& source, std::size_t width,
                              std::size_t height) {
    if (width == 0 || height == 0)
        fail(fmt::format("a copy of {} rows of {} bytes", height, width));
    check_side(destination, width, height, "destination");
    check_side(source, width, height, "source");
    auto copy = sized<quovis_rt_copy>();
    if (destination.buffer) {
        copy.destination = destination.buffer->handle();
        copy.destination_offset = destination.buffer->base();
    }
    copy.destination_host = destination.host;
    copy.destination_offset += destination.offset;
    copy.destination_pitch = destination.pitch;
    if (source.buffer) {
        copy.source = source.buffer->handle();
        copy.source_offset = source.buffer->base();
    }
    copy.source_host = source.host;
    copy.source_offset += source.offset;
    copy.source_pitch = source.pitch;
    copy.width = width;
    copy.height = height;
    if (destination.buffer && source.buffer)
        check_same_runtime(*source.buffer, *destination.buffer);
    return copy;
}

void copy_rows(const CopySide& destination, const CopySide& source, std::size_t width, std::size_t height,
               StreamState& stream) {
    const auto copy = translate_copy(destination, source, width, height);
    call(stream.route, "copy", "copy", stream.route.runtime().copy, stream.handle, &copy);
    for (const auto* side : {&destination, &source})
        if (side->buffer)
            keep(stream, *side->buffer);
}

bool has_peer_access(Route& a, const Route& b) {
    if (a.plugin != b.plugin)
        return false;
    std::int32_t possible = 0;
    call(a, "devices", "peer_access", a.runtime().peer_access, a.handle, b.handle, &possible);
    return possible != 0;
}

}  // namespace quovis::core

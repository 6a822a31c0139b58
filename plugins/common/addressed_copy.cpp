// Bounds are checked without overflow.
#include "plugins/common/addressed_copy.hpp"

#include <fmt/format.h>

#include <limits>

#include "plugins/common/error.hpp"

namespace quovis::plugins {
namespace {

[[noreturn]] void out_of_bounds(const char* which, const quovis_rt_copy& request, std::size_t offset, std::size_t pitch,
                                std::size_t size) {
    throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                      fmt::format("the copy of {} rows of {} bytes, {} bytes apart, does not fit the {} buffer of {} "
                                  "bytes from offset {}",
                                  request.height, request.width, pitch, which, size, offset));
}

// Whether offset + (height - 1) * pitch + width stays within `size`.
bool fits(const quovis_rt_copy& request, std::size_t offset, std::size_t pitch, std::size_t size) {
    if (offset > size || request.width > size - offset) {
        return false;
    }
    const std::size_t room = size - offset - request.width;
    return request.height <= 1 || pitch == 0 || request.height - 1 <= room / pitch;
}

CopySide side_of(const char* which, const quovis_rt_copy& request, const Extent* buffer, const void* host,
                 std::size_t offset, std::size_t pitch) {
    CopySide side;
    side.pitch = pitch == 0 ? request.width : pitch;
    if (side.pitch < request.width) {
        throw PluginError(
            QUOVIS_PLUGIN_INVALID_ARGUMENT,
            fmt::format("the {} pitch of {} bytes is less than the width of {}", which, pitch, request.width));
    }
    if ((buffer == nullptr) == (host == nullptr)) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the {} of a copy must be either a buffer or a host pointer", which));
    }
    if (buffer == nullptr) {
        side.address = reinterpret_cast<std::uintptr_t>(host) + offset;
        return side;
    }
    if (!fits(request, offset, side.pitch, buffer->size)) {
        out_of_bounds(which, request, offset, side.pitch, buffer->size);
    }
    side.address = buffer->address + offset;
    return side;
}

}  // namespace

CopyPlan plan_copy(const quovis_rt_copy& request, const Extent* destination, const Extent* source) {
    CopyPlan plan;
    plan.to = side_of("destination", request, destination, request.destination_host, request.destination_offset,
                      request.destination_pitch);
    plan.from = side_of("source", request, source, request.source_host, request.source_offset, request.source_pitch);
    plan.width = request.width;
    plan.height = request.width == 0 ? 0 : request.height;
    const bool is_dense = plan.to.pitch == plan.width && plan.from.pitch == plan.width;
    if (plan.height > 1 && is_dense && plan.height <= std::numeric_limits<std::size_t>::max() / plan.width) {
        plan.width *= plan.height;
        plan.height = 1;
    }
    return plan;
}

void check_fill(const Extent& buffer, std::size_t offset, std::size_t size, std::size_t pattern_size) {
    const bool is_size =
        pattern_size == 1 || pattern_size == 2 || pattern_size == 4 || pattern_size == 8 || pattern_size == 16;
    if (!is_size || offset % pattern_size != 0 || size % pattern_size != 0) {
        throw PluginError(
            QUOVIS_PLUGIN_INVALID_ARGUMENT,
            fmt::format("a fill of {} bytes from offset {} with a pattern of {} bytes: a pattern has 1, 2, "
                        "4, 8 or 16 bytes, and offset and size are multiples of it",
                        size, offset, pattern_size));
    }
    if (offset > buffer.size || size > buffer.size - offset) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the fill of {} bytes from offset {} does not fit the buffer of {} bytes", size,
                                      offset, buffer.size));
    }
}

std::size_t shortest_period(const void* pattern, std::size_t size) {
    const auto* const bytes = static_cast<const char*>(pattern);
    while (size > 1 && std::memcmp(bytes, bytes + size / 2, size / 2) == 0) {
        size /= 2;
    }
    return size;
}

}  // namespace quovis::plugins

// Copies and fills, all in the order of a stream.
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <limits>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda/memory.hpp"
#include "plugins/cuda/stream.hpp"

namespace quovis::cuda {
namespace {

using plugins::PluginError;

// One side of a copy, with pitches set and bounds checked.
struct Side {
    CUdeviceptr address = 0;  // of the first row; a host address as well, since addresses are unified
    std::size_t pitch = 0;
    const Buffer* buffer = nullptr;

    CUdeviceptr row(std::size_t index) const { return address + index * pitch; }
};

[[noreturn]] void out_of_bounds(const char* which, const quovis_rt_copy& request, std::size_t offset, std::size_t pitch,
                                std::size_t size) {
    throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                      fmt::format("the copy of {} rows of {} bytes, {} bytes apart, does not fit the {} buffer of {} "
                                  "bytes from offset {}",
                                  request.height, request.width, pitch, which, size, offset));
}

// Whether offset + (height - 1) * pitch + width stays within `size`, without overflow.
bool fits(const quovis_rt_copy& request, std::size_t offset, std::size_t pitch, std::size_t size) {
    if (offset > size || request.width > size - offset) {
        return false;
    }
    const std::size_t room = size - offset - request.width;
    return request.height <= 1 || pitch == 0 || request.height - 1 <= room / pitch;
}

Side side_of(const char* which, const quovis_rt_copy& request, const Buffer* buffer, const void* host,
             std::size_t offset, std::size_t pitch) {
    Side side;
    side.pitch = pitch == 0 ? request.width : pitch;
    side.buffer = buffer;
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
        side.address = reinterpret_cast<CUdeviceptr>(host) + offset;
        return side;
    }
    if (!fits(request, offset, side.pitch, buffer->size)) {
        out_of_bounds(which, request, offset, side.pitch, buffer->size);
    }
    side.address = buffer->address + offset;
    return side;
}

// Pinned and managed memory are every device's.
bool is_one_devices(const Side& side) {
    return side.buffer != nullptr && side.buffer->host == nullptr;
}

bool between_devices(const Side& to, const Side& from) {
    return is_one_devices(to) && is_one_devices(from) && &to.buffer->device != &from.buffer->device;
}

void copy_line(const Stream& stream, const Side& to, const Side& from, std::size_t row, std::size_t bytes) {
    const Functions& cuda = stream.device.cuda;
    if (between_devices(to, from)) {
        check(cuda,
              cuda.cuMemcpyPeerAsync(to.row(row), to.buffer->device.context(), from.row(row),
                                     from.buffer->device.context(), bytes, stream.handle),
              "copying between devices (cuMemcpyPeerAsync)");
        return;
    }
    // The driver knows from an address whether it is the host's or the device's.
    check_with(cuda, cuda.cuMemcpyAsync(to.row(row), from.row(row), bytes, stream.handle),
               [&] { return fmt::format("copying {} bytes (cuMemcpyAsync)", bytes); });
}

void copy_rectangle(const Stream& stream, const quovis_rt_copy& request, const Side& to, const Side& from) {
    const Functions& cuda = stream.device.cuda;
    CUDA_MEMCPY2D plan{};
    plan.srcMemoryType = from.buffer == nullptr ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
    plan.srcHost = reinterpret_cast<const void*>(from.address);
    plan.srcDevice = from.address;
    plan.srcPitch = from.pitch;
    plan.dstMemoryType = to.buffer == nullptr ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
    plan.dstHost = reinterpret_cast<void*>(to.address);
    plan.dstDevice = to.address;
    plan.dstPitch = to.pitch;
    plan.WidthInBytes = request.width;
    plan.Height = request.height;
    check_with(cuda, cuda.cuMemcpy2DAsync(&plan, stream.handle), [&] {
        return fmt::format("copying {} rows of {} bytes (cuMemcpy2DAsync)", request.height, request.width);
    });
}

void copy_planned(Stream& stream, const quovis_rt_copy& request) {
    const Side to = side_of("destination", request, request.destination, request.destination_host,
                            request.destination_offset, request.destination_pitch);
    const Side from =
        side_of("source", request, request.source, request.source_host, request.source_offset, request.source_pitch);
    if (request.width == 0 || request.height == 0) {
        return;
    }
    const Current current(stream.device);
    if (between_devices(to, from)) {
        to.buffer->device.reach(from.buffer->device);
    }
    const std::size_t whole =
        std::numeric_limits<std::size_t>::max() / request.width < request.height ? 0 : request.width * request.height;
    if (request.height == 1 || (whole != 0 && to.pitch == request.width && from.pitch == request.width)) {
        copy_line(stream, to, from, 0, request.height == 1 ? request.width : whole);
    } else if (!between_devices(to, from) && to.pitch <= stream.device.facts.max_pitch &&
               from.pitch <= stream.device.facts.max_pitch) {
        copy_rectangle(stream, request, to, from);
    } else {
        for (std::size_t row = 0; row < request.height; ++row) {
            copy_line(stream, to, from, row, request.width);
        }
    }
}

// The shortest piece that the pattern repeats.
std::size_t shortest_period(const unsigned char* pattern, std::size_t size) {
    while (size > 1 && std::memcmp(pattern, pattern + size / 2, size / 2) == 0) {
        size /= 2;
    }
    return size;
}

template <class Word>
Word word_at(const unsigned char* bytes) {
    Word word;
    std::memcpy(&word, bytes, sizeof(word));
    return word;
}

// Patterns of 8 and 16 bytes, which the driver has no fill for: the first repetition by words of 4 bytes, then copies
// of what is there onto what comes next, twice as much each time.
void fill_by_doubling(const Stream& stream, CUdeviceptr address, std::size_t size, const unsigned char* pattern,
                      std::size_t period) {
    const Functions& cuda = stream.device.cuda;
    for (std::size_t at = 0; at < period; at += sizeof(std::uint32_t)) {
        check(cuda, cuda.cuMemsetD32Async(address + at, word_at<std::uint32_t>(pattern + at), 1, stream.handle),
              "filling (cuMemsetD32Async)");
    }
    for (std::size_t filled = period; filled < size;) {
        const std::size_t more = filled < size - filled ? filled : size - filled;
        check(cuda, cuda.cuMemcpyAsync(address + filled, address, more, stream.handle), "filling (cuMemcpyAsync)");
        filled += more;
    }
}

void fill_planned(const Stream& stream, CUdeviceptr address, std::size_t size, const unsigned char* pattern,
                  std::size_t period) {
    const Functions& cuda = stream.device.cuda;
    switch (period) {
        case 1:
            return check(cuda, cuda.cuMemsetD8Async(address, *pattern, size, stream.handle),
                         "filling (cuMemsetD8Async)");
        case 2:
            return check(cuda, cuda.cuMemsetD16Async(address, word_at<std::uint16_t>(pattern), size / 2, stream.handle),
                         "filling (cuMemsetD16Async)");
        case 4:
            return check(cuda, cuda.cuMemsetD32Async(address, word_at<std::uint32_t>(pattern), size / 4, stream.handle),
                         "filling (cuMemsetD32Async)");
        default:
            return fill_by_doubling(stream, address, size, pattern, period);
    }
}

void check_fill(const Buffer& buffer, std::size_t offset, std::size_t size, std::size_t pattern_size) {
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

}  // namespace

quovis_plugin_status copy(quovis_rt_stream* stream, const quovis_rt_copy* request, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_COPY, [&] { copy_planned(*stream, plugins::received(request)); });
}

quovis_plugin_status fill(quovis_rt_stream* stream, quovis_rt_buffer* buffer, std::size_t offset, std::size_t size,
                          const void* pattern, std::size_t pattern_size, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_COPY, [&] {
        check_fill(*buffer, offset, size, pattern_size);
        if (size == 0) {
            return;
        }
        const Current current(stream->device);
        const auto* bytes = static_cast<const unsigned char*>(pattern);
        fill_planned(*stream, buffer->address + offset, size, bytes, shortest_period(bytes, pattern_size));
    });
}

}  // namespace quovis::cuda

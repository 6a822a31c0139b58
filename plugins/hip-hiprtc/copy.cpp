// Copies and fills, all in the order of a stream.
#include <fmt/format.h>

#include "plugins/common/addressed_copy.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/memory.hpp"
#include "plugins/hip-hiprtc/stream.hpp"

namespace quovis::hip {
namespace {

using plugins::CopyPlan;
using plugins::Extent;
using plugins::word_at;

Address address_of(std::uintptr_t number) {
    return reinterpret_cast<Address>(number);
}

Extent extent_of(const Buffer* buffer) {
    return buffer == nullptr ? Extent{} : Extent{number_of(buffer->address), buffer->size};
}

// Pinned and managed memory are every device's.
bool is_one_devices(const Buffer* buffer) {
    return buffer != nullptr && buffer->host == nullptr;
}

bool between_devices(const quovis_rt_copy& request) {
    return is_one_devices(request.destination) && is_one_devices(request.source) &&
           &request.destination->device != &request.source->device;
}

void copy_row(const Stream& stream, const quovis_rt_copy& request, const CopyPlan& plan, std::size_t row) {
    const Functions& hip = stream.device.hip;
    const Address to = address_of(plan.to.row(row));
    const Address from = address_of(plan.from.row(row));
    if (between_devices(request)) {
        check(hip,
              QUOVIS_HIP_CALL(hip, hipMemcpyPeerAsync)(to, request.destination->device.id, from,
                                                       request.source->device.id, plan.width, stream.handle),
              "copying between devices (hipMemcpyPeerAsync)");
        return;
    }
    check_with(hip, hip.hipMemcpyAsync(to, from, plan.width, memcpy_default, stream.handle),
               [&] { return fmt::format("copying {} bytes (hipMemcpyAsync)", plan.width); });
}

// Whether the runtime copies rectangles of these pitches; a limit of 0 was not told.
bool has_rectangles(const Device& device, const quovis_rt_copy& request, const CopyPlan& plan) {
    const std::uint64_t limit = device.facts.max_pitch;
    return device.hip.hipMemcpy2DAsync != nullptr && !between_devices(request) &&
           (limit == 0 || (plan.to.pitch <= limit && plan.from.pitch <= limit));
}

void copy_rectangle(const Stream& stream, const CopyPlan& plan) {
    const Functions& hip = stream.device.hip;
    check_with(hip,
               hip.hipMemcpy2DAsync(address_of(plan.to.address), plan.to.pitch, address_of(plan.from.address),
                                    plan.from.pitch, plan.width, plan.height, memcpy_default, stream.handle),
               [&] { return fmt::format("copying {} rows of {} bytes (hipMemcpy2DAsync)", plan.height, plan.width); });
}

void copy_planned(Stream& stream, const quovis_rt_copy& request) {
    const Extent destination = extent_of(request.destination);
    const Extent source = extent_of(request.source);
    const CopyPlan plan = plugins::plan_copy(request, request.destination == nullptr ? nullptr : &destination,
                                             request.source == nullptr ? nullptr : &source);
    if (plan.height == 0) {
        return;
    }
    const Current current(stream.device);
    if (between_devices(request)) {
        request.destination->device.reach(request.source->device);
    }
    if (plan.height > 1 && has_rectangles(stream.device, request, plan)) {
        return copy_rectangle(stream, plan);
    }
    for (std::size_t row = 0; row < plan.height; ++row) {
        copy_row(stream, request, plan, row);
    }
}

void fill_long(const Stream& stream, std::uintptr_t address, std::size_t size, const void* pattern,
               std::size_t period) {
    const Functions& hip = stream.device.hip;
    const auto set_words = QUOVIS_HIP_CALL(hip, hipMemsetD32Async);
    plugins::fill_by_doubling(
        address, size, pattern, period,
        [&](std::uintptr_t to, std::uint32_t word) {
            check(hip, set_words(address_of(to), static_cast<int>(word), 1, stream.handle),
                  "filling (hipMemsetD32Async)");
        },
        [&](std::uintptr_t to, std::uintptr_t from, std::size_t more) {
            check(hip, hip.hipMemcpyAsync(address_of(to), address_of(from), more, memcpy_default, stream.handle),
                  "filling (hipMemcpyAsync)");
        });
}

void fill_planned(const Stream& stream, Address address, std::size_t size, const void* pattern, std::size_t period) {
    const Functions& hip = stream.device.hip;
    switch (period) {
        case 1:
            return check(
                hip,
                QUOVIS_HIP_CALL(hip, hipMemsetD8Async)(address, word_at<unsigned char>(pattern), size, stream.handle),
                "filling (hipMemsetD8Async)");
        case 2:
            return check(hip,
                         QUOVIS_HIP_CALL(hip, hipMemsetD16Async)(address, word_at<std::uint16_t>(pattern), size / 2,
                                                                 stream.handle),
                         "filling (hipMemsetD16Async)");
        case 4:
            return check(hip,
                         QUOVIS_HIP_CALL(hip, hipMemsetD32Async)(address, word_at<std::int32_t>(pattern), size / 4,
                                                                 stream.handle),
                         "filling (hipMemsetD32Async)");
        default:
            return fill_long(stream, number_of(address), size, pattern, period);
    }
}

}  // namespace

quovis_plugin_status copy(quovis_rt_stream* stream, const quovis_rt_copy* request, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_COPY, [&] { copy_planned(*stream, plugins::received(request)); });
}

quovis_plugin_status fill(quovis_rt_stream* stream, quovis_rt_buffer* buffer, std::size_t offset, std::size_t size,
                          const void* pattern, std::size_t pattern_size, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_COPY, [&] {
        plugins::check_fill(extent_of(buffer), offset, size, pattern_size);
        if (size == 0) {
            return;
        }
        const Current current(stream->device);
        fill_planned(*stream, buffer->at(offset), size, pattern, plugins::shortest_period(pattern, pattern_size));
    });
}

}  // namespace quovis::hip

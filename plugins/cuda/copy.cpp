// Copies and fills, all in the order of a stream.
#include <fmt/format.h>

#include "plugins/common/addressed_copy.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda/memory.hpp"
#include "plugins/cuda/stream.hpp"

namespace quovis::cuda {
namespace {

using plugins::CopyPlan;
using plugins::Extent;
using plugins::word_at;

Extent extent_of(const Buffer* buffer) {
    return buffer == nullptr ? Extent{} : Extent{buffer->address, buffer->size};
}

// Pinned and managed memory are every device's.
bool is_one_devices(const Buffer* buffer) {
    return buffer != nullptr && buffer->host == nullptr;
}

bool between_devices(const quovis_rt_copy& request) {
    return is_one_devices(request.destination) && is_one_devices(request.source) &&
           &request.destination->device != &request.source->device;
}

[[noreturn, gnu::cold, gnu::noinline]] void fail_copy(const Functions& cuda, const CopyPlan& plan, CUresult result) {
    throw vendor_error(cuda, result, fmt::format("copying {} bytes (cuMemcpyAsync)", plan.width));
}

void copy_row(const Stream& stream, const CopyPlan& plan, std::size_t row) {
    const Functions& cuda = stream.device.cuda;
    // The driver knows from an address whether it is the host's or the device's.
    const CUresult result = call_in(
        stream, [&] { return cuda.cuMemcpyAsync(plan.to.row(row), plan.from.row(row), plan.width, stream.handle); });
    if (result != CUDA_SUCCESS) {
        fail_copy(cuda, plan, result);
    }
}

void copy_rectangle(const Stream& stream, const quovis_rt_copy& request, const CopyPlan& plan) {
    const Functions& cuda = stream.device.cuda;
    const Current current(stream.device);
    CUDA_MEMCPY2D given{};
    given.srcMemoryType = request.source == nullptr ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
    given.srcHost = reinterpret_cast<const void*>(plan.from.address);
    given.srcDevice = plan.from.address;
    given.srcPitch = plan.from.pitch;
    given.dstMemoryType = request.destination == nullptr ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
    given.dstHost = reinterpret_cast<void*>(plan.to.address);
    given.dstDevice = plan.to.address;
    given.dstPitch = plan.to.pitch;
    given.WidthInBytes = plan.width;
    given.Height = plan.height;
    check_with(cuda, cuda.cuMemcpy2DAsync(&given, stream.handle),
               [&] { return fmt::format("copying {} rows of {} bytes (cuMemcpy2DAsync)", plan.height, plan.width); });
}

void copy_between(const Stream& stream, const quovis_rt_copy& request, const CopyPlan& plan) {
    const Functions& cuda = stream.device.cuda;
    const Current current(stream.device);
    request.destination->device.reach(request.source->device);
    for (std::size_t row = 0; row < plan.height; ++row) {
        check(cuda,
              cuda.cuMemcpyPeerAsync(plan.to.row(row), request.destination->device.context(), plan.from.row(row),
                                     request.source->device.context(), plan.width, stream.handle),
              "copying between devices (cuMemcpyPeerAsync)");
    }
}

void copy_planned(Stream& stream, const quovis_rt_copy& request) {
    const Extent destination = extent_of(request.destination);
    const Extent source = extent_of(request.source);
    const CopyPlan plan = plugins::plan_copy(request, request.destination == nullptr ? nullptr : &destination,
                                             request.source == nullptr ? nullptr : &source);
    if (plan.height == 0) {
        return;
    }
    if (between_devices(request)) {
        return copy_between(stream, request, plan);
    }
    const std::size_t limit = stream.device.facts.max_pitch;
    if (plan.height > 1 && plan.to.pitch <= limit && plan.from.pitch <= limit) {
        return copy_rectangle(stream, request, plan);
    }
    for (std::size_t row = 0; row < plan.height; ++row) {
        copy_row(stream, plan, row);
    }
}

void fill_long(const Stream& stream, CUdeviceptr address, std::size_t size, const void* pattern, std::size_t period) {
    const Functions& cuda = stream.device.cuda;
    plugins::fill_by_doubling(
        address, size, pattern, period,
        [&](std::uintptr_t to, std::uint32_t word) {
            check(cuda, cuda.cuMemsetD32Async(to, word, 1, stream.handle), "filling (cuMemsetD32Async)");
        },
        [&](std::uintptr_t to, std::uintptr_t from, std::size_t more) {
            check(cuda, cuda.cuMemcpyAsync(to, from, more, stream.handle), "filling (cuMemcpyAsync)");
        });
}

void fill_planned(const Stream& stream, CUdeviceptr address, std::size_t size, const void* pattern,
                  std::size_t period) {
    const Functions& cuda = stream.device.cuda;
    switch (period) {
        case 1:
            return check(cuda, cuda.cuMemsetD8Async(address, word_at<unsigned char>(pattern), size, stream.handle),
                         "filling (cuMemsetD8Async)");
        case 2:
            return check(cuda, cuda.cuMemsetD16Async(address, word_at<std::uint16_t>(pattern), size / 2, stream.handle),
                         "filling (cuMemsetD16Async)");
        case 4:
            return check(cuda, cuda.cuMemsetD32Async(address, word_at<std::uint32_t>(pattern), size / 4, stream.handle),
                         "filling (cuMemsetD32Async)");
        default:
            return fill_long(stream, address, size, pattern, period);
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
        fill_planned(*stream, buffer->address + offset, size, pattern, plugins::shortest_period(pattern, pattern_size));
    });
}

}  // namespace quovis::cuda

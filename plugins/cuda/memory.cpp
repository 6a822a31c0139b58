// Allocation and release. Copies and fills are in copy.cpp.
#include "plugins/cuda/memory.hpp"

#include <fmt/format.h>

#include <memory>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda/stream.hpp"

namespace quovis::cuda {
namespace {

using plugins::PluginError;

plugins::PluginError allocation_failed(Device& device, CUresult result, std::size_t size, const char* function) {
    const std::string doing = fmt::format("allocating {} bytes on {} ({})", size, naming(device), function);
    std::size_t available = 0;
    std::size_t total = 0;
    if (result != CUDA_ERROR_OUT_OF_MEMORY || device.cuda.cuMemGetInfo(&available, &total) != CUDA_SUCCESS) {
        return vendor_error(device.cuda, result, doing);
    }
    return vendor_error(device.cuda, QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY, result,
                        fmt::format("{}, where {} of {} bytes are free,", doing, available, total));
}

void allocate_on_device(Buffer& buffer, const Stream* stream) {
    const Functions& cuda = buffer.device.cuda;
    const bool in_order = stream != nullptr && buffer.device.facts.memory_pools && cuda.cuMemAllocAsync != nullptr &&
                          cuda.cuMemFreeAsync != nullptr;
    const CUresult result = in_order ? cuda.cuMemAllocAsync(&buffer.address, buffer.size, stream->handle)
                                     : cuda.cuMemAlloc(&buffer.address, buffer.size);
    if (result != CUDA_SUCCESS) {
        throw allocation_failed(buffer.device, result, buffer.size, in_order ? "cuMemAllocAsync" : "cuMemAlloc");
    }
    buffer.origin = in_order ? Buffer::Origin::pool : Buffer::Origin::allocated;
}

void allocate_pinned(Buffer& buffer) {
    const Functions& cuda = buffer.device.cuda;
    const CUresult result = cuda.cuMemHostAlloc(&buffer.host, buffer.size, CU_MEMHOSTALLOC_PORTABLE);
    if (result != CUDA_SUCCESS) {
        throw vendor_error(cuda,
                           result == CUDA_ERROR_OUT_OF_MEMORY ? QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY : status_of(result),
                           result, fmt::format("pinning {} bytes of host memory (cuMemHostAlloc)", buffer.size));
    }
    buffer.origin = Buffer::Origin::pinned;
    if (const CUresult mapped = cuda.cuMemHostGetDevicePointer(&buffer.address, buffer.host, 0);
        mapped != CUDA_SUCCESS) {
        cuda.cuMemFreeHost(buffer.host);
        throw vendor_error(cuda, mapped,
                           "asking for the device's address of pinned memory (cuMemHostGetDevicePointer)");
    }
}

void allocate_managed(Buffer& buffer) {
    Device& device = buffer.device;
    if (!device.facts.managed_memory) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, fmt::format("{} has no managed memory", naming(device)));
    }
    const CUresult result = device.cuda.cuMemAllocManaged(&buffer.address, buffer.size, CU_MEM_ATTACH_GLOBAL);
    if (result != CUDA_SUCCESS) {
        throw allocation_failed(device, result, buffer.size, "cuMemAllocManaged");
    }
    buffer.host = reinterpret_cast<void*>(buffer.address);
    buffer.origin = Buffer::Origin::allocated;
}

void allocate(Buffer& buffer, const quovis_rt_buffer_info& wanted) {
    if (buffer.size == 0) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "a buffer needs at least one byte; 0 were asked for");
    }
    switch (wanted.kind) {
        case QUOVIS_RT_MEMORY_DEVICE:
            return allocate_on_device(buffer, wanted.stream);
        case QUOVIS_RT_MEMORY_PINNED:
            return allocate_pinned(buffer);
        case QUOVIS_RT_MEMORY_MANAGED:
            return allocate_managed(buffer);
        default:
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, fmt::format("memory of kind {} is not known", wanted.kind));
    }
}

// Work may still use the memory. cuMemFree waits for it by itself for most memory, but no document says so for all.
void wait_for_users(const Device& device, const Stream* in_order_of) {
    if (in_order_of != nullptr) {
        device.cuda.cuStreamSynchronize(in_order_of->handle);
    } else {
        device.wait_for_users();
    }
}

void free_memory(const Buffer& buffer, const Stream* in_order_of) {
    const Functions& cuda = buffer.device.cuda;
    CUresult result = CUDA_SUCCESS;
    if (buffer.origin == Buffer::Origin::pool && in_order_of != nullptr) {
        result = cuda.cuMemFreeAsync(buffer.address, in_order_of->handle);
    } else if (buffer.origin == Buffer::Origin::pinned) {
        wait_for_users(buffer.device, in_order_of);
        result = cuda.cuMemFreeHost(buffer.host);
    } else {
        wait_for_users(buffer.device, in_order_of);
        result = cuda.cuMemFree(buffer.address);
    }
    check_with(cuda, result, [&] { return fmt::format("freeing {} bytes", buffer.size); });
}

}  // namespace

quovis_plugin_status buffer_create(quovis_rt_device* device, quovis_rt_buffer_info* info, quovis_rt_buffer** created,
                                   quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_MEMORY, [&] {
        auto wanted = plugins::received(info);
        auto buffer = std::make_unique<Buffer>(Buffer{*device, 0, wanted.size, nullptr, Buffer::Origin::foreign});
        const Current current(*device);
        allocate(*buffer, wanted);
        wanted.address = buffer->address;
        wanted.host = buffer->host;
        plugins::give(info, wanted);
        *created = buffer.release();
    });
}

void buffer_release(quovis_rt_buffer* buffer, quovis_rt_stream* in_order_of) {
    if (buffer == nullptr) {
        return;
    }
    const std::unique_ptr<Buffer> owned(buffer);
    if (owned->origin == Buffer::Origin::foreign) {
        return;
    }
    plugins::contain("releasing a buffer", [&] {
        const Current current(owned->device);
        free_memory(*owned, in_order_of);
    });
}

}  // namespace quovis::cuda

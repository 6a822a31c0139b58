// Allocation and release. Copies and fills are in transfer.cpp.
#include "plugins/hip-hiprtc/memory.hpp"

#include <fmt/format.h>

#include <memory>

#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/stream.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;

PluginError allocation_failed(const Device& device, Result result, std::size_t size, const char* function) {
    const std::string doing = fmt::format("allocating {} bytes on {} ({})", size, naming(device), function);
    std::size_t available = 0;
    std::size_t total = 0;
    if (result != error_out_of_memory || device.hip.hipMemGetInfo == nullptr ||
        device.hip.hipMemGetInfo(&available, &total) != error_success) {
        return vendor_error(device.hip, result, doing);
    }
    return vendor_error(device.hip, QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY, result,
                        fmt::format("{}, where {} of {} bytes are free,", doing, available, total));
}

void allocate_on_device(Buffer& buffer, const Stream* stream) {
    const Functions& hip = buffer.device.hip;
    const bool in_order = stream != nullptr && buffer.device.facts.memory_pools;
    const Result result = in_order ? hip.hipMallocAsync(&buffer.address, buffer.size, stream->handle)
                                   : hip.hipMalloc(&buffer.address, buffer.size);
    if (result != error_success) {
        throw allocation_failed(buffer.device, result, buffer.size, in_order ? "hipMallocAsync" : "hipMalloc");
    }
    buffer.origin = in_order ? Buffer::Origin::pool : Buffer::Origin::allocated;
}

void allocate_pinned(Buffer& buffer) {
    const Functions& hip = buffer.device.hip;
    const auto free_host = QUOVIS_HIP_CALL(hip, hipHostFree);
    const auto address_of = QUOVIS_HIP_CALL(hip, hipHostGetDevicePointer);
    const Result result = QUOVIS_HIP_CALL(hip, hipHostMalloc)(&buffer.host, buffer.size, host_malloc_portable);
    if (result != error_success) {
        throw vendor_error(hip, result == error_out_of_memory ? QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY : status_of(result),
                           result, fmt::format("pinning {} bytes of host memory (hipHostMalloc)", buffer.size));
    }
    buffer.origin = Buffer::Origin::pinned;
    if (const Result mapped = address_of(&buffer.address, buffer.host, 0); mapped != error_success) {
        free_host(buffer.host);
        throw vendor_error(hip, mapped, "asking for the device's address of pinned memory (hipHostGetDevicePointer)");
    }
}

void allocate_managed(Buffer& buffer) {
    Device& device = buffer.device;
    const auto allocate = QUOVIS_HIP_CALL(device.hip, hipMallocManaged);
    if (!device.facts.managed_memory) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, fmt::format("{} has no managed memory", naming(device)));
    }
    const Result result = allocate(&buffer.address, buffer.size, mem_attach_global);
    if (result != error_success) {
        throw allocation_failed(device, result, buffer.size, "hipMallocManaged");
    }
    buffer.host = buffer.address;
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

void free_memory(const Buffer& buffer, const Stream* in_order_of) {
    const Functions& hip = buffer.device.hip;
    Result result = error_success;
    if (buffer.origin == Buffer::Origin::pool && in_order_of != nullptr) {
        result = hip.hipFreeAsync(buffer.address, in_order_of->handle);
    } else {
        // Work may still use the memory, and no document says that each release waits for it.
        wait_for_users(buffer.device, in_order_of == nullptr ? nullptr : in_order_of->handle);
        result = buffer.origin == Buffer::Origin::pinned ? QUOVIS_HIP_CALL(hip, hipHostFree)(buffer.host)
                                                         : hip.hipFree(buffer.address);
    }
    check_with(hip, result, [&] { return fmt::format("freeing {} bytes", buffer.size); });
}

}  // namespace

quovis_plugin_status buffer_create(quovis_rt_device* device, quovis_rt_buffer_info* info, quovis_rt_buffer** created,
                                   quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_MEMORY, [&] {
        auto wanted = plugins::received(info);
        auto buffer = std::make_unique<Buffer>(Buffer{*device, nullptr, wanted.size, nullptr, Buffer::Origin::foreign});
        const Current current(*device);
        allocate(*buffer, wanted);
        wanted.address = number_of(buffer->address);
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

}  // namespace quovis::hip

// The fake driver's objects: devices, contexts, memory, streams, events.
// Included by libcuda.cpp only.
#pragma once

#include <cuda.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "tests/fakes/cuda_driver/fake_cuda.hpp"

struct CUctx_st {
    int device;
};
struct CUstream_st {
    CUcontext context;
    bool capturing;
    std::vector<std::function<void()>> recorded;
};
struct CUevent_st {
    CUcontext context;
    bool recorded;
};
struct CUfunc_st {
    const char* name;
    std::vector<std::size_t> parameters;  // their sizes
    int static_shared;
    int dynamic_limit;
};
struct CUmod_st {
    std::array<CUfunc_st, 4> functions;
    std::int32_t global;
};
struct CUgraph_st {
    std::vector<std::function<void()>> work;
};
struct CUgraphExec_st {
    std::vector<std::function<void()>> work;
};

namespace {

constexpr int default_shared = 48 * 1024;
constexpr int shared_limit = 227 * 1024;

FakeCuda state;
std::array<CUctx_st, 8> primaries;
std::mutex mutex;
std::map<CUdeviceptr, std::size_t> allocated;
thread_local std::vector<CUcontext> current;

template <class Make>
CUresult with_context(Make&& make) {
    if (current.empty() || current.back() == nullptr) {
        ++state.without_context;
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    return make();
}

// Runs work of a stream at once, or records it.
CUresult run_or_record(CUstream stream, std::function<void()> work) {
    if (stream->capturing) {
        stream->recorded.push_back(std::move(work));
    } else {
        work();
    }
    return CUDA_SUCCESS;
}

CUresult submit(CUstream stream, std::function<void()> work) {
    return with_context([&] {
        if (stream->context != current.back()) {
            ++state.without_context;
        }
        return run_or_record(stream, std::move(work));
    });
}

// The same by a call that takes the stream's context for the current one.
CUresult submit_from_anywhere(CUstream stream, std::function<void()> work) {
    const bool is_current = !current.empty() && current.back() == stream->context;
    return is_current || state.streams_bring_their_context ? run_or_record(stream, std::move(work))
                                                           : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult error_name(CUresult error, const char** name) {
    static const std::map<int, const char*> names{
        {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE"},
        {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY"},
        {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE"},
        {CUDA_ERROR_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE"},
        {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND"},
        {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS"},
        {CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"}};
    const auto found = names.find(error);
    *name = found == names.end() ? nullptr : found->second;
    return found == names.end() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult error_string(CUresult, const char** text) {
    *text = "as the fake driver was told";
    return CUDA_SUCCESS;
}

CUresult device_count(int* count) {
    *count = state.devices;
    return CUDA_SUCCESS;
}

CUresult device_get(CUdevice* device, int ordinal) {
    *device = ordinal;
    return ordinal < state.devices ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult device_name(char* name, int size, CUdevice) {
    std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
    return CUDA_SUCCESS;
}

CUresult device_uuid(CUuuid* uuid, CUdevice device) {
    std::memset(uuid, device + 1, sizeof(*uuid));
    return CUDA_SUCCESS;
}

CUresult device_memory(std::size_t* bytes, CUdevice) {
    *bytes = state.memory;
    return CUDA_SUCCESS;
}

CUresult device_attribute(int* value, CUdevice_attribute attribute, CUdevice device) {
    const std::map<int, int> values{{CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, state.major},
                                    {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, state.minor},
                                    {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
                                    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
                                    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
                                    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, default_shared},
                                    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, shared_limit},
                                    {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 4},
                                    {CU_DEVICE_ATTRIBUTE_MAX_PITCH, 1 << 20},
                                    {CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, 0x41 + device},
                                    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1},
                                    {CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 1},
                                    {CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 1}};
    const auto found = values.find(attribute);
    *value = found == values.end() ? 0 : found->second;
    return CUDA_SUCCESS;
}

CUresult can_access_peer(int* possible, CUdevice, CUdevice) {
    *possible = 1;
    return CUDA_SUCCESS;
}

CUresult primary_retain(CUcontext* context, CUdevice device) {
    *context = &primaries[static_cast<std::size_t>(device)];
    (*context)->device = device;
    ++state.contexts;
    return CUDA_SUCCESS;
}

CUresult primary_release(CUdevice) {
    --state.contexts;
    return CUDA_SUCCESS;
}

CUresult context_get(CUcontext* context) {
    *context = current.empty() ? nullptr : current.back();
    return CUDA_SUCCESS;
}

CUresult context_push(CUcontext context) {
    current.push_back(context);
    return CUDA_SUCCESS;
}

CUresult context_pop(CUcontext* context) {
    *context = current.back();
    current.pop_back();
    return CUDA_SUCCESS;
}

CUresult context_device(CUdevice* device) {
    return with_context([&] {
        *device = current.back()->device;
        return CUDA_SUCCESS;
    });
}

CUresult context_synchronize() {
    return with_context([] { return CUDA_SUCCESS; });
}

CUresult context_priorities(int* least, int* greatest) {
    *least = 0;
    *greatest = -5;
    return CUDA_SUCCESS;
}

CUresult context_enable_peer(CUcontext, unsigned int) {
    return CUDA_SUCCESS;
}

CUresult context_destroy(CUcontext) {
    return CUDA_SUCCESS;
}

CUresult memory_info(std::size_t* available, std::size_t* total) {
    *available = *total = state.memory;
    return CUDA_SUCCESS;
}

CUresult allocate(CUdeviceptr* address, std::size_t size) {
    return with_context([&] {
        if (size > state.memory) {
            return CUDA_ERROR_OUT_OF_MEMORY;
        }
        *address = reinterpret_cast<CUdeviceptr>(std::aligned_alloc(256, (size + 255) / 256 * 256));
        const std::lock_guard lock(mutex);
        allocated[*address] = size;
        ++state.allocations;
        return CUDA_SUCCESS;
    });
}

CUresult release(CUdeviceptr address) {
    return with_context([&] {
        const std::lock_guard lock(mutex);
        if (allocated.erase(address) == 0) {
            return CUDA_ERROR_INVALID_VALUE;
        }
        std::free(reinterpret_cast<void*>(address));
        --state.allocations;
        return CUDA_SUCCESS;
    });
}

CUresult allocate_async(CUdeviceptr* address, std::size_t size, CUstream) {
    return allocate(address, size);
}

CUresult release_async(CUdeviceptr address, CUstream) {
    return release(address);
}

CUresult allocate_managed(CUdeviceptr* address, std::size_t size, unsigned int) {
    return allocate(address, size);
}

CUresult allocate_host(void** host, std::size_t size, unsigned int) {
    CUdeviceptr address = 0;
    const CUresult result = allocate(&address, size);
    *host = reinterpret_cast<void*>(address);
    return result;
}

CUresult release_host(void* host) {
    return release(reinterpret_cast<CUdeviceptr>(host));
}

CUresult host_address(CUdeviceptr* address, void* host, unsigned int) {
    *address = reinterpret_cast<CUdeviceptr>(host);
    return CUDA_SUCCESS;
}

CUresult copy(CUdeviceptr to, CUdeviceptr from, std::size_t size, CUstream stream) {
    return submit_from_anywhere(stream,
                                [=] { std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), size); });
}

CUresult copy_peer(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, std::size_t size, CUstream stream) {
    return copy(to, from, size, stream);
}

CUresult copy_rectangle(const CUDA_MEMCPY2D* plan, CUstream stream) {
    return submit(stream, [plan = *plan] {
        for (std::size_t row = 0; row < plan.Height; ++row) {
            std::memcpy(reinterpret_cast<void*>(plan.dstDevice + row * plan.dstPitch),
                        reinterpret_cast<void*>(plan.srcDevice + row * plan.srcPitch), plan.WidthInBytes);
        }
    });
}

template <class Word>
CUresult fill(CUdeviceptr address, Word value, std::size_t count, CUstream stream) {
    return submit(stream, [=] { std::fill_n(reinterpret_cast<Word*>(address), count, value); });
}

CUresult stream_create(CUstream* stream, unsigned int, int) {
    return with_context([&] {
        *stream = new CUstream_st{current.back(), false, {}};
        ++state.streams;
        return CUDA_SUCCESS;
    });
}

CUresult stream_destroy(CUstream stream) {
    delete stream;
    --state.streams;
    return CUDA_SUCCESS;
}

CUresult stream_done(CUstream) {
    return with_context([] { return CUDA_SUCCESS; });
}

CUresult stream_synchronize(CUstream stream) {
    return submit_from_anywhere(stream, [] {});
}

CUresult stream_wait(CUstream, CUevent, unsigned int) {
    return with_context([] { return CUDA_SUCCESS; });
}

CUresult stream_context(CUstream stream, CUcontext* context) {
    *context = stream->context;
    return CUDA_SUCCESS;
}

CUresult host_function(CUstream stream, CUhostFn function, void* data) {
    return submit(stream, [=] { function(data); });
}

CUresult event_create(CUevent* event, unsigned int) {
    return with_context([&] {
        *event = new CUevent_st{current.back(), false};
        ++state.events;
        return CUDA_SUCCESS;
    });
}

CUresult event_destroy(CUevent event) {
    delete event;
    --state.events;
    return CUDA_SUCCESS;
}

CUresult event_record(CUevent event, CUstream) {
    event->recorded = true;
    return CUDA_SUCCESS;
}

CUresult event_done(CUevent) {
    return CUDA_SUCCESS;
}

CUresult event_elapsed(float* milliseconds, CUevent start, CUevent end) {
    *milliseconds = 1.5F;
    return start->recorded && end->recorded ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

}  // namespace

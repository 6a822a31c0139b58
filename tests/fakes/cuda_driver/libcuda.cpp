// A stand-in for libcuda.so.1: devices without hardware, memory of the host, streams that are done at once.
// It knows three kernels, `add_one(int* data, int count)` with a name of C and of C++, and `shared_hungry()`, in
// whatever image is loaded. That something works here does not prove that it works on a GPU.
#if __has_include(<cuda.h>)
#include "tests/fakes/cuda_driver/execution.hpp"
#include "tests/fakes/cuda_driver/objects.hpp"

namespace {

struct Entry {
    void* function;
    int since;
};

template <class Function>
Entry entry(Function* function, int since = 2000) {
    return {reinterpret_cast<void*>(function), since};
}

const std::map<std::string_view, Entry>& entries() {
    static const std::map<std::string_view, Entry> all{
        {"cuGetErrorName", entry(error_name)},
        {"cuGetErrorString", entry(error_string)},
        {"cuDeviceGetCount", entry(device_count)},
        {"cuDeviceGet", entry(device_get)},
        {"cuDeviceGetName", entry(device_name)},
        {"cuDeviceGetUuid", entry(device_uuid, 11040)},
        {"cuDeviceTotalMem", entry(device_memory)},
        {"cuDeviceGetAttribute", entry(device_attribute)},
        {"cuDeviceCanAccessPeer", entry(can_access_peer)},
        {"cuDevicePrimaryCtxRetain", entry(primary_retain)},
        {"cuDevicePrimaryCtxRelease", entry(primary_release)},
        {"cuCtxGetCurrent", entry(context_get)},
        {"cuCtxPushCurrent", entry(context_push)},
        {"cuCtxPopCurrent", entry(context_pop)},
        {"cuCtxGetDevice", entry(context_device)},
        {"cuCtxSynchronize", entry(context_synchronize)},
        {"cuCtxGetStreamPriorityRange", entry(context_priorities)},
        {"cuCtxEnablePeerAccess", entry(context_enable_peer)},
        {"cuCtxDestroy", entry(context_destroy)},
        {"cuMemGetInfo", entry(memory_info)},
        {"cuMemAlloc", entry(allocate)},
        {"cuMemFree", entry(release)},
        {"cuMemAllocAsync", entry(allocate_async, 11020)},
        {"cuMemFreeAsync", entry(release_async, 11020)},
        {"cuMemAllocManaged", entry(allocate_managed)},
        {"cuMemHostAlloc", entry(allocate_host)},
        {"cuMemFreeHost", entry(release_host)},
        {"cuMemHostGetDevicePointer", entry(host_address)},
        {"cuMemcpyAsync", entry(copy)},
        {"cuMemcpyPeerAsync", entry(copy_peer)},
        {"cuMemcpy2DAsync", entry(copy_rectangle)},
        {"cuMemsetD8Async", entry(fill<unsigned char>)},
        {"cuMemsetD16Async", entry(fill<unsigned short>)},
        {"cuMemsetD32Async", entry(fill<unsigned int>)},
        {"cuStreamCreateWithPriority", entry(stream_create)},
        {"cuStreamDestroy", entry(stream_destroy)},
        {"cuStreamSynchronize", entry(stream_synchronize)},
        {"cuStreamQuery", entry(stream_done)},
        {"cuStreamWaitEvent", entry(stream_wait)},
        {"cuStreamGetCtx", entry(stream_context)},
        {"cuLaunchHostFunc", entry(host_function)},
        {"cuEventCreate", entry(event_create)},
        {"cuEventDestroy", entry(event_destroy)},
        {"cuEventRecord", entry(event_record)},
        {"cuEventSynchronize", entry(event_done)},
        {"cuEventQuery", entry(event_done)},
        {"cuEventElapsedTime", entry(event_elapsed)},
        {"cuModuleLoadDataEx", entry(module_load)},
        {"cuModuleUnload", entry(module_unload)},
        {"cuModuleGetFunction", entry(module_function)},
        {"cuModuleGetGlobal", entry(module_global)},
        {"cuModuleGetFunctionCount", entry(module_count, 12040)},
        {"cuModuleEnumerateFunctions", entry(module_functions, 12040)},
        {"cuFuncGetName", entry(function_name, 12030)},
        {"cuFuncGetParamInfo", entry(function_parameter, 12040)},
        {"cuFuncGetAttribute", entry(function_get)},
        {"cuFuncSetAttribute", entry(function_set)},
        {"cuLaunchKernel", entry(launch)},
        {"cuLaunchCooperativeKernel", entry(launch_cooperative)},
        {"cuOccupancyMaxActiveBlocksPerMultiprocessor", entry(occupancy)},
        {"cuOccupancyMaxPotentialBlockSize", entry(block_size)},
        {"cuStreamBeginCapture", entry(capture_begin)},
        {"cuStreamEndCapture", entry(capture_end)},
        {"cuGraphInstantiateWithFlags", entry(graph_instantiate, 11040)},
        {"cuGraphExecUpdate", entry(graph_update)},
        {"cuGraphLaunch", entry(graph_launch)},
        {"cuGraphDestroy", entry(graph_destroy)},
        {"cuGraphExecDestroy", entry(exec_destroy)},
    };
    return all;
}

}  // namespace

// The few that are found by name; cuda.h's own declarations would hide them.
extern "C" {

[[gnu::visibility("default")]] FakeCuda* fake_cuda() {
    return &state;
}

[[gnu::visibility("default")]] int fake_init(unsigned int) __asm__("cuInit");
int fake_init(unsigned int) {
    return state.init_result;
}

[[gnu::visibility("default")]] int fake_version(int*) __asm__("cuDriverGetVersion");
int fake_version(int* version) {
    *version = state.version;
    return CUDA_SUCCESS;
}

[[gnu::visibility("default")]] CUresult fake_error_name(CUresult, const char**) __asm__("cuGetErrorName");
CUresult fake_error_name(CUresult error, const char** name) {
    return error_name(error, name);
}

[[gnu::visibility("default")]] int fake_find(const char*, void**, int, cuuint64_t,
                                             void*) __asm__("cuGetProcAddress_v2");
int fake_find(const char* name, void** function, int version, cuuint64_t, void*) {
    const auto found = entries().find(name);
    if (found == entries().end() || version > state.version || found->second.since > state.version) {
        return CUDA_ERROR_NOT_FOUND;
    }
    *function = found->second.function;
    return CUDA_SUCCESS;
}
}

#endif

// HIP's runtime functions, taken from libamdhip64 or a library with the same API at run time (rule 8).
// Declared here, so that the plugin builds where HIP is not installed, and for every HIP from 5 on. Signatures and
// numbers: HIP Runtime API reference (ROCm 5.2 to 7.0). What changed between releases is in attributes.hpp and
// facts.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "plugins/common/library.hpp"
#include "plugins/common/settings.hpp"

namespace quovis::hip {

using Result = int;  // hipError_t
using DeviceId = int;
using Address = void*;  // hipDeviceptr_t

using ContextHandle = struct ContextOfHip*;
using StreamHandle = struct StreamOfHip*;
using EventHandle = struct EventOfHip*;
using ModuleHandle = struct ModuleOfHip*;
using FunctionHandle = struct FunctionOfHip*;
using GraphHandle = struct GraphOfHip*;
using GraphExecHandle = struct GraphExecOfHip*;
using GraphNodeHandle = struct GraphNodeOfHip*;

using HostFunction = void (*)(void* data);
using StreamCallback = void (*)(StreamHandle, Result, void* data);

constexpr int memcpy_default = 4;             // hipMemcpyDefault: told from the addresses
constexpr unsigned stream_non_blocking = 1;   // hipStreamNonBlocking
constexpr unsigned host_malloc_portable = 1;  // hipHostMallocPortable
constexpr unsigned mem_attach_global = 1;     // hipMemAttachGlobal
constexpr int capture_mode_relaxed = 2;       // hipStreamCaptureModeRelaxed

// hipFunction_attribute
constexpr int function_max_threads = 0;
constexpr int function_shared_bytes = 1;
constexpr int function_constant_bytes = 2;
constexpr int function_local_bytes = 3;
constexpr int function_registers = 4;

// clang-format off
#define QUOVIS_HIP_REQUIRED(X)                                                                      \
    X(hipInit, (unsigned flags))                                                                    \
    X(hipGetDeviceCount, (int* count))                                                              \
    X(hipDeviceGetAttribute, (int* value, int attribute, DeviceId))                                 \
    X(hipGetDevice, (DeviceId*))                                                                    \
    X(hipSetDevice, (DeviceId))                                                                     \
    X(hipMalloc, (Address*, std::size_t size))                                                      \
    X(hipFree, (Address))                                                                           \
    X(hipMemcpyAsync, (void* to, const void* from, std::size_t size, int kind, StreamHandle))       \
    X(hipStreamCreateWithFlags, (StreamHandle*, unsigned flags))                                    \
    X(hipStreamDestroy, (StreamHandle))                                                             \
    X(hipStreamSynchronize, (StreamHandle))                                                         \
    X(hipModuleLoadData, (ModuleHandle*, const void* image))                                        \
    X(hipModuleUnload, (ModuleHandle))                                                              \
    X(hipModuleGetFunction, (FunctionHandle*, ModuleHandle, const char* name))                      \
    X(hipModuleLaunchKernel, (FunctionHandle, unsigned gx, unsigned gy, unsigned gz, unsigned bx,   \
                              unsigned by, unsigned bz, unsigned shared, StreamHandle,              \
                              void** arguments, void** extra))

#define QUOVIS_HIP_OPTIONAL(X)                                                                      \
    X(hipRuntimeGetVersion, (int*))                                                                 \
    X(hipDeviceGetName, (char*, int size, DeviceId))                                                \
    X(hipDeviceTotalMem, (std::size_t*, DeviceId))                                                  \
    X(hipDeviceGetPCIBusId, (char*, int size, DeviceId))                                            \
    X(hipDeviceGetUuid, (void* sixteen_bytes, DeviceId))                                            \
    X(hipGetDevicePropertiesR0600, (void*, DeviceId))                                               \
    X(hipGetDevicePropertiesR0000, (void*, DeviceId))                                               \
    X(hipGetDeviceProperties, (void*, DeviceId))                                                    \
    X(hipDevicePrimaryCtxRetain, (ContextHandle*, DeviceId))                                        \
    X(hipDevicePrimaryCtxRelease, (DeviceId))                                                       \
    X(hipDeviceSynchronize, ())                                                                     \
    X(hipDeviceCanAccessPeer, (int*, DeviceId, DeviceId peer))                                      \
    X(hipDeviceEnablePeerAccess, (DeviceId peer, unsigned flags))                                   \
    X(hipMemGetInfo, (std::size_t* available, std::size_t* total))                                  \
    X(hipMallocAsync, (Address*, std::size_t size, StreamHandle))                                   \
    X(hipFreeAsync, (Address, StreamHandle))                                                        \
    X(hipMallocManaged, (Address*, std::size_t size, unsigned flags))                               \
    X(hipHostMalloc, (void**, std::size_t size, unsigned flags))                                    \
    X(hipHostFree, (void*))                                                                         \
    X(hipHostGetDevicePointer, (Address*, void* host, unsigned flags))                              \
    X(hipMemcpyPeerAsync, (void* to, DeviceId, const void* from, DeviceId, std::size_t, StreamHandle)) \
    X(hipMemcpy2DAsync, (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,  \
                         std::size_t width, std::size_t height, int kind, StreamHandle))            \
    X(hipMemsetD8Async, (Address, unsigned char, std::size_t count, StreamHandle))                  \
    X(hipMemsetD16Async, (Address, unsigned short, std::size_t count, StreamHandle))                \
    X(hipMemsetD32Async, (Address, int, std::size_t count, StreamHandle))                           \
    X(hipDeviceGetStreamPriorityRange, (int* least, int* greatest))                                 \
    X(hipStreamCreateWithPriority, (StreamHandle*, unsigned flags, int priority))                   \
    X(hipStreamQuery, (StreamHandle))                                                               \
    X(hipStreamWaitEvent, (StreamHandle, EventHandle, unsigned flags))                              \
    X(hipLaunchHostFunc, (StreamHandle, HostFunction, void* data))                                  \
    X(hipStreamAddCallback, (StreamHandle, StreamCallback, void* data, unsigned flags))             \
    X(hipEventCreate, (EventHandle*))                                                               \
    X(hipEventDestroy, (EventHandle))                                                               \
    X(hipEventRecord, (EventHandle, StreamHandle))                                                  \
    X(hipEventSynchronize, (EventHandle))                                                           \
    X(hipEventQuery, (EventHandle))                                                                 \
    X(hipEventElapsedTime, (float* milliseconds, EventHandle, EventHandle))                         \
    X(hipModuleGetGlobal, (Address*, std::size_t* size, ModuleHandle, const char* name))            \
    X(hipFuncGetAttribute, (int* value, int attribute, FunctionHandle))                             \
    X(hipModuleLaunchCooperativeKernel, (FunctionHandle, unsigned gx, unsigned gy, unsigned gz,     \
                                         unsigned bx, unsigned by, unsigned bz, unsigned shared,    \
                                         StreamHandle, void** arguments))                           \
    X(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor, (int* blocks, FunctionHandle, int block,  \
                                                           std::size_t shared))                     \
    X(hipModuleOccupancyMaxPotentialBlockSize, (int* grid, int* block, FunctionHandle,              \
                                                std::size_t shared, int limit))                     \
    X(hipStreamBeginCapture, (StreamHandle, int mode))                                              \
    X(hipStreamIsCapturing, (StreamHandle, int* status))                                            \
    X(hipStreamEndCapture, (StreamHandle, GraphHandle*))                                            \
    X(hipGraphInstantiate, (GraphExecHandle*, GraphHandle, GraphNodeHandle*, char* log, std::size_t)) \
    X(hipGraphExecUpdate, (GraphExecHandle, GraphHandle, GraphNodeHandle*, int* reason))            \
    X(hipGraphLaunch, (GraphExecHandle, StreamHandle))                                              \
    X(hipGraphDestroy, (GraphHandle))                                                               \
    X(hipGraphExecDestroy, (GraphExecHandle))
// clang-format on

#define QUOVIS_HIP_MEMBER(name, parameters) Result(*name) parameters = nullptr;

struct Functions {
    // Opens nothing itself: `library` is what open_runtime_library() gave. Starts HIP (hipInit). Throws PluginError:
    // UNAVAILABLE for a library that lacks a required function, NO_DEVICE, DRIVER_TOO_OLD.
    static Functions start(plugins::Library library);

    plugins::Library library;
    int version = 0;  // of HIP, 50221153 for 5.2.21153; 0 where it is not told
    int count = 0;    // of devices, at least 1
    const char* (*hipGetErrorName)(Result) = nullptr;
    const char* (*hipGetErrorString)(Result) = nullptr;
    QUOVIS_HIP_REQUIRED(QUOVIS_HIP_MEMBER)
    QUOVIS_HIP_OPTIONAL(QUOVIS_HIP_MEMBER)

  private:
    void find_all();
};

#undef QUOVIS_HIP_MEMBER

// The search for libamdhip64, by the setting `library` or in the usual places.
plugins::LibrarySearch runtime_library_search(const plugins::Settings& settings);
// Adds the folders of a ROCm installation to a search.
void search_rocm(plugins::LibrarySearch& search);

// What to do when it is missing.
extern const char* const runtime_hint;

// "5.2.21153" for 50221153; "unknown" for 0.
std::string version_text(int version);

}  // namespace quovis::hip

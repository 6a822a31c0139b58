// The CUDA driver's functions, taken from libcuda.so.1 at run time (rule 8).
// Each is asked of cuGetProcAddress by its name and the CUDA release that gave it its present signature, so that a
// driver of any age answers with the right one. A call looks as in any CUDA program: `cuda.cuMemAlloc(…)`.
#pragma once

#include <cuda.h>
#include <cudaTypedefs.h>

#include <string>

#include "plugins/common/library.hpp"
#include "plugins/common/settings.hpp"

// Signatures that came after the oldest headers this builds with.
#if CUDA_VERSION < 12030
using PFN_cuFuncGetName_v12030 = CUresult(CUDAAPI*)(const char**, CUfunction);
#endif
#if CUDA_VERSION < 12040
using PFN_cuFuncGetParamInfo_v12040 = CUresult(CUDAAPI*)(CUfunction, size_t, size_t*, size_t*);
using PFN_cuModuleGetFunctionCount_v12040 = CUresult(CUDAAPI*)(unsigned int*, CUmodule);
using PFN_cuModuleEnumerateFunctions_v12040 = CUresult(CUDAAPI*)(CUfunction*, unsigned int, CUmodule);
#endif

// Launch attributes need the structs of newer headers.
#define QUOVIS_CUDA_HAS_LAUNCH_EX (CUDA_VERSION >= 11080)

namespace quovis::cuda {

// clang-format off
#define QUOVIS_CUDA_REQUIRED(X)                                                                    \
    /* What is called all the time comes first, on one cache line. */                              \
    X(cuCtxGetCurrent, 4000) X(cuLaunchKernel, 4000) X(cuStreamSynchronize, 2000)                  \
    X(cuGraphLaunch, 10000) X(cuMemcpyAsync, 4000)                                                 \
    X(cuGetErrorName, 6000) X(cuGetErrorString, 6000)                                              \
    X(cuDeviceGetCount, 2000) X(cuDeviceGet, 2000) X(cuDeviceGetName, 2000)                        \
    X(cuDeviceGetAttribute, 2000) X(cuDeviceTotalMem, 3020) X(cuDeviceCanAccessPeer, 4000)         \
    X(cuDevicePrimaryCtxRetain, 7000) X(cuDevicePrimaryCtxRelease, 11000)                          \
    X(cuCtxPushCurrent, 4000) X(cuCtxPopCurrent, 4000)                                             \
    X(cuCtxGetDevice, 2000) X(cuCtxSynchronize, 2000) X(cuCtxDestroy, 4000)                        \
    X(cuCtxGetStreamPriorityRange, 5050) X(cuCtxEnablePeerAccess, 4000)                            \
    X(cuMemGetInfo, 3020) X(cuMemAlloc, 3020) X(cuMemFree, 3020) X(cuMemHostAlloc, 2020)           \
    X(cuMemFreeHost, 2000) X(cuMemHostGetDevicePointer, 3020) X(cuMemAllocManaged, 6000)           \
    X(cuMemcpyPeerAsync, 4000) X(cuMemcpy2DAsync, 3020)                                            \
    X(cuMemsetD8Async, 3020) X(cuMemsetD16Async, 3020) X(cuMemsetD32Async, 3020)                   \
    X(cuStreamCreateWithPriority, 5050) X(cuStreamDestroy, 4000)                                   \
    X(cuStreamQuery, 2000) X(cuStreamWaitEvent, 3020) X(cuStreamGetCtx, 9020)                      \
    X(cuLaunchHostFunc, 10000)                                                                     \
    X(cuEventCreate, 2000) X(cuEventDestroy, 4000) X(cuEventRecord, 2000)                          \
    X(cuEventSynchronize, 2000) X(cuEventQuery, 2000) X(cuEventElapsedTime, 2000)                  \
    X(cuModuleLoadDataEx, 2010) X(cuModuleUnload, 2000) X(cuModuleGetFunction, 2000)               \
    X(cuModuleGetGlobal, 3020)                                                                     \
    X(cuFuncGetAttribute, 2020) X(cuFuncSetAttribute, 9000)                                        \
    X(cuLaunchCooperativeKernel, 9000)                                                             \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050) X(cuOccupancyMaxPotentialBlockSize, 6050) \
    X(cuStreamBeginCapture, 10010) X(cuStreamEndCapture, 10000) X(cuGraphDestroy, 10000)           \
    X(cuGraphExecDestroy, 10000)

#define QUOVIS_CUDA_OPTIONAL_BASE(X)                                                               \
    X(cuDeviceGetUuid, 11040) X(cuGraphInstantiateWithFlags, 11040) X(cuGraphExecUpdate, 10020)    \
    X(cuMemAllocAsync, 11020) X(cuMemFreeAsync, 11020)                                             \
    X(cuStreamIsCapturing, 10000) X(cuFuncGetName, 12030) X(cuFuncGetParamInfo, 12040)             \
    X(cuModuleGetFunctionCount, 12040) X(cuModuleEnumerateFunctions, 12040)
// clang-format on

#if QUOVIS_CUDA_HAS_LAUNCH_EX
#define QUOVIS_CUDA_OPTIONAL(X)  \
    QUOVIS_CUDA_OPTIONAL_BASE(X) \
    X(cuLaunchKernelEx, 11060) X(cuOccupancyMaxPotentialClusterSize, 11070) X(cuOccupancyMaxActiveClusters, 11070)
#else
#define QUOVIS_CUDA_OPTIONAL(X) QUOVIS_CUDA_OPTIONAL_BASE(X)
#endif

// The header's macros (cuMemAlloc is cuMemAlloc_v2) rename the member and each call of it alike; beside # and ## a name
// stays as it is.
#define QUOVIS_CUDA_MEMBER(name, version) PFN_##name##_v##version name = nullptr;

struct Functions {
    // Opens the driver and starts it (cuInit). Throws PluginError: UNAVAILABLE with all that was searched, or for a
    // stub library; NO_DEVICE; DRIVER_TOO_OLD.
    static Functions open(const plugins::Settings& settings);

    QUOVIS_CUDA_REQUIRED(QUOVIS_CUDA_MEMBER)
    QUOVIS_CUDA_OPTIONAL(QUOVIS_CUDA_MEMBER)
    plugins::Library library;
    int version = 0;  // of CUDA, 13000 for 13.0
};

#undef QUOVIS_CUDA_MEMBER

// "13.0" for 13000.
std::string version_text(int version);

}  // namespace quovis::cuda

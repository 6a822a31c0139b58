// OpenCL's functions, taken from the ICD loader at run time (rule 8).
// Those of OpenCL 1.2 are required; later ones are null where the loader is older. The headers' own declarations give
// the types, so a call looks as in any OpenCL program: `cl.clCreateBuffer(…)`.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue, all that an OpenCL 1.2 device has
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <string>
#include <utility>

#include "plugins/common/library.hpp"
#include "plugins/common/settings.hpp"

namespace quovis::opencl {

// clang-format off
#define QUOVIS_OPENCL_REQUIRED(X)                                                                  \
    X(clGetPlatformIDs) X(clGetPlatformInfo) X(clGetDeviceIDs) X(clGetDeviceInfo)                  \
    X(clCreateContext) X(clRetainContext) X(clReleaseContext) X(clGetContextInfo)                  \
    X(clCreateCommandQueue) X(clRetainCommandQueue) X(clReleaseCommandQueue)                       \
    X(clGetCommandQueueInfo) X(clFlush) X(clFinish)                                                \
    X(clCreateBuffer) X(clCreateSubBuffer) X(clRetainMemObject) X(clReleaseMemObject)              \
    X(clGetMemObjectInfo)                                                                          \
    X(clEnqueueReadBuffer) X(clEnqueueReadBufferRect) X(clEnqueueWriteBuffer)                      \
    X(clEnqueueWriteBufferRect) X(clEnqueueCopyBuffer) X(clEnqueueCopyBufferRect)                  \
    X(clEnqueueFillBuffer) X(clEnqueueMapBuffer) X(clEnqueueUnmapMemObject)                        \
    X(clEnqueueMarkerWithWaitList) X(clEnqueueBarrierWithWaitList)                                 \
    X(clCreateUserEvent) X(clSetUserEventStatus) X(clSetEventCallback) X(clWaitForEvents)          \
    X(clGetEventInfo) X(clGetEventProfilingInfo) X(clRetainEvent) X(clReleaseEvent)                \
    X(clCreateProgramWithSource) X(clCreateProgramWithBinary) X(clBuildProgram)                    \
    X(clCompileProgram) X(clLinkProgram) X(clGetProgramInfo) X(clGetProgramBuildInfo)              \
    X(clRetainProgram) X(clReleaseProgram)                                                         \
    X(clCreateKernel) X(clRetainKernel) X(clReleaseKernel) X(clGetKernelInfo)                      \
    X(clGetKernelArgInfo) X(clGetKernelWorkGroupInfo) X(clSetKernelArg) X(clEnqueueNDRangeKernel)

#define QUOVIS_OPENCL_OPTIONAL(X)                                                                  \
    X(clCreateCommandQueueWithProperties) X(clSVMAlloc) X(clSVMFree) X(clSetKernelArgSVMPointer)   \
    X(clEnqueueSVMFree) X(clEnqueueSVMMemcpy) X(clEnqueueSVMMemFill) X(clCreateProgramWithIL)
// clang-format on

struct Functions {
    // Opens the ICD loader; throws PluginError (UNAVAILABLE) with all that was searched.
    static Functions open(const plugins::Settings& settings);

    plugins::Library library;
#define QUOVIS_OPENCL_MEMBER(name) decltype(&::name) name = nullptr;
    QUOVIS_OPENCL_REQUIRED(QUOVIS_OPENCL_MEMBER)
    QUOVIS_OPENCL_OPTIONAL(QUOVIS_OPENCL_MEMBER)
#undef QUOVIS_OPENCL_MEMBER
};

// Where the ICD loader reads which platforms there are; for messages.
std::string icd_search();

// One reference to an OpenCL object, given back by the release function that it came with.
template <class Object>
class Held {
  public:
    using Release = cl_int(CL_API_CALL*)(Object);

    Held() = default;
    Held(Object object, Release release) : object_(object), release_(release) {}
    Held(Held&& other) noexcept : object_(other.object_), release_(other.release_) { other.object_ = nullptr; }
    Held& operator=(Held&& other) noexcept {
        std::swap(object_, other.object_);
        std::swap(release_, other.release_);
        return *this;
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
        if (object_ != nullptr) {
            release_(object_);
        }
    }

    Object get() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }

  private:
    Object object_ = nullptr;
    Release release_ = nullptr;
};

}  // namespace quovis::opencl

// The ICD loader with a driver that lies, for what cannot be had here: FAKE_DRIVER_VERSION is what every device tells
// for its driver; FAKE_REFUSES_BINARIES=N lets the first N binaries be refused; FAKE_NO_MEMORY_FOR names the one
// function that finds no memory of the device. FAKE_PLATFORM is the name of every platform; FAKE_PTX is the binary of
// every program, as NVIDIA's driver has it, and then nothing is told of parameters. All other functions are the real
// loader's, which is linked.
#if __has_include(<CL/cl.h>)
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#define QUOVIS_FAKE extern "C" __attribute__((visibility("default")))

namespace {

template <typename Function>
Function real(Function, const char* name) {
    static void* const loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    return reinterpret_cast<Function>(dlsym(loader, name));
}

std::atomic<int> binaries{0};

bool no_memory_for(const char* name) {
    const char* named = std::getenv("FAKE_NO_MEMORY_FOR");
    return named != nullptr && std::strcmp(named, name) == 0;
}

// Passes the call on, if there is memory.
template <typename... Parameters, typename... Arguments>
cl_int enqueue(cl_int (*function)(Parameters...), const char* name, Arguments... arguments) {
    return no_memory_for(name) ? CL_MEM_OBJECT_ALLOCATION_FAILURE : real(function, name)(arguments...);
}

cl_int give_text(const char* text, size_t size, void* value, size_t* size_needed) {
    if (size_needed != nullptr) {
        *size_needed = std::strlen(text) + 1;
    }
    if (value != nullptr) {
        std::strncpy(static_cast<char*>(value), text, size);
    }
    return CL_SUCCESS;
}

}  // namespace

QUOVIS_FAKE cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void* value,
                                     size_t* size_needed) {
    const char* name = std::getenv("FAKE_PLATFORM");
    return what == CL_PLATFORM_NAME && name != nullptr
               ? give_text(name, size, value, size_needed)
               : real(&clGetPlatformInfo, "clGetPlatformInfo")(platform, what, size, value, size_needed);
}

QUOVIS_FAKE cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void* value,
                                   size_t* size_needed) {
    const char* version = std::getenv("FAKE_DRIVER_VERSION");
    return what == CL_DRIVER_VERSION && version != nullptr
               ? give_text(version, size, value, size_needed)
               : real(&clGetDeviceInfo, "clGetDeviceInfo")(device, what, size, value, size_needed);
}

// For one device, whose binary is the first of its array.
QUOVIS_FAKE cl_int clGetProgramInfo(cl_program program, cl_program_info what, size_t size, void* value,
                                    size_t* size_needed) {
    const char* ptx = std::getenv("FAKE_PTX");
    if (ptx != nullptr && what == CL_PROGRAM_BINARY_SIZES) {
        *static_cast<size_t*>(value) = std::strlen(ptx);
        return CL_SUCCESS;
    }
    if (ptx != nullptr && what == CL_PROGRAM_BINARIES) {
        std::memcpy(*static_cast<unsigned char**>(value), ptx, std::strlen(ptx));
        return CL_SUCCESS;
    }
    return real(&clGetProgramInfo, "clGetProgramInfo")(program, what, size, value, size_needed);
}

QUOVIS_FAKE cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what, size_t size,
                                      void* value, size_t* size_needed) {
    return std::getenv("FAKE_PTX") != nullptr
               ? CL_KERNEL_ARG_INFO_NOT_AVAILABLE
               : real(&clGetKernelArgInfo, "clGetKernelArgInfo")(kernel, index, what, size, value, size_needed);
}

QUOVIS_FAKE cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id* devices,
                                                 const size_t* sizes, const unsigned char** bytes, cl_int* status,
                                                 cl_int* error) {
    const char* refused = std::getenv("FAKE_REFUSES_BINARIES");
    if (refused != nullptr && binaries++ < std::atoi(refused)) {
        if (error != nullptr) {
            *error = CL_INVALID_BINARY;
        }
        return nullptr;
    }
    return real(&clCreateProgramWithBinary, "clCreateProgramWithBinary")(context, count, devices, sizes, bytes, status,
                                                                         error);
}

QUOVIS_FAKE cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* error) {
    if (no_memory_for("clCreateBuffer")) {
        *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        return nullptr;
    }
    return real(&clCreateBuffer, "clCreateBuffer")(context, flags, size, host, error);
}

QUOVIS_FAKE cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                          const size_t* offset, const size_t* global, const size_t* local,
                                          cl_uint count, const cl_event* events, cl_event* event) {
    return enqueue(&clEnqueueNDRangeKernel, "clEnqueueNDRangeKernel", queue, kernel, dimensions, offset, global, local,
                   count, events, event);
}

QUOVIS_FAKE cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem memory, const void* pattern, size_t pattern_size,
                                       size_t offset, size_t size, cl_uint count, const cl_event* events,
                                       cl_event* event) {
    return enqueue(&clEnqueueFillBuffer, "clEnqueueFillBuffer", queue, memory, pattern, pattern_size, offset, size,
                   count, events, event);
}

QUOVIS_FAKE cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool wait, size_t offset, size_t size,
                                        const void* from, cl_uint count, const cl_event* events, cl_event* event) {
    return enqueue(&clEnqueueWriteBuffer, "clEnqueueWriteBuffer", queue, memory, wait, offset, size, from, count,
                   events, event);
}
#endif

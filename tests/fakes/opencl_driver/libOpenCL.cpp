// The ICD loader with a driver that lies, for what cannot be had here: FAKE_DRIVER_VERSION is what every device tells
// for its driver; FAKE_REFUSES_BINARIES=N lets the first N binaries be refused. All other functions are the real
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

}  // namespace

QUOVIS_FAKE cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void* value,
                                   size_t* size_needed) {
    const char* version = std::getenv("FAKE_DRIVER_VERSION");
    if (what != CL_DRIVER_VERSION || version == nullptr) {
        return real(&clGetDeviceInfo, "clGetDeviceInfo")(device, what, size, value, size_needed);
    }
    if (size_needed != nullptr) {
        *size_needed = std::strlen(version) + 1;
    }
    if (value != nullptr) {
        std::strncpy(static_cast<char*>(value), version, size);
    }
    return CL_SUCCESS;
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
#endif

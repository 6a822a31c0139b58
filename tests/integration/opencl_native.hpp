// OpenCL's own functions for tests, from the ICD loader that the plugin opens too: OPENCL(clFinish)(queue).
#pragma once

#if __has_include(<CL/cl.h>)
#define CL_TARGET_OPENCL_VERSION 120  // what every driver has
#include <CL/cl.h>
#include <dlfcn.h>

#define QUOVIS_TEST_WITH_OPENCL
#define OPENCL(name) reinterpret_cast<decltype(&(name))>(opencl_test::loader_function(#name))

namespace opencl_test {

inline void* loader_function(const char* name) {
    static void* const loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    return dlsym(loader, name);
}

}  // namespace opencl_test
#endif

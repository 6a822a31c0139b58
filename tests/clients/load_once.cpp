// load_once quovis CONFIG SOURCE SELECTOR | load_once vendor cuda|opencl IMAGE: loads one module in a process that has
// just begun, through Quovis or by the vendor's own calls, and prints the nanoseconds from main() to the loaded module.
// For the benchmark of the program cache.
#include <dlfcn.h>
#include <quovis/quovis.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#if __has_include(<CL/cl.h>)
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#endif
#if defined(QUOVIS_CLIENT_WITH_CUDA)
#include <cuda.h>
#endif

namespace {

std::string read(const char* file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void load_by_quovis(char** words) {
    quovis::InstanceOptions options;
    options.config = words[2];
    // Never released, as on the vendor's side.
    const auto* instance = new quovis::Instance(options);
    const auto* module =
        new quovis::Module(instance->program(quovis::Source::file(words[3])).load(std::string(words[4])));
    if (module->image().origin() != "disk") {
        throw std::runtime_error("the image is " + module->image().origin() + ": " + module->image().origin_reason());
    }
}

void* open_library(const char* name) {
    void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        throw std::runtime_error(dlerror());
    }
    return library;
}

void check(long code, const char* what) {
    if (code != 0) {
        throw std::runtime_error(std::string(what) + " failed with " + std::to_string(code));
    }
}

#define CALL_OF(library, name, symbol) reinterpret_cast<decltype(&(name))>(dlsym(library, symbol))

#if defined(QUOVIS_CLIENT_WITH_CUDA)
void load_by_cuda(const std::string& image) {
    void* cuda = open_library("libcuda.so.1");
    CUdevice device = 0;
    CUcontext context = nullptr;
    CUmodule module = nullptr;
    check(CALL_OF(cuda, cuInit, "cuInit")(0), "cuInit");
    check(CALL_OF(cuda, cuDeviceGet, "cuDeviceGet")(&device, 0), "cuDeviceGet");
    check(CALL_OF(cuda, cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain")(&context, device),
          "cuDevicePrimaryCtxRetain");
    check(CALL_OF(cuda, cuCtxSetCurrent, "cuCtxSetCurrent")(context), "cuCtxSetCurrent");
    check(CALL_OF(cuda, cuModuleLoadData, "cuModuleLoadData")(&module, image.data()), "cuModuleLoadData");
}
#endif

#if __has_include(<CL/cl.h>)
void load_by_opencl(const std::string& image) {
    void* opencl = open_library("libOpenCL.so.1");
#define CALL(name) CALL_OF(opencl, name, #name)
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    cl_int code = CL_SUCCESS;
    check(CALL(clGetPlatformIDs)(1, &platform, nullptr), "clGetPlatformIDs");
    check(CALL(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    const cl_context context = CALL(clCreateContext)(nullptr, 1, &device, nullptr, nullptr, &code);
    check(code, "clCreateContext");
    const std::size_t size = image.size();
    const auto* bytes = reinterpret_cast<const unsigned char*>(image.data());
    const cl_program program = CALL(clCreateProgramWithBinary)(context, 1, &device, &size, &bytes, nullptr, &code);
    check(code, "clCreateProgramWithBinary");
    check(CALL(clBuildProgram)(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
#undef CALL
}
#endif

void load(int argc, char** argv) {
    if (argc == 5 && std::strcmp(argv[1], "quovis") == 0) {
        return load_by_quovis(argv);
    }
    const bool vendor = argc == 4 && std::strcmp(argv[1], "vendor") == 0;
#if defined(QUOVIS_CLIENT_WITH_CUDA)
    if (vendor && std::strcmp(argv[2], "cuda") == 0) {
        return load_by_cuda(read(argv[3]));
    }
#endif
#if __has_include(<CL/cl.h>)
    if (vendor && std::strcmp(argv[2], "opencl") == 0) {
        return load_by_opencl(read(argv[3]));
    }
#endif
    throw std::runtime_error("usage: load_once quovis CONFIG SOURCE SELECTOR | load_once vendor cuda|opencl IMAGE");
}

}  // namespace

int main(int argc, char** argv) {
    const auto begin = std::chrono::steady_clock::now();
    try {
        load(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "load_once: %s\n", error.what());
        return 1;
    }
    const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - begin;
    std::printf("%lld\n", static_cast<long long>(took.count()));
    std::fflush(stdout);
    std::_Exit(0);  // how a driver ends is not what is measured
}

// Launches through clEnqueueNDRangeKernel and through Quovis' opencl plugin, on the first OpenCL device of each type.
#include "tests/bench/paired.hpp"

#if defined(QUOVIS_BENCH_WITH_OPENCL)

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue, what an OpenCL 1.2 program calls
#include <CL/cl.h>
#include <dlfcn.h>
#include <quovis/quovis.hpp>

#include <cstdio>
#include <cstdlib>
#include <memory>

namespace quovis::bench {
namespace {

constexpr char kernel_text[] = R"(
    __kernel void empty() {}
    __kernel void three(__global float* x, float a, int n) { int i = get_global_id(0); if (i < n && a != 0.0f) x[i] = a; }
)";

void* library() {
    static void* handle = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    return handle;
}

#define CALL(name) reinterpret_cast<decltype(&(name))>(dlsym(library(), #name))

void check(cl_int code, const char* what) {
    if (code == CL_SUCCESS)
        return;
    std::fprintf(stderr, "bench: %s failed with %d\n", what, code);
    std::exit(1);
}

// The vendor's side: objects of its own, on the device that Quovis uses.
struct Raw {
    explicit Raw(cl_device_id device) {
        cl_int code = CL_SUCCESS;
        context = CALL(clCreateContext)(nullptr, 1, &device, nullptr, nullptr, &code);
        check(code, "clCreateContext");
        queue = CALL(clCreateCommandQueue)(context, device, 0, &code);
        check(code, "clCreateCommandQueue");
        const char* text = kernel_text;
        const auto program = CALL(clCreateProgramWithSource)(context, 1, &text, nullptr, &code);
        check(code, "clCreateProgramWithSource");
        check(CALL(clBuildProgram)(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
        empty = CALL(clCreateKernel)(program, "empty", &code);
        check(code, "clCreateKernel");
        three = CALL(clCreateKernel)(program, "three", &code);
        check(code, "clCreateKernel");
        memory = CALL(clCreateBuffer)(context, CL_MEM_READ_WRITE, 1024, nullptr, &code);
        check(code, "clCreateBuffer");
    }

    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    cl_kernel empty = nullptr;
    cl_kernel three = nullptr;
    cl_mem memory = nullptr;
    decltype(&clEnqueueNDRangeKernel) enqueue = CALL(clEnqueueNDRangeKernel);
    decltype(&clSetKernelArg) set_argument = CALL(clSetKernelArg);
    decltype(&clFinish) finish = CALL(clFinish);
};

Side raw_empty(const std::shared_ptr<Raw>& raw) {
    return {[raw] {
                const std::size_t global = 1;
                const std::size_t local = 1;
                check(raw->enqueue(raw->queue, raw->empty, 1, nullptr, &global, &local, 0, nullptr, nullptr),
                      "enqueue");
            },
            [raw] { check(raw->finish(raw->queue), "clFinish"); }};
}

Side raw_three(const std::shared_ptr<Raw>& raw) {
    return {[raw] {
                const std::size_t global = 1;
                const std::size_t local = 1;
                const float a = 1;
                const int n = 1;
                check(raw->set_argument(raw->three, 0, sizeof raw->memory, &raw->memory), "clSetKernelArg");
                check(raw->set_argument(raw->three, 1, sizeof a, &a), "clSetKernelArg");
                check(raw->set_argument(raw->three, 2, sizeof n, &n), "clSetKernelArg");
                check(raw->enqueue(raw->queue, raw->three, 1, nullptr, &global, &local, 0, nullptr, nullptr),
                      "enqueue");
            },
            [raw] { check(raw->finish(raw->queue), "clFinish"); }};
}

void register_route(const Instance& instance, const Route& route) {
    const auto program = instance.program(Source::memory(kernel_text, "opencl", "launch.cl"));
    const auto module = program.load(route);
    const auto stream = route.stream();
    const auto buffer = route.buffer<float>(256);
    const auto empty = module.kernel("empty");
    const auto three = module.kernel("three");
    const auto raw = std::make_shared<Raw>(reinterpret_cast<cl_device_id>(route.native_device()));
    const auto name = route.info().selector + " (" + route.info().platform + ")";
    const auto wait = [stream] { stream.synchronize(); };
    register_pair(name + "/no arguments", raw_empty(raw), {[=] { empty.launch(stream, 1, 1); }, wait});
    register_pair(name + "/3 arguments", raw_three(raw), {[=] { three.launch(stream, 1, 1, buffer, 1.0F, 1); }, wait});
}

}  // namespace

void register_opencl() {
    try {
        InstanceOptions options;
        options.config_text = "{quovis: 1, routes: [{backend: opencl}]}";
        const Instance instance(options);
        for (const auto& route : instance.routes("opencl"))
            register_route(instance, route);
    } catch (const Error& error) {
        std::fprintf(stderr, "bench: no OpenCL: %s\n", error.what());
    }
}

}  // namespace quovis::bench

#else

#include <cstdio>

namespace quovis::bench {
void register_opencl() {
    std::fputs("bench: no OpenCL: built without its headers\n", stderr);
}
}  // namespace quovis::bench

#endif

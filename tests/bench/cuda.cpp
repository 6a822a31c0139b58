// Launches through cuLaunchKernel and through Quovis' cuda runtime, on the first CUDA device.
#include "tests/bench/paired.hpp"

#if defined(QUOVIS_BENCH_WITH_CUDA)

#include <cuda.h>
#include <dlfcn.h>
#include <quovis/quovis.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace quovis::bench {
namespace {

constexpr char kernel_text[] = R"(
    extern "C" __global__ void empty() {}
    extern "C" __global__ void three(float* x, float a, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n && a != 0.0f) x[i] = a;
    }
)";

void* library() {
    static void* handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    return handle;
}

#define CALL_AS(name, symbol) reinterpret_cast<decltype(&(name))>(dlsym(library(), symbol))

void check(CUresult code, const char* what) {
    if (code == CUDA_SUCCESS)
        return;
    std::fprintf(stderr, "bench: %s failed with %d\n", what, static_cast<int>(code));
    std::exit(1);
}

// The vendor's side: a module and a stream of its own, from the image that Quovis compiled.
struct Raw {
    Raw(CUcontext context, const void* image) {
        check(CALL_AS(cuCtxSetCurrent, "cuCtxSetCurrent")(context), "cuCtxSetCurrent");
        CUmodule module = nullptr;
        check(CALL_AS(cuModuleLoadData, "cuModuleLoadData")(&module, image), "cuModuleLoadData");
        check(CALL_AS(cuModuleGetFunction, "cuModuleGetFunction")(&empty, module, "empty"), "cuModuleGetFunction");
        check(CALL_AS(cuModuleGetFunction, "cuModuleGetFunction")(&three, module, "three"), "cuModuleGetFunction");
        check(CALL_AS(cuStreamCreate, "cuStreamCreate")(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
        check(CALL_AS(cuMemAlloc, "cuMemAlloc_v2")(&memory, 1024), "cuMemAlloc");
    }

    CUfunction empty = nullptr;
    CUfunction three = nullptr;
    CUstream stream = nullptr;
    CUdeviceptr memory = 0;
    decltype(&cuLaunchKernel) launch = CALL_AS(cuLaunchKernel, "cuLaunchKernel");
    decltype(&cuStreamSynchronize) synchronize = CALL_AS(cuStreamSynchronize, "cuStreamSynchronize");
};

Side raw_empty(const std::shared_ptr<Raw>& raw) {
    return {[raw] { check(raw->launch(raw->empty, 1, 1, 1, 1, 1, 1, 0, raw->stream, nullptr, nullptr), "launch"); },
            [raw] { check(raw->synchronize(raw->stream), "cuStreamSynchronize"); }};
}

Side raw_three(const std::shared_ptr<Raw>& raw) {
    return {[raw] {
                float a = 1;
                int n = 1;
                void* parameters[] = {&raw->memory, &a, &n};
                check(raw->launch(raw->three, 1, 1, 1, 1, 1, 1, 0, raw->stream, parameters, nullptr), "launch");
            },
            [raw] { check(raw->synchronize(raw->stream), "cuStreamSynchronize"); }};
}

void register_route(const Instance& instance, const Route& route) {
    const auto module = instance.program(Source::memory(kernel_text, "cuda", "launch.cu")).load(route);
    const auto stream = route.stream();
    const auto buffer = route.buffer<float>(256);
    const auto empty = module.kernel("empty");
    const auto three = module.kernel("three");
    const auto raw = std::make_shared<Raw>(reinterpret_cast<CUcontext>(route.native_context()), module.image().data());
    const auto name = route.info().selector;
    const auto wait = [stream] { stream.synchronize(); };
    register_pair(name + "/no arguments", raw_empty(raw), {[=] { empty.launch(stream, 1, 1); }, wait});
    register_pair(name + "/3 arguments", raw_three(raw), {[=] { three.launch(stream, 1, 1, buffer, 1.0F, 1); }, wait});
}

}  // namespace

void register_cuda() {
    try {
        InstanceOptions options;
        options.config_text = "{quovis: 1, routes: [{backend: cuda-nvrtc}]}";
        const Instance instance(options);
        register_route(instance, instance.route("cuda"));
    } catch (const Error& error) {
        std::fprintf(stderr, "bench: no CUDA: %s\n", error.what());
    }
}

}  // namespace quovis::bench

#else

#include <cstdio>

namespace quovis::bench {
void register_cuda() {
    std::fputs("bench: no CUDA: built without its headers\n", stderr);
}
}  // namespace quovis::bench

#endif

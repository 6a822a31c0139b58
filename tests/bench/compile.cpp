// Compiles of many small kernels by one thread and by as many as there are processors: what a plugin gains by more.
// No device is needed. Plugins whose compiler is not here are left out, with the reason.
#include "tests/bench/paired.hpp"

#include <fmt/format.h>
#include <quovis/quovis.hpp>

#include <atomic>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace quovis::bench {
namespace {

constexpr int kernels = 32;  // compiled in each round

struct Compiler {
    const char* plugin;
    const char* language;
    const char* isolation;
};

std::string kernel_text(const std::string& language, int number) {
    if (language == "opencl")
        return fmt::format("__kernel void k(__global float* x) {{ x[get_global_id(0)] *= {}.0f; }}\n", number);
    return fmt::format("extern \"C\" __global__ void k(float* x) {{ x[threadIdx.x] *= {}.0f; }}\n", number);
}

// Each number is compiled once in the life of the process, so that no cache of a vendor's answers.
std::atomic<int> next_number{1};

std::string target_of(const Instance& instance, const std::string& plugin) {
    const auto targets = instance.targets(plugin);
    for (const std::string& target : targets)
        if (target == "sm_90" || target == "gfx90a")
            return target;
    return targets.at(0);
}

void compile_share(const Instance& instance, const Compiler& compiler, const CompileRequest& request, int count) {
    for (int i = 0; i < count; ++i) {
        const auto text = kernel_text(compiler.language, next_number++);
        benchmark::DoNotOptimize(
            instance.program(Source::memory(text, compiler.language, "k")).compile(request).size());
    }
}

void run(benchmark::State& state, const Instance& instance, const Compiler& compiler, const CompileRequest& request,
         int thread_count) {
    for (auto _ : state) {
        std::vector<std::thread> threads;
        for (int i = 0; i < thread_count; ++i)
            threads.emplace_back([&] { compile_share(instance, compiler, request, kernels / thread_count); });
        for (std::thread& thread : threads)
            thread.join();
    }
    state.counters["compiles/s"] =
        benchmark::Counter(static_cast<double>(state.iterations() * kernels), benchmark::Counter::kIsRate);
}

void register_one(const Compiler& compiler) {
    InstanceOptions options;
    options.config_text = fmt::format(
        "quovis: 1\nplugins: {{ enable: [{}] }}\ncompile: {{ isolation: {} }}\n"
        "cache: {{ mode: off }}\n",
        compiler.plugin, compiler.isolation);
    options.log_level = QUOVIS_LOG_OFF;
    const auto instance = std::make_shared<Instance>(options);
    CompileRequest request;
    try {
        request = {compiler.plugin, target_of(*instance, compiler.plugin), ""};
        compile_share(*instance, compiler, request, 1);
    } catch (const Error& error) {
        std::fprintf(stderr, "bench: no compiles by %s: %s\n", compiler.plugin, error.what());
        return;
    }
    const int all = static_cast<int>(std::thread::hardware_concurrency());
    for (const int thread_count : {1, all > kernels ? kernels : all})
        benchmark::RegisterBenchmark(
            fmt::format("compile/{}/{}/{} threads", compiler.plugin, compiler.isolation, thread_count).c_str(),
            [instance, compiler, request, thread_count](benchmark::State& state) {
                run(state, *instance, compiler, request, thread_count);
            })
            ->Unit(benchmark::kMillisecond)
            ->Iterations(1)
            ->Repetitions(3)
            ->ReportAggregatesOnly(true)
            ->UseRealTime();
}

}  // namespace

void register_compiles() {
    for (const Compiler& compiler :
         {Compiler{"cuda-nvrtc", "cuda", "in-process"}, Compiler{"cuda-nvrtc", "cuda", "worker"},
          Compiler{"cuda-nvcc", "cuda", "in-process"}, Compiler{"hip-hiprtc", "hip", "worker"},
          Compiler{"opencl", "opencl", "in-process"}})
        register_one(compiler);
}

}  // namespace quovis::bench

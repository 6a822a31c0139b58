// What the core adds to a launch: through a plugin whose launch does nothing, so that all that is measured is the
// core's. "checked": the image tells the parameters, and each argument is compared; "typed": the types were compared
// once, when the kernel was made; "untold": the image tells nothing that could be compared.
#include "tests/bench/paired.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <quovis/quovis.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace quovis::bench {
namespace {

constexpr char told[] =
    "__kernel void noop() {}\n"
    "__kernel void three(__global float* x, float a, int n) {}\n";

Module load(const Instance& instance, const Route& route, const std::string& before) {
    return instance.program(Source::memory(before + told, "opencl", "launch.cl")).load(route);
}

double smallest(const std::vector<double>& times) {
    return *std::min_element(times.begin(), times.end());
}

// `launch` is inlined into the loop, as in a program. The least is what the work itself takes; the rest is the
// machine's.
template <class Launch>
void add(const std::string& name, Launch launch) {
    benchmark::RegisterBenchmark(("idle plugin/" + name).c_str(),
                                 [launch](benchmark::State& state) {
                                     for (auto _ : state)
                                         launch();
                                 })
        ->Repetitions(15)
        ->ReportAggregatesOnly()
        ->ComputeStatistics("min", smallest)
        ->Unit(benchmark::kNanosecond);
}

void register_launches(const Instance& instance) {
    const auto route = instance.route("idle");
    const auto module = load(instance, route, "");
    const auto silent = load(instance, route, "//! opaque\n");
    const auto stream = route.stream();
    const auto buffer = route.buffer<float>(256);
    const auto typed = module.kernel("three").typed<quovis::buffer<float>, float, int>();
    const auto three = [=](const Kernel& kernel) { return [=] { kernel.launch(stream, 1, 1, buffer, 1.0F, 1); }; };
    add("loop alone", [] { benchmark::ClobberMemory(); });
    add("0 arguments/checked", [=, kernel = module.kernel("noop")] { kernel.launch(stream, 1, 1); });
    add("0 arguments/untold", [=, kernel = silent.kernel("noop")] { kernel.launch(stream, 1, 1); });
    add("3 arguments/checked", three(module.kernel("three")));
    add("3 arguments/typed", [=] { typed.launch(stream, 1, 1, buffer, 1.0F, 1); });
    add("3 arguments/untold", three(silent.kernel("three")));
}

}  // namespace

void register_fake() {
    try {
        InstanceOptions options;
        options.config_text = "{quovis: 1, plugins: {enable: [idle]}, routes: [{backend: idle}], cache: {mode: off}}";
        options.plugin_directories = {QUOVIS_BENCH_FAKES_DIR};
        register_launches(Instance(options));
    } catch (const Error& error) {
        std::fprintf(stderr, "bench: no launches through the idle plugin: %s\n", error.what());
    }
}

}  // namespace quovis::bench

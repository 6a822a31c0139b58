// What it costs to make C++ of a source in OpenCL C, for compilers that read no other language.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "plugins/common/opencl_c/preprocess.hpp"
#include "plugins/common/opencl_c/source.hpp"
#include "plugins/common/text.hpp"

namespace {

using namespace quovis::opencl_c;

// Kernels as people write them, of 20 lines each.
std::string kernels(std::int64_t lines) {
    std::string text =
        "#define TILE 16\n#define ROTATE(x, n) (((x) >> (n)) | ((x) << (32 - (n))))\n"
        "#define CHOOSE(x, y, z) (((x) & (y)) ^ (~(x) & (z)))\n#define AT(r, c) ((r) * TILE + (c))\n";
    for (std::int64_t number = 0; number < lines / 20; ++number) {
        text += fmt::format(
            "// The sum over a tile, for number {0}.\n"
            "__kernel void tile_{0}(__global const float* restrict a, __global float* restrict b, const int n,\n"
            "                       __local float* scratch)\n{{\n"
            "    const int row = get_global_id(0);\n    const int column = get_global_id(1);\n"
            "    __local float tile[TILE * TILE];\n    float4 sum = (float4)(0.0f, 1.0f, 2.0f, 3.0f);\n"
            "    for (int k = 0; k < n; k += TILE) {{\n"
            "        tile[AT(get_local_id(1), get_local_id(0))] = a[row * n + k + get_local_id(0)];\n"
            "        barrier(CLK_LOCAL_MEM_FENCE);\n#pragma unroll\n"
            "        for (int i = 0; i < TILE; ++i)\n            sum.x += tile[AT(i, get_local_id(0))] * scratch[i];\n"
            "        uint w = ROTATE((uint)row, 7) ^ CHOOSE((uint)column, 3u, 4u);\n"
            "        sum.yz = (float2)(sum.x, (float)w);\n    }}\n"
            "    b[row * n + column] = sum.x + sum.y; /* the result */\n}}\n\n",
            number);
    }
    return text;
}

// Per thousand lines.
void tell_time(benchmark::State& state, const std::string& text) {
    const auto lines = std::count(text.begin(), text.end(), '\n');
    state.counters["s per 1000 lines"] = benchmark::Counter(static_cast<double>(state.iterations() * lines) / 1000,
                                                            benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void preprocess_opencl_c(benchmark::State& state) {
    const std::string text = kernels(state.range(0));
    for (auto _ : state) {
        benchmark::DoNotOptimize(preprocess({"k.cl", text, {}, {}, {}}));
    }
    tell_time(state, text);
}
BENCHMARK(preprocess_opencl_c)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);

// All that stands between a request and the compiler.
void prepare_opencl_c(benchmark::State& state) {
    const std::string text = kernels(state.range(0));
    auto request = quovis::plugins::sized<quovis_cc_request>();
    request.language = quovis::plugins::text("opencl");
    request.source = quovis::plugins::text(text);
    const quovis::plugins::Plan plan;
    for (auto _ : state) {
        quovis::plugins::CompileResult result;
        benchmark::DoNotOptimize(prepare(request, {Vendor::cuda, "NVRTC", plan, false}, result));
    }
    tell_time(state, text);
}
BENCHMARK(prepare_opencl_c)->Arg(20)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);

}  // namespace

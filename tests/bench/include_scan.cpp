// What it costs to find out which headers a compile would read: at every look into the cache.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/program/include_scan.hpp"
#include "core/support/include_lines.hpp"
#include "tests/unit/support_scratch.hpp"

namespace {

using quovis::core::Header;
using quovis::core::IncludeScanRequest;

constexpr std::size_t header_size = 10000;

// Code as people write it, with five more headers.
std::string header_text(std::int64_t number, std::int64_t count) {
    std::string text = "#pragma once\n";
    for (std::int64_t next = number + 1; next < std::min(number + 6, count); ++next)
        text += fmt::format("#include \"h{}.h\"\n", next);
    for (int line = 0; text.size() < header_size; ++line)
        text += fmt::format(
            "// The sum over a warp, for lane {0}.\n#define BLOCK_{0} (32 * {0})\n"
            "__device__ inline float sum_of_{0}(float value) {{\n    for (int offset = 16; offset > 0; offset /= 2)\n"
            "        value += __shfl_down_sync(0xffffffff, value, offset);\n    return value;\n}}\n",
            line);
    return text;
}

void scan_files(benchmark::State& state) {
    const quovis::test::ScratchFolder scratch;
    for (std::int64_t number = 0; number < state.range(0); ++number)
        scratch.write(fmt::format("i/h{}.h", number), header_text(number, state.range(0)));
    const std::vector<Header> headers;
    const std::vector<std::pair<std::string, std::optional<std::string>>> defines;
    const IncludeScanRequest request{
        "k.cu", "#include <h0.h>\n", headers, {scratch.path("empty"), scratch.path("i")}, {}, {}, defines, false};
    for (auto _ : state)
        benchmark::DoNotOptimize(quovis::core::scan_includes(request));
    state.SetBytesProcessed(state.iterations() * state.range(0) * static_cast<std::int64_t>(header_size));
}
BENCHMARK(scan_files)->Arg(1)->Arg(10)->Arg(100)->Unit(benchmark::kMicrosecond);

void find_include_lines(benchmark::State& state) {
    const std::string text = header_text(0, 6);
    for (auto _ : state)
        benchmark::DoNotOptimize(quovis::core::include_lines(text));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(find_include_lines)->Unit(benchmark::kMicrosecond);

}  // namespace

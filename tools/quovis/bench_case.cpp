// The list of the cases, their kernels, and the vendor's side.
#include "tools/quovis/bench_case.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quovis::cli {
namespace {

// How the two languages say the same.
struct Words {
    const char* language;
    const char* kernel;
    const char* memory;
    const char* uint;
};
constexpr Words languages[] = {
    {"cuda", "extern \"C\" __global__ void", "", "unsigned int"},
    {"opencl", "__kernel void", "__global ", "uint"},
};

std::string sum_kernel(const Words& words, int arguments) {
    std::string parameters = fmt::format("{}{}* out", words.memory, words.uint);
    std::string sum = std::to_string(arguments);
    for (int i = 1; i < arguments; ++i) {
        parameters += fmt::format(", {} a{}", words.uint, i);
        sum += fmt::format(" + a{}", i);
    }
    return fmt::format("{} sum{}({}) {{ out[0] = {}; }}\n", words.kernel, arguments, parameters, sum);
}

}  // namespace

std::vector<Case> bench_cases(const BenchChoice& choice) {
    std::vector<Case> cases;
    add_launch_cases(cases, choice);
    add_memory_cases(cases, choice);
    return cases;
}

Source bench_source(const RouteInfo& route) {
    for (const Words& words : languages) {
        if (std::find(route.languages.begin(), route.languages.end(), words.language) == route.languages.end()) {
            continue;
        }
        std::string text = fmt::format("{} empty() {{}}\n", words.kernel);
        for (const int arguments : {1, 3, 8, 32}) {
            text += sum_kernel(words, arguments);
        }
        return Source::memory(text, words.language, "bench");
    }
    throw Skip{"no compiler of this route takes the languages of the benchmark's kernels, cuda or opencl"};
}

Timing vendor_timing(const Route& route, const quovis_loop_info& loop) {
    return [route, loop = quovis_loop_info(loop)](std::uint64_t turns) mutable {
        loop.count = turns;
        return static_cast<double>(route.vendor_loop(loop).count());
    };
}

bool has_vendor_loop(const Route& route, const quovis_loop_info& loop) {
    quovis_loop_info one = loop;
    one.count = 1;
    try {
        route.vendor_loop(one);
        return true;
    } catch (const Error& error) {
        if (error.status() != QUOVIS_ERROR_NOT_SUPPORTED) {
            throw;
        }
        return false;
    }
}

}  // namespace quovis::cli

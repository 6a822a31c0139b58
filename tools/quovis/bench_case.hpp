// What `quovis bench` measures: a list of named cases, each of which makes a Pair on a route.
#pragma once

#include "tools/quovis/bench_pair.hpp"

#include <cstdint>
#include <functional>
#include <quovis/quovis.hpp>
#include <string>
#include <vector>

namespace quovis::cli {

// What the cases of one route share. The kernels are empty() and sumN(uint* out, uint, ...), N arguments in all, which
// writes N and the sum of what follows `out`.
struct BenchPlace {
    Route route;
    RouteInfo info;
    std::uint64_t memory_bytes;
    bool is_cpu;
    Module module;
    Stream stream;
    std::string note;  // what a case says about its comparison; it is told with the result
};

// Why a case is not measured here, in words.
struct Skip {
    std::string reason;
};

struct Case {
    std::string name;
    std::function<Pair(BenchPlace&)> prepare;  // throws Skip, and what Quovis throws
};

struct BenchChoice {
    bool quick = false;                                // fewer sizes and threads
    std::vector<unsigned> threads = {1, 2, 4, 8, 16};  // of the cases with many
};
std::vector<Case> bench_cases(const BenchChoice& choice);

// The parts of the list.
void add_launch_cases(std::vector<Case>& cases, const BenchChoice& choice);
void add_memory_cases(std::vector<Case>& cases, const BenchChoice& choice);

// The kernels, in the first of these languages that the route's compilers take: "cuda", "opencl". Throws Skip where
// there is none.
Source bench_source(const RouteInfo& route);

// A loop of the vendor's own calls, as a side of a pair. What `loop` points to must stay.
Timing vendor_timing(const Route& route, const quovis_loop_info& loop);
// Whether the plugin has such a loop.
bool has_vendor_loop(const Route& route, const quovis_loop_info& loop);

}  // namespace quovis::cli

// What `quovis bench` found, as a table and as JSON, which can be read back.
#pragma once

#include "tools/quovis/bench_pair.hpp"
#include "tools/quovis/json.hpp"

#include <string>
#include <vector>

namespace quovis::cli {

struct CaseResult {
    std::string name;
    Measured measured;
    std::string note;
};

struct SkippedCase {
    std::string name;
    std::string reason;
};

struct RouteResult {
    std::string selector;
    std::string device;  // its name
    std::string driver;
    std::string compiler;  // of the kernels
    std::vector<CaseResult> cases;
    std::vector<SkippedCase> skipped;
    std::string failure;  // why there are none
};

// A heading and a table for each route.
std::string bench_text(const std::vector<RouteResult>& routes);
Json bench_json(const std::vector<RouteResult>& routes);
// What bench_json() made, from a file. Throws a Failure that names it.
std::vector<RouteResult> read_bench(const std::string& path);

}  // namespace quovis::cli

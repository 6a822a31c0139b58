// Programs compiled for many targets and put into one bundle.
#pragma once

#include "core/program/bundle.hpp"
#include "core/program/program.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace quovis::core {

struct PackStep {
    std::size_t done = 0;
    std::size_t count = 0;
    const std::string& program;
    const std::string& target;
    std::shared_ptr<const Image> image;  // null at the beginning of a step, and for a mere source
};

struct PackRequest {
    std::vector<const Program*> programs;
    // The compilers' own words; "opencl", the source for any OpenCL device; or selectors of devices that are here.
    std::vector<std::string> targets;
    std::string backend;  // empty: those of each program's rule
    bool without_sources = false;
    std::function<void(const PackStep&)> on_step;  // may be empty
};

// Through the cache. Throws Error: of a route's class where a target cannot be made, with those who were asked.
Bundle pack(const Router& router, const Inventory& inventory, Cache& cache, const PackRequest& request);

}  // namespace quovis::core

// The list of the workloads, and what they share.
#include "tests/examples/workloads/workload.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace workload {
namespace {

using Make = std::unique_ptr<Workload> (*)(Size);

const std::vector<std::pair<std::string, Make>> all = {
    {"reduction", reduction}, {"scan", scan},       {"histogram", histogram}, {"matmul", matmul},
    {"transpose", transpose}, {"stencil", stencil}, {"nbody", nbody},         {"mandelbrot", mandelbrot},
    {"sha256", sha256},       {"bitonic", bitonic}, {"spmv", spmv},           {"black_scholes", black_scholes},
};

}  // namespace

const std::vector<std::string>& names() {
    static const std::vector<std::string> list = [] {
        std::vector<std::string> made;
        for (const auto& one : all) {
            made.push_back(one.first);
        }
        return made;
    }();
    return list;
}

std::unique_ptr<Workload> make(const std::string& name, Size size) {
    for (const auto& one : all) {
        if (one.first == name) {
            return one.second(size);
        }
    }
    throw std::invalid_argument("there is no kernel " + name);
}

std::vector<float> Random::floats(std::size_t count, float low, float high) {
    std::vector<float> made(count);
    for (float& value : made) {
        value = between(low, high);
    }
    return made;
}

std::vector<std::uint32_t> Random::words(std::size_t count) {
    std::vector<std::uint32_t> made(count);
    for (std::uint32_t& value : made) {
        value = word();
    }
    return made;
}

std::string differs(const std::string& what, std::size_t place, double got, double expected, double tolerance) {
    // A NaN differs.
    if (std::fabs(got - expected) <= tolerance) {
        return {};
    }
    std::ostringstream text;
    text.precision(17);
    text << what << "[" << place << "] is " << got << ", not " << expected << " within " << tolerance;
    return text.str();
}

}  // namespace workload

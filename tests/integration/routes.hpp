// Each way in which a kernel runs here, for tests of what must hold on all: a route, and the same kernels for it in
// OpenCL C and in CUDA C++.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <quovis/quovis.hpp>
#include <string>
#include <vector>

#include "tests/integration/backends.hpp"

namespace route_test {

using backend_test::error_of;

struct RouteCase {
    std::string name;
    std::string backend;
    std::string selector;
    std::string missing;  // why a test is skipped
};

inline const std::vector<RouteCase> routes = {
    {"opencl_on_cpu", "opencl", "opencl:cpu", "no OpenCL CPU device"},
    {"opencl_on_gpu", "opencl", "opencl:gpu", "no OpenCL GPU"},
    {"cuda", "cuda-nvrtc", "cuda", "no NVIDIA GPU"},
};

inline void PrintTo(const RouteCase& route, std::ostream* out) {
    *out << route.name;
}

inline std::string name_of(const testing::TestParamInfo<RouteCase>& tested) {
    return tested.param.name;
}

// Kernels of one program in both languages. Those of CUDA are C++ functions, so that their names hold their types.
struct Kernels {
    std::string opencl;
    std::string cuda;
    std::vector<std::string> names;
};

class OnRoute : public testing::Test {
  protected:
    // Skips the test where there is no such device.
    void open(const RouteCase& tested) {
        tested_ = tested;
        if (!std::filesystem::exists(QUOVIS_TEST_PLUGIN_DIR "/" + tested.backend + ".so")) {
            GTEST_SKIP() << "plugin " << tested.backend << " is not built";
        }
        instance_.emplace(backend_test::open_only(tested.backend));
        if (const std::string reason = backend_test::why_not(*instance_, tested.backend); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
        try {
            route_.emplace(instance_->route(tested.selector));
        } catch (const quovis::Error&) {
            GTEST_SKIP() << tested.missing;
        }
    }

    bool is_opencl() const { return tested_.backend == "opencl"; }
    const quovis::Route& route() const { return *route_; }
    quovis::RouteInfo limits() const { return route_->info(); }

    quovis::Module load(const Kernels& kernels, const quovis::Options& more = {}) const {
        quovis::Options options = more;
        if (!is_opencl()) {
            options.name_expressions = kernels.names;
        }
        const auto source = is_opencl() ? quovis::Source::memory(kernels.opencl, "opencl", "kernels.cl")
                                        : quovis::Source::memory(kernels.cuda, "cuda", "kernels.cu");
        return instance_->program(source, options).load(*route_);
    }

    // Some drivers keep no types in their binaries, and then nothing can be compared.
    static bool tells_types(const quovis::Kernel& kernel) {
        const auto parameters = kernel.info().parameters;
        return parameters && !parameters->empty() && !parameters->front().type.empty();
    }

    // The kind and the size of every parameter.
    static bool tells_kinds(const quovis::Kernel& kernel) {
        const auto parameters = kernel.info().parameters;
        return parameters && std::all_of(parameters->begin(), parameters->end(), [](const auto& one) {
                   return one.kind == QUOVIS_PARAMETER_LOCAL ||
                          (one.kind != QUOVIS_PARAMETER_UNKNOWN && one.bytes != 0);
               });
    }

    RouteCase tested_;
    std::optional<quovis::Instance> instance_;
    std::optional<quovis::Route> route_;
};

// The scalar types, as the host and as each language has them.
template <class T>
struct Scalar {
    using Type = T;
    const char* name;  // of its kernel: takes_NAME
    const char* opencl;
    const char* cuda;
};

template <class See>
void for_each_scalar(See&& see) {
    see(Scalar<std::int8_t>{"i8", "char", "char"});
    see(Scalar<std::uint8_t>{"u8", "uchar", "unsigned char"});
    see(Scalar<std::int16_t>{"i16", "short", "short"});
    see(Scalar<std::uint16_t>{"u16", "ushort", "unsigned short"});
    see(Scalar<std::int32_t>{"i32", "int", "int"});
    see(Scalar<std::uint32_t>{"u32", "uint", "unsigned"});
    see(Scalar<std::int64_t>{"i64", "long", "long long"});
    see(Scalar<std::uint64_t>{"u64", "ulong", "unsigned long"});
    see(Scalar<float>{"f32", "float", "float"});
    see(Scalar<double>{"f64", "double", "double"});
}
inline const std::vector<std::string> scalar_names = {"i8",  "u8",  "i16", "u16", "i32",
                                                      "u32", "i64", "u64", "f32", "f64"};

inline Kernels scalar_kernels() {
    Kernels kernels;
    kernels.opencl = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    for_each_scalar([&](const auto& scalar) {
        const std::string name = std::string("takes_") + scalar.name;
        kernels.opencl += "__kernel void " + name + "(" + scalar.opencl + " value) {}\n";
        kernels.cuda += "__global__ void " + name + "(" + scalar.cuda + " value) {}\n";
        kernels.names.push_back(name);
    });
    return kernels;
}

}  // namespace route_test

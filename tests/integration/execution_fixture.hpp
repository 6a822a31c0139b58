// Routes that this machine can run work on, for tests that hold on each of them alike.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <quovis/quovis.hpp>
#include <string>
#include <utility>

namespace quovis::test {

struct Runtime {
    const char* name;  // of the test
    const char* selector;
    const char* backend;
    const char* language;
    const char* absent;  // why it is not here
};

inline void PrintTo(const Runtime& runtime, std::ostream* stream) {
    *stream << runtime.selector;
}

class OnRuntime : public testing::TestWithParam<Runtime> {
  protected:
    void SetUp() override {
        instance_ = open();
        try {
            route_ = instance_.route(GetParam().selector);
        } catch (const Error& error) {
            GTEST_SKIP() << GetParam().absent << ": " << error.what();
        }
    }

    // Another host in this process.
    static Instance open() {
        InstanceOptions options;
        options.config_text = std::string("quovis: 1\nroutes:\n  - backend: [") + GetParam().backend + "]\n";
        options.log_level = QUOVIS_LOG_ERROR;
        return Instance(options);
    }

    bool is_opencl() const { return std::string(GetParam().language) == "opencl"; }

    // The same kernels in the route's language: each is written once, with words that both have a meaning for.
    Module load(const std::string& body, Options options = {}) const { return load(instance_, route_, body, options); }
    Module load(const Instance& instance, const Route& route, const std::string& body, Options options = {}) const {
        const std::string words = is_opencl() ? "#define KERNEL __kernel\n#define GLOBAL __global\n"
                                                "#define INDEX ((int)get_global_id(0))\n"
                                              : "#define KERNEL extern \"C\" __global__\n#define GLOBAL\n"
                                                "#define INDEX ((int)(blockIdx.x * blockDim.x + threadIdx.x))\n";
        return instance.program(Source::memory(words + body, GetParam().language), std::move(options)).load(route);
    }

    Kernel add() const {
        return load("KERNEL void add(GLOBAL int* x, int n, int by) { if (INDEX < n) x[INDEX] += by; }\n").kernel("add");
    }

    template <typename Call>
    static Error error_of(Call call) {
        try {
            call();
        } catch (const Error& error) {
            return error;
        }
        ADD_FAILURE() << "nothing was thrown";
        return Error(QUOVIS_OK, "", "");
    }

    Instance instance_ = open();
    Route route_;
};

inline std::string runtime_name(const testing::TestParamInfo<Runtime>& info) {
    return info.param.name;
}

#define QUOVIS_ON_ALL_RUNTIMES(Suite)                                                                   \
    INSTANTIATE_TEST_SUITE_P(                                                                           \
        Execution, Suite,                                                                               \
        testing::Values(Runtime{"PoclOnCpu", "opencl:cpu", "opencl", "opencl", "no OpenCL CPU device"}, \
                        Runtime{"OpenclOnGpu", "opencl:gpu", "opencl", "opencl", "no OpenCL GPU"},      \
                        Runtime{"Cuda", "cuda", "cuda-nvrtc", "cuda", "no NVIDIA GPU"}),                \
        runtime_name)

}  // namespace quovis::test

// The kernels of tests/examples/kernels: each text in OpenCL C gives the results of the CPU on every way to a device,
// and compiles for GPUs that are not here. What stands beside it in CUDA C++ gives the same.
#include <gmock/gmock.h>

#include <tuple>

#include "tests/examples/demo/files.hpp"
#include "tests/examples/workloads/workload.hpp"
#include "tests/integration/cli_runner.hpp"
#include "tests/integration/opencl_c_ways.hpp"

namespace opencl_c_test {
namespace opencl_c_kernels_test {

using quovis::Source;
using workload::Launcher;

Source source_of(const std::string& kernel, const std::string& language) {
    const std::string file = kernel + (language == "opencl" ? ".cl" : ".cu");
    return Source::memory(read_source("examples/kernels/" + file), language, file);
}

void run(const std::string& kernel, const std::string& language, const Way& way) {
    const Opened opened = open(way, language);
    if (!opened.missing.empty()) {
        GTEST_SKIP() << opened.missing;
    }
    const auto work = workload::make(kernel, workload::Size::test);
    try {
        work->prepare(opened.route);
        const quovis::Module module = opened.instance->program(source_of(kernel, language)).load(opened.route);
        const quovis::Stream stream = opened.route.stream();
        Launcher launch(module, stream, language == "opencl" ? Launcher::Language::opencl : Launcher::Language::cuda);
        work->run(launch);
        stream.synchronize();
        EXPECT_EQ(work->check(), "");
    } catch (const quovis::Error& error) {
        fail_with(error);
    }
}

class KernelOn : public testing::TestWithParam<std::tuple<std::string, Way>> {};

TEST_P(KernelOn, GivesTheResultsOfTheCpu) {
    run(std::get<0>(GetParam()), "opencl", std::get<1>(GetParam()));
}

class KernelFor : public testing::TestWithParam<std::tuple<std::string, Target>> {};

TEST_P(KernelFor, Compiles) {
    compile_for(std::get<1>(GetParam()), source_of(std::get<0>(GetParam()), "opencl"));
}

class KernelInCuda : public testing::TestWithParam<std::string> {};

TEST_P(KernelInCuda, GivesTheResultsOfTheCpu) {
    run(GetParam(), "cuda", {"nvrtc", "cuda-nvrtc", "cuda", "no NVIDIA GPU"});
}

TEST_P(KernelInCuda, Compiles) {
    compile_for({"cuda-nvrtc", "sm_90"}, source_of(GetParam(), "cuda"));
}

const auto named = [](const auto& tested) {
    return std::get<0>(tested.param) + "_" + name_of(std::get<1>(tested.param));
};

INSTANTIATE_TEST_SUITE_P(OpenclC, KernelOn,
                         testing::Combine(testing::ValuesIn(workload::names()), testing::ValuesIn(ways)), named);
INSTANTIATE_TEST_SUITE_P(OpenclC, KernelFor,
                         testing::Combine(testing::ValuesIn(workload::names()), testing::ValuesIn(targets)), named);
INSTANTIATE_TEST_SUITE_P(OpenclC, KernelInCuda, testing::ValuesIn(workload::names()),
                         [](const auto& tested) { return tested.param; });

// By the command line, as the kernel's own comment tells.
TEST(OpenclCMandelbrot, IsSavedAsAPicture) {
    namespace cli = quovis::cli_tests;
    QUOVIS_NEEDS_ROUTE("opencl");
    const cli::Sandbox sandbox;
    const cli::Outcome run = sandbox.quovis({"run",      cli::source_file("tests/examples/kernels/mandelbrot.cl"),
                                             "--device", "opencl",
                                             "--grid",   "10,8",
                                             "--block",  "16,16",
                                             "--arg",    "i32=160",
                                             "--arg",    "i32=120",
                                             "--arg",    "f32=-0.6",
                                             "--arg",    "f32=0",
                                             "--arg",    "f32=3.2",
                                             "--arg",    "i32=256",
                                             "--arg",    "u8[76800]=zero",
                                             "--save",   "6=picture.png",
                                             "--shape",  "160x120"});
    ASSERT_EQ(run.status, 0) << run.err;
    const demo::Picture picture = demo::read_png(sandbox.path("picture.png").string(), PNG_FORMAT_RGBA);
    ASSERT_EQ(picture.width, 160);
    ASSERT_EQ(picture.height, 120);
    const auto pixel = [&](int x, int y) {
        const auto first = picture.bytes.begin() + 4 * (y * picture.width + x);
        return std::vector<int>(first, first + 4);
    };
    EXPECT_THAT(pixel(80, 60), testing::ElementsAre(0, 0, 0, 255)) << "-0.6 belongs to the set";
    EXPECT_THAT(pixel(0, 0), testing::ElementsAre(14, 14, 108, 255)) << "it leaves the circle in the first step";
}

}  // namespace opencl_c_kernels_test
}  // namespace opencl_c_test

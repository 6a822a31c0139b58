// HIP through the command line and the host API: hiprtc works in a process of its own, beside whatever OpenCL brings.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <quovis/quovis.hpp>

namespace quovis::cli_tests {
namespace cli_hip_test {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* scale =
    "#include <hip/hip_runtime.h>\n"
    "struct Pair { double a; int b; };\n"
    "extern \"C\" __global__ void scale(Pair by, float* x) { x[threadIdx.x] *= static_cast<float>(by.a); }\n";

class CliHip : public testing::Test {
  protected:
    void SetUp() override {
        QUOVIS_NEEDS_COMPILER("hip");
        sandbox.write("k.hip", scale);
    }
    Sandbox sandbox;
};

TEST_F(CliHip, LlvmReadsTheCodeObjectsOfTwoGenerations) {
    if (::access("/usr/bin/llvm-readelf", X_OK) != 0) {
        GTEST_SKIP() << "there is no llvm-readelf";
    }
    for (const std::string target : {"gfx90a", "gfx1030"}) {
        const Outcome run = sandbox.quovis({"compile", "k.hip", "--target", target, "-o", "k.hsaco"});
        ASSERT_EQ(run.status, 0) << run.err;
        const Outcome read = sandbox.program("/usr/bin/llvm-readelf", {"-h", "-n", "k.hsaco"});
        EXPECT_EQ(read.status, 0) << read.err;
        EXPECT_EQ(read.err, "");
        EXPECT_THAT(read.out, HasSubstr("EM_AMDGPU"));
        EXPECT_THAT(read.out, HasSubstr("amdgcn-amd-amdhsa--" + target));
    }
}

TEST_F(CliHip, ACompileTellsTheKernelsAndTheirParameters) {
    for (const std::string target : {"gfx90a", "gfx1030"}) {
        const Outcome run = sandbox.quovis({"compile", "k.hip", "--target", target});
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_THAT(run.err, HasSubstr("kernel scale: value of 16 bytes, pointer\n"));
    }
}

TEST_F(CliHip, JsonTellsTheKernelsAndTheirParameters) {
    const json told = sandbox.quovis({"--json", "compile", "k.hip", "--target", "gfx90a"}).json();
    EXPECT_EQ(told["compiler"], "hip-hiprtc");
    ASSERT_EQ(told["kernels"].size(), 1U) << told.dump(2);
    EXPECT_EQ(told["kernels"][0]["name"], "scale");
    ASSERT_EQ(told["kernels"][0]["parameters"].size(), 2U);
    EXPECT_EQ(told["kernels"][0]["parameters"][0]["kind"], "value");
    EXPECT_EQ(told["kernels"][0]["parameters"][0]["bytes"], 16);
    EXPECT_EQ(told["kernels"][0]["parameters"][1]["kind"], "pointer");
}

TEST_F(CliHip, KernelThatLeftARecordIsToldAsItWasDeclared) {
    sandbox.write("recorded.hip", R"(extern "C" {
__device__ __attribute__((used)) extern const char __quovis_kernel_sum[] =
    "quovis-kernel 1\nblock 64 1 1\npointer\tfloat*\tx\tglobal\nlocal\tfloat*\tpart\tlocal\t4\n";
__global__ void sum(float* x, unsigned part) { x[0] = part; }
})");
    const json told = sandbox.quovis({"--json", "compile", "recorded.hip", "--target", "gfx90a"}).json();
    ASSERT_EQ(told["kernels"].size(), 1U) << told.dump(2);
    EXPECT_EQ(told["kernels"][0]["parameters"][1]["kind"], "local");
    EXPECT_EQ(told["kernels"][0]["parameters"][1]["name"], "part");
    EXPECT_EQ(told["kernels"][0]["parameters"][0]["type"], "float*");
}

TEST_F(CliHip, AnUnknownTargetIsRefusedWithTheKnownOnes) {
    const Outcome run = sandbox.quovis({"compile", "k.hip", "--target", "gfx9999"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.first_error_line(), HasSubstr("does not know the target 'gfx9999'; it knows: "));
    EXPECT_THAT(run.first_error_line(), HasSubstr("gfx90a"));
    EXPECT_EQ(sandbox.files(), std::vector<std::string>{"k.hip"});
}

TEST_F(CliHip, AHeaderOfAnIncludeDirectoryIsFound) {
    std::filesystem::create_directory(sandbox.path("a b"));
    sandbox.write("a b/factor.h", "#define FACTOR 3\n");
    sandbox.write("i.hip", "#include <factor.h>\nextern \"C\" __global__ void k(int* x) { *x = FACTOR; }\n");
    const Outcome run = sandbox.quovis({"compile", "i.hip", "--target", "gfx90a", "-I", "a b"});
    EXPECT_EQ(run.status, 0) << run.err;
}

TEST_F(CliHip, CudaGoesThroughHiprtcWhereTheRuleSaysSo) {
    sandbox.write(
        "k.cu",
        "extern \"C\" __global__ void k(float* x) { *x += __shfl_down_sync(0xffffffffu, *x, warpSize / 2); }\n");
    const Outcome run = sandbox.quovis({"compile", "k.cu", "--backend", "hip-hiprtc", "--target", "gfx90a"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("compiled by hip-hiprtc for gfx90a: code-object, "));
}

// With the check switched off hiprtc 5.2 ends its process.
TEST_F(CliHip, AnAbortOfHiprtcIsAnErrorWithItsLastWordsAndTheHostGoesOn) {
    InstanceOptions options;
    options.config_text = "quovis: 1\nbackends:\n  hip-hiprtc: { check_targets: false }\n";
    const Instance instance(options);
    const Program program = instance.program(Source::memory(scale, "hip", "k.hip"));
    try {
        program.compile({"hip-hiprtc", "gfx9999", ""});
        FAIL() << "it compiled";
    } catch (const Error& error) {
        if (std::string(error.what()).find("SIGABRT") == std::string::npos) {
            GTEST_SKIP() << "this hiprtc does not end its process: " << error.what();
        }
        EXPECT_THAT(error.what(), HasSubstr("munmap_chunk(): invalid pointer"));
    }
    EXPECT_GT(program.compile({"hip-hiprtc", "gfx90a", ""}).size(), 0U);
}

// Two LLVMs in one process end it ("Option registered more than once").
TEST_F(CliHip, OneProcessCompilesWithHiprtcAndRunsOnPocl) {
    QUOVIS_NEEDS_ROUTE("opencl");
    const Instance instance;
    EXPECT_GT(instance.program(Source::memory(scale, "hip", "k.hip")).compile({"hip-hiprtc", "gfx90a", ""}).size(), 0U);
    const Module module =
        instance.program(Source::memory("kernel void k(global int* x) { x[0] = 5; }", "opencl", "k.cl")).load("opencl");
    const auto out = module.route().buffer<int>(1);
    module.kernel("k").launch({1}, {1}, out);
    EXPECT_EQ(out.read<int>(), std::vector<int>{5});
}

TEST_F(CliHip, AnImageThatNoPluginReadsSaysSo) {
    const Instance instance;
    const Image image = instance.image("abc", 3, "opencl-binary", "k.clbin");
    try {
        image.kernels();
        FAIL() << "it was read";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_SUPPORTED);
        EXPECT_THAT(error.what(), HasSubstr("format opencl-binary"));
    }
}

TEST_F(CliHip, ADamagedCodeObjectIsRefusedByItsReader) {
    const Instance instance;
    const Image image = instance.image(
        "\x7f"
        "ELF",
        4, "code-object", "k.hsaco");
    try {
        image.kernels();
        FAIL() << "it was read";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), QUOVIS_ERROR_IMAGE_REJECTED);
    }
}

}  // namespace cli_hip_test
}  // namespace quovis::cli_tests

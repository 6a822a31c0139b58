// `quovis compile`: an image from a source, without a device.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

#include <map>
#include <quovis/quovis.hpp>

namespace quovis::cli_tests {
namespace cli_compile_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

std::string kernel_file(const std::string& name) {
    return source_file("tests/examples/kernels/" + name);
}

class CliCompileCuda : public testing::Test {
  protected:
    void SetUp() override { QUOVIS_NEEDS_COMPILER("cuda"); }
    Sandbox sandbox;
};

TEST_F(CliCompileCuda, MakesACubinForATargetWithoutADevice) {
    const Outcome run =
        sandbox.quovis({"compile", kernel_file("saxpy.cu"), "--target", "sm_90", "--format", "cubin", "-o", "k.cubin"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("compiled by cuda-nvrtc for sm_90: cubin, "));
    EXPECT_THAT(sandbox.read("k.cubin"), StartsWith("\x7f"
                                                    "ELF"));
    EXPECT_EQ(sandbox.files(), std::vector<std::string>{"k.cubin"});
}

TEST_F(CliCompileCuda, WithoutANameTheFileGetsTheFormatsEnding) {
    ASSERT_EQ(sandbox.quovis({"compile", kernel_file("saxpy.cu"), "--target", "sm_90", "--format", "ptx"}).status, 0);
    EXPECT_EQ(sandbox.files(), std::vector<std::string>{"saxpy.ptx"});
}

TEST_F(CliCompileCuda, ADashSendsTheImageToStandardOutput) {
    const Outcome run =
        sandbox.quovis({"compile", kernel_file("saxpy.cu"), "--target", "sm_90", "--format", "ptx", "-o", "-"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.out, HasSubstr(".visible .entry saxpy("));
    EXPECT_TRUE(sandbox.files().empty());
    EXPECT_EQ(sandbox.quovis({"--json", "compile", "k.cu", "-o", "-"}).status, 2) << "both want standard output";
}

TEST_F(CliCompileCuda, JsonTellsTheImageItsSymbolsAndTheWarnings) {
    sandbox.write("t.cu", "template <typename T> __global__ void set(T* x) { int unused; x[0] = T(1); }");
    const json told = sandbox
                          .quovis({"--json", "compile", "t.cu", "--target", "sm_90", "--format", "cubin",
                                   "--name-expression", "set<float>"})
                          .json();
    EXPECT_EQ(told["schema"], 1);
    EXPECT_EQ(told["output"], "t.cubin");
    EXPECT_EQ(told["compiler"], "cuda-nvrtc");
    EXPECT_EQ(told["target"], "sm_90");
    EXPECT_EQ(told["format"], "cubin");
    EXPECT_EQ(told["bytes"], sandbox.read("t.cubin").size());
    EXPECT_EQ(told["symbols"], json::array({{{"expression", "set<float>"}, {"symbol", "_Z3setIfEvPT_"}}}));
    ASSERT_EQ(told["diagnostics"].size(), 1U) << told.dump(2);
    EXPECT_EQ(told["diagnostics"][0]["severity"], "warning");
}

// What an image tells of its kernels, in each format that does.
class CliCompileCudaKernels : public CliCompileCuda, public testing::WithParamInterface<const char*> {
  protected:
    // By their names.
    std::map<std::string, json> kernels_of(const std::string& file, const std::string& text) {
        sandbox.write(file, text);
        const std::string format = GetParam();
        std::vector<std::string> words = {"compile", file, "--target", "sm_90", "--format", format, "--json"};
        if (format == "fatbin") {
            words.insert(words.end(), {"--backend", "cuda-nvcc"});
        }
        const Outcome made = sandbox.quovis(words);
        EXPECT_EQ(made.status, 0) << made.err;
        std::map<std::string, json> kernels;
        const json told = made.json();
        for (const json& kernel : told["kernels"]) {
            kernels[kernel["name"]] = kernel["parameters"];
        }
        return kernels;
    }
    bool is_missing() const { return std::string(GetParam()) == "fatbin" && !compiler_works("cuda-nvcc"); }
};

TEST_P(CliCompileCudaKernels, AreToldWithTheirParametersButNoDeviceFunction) {
    if (is_missing()) {
        GTEST_SKIP() << "nvcc is not here";
    }
    const auto kernels = kernels_of("k.cu",
                                    "struct Four { int a[4]; };\n"
                                    "__device__ __noinline__ float twice(float x) { return 2 * x; }\n"
                                    "__global__ void typed(float* x, int n) { x[n] = twice(x[0]); }\n"
                                    "extern \"C\" __global__ void plain(Four four, int* x) { x[0] = four.a[3]; }\n"
                                    "extern \"C\" __global__ void empty() {}\n");
    ASSERT_EQ(kernels.size(), 3U);
    const json& typed = kernels.at("_Z5typedPfi");
    ASSERT_EQ(typed.size(), 2U);
    EXPECT_EQ(typed[0]["kind"], "pointer");
    EXPECT_EQ(typed[0]["type"], "float*");
    EXPECT_EQ(typed[1]["bytes"], 4);
    ASSERT_EQ(kernels.at("plain").size(), 2U);
    EXPECT_EQ(kernels.at("plain")[0]["bytes"], 16);
    EXPECT_EQ(kernels.at("empty"), json::array());
}

TEST_P(CliCompileCudaKernels, OfOpenclCAreToldAsTheyWereDeclared) {
    if (is_missing()) {
        GTEST_SKIP() << "nvcc is not here";
    }
    const auto kernels =
        kernels_of("k.cl", "kernel void k(global const float* x, local int* part) { part[0] = (int)x[0]; }\n");
    ASSERT_EQ(kernels.size(), 1U);
    const json& parameters = kernels.at("k");
    ASSERT_EQ(parameters.size(), 2U);
    EXPECT_EQ(parameters[0]["name"], "x");
    EXPECT_EQ(parameters[1]["kind"], "local");
}

TEST_P(CliCompileCudaKernels, OfADamagedImageAreNotRead) {
    const quovis::Instance instance;
    const quovis::Image image = instance.image("abc", 3, GetParam(), "k");
    try {
        image.kernels();
        FAIL() << "it was read";
    } catch (const quovis::Error& error) {
        EXPECT_EQ(error.status(), QUOVIS_ERROR_IMAGE_REJECTED) << error.what();
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, CliCompileCudaKernels, testing::Values("cubin", "ptx", "fatbin"),
                         [](const auto& one) { return std::string(one.param); });

TEST_F(CliCompileCuda, ASyntaxErrorIsStatus4WithFileAndLineAndNoImage) {
    sandbox.write("bad.cu", "__global__ void k(float* x) {\n    x[0] = y;\n}\n");
    const Outcome run = sandbox.quovis({"compile", "bad.cu", "--target", "sm_90", "-o", "bad.cubin"});
    EXPECT_EQ(run.status, 4);
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, testing::ContainsRegex("\nbad.cu:2(:[0-9]+)?: error: "));
    EXPECT_EQ(sandbox.files(), std::vector<std::string>{"bad.cu"});
}

TEST_F(CliCompileCuda, AnUnknownTargetIsRefusedByNameWithTheKnownOnes) {
    const Outcome run = sandbox.quovis({"compile", kernel_file("saxpy.cu"), "--target", "sm_1", "-o", "k.cubin"});
    EXPECT_NE(run.status, 0);
    EXPECT_THAT(run.err, HasSubstr("sm_1"));
    EXPECT_THAT(run.err, HasSubstr("sm_90"));
    EXPECT_TRUE(sandbox.files().empty());
}

TEST_F(CliCompileCuda, AnOlderImageStaysWhereTheNewOneDoesNotCompile) {
    sandbox.write("k.cubin", "the older one");
    sandbox.write("bad.cu", "nonsense");
    EXPECT_EQ(sandbox.quovis({"compile", "bad.cu", "--target", "sm_90", "-o", "k.cubin"}).status, 4);
    EXPECT_EQ(sandbox.read("k.cubin"), "the older one");
}

constexpr const char* calls = "extern __device__ int other(int);\n__global__ void k(int* p) { *p = other(*p); }\n";
constexpr const char* called = "__device__ int other(int x) { return 3 * x; }\n";

TEST_F(CliCompileCuda, SeveralSourcesAreLinkedToOneImage) {
    sandbox.write("calls.cu", calls);
    sandbox.write("called.cu", called);
    const Outcome run = sandbox.quovis({"compile", "calls.cu", "called.cu", "--target", "sm_90"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("linked by cuda-nvrtc for sm_90: cubin, "));
    EXPECT_THAT(sandbox.read("calls.cubin"), StartsWith("\x7f"
                                                        "ELF"));
}

TEST_F(CliCompileCuda, AnImageAmongTheFilesIsLinkedAsItIs) {
    sandbox.write("calls.cu", calls);
    sandbox.write("called.cu", called);
    ASSERT_EQ(
        sandbox.quovis({"compile", "called.cu", "--relocatable", "--target", "sm_90", "-o", "called.cubin"}).status, 0);
    const Outcome run = sandbox.quovis({"compile", "calls.cu", "called.cubin", "--target", "sm_90", "-o", "all.cubin"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("linked by"));
}

TEST_F(CliCompileCuda, LinkTimeOptimizationReachesAcrossFiles) {
    sandbox.write("calls.cu", calls);
    sandbox.write("called.cu", called);
    const Outcome run = sandbox.quovis(
        {"compile", "calls.cu", "called.cu", "--lto", "--target", "sm_90", "--format", "ptx", "-o", "-"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr(".entry _Z1kPi("));
    EXPECT_THAT(run.out, testing::Not(HasSubstr("call")));
}

TEST_F(CliCompileCuda, AFunctionThatIsMissingAtTheLinkIsStatus4WithItsName) {
    sandbox.write("calls.cu", calls);
    sandbox.write("none.cu", "__global__ void n() {}\n");
    const Outcome run = sandbox.quovis({"compile", "calls.cu", "none.cu", "--target", "sm_90", "-o", "all.cubin"});
    EXPECT_EQ(run.status, 4) << run.err;
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr("_Z5otheri"));
    EXPECT_FALSE(std::filesystem::exists(sandbox.path("all.cubin")));
}

TEST_F(CliCompileCuda, AnImageNeverTakesThePlaceOfOneThatItIsMadeOf) {
    sandbox.write("a.cubin", "an image");
    const Outcome run = sandbox.quovis({"compile", "a.cubin", "--target", "sm_90"});
    EXPECT_NE(run.status, 0);
    EXPECT_EQ(sandbox.read("a.cubin"), "an image");
}

TEST(CliCompileOpencl, SeveralSourcesAreLinkedToOneImageThatRuns) {
    QUOVIS_NEEDS_ROUTE("opencl");
    Sandbox sandbox;
    sandbox.write("a.cl", "int other(int x);\nkernel void k(global int* p) { p[0] = other(14); }\n");
    sandbox.write("b.cl", "int other(int x) { return 3 * x; }\n");
    const Outcome linked = sandbox.quovis({"compile", "a.cl", "b.cl", "--backend", "opencl"});
    ASSERT_EQ(linked.status, 0) << linked.err;
    const Outcome run =
        sandbox.quovis({"run", "a.clbin", "--grid", "1", "--block", "1", "--arg", "i32[1]=zero", "--print", "0"});
    EXPECT_EQ(run.out, "arg 0: 42\n") << run.err;
}

TEST(CliCompileOpencl, AnImageRunsAsItIs) {
    QUOVIS_NEEDS_ROUTE("opencl");
    Sandbox sandbox;
    ASSERT_EQ(sandbox.quovis({"compile", kernel_file("saxpy.cl"), "--backend", "opencl", "-o", "k.image"}).status, 0);
    const Outcome run =
        sandbox.quovis({"run", "k.image", "--format", "opencl-binary", "--grid", "1", "--block", "4", "--arg", "i32=4",
                        "--arg", "f32=2", "--arg", "f32[4]=iota", "--arg", "f32[4]=fill:1", "--print", "3"});
    EXPECT_EQ(run.out, "arg 3: 1 3 5 7\n") << run.err;
    EXPECT_THAT(run.err, HasSubstr(" image\n"));
}

}  // namespace cli_compile_test
}  // namespace quovis::cli_tests

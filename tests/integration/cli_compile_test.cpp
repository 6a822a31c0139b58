// `quovis compile`: an image from a source, without a device.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

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

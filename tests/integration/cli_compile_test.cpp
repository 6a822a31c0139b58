// `quovis compile`: an image from a source, without a device.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

namespace quovis::cli_tests {
namespace {

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

}  // namespace
}  // namespace quovis::cli_tests

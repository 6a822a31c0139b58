// `quovis run`: a kernel from a file, its arguments, and its results, printed and saved.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

namespace quovis::cli_tests {
namespace cli_run_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

template <typename T>
std::vector<T> values_of(const std::string& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

template <typename T>
std::string bytes_of(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string kernel_file(const std::string& name) {
    return source_file("tests/examples/kernels/" + name);
}

std::vector<std::string> saxpy(const std::string& file) {
    return {"run",      file,    "--kernel", "saxpy", "--grid",         "16",    "--block",         "64", "--arg",
            "i32=1024", "--arg", "f32=2",    "--arg", "f32[1024]=iota", "--arg", "f32[1024]=fill:1"};
}

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

class CliRun : public testing::Test {
  protected:
    void SetUp() override { QUOVIS_NEEDS_ROUTE("opencl"); }
    Sandbox sandbox;
};

TEST_F(CliRun, SaxpyPrintsTheElementsThatWereAskedFor) {
    const Outcome run = sandbox.quovis(with(saxpy(kernel_file("saxpy.cl")), {"--device", "cpu", "--print", "3:4"}));
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "arg 3: 1 3 5 7\n");
}

TEST_F(CliRun, TheFirstErrorLineNamesTheRoute) {
    sandbox.set("QUOVIS_NONSENSE", "1");  // warned about, but not before the route
    const Outcome run = sandbox.quovis(with(saxpy(kernel_file("saxpy.cl")), {"--device", "cpu"}));
    EXPECT_THAT(run.err, StartsWith("route: opencl:cpu:0 "));
    EXPECT_THAT(run.err.substr(0, run.err.find('\n')), testing::EndsWith(" compiler opencl"));
    EXPECT_THAT(run.err, HasSubstr("QUOVIS_NONSENSE"));
}

TEST_F(CliRun, EveryElementEqualsTheCpusResult) {
    const Outcome run = sandbox.quovis({"run", kernel_file("saxpy.cl"), "--grid", "16", "--block", "64", "--arg",
                                        "i32=1000", "--arg", "f32=2.5", "--arg", "f32[1000]=random:1", "--arg",
                                        "f32[1000]=random:2", "--save", "2=x.bin", "--save", "3=y.bin"});
    ASSERT_EQ(run.status, 0) << run.err;
    const Outcome again =
        sandbox.quovis({"run", kernel_file("saxpy.cl"), "--grid", "1", "--block", "1", "--arg", "i32=0", "--arg",
                        "f32=0", "--arg", "f32[1]=zero", "--arg", "f32[1000]=random:2", "--save", "3=y0.bin"});
    ASSERT_EQ(again.status, 0) << again.err;
    const auto x = values_of<float>(sandbox.read("x.bin"));
    const auto y0 = values_of<float>(sandbox.read("y0.bin"));
    const auto y = values_of<float>(sandbox.read("y.bin"));
    ASSERT_EQ(y.size(), 1000U);
    for (std::size_t i = 0; i < y.size(); ++i) {
        // Devices may fuse the two operations.
        ASSERT_TRUE(y[i] == 2.5F * x[i] + y0[i] || y[i] == std::fma(2.5F, x[i], y0[i])) << i;
    }
}

TEST_F(CliRun, TheConfigurationAloneChoosesTheBackend) {
    sandbox.configure("quovis: 1\nroutes:\n  - backend: [opencl]\n");
    const Outcome works = sandbox.quovis(with(saxpy(kernel_file("saxpy.cl")), {"--print", "3:2"}));
    EXPECT_EQ(works.status, 0) << works.err;
    EXPECT_EQ(works.out, "arg 3: 1 3\n");
    sandbox.configure("quovis: 1\nroutes:\n  - backend: [hip-hiprtc]\n");  // which has no device here
    const Outcome fails = sandbox.quovis(with(saxpy(kernel_file("saxpy.cl")), {"--print", "3:2"}));
    EXPECT_NE(fails.status, 0);
    EXPECT_EQ(fails.error_lines(), 1) << fails.err;
    EXPECT_THAT(fails.err, HasSubstr("hip-hiprtc"));
}

TEST_F(CliRun, BackendTakesThePlaceOfTheRules) {
    sandbox.configure("quovis: 1\nroutes:\n  - backend: [cuda-nvrtc]\n");
    const Outcome run = sandbox.quovis(with(saxpy(kernel_file("saxpy.cl")), {"--backend", "opencl", "--print", "3:2"}));
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "arg 3: 1 3\n");
}

TEST_F(CliRun, ABackendThatWasPassedOverIsNamedAfterTheRoute) {
    sandbox.configure("quovis: 1\nroutes:\n  - backend: [acme, opencl]\n");
    const Outcome run = sandbox.quovis(with(saxpy(kernel_file("saxpy.cl")), {"--device", "opencl"}));
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("\nquovis: note: acme was passed over: "));
}

TEST_F(CliRun, ThatABackendOfTheBuiltInRuleHasNoDeviceIsNoNews) {
    const Outcome run = sandbox.quovis(with(saxpy(kernel_file("saxpy.cl")), {"--device", "opencl"}));
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, testing::ContainsRegex("^route: opencl:[^\n]*\n$"));
}

TEST_F(CliRun, JsonTellsRouteKernelAndValues) {
    const json told =
        sandbox
            .quovis(with(saxpy(kernel_file("saxpy.cl")), {"--backend", "opencl", "--json", "--print", "3:4", "--time"}))
            .json();
    EXPECT_EQ(told["schema"], 1);
    EXPECT_EQ(told["route"]["runtime"], "opencl");
    EXPECT_EQ(told["compiler"], "opencl");
    EXPECT_EQ(told["kernel"], "saxpy");
    EXPECT_EQ(told["grid"], json::array({16, 1, 1}));
    EXPECT_EQ(told["block"], json::array({64, 1, 1}));
    EXPECT_EQ(told["arguments"][0], json({{"index", 3}, {"type", "f32"}, {"values", {1.0, 3.0, 5.0, 7.0}}}));
    EXPECT_GT(told["time"]["median_ns"], 0);
    EXPECT_EQ(told["diagnostics"], json::array());
}

TEST_F(CliRun, RepeatLaunchesOnWhatTheLaunchBeforeLeft) {
    sandbox.write("add.cl", "kernel void add(global int* sum) { sum[0] += 3; }");
    const Outcome run =
        sandbox.quovis({"run", "add.cl", "--arg", "i32[1]=zero", "--repeat", "7", "--time", "--print", "0"});
    EXPECT_EQ(run.out, "arg 0: 21\n") << run.err;
    EXPECT_THAT(run.err, HasSubstr("time: median "));
    EXPECT_THAT(run.err, HasSubstr("of 7 launches"));
}

TEST_F(CliRun, LocalMemoryIsAnArgument) {
    sandbox.write("reverse.cl",
                  "kernel void reverse(local int* copy, global int* data) {\n"
                  "    const int i = get_local_id(0), n = get_local_size(0);\n"
                  "    copy[i] = data[i];\n"
                  "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                  "    data[i] = copy[n - 1 - i];\n"
                  "}\n");
    const Outcome run = sandbox.quovis(
        {"run", "reverse.cl", "--block", "5", "--arg", "local:20", "--arg", "i32[5]=iota", "--print", "1"});
    EXPECT_EQ(run.out, "arg 1: 4 3 2 1 0\n") << run.err;
}

TEST_F(CliRun, GridAndBlockHaveThreeAxes) {
    sandbox.write("ids.cl",
                  "kernel void ids(global uint* sizes) {\n"
                  "    for (int axis = 0; axis < 3; ++axis) {\n"
                  "        sizes[axis] = get_num_groups(axis);\n"
                  "        sizes[3 + axis] = get_local_size(axis);\n"
                  "    }\n"
                  "}\n");
    const Outcome run =
        sandbox.quovis({"run", "ids.cl", "--grid", "5,3,2", "--block", "4,2", "--arg", "u32[6]=zero", "--print", "0"});
    EXPECT_EQ(run.out, "arg 0: 5 3 2 4 2 1\n") << run.err;
}

TEST_F(CliRun, AnOffsetIsAddedToTheGlobalIds) {
    sandbox.write("ids.cl",
                  "kernel void ids(global uint* ids) {\n"
                  "    if (get_local_id(0) == 0)\n"
                  "        for (int axis = 0; axis < 3; ++axis) ids[axis] = get_global_id(axis);\n"
                  "    ids[3] = get_global_offset(0);\n"
                  "}\n");
    const std::vector<std::string> words = {"ids.cl", "--block", "4", "--arg", "u32[4]=zero", "--print", "0"};
    EXPECT_EQ(sandbox.quovis(with(with({"run"}, words), {"--offset", "5,0,7"})).out, "arg 0: 5 0 7 5\n");
    const json told = sandbox.quovis(with(with({"--json", "run"}, words), {"--offset", "8"})).json();
    EXPECT_EQ(told["offset"], json::array({8, 0, 0}));
    for (const char* wrong : {"1,2,3,4", "-1", "x", "1.5"}) {
        const Outcome run = sandbox.quovis(with(with({"run"}, words), {std::string("--offset=") + wrong}));
        EXPECT_EQ(run.status, 2) << wrong;
        EXPECT_THAT(run.err, HasSubstr(std::string("--offset is '") + wrong)) << run.err;
    }
}

TEST_F(CliRun, ABlockThatTheKernelDemandsNeedsNotBeTyped) {
    sandbox.write("demands.cl",
                  "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void demands(global uint* size) {\n"
                  "    size[0] = get_local_size(0) * 100 + get_local_size(1);\n"
                  "}\n");
    EXPECT_EQ(sandbox.quovis({"run", "demands.cl", "--arg", "u32[1]=zero", "--print", "0"}).out, "arg 0: 804\n");
}

TEST_F(CliRun, DefinesAndIncludeFoldersReachTheCompiler) {
    std::filesystem::create_directory(sandbox.path("headers"));
    sandbox.write("headers/step.h", "#define STEP 5\n");
    sandbox.write("k.cl", "#include \"step.h\"\nkernel void k(global int* out) { out[0] = STEP * TIMES; }");
    const Outcome run = sandbox.quovis({"run", "k.cl", "-I", sandbox.path("headers").string(), "-D", "TIMES=4", "--arg",
                                        "i32[1]=zero", "--print", "0"});
    EXPECT_EQ(run.out, "arg 0: 20\n") << run.err;
}

TEST_F(CliRun, RawOptionsStandBehindTwoDashes) {
    sandbox.write("k.cl", "kernel void k(global int* out) { out[0] = VALUE; }");
    const Outcome run = sandbox.quovis({"run", "k.cl", "--arg", "i32[1]=zero", "--print", "0", "--", "-DVALUE=11"});
    EXPECT_EQ(run.out, "arg 0: 11\n") << run.err;
}

TEST_F(CliRun, AFileWithAnotherEndingIsTakenByItsLanguage) {
    sandbox.write("kernel.txt", "kernel void k(global int* out) { out[0] = 6; }");
    const Outcome run =
        sandbox.quovis({"run", "kernel.txt", "--language", "opencl", "--arg", "i32[1]=zero", "--print", "0"});
    EXPECT_EQ(run.out, "arg 0: 6\n") << run.err;
}

TEST_F(CliRun, WarningsOfTheCompilerAreDiagnostics) {
    sandbox.write("w.cl", "kernel void k(global int* out) {\n#warning careful\n    out[0] = 1; }");
    const Outcome run = sandbox.quovis({"run", "w.cl", "--arg", "i32[1]=zero", "--json"});
    EXPECT_EQ(run.status, 0) << run.err;
    const json told = run.json()["diagnostics"];
    ASSERT_FALSE(told.empty()) << run.out;
    EXPECT_EQ(told[0]["severity"], "warning");
    EXPECT_EQ(told[0]["line"], 2);
    EXPECT_THAT(told[0]["file"].get<std::string>(), HasSubstr("w.cl"));
}

// Copies bytes, so that what is printed is what was given.
constexpr const char* copy_kernel =
    "kernel void copy(global const uchar* in, global uchar* out) {\n"
    "    out[get_global_id(0)] = in[get_global_id(0)];\n"
    "}\n";

struct Exact {
    const char* type;
    const char* bytes;
    const char* given;
    const char* printed;
};
std::ostream& operator<<(std::ostream& stream, const Exact& one) {
    return stream << one.type << '=' << one.given;
}

class CliPrint : public testing::TestWithParam<Exact> {};

TEST_P(CliPrint, NumbersReadBackExactly) {
    QUOVIS_NEEDS_ROUTE("opencl");
    const Sandbox sandbox;
    sandbox.write("copy.cl", copy_kernel);
    const Exact& one = GetParam();
    const std::string buffer = std::string(one.type) + "[1]=fill:";
    const Outcome run = sandbox.quovis(
        {"run", "copy.cl", "--grid", one.bytes, "--arg", buffer + one.given, "--arg", buffer + "1", "--print", "1"});
    EXPECT_EQ(run.out, std::string("arg 1: ") + one.printed + "\n") << run.err;
}

INSTANTIATE_TEST_SUITE_P(Values, CliPrint,
                         testing::Values(Exact{"i8", "1", "-128", "-128"}, Exact{"u8", "1", "255", "255"},
                                         Exact{"i16", "2", "-32768", "-32768"}, Exact{"u16", "2", "0xffff", "65535"},
                                         Exact{"i32", "4", "-2147483648", "-2147483648"},
                                         Exact{"u32", "4", "4294967295", "4294967295"},
                                         Exact{"i64", "8", "-9223372036854775808", "-9223372036854775808"},
                                         Exact{"u64", "8", "18446744073709551615", "18446744073709551615"},
                                         Exact{"f16", "2", "0.1", "0.1"}, Exact{"f16", "2", "65504", "65504"},
                                         Exact{"f16", "2", "6e-8", "6e-08"}, Exact{"f16", "2", "-0", "-0"},
                                         Exact{"f32", "4", "0.1", "0.1"}, Exact{"f32", "4", "16777217", "16777216"},
                                         Exact{"f32", "4", "1e-45", "1e-45"}, Exact{"f32", "4", "-inf", "-inf"},
                                         Exact{"f64", "8", "0.1", "0.1"}, Exact{"f64", "8", "nan", "nan"},
                                         Exact{"f64", "8", "5e-324", "5e-324"},
                                         Exact{"f64", "8", "1.7976931348623157e308", "1.7976931348623157e+308"}));

class CliFiles : public CliRun {
  protected:
    void SetUp() override {
        CliRun::SetUp();
        sandbox.write("copy.cl", copy_kernel);
    }
    Outcome copy(const std::string& grid, const std::string& in, const std::string& out,
                 std::vector<std::string> more) const {
        return sandbox.quovis(with({"run", "copy.cl", "--grid", grid, "--arg", in, "--arg", out}, more));
    }
};

TEST_F(CliFiles, ASavedNpyReadsBackWithItsShape) {
    sandbox.write("raw.bin", bytes_of<float>({0.5F, -1, 2, 3e30F, 0.1F, 7}));
    ASSERT_EQ(copy("24", "f32[]=@raw.bin", "f32[6]=zero", {"--save", "1=a.npy"}).status, 0);
    EXPECT_THAT(sandbox.read("a.npy"), HasSubstr("'shape': (6,)"));
    EXPECT_EQ(sandbox.read("a.npy").size() % 64, 24U) << "the data begins at a multiple of 64";
    const Outcome run = copy("24", "f32[6]=@a.npy", "f32[6]=zero", {"--print", "1"});
    EXPECT_EQ(run.out, "arg 1: 0.5 -1 2 3e+30 0.1 7\n") << run.err;
}

TEST_F(CliFiles, EveryTypeGoesThroughNpy) {
    for (const std::string type : {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64"}) {
        ASSERT_EQ(copy("1", type + "[9]=random:5", type + "[9]=zero", {"--save", "0=t.npy"}).status, 0) << type;
        const Outcome first = copy("1", type + "[9]=random:5", type + "[9]=zero", {"--print", "0"});
        const Outcome second = copy("1", type + "[]=@t.npy", type + "[9]=zero", {"--print", "0"});
        EXPECT_EQ(first.out, second.out) << type << second.err;
    }
}

TEST_F(CliFiles, AnArrayOfSeveralAxesKeepsThem) {
    const std::string header = "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }";
    sandbox.write("two.npy", std::string("\x93NUMPY\x02\x00", 8) + bytes_of<std::uint32_t>({64}) + header +
                                 std::string(63 - header.size(), ' ') + "\n" +
                                 bytes_of<std::int16_t>({1, 2, 3, 4, 5, 6}));
    const Outcome run = copy("1", "i16[]=@two.npy", "i16[6]=zero", {"--print", "0", "--save", "0=again.npy"});
    EXPECT_EQ(run.out, "arg 0: 1 2 3 4 5 6\n") << run.err;
    EXPECT_THAT(sandbox.read("again.npy"), HasSubstr("'shape': (2, 3)"));
}

TEST_F(CliFiles, AGreyPictureGoesThroughPng) {
    ASSERT_EQ(
        copy("12", "u8[12]=random:3", "u8[12]=zero", {"--save", "1=p.png", "--shape", "4x3", "--save", "0=in.bin"})
            .status,
        0);
    const Outcome run = copy("12", "u8[]=@p.png", "u8[12]=zero", {"--save", "1=out.bin", "--save", "0=p2.png"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(sandbox.read("out.bin"), sandbox.read("in.bin"));
    EXPECT_EQ(sandbox.read("p2.png"), sandbox.read("p.png")) << "a picture knows its own size";
}

TEST_F(CliFiles, AnRgbaPictureGoesThroughPng) {
    ASSERT_EQ(
        copy("24", "u8[24]=random:4", "u8[24]=zero", {"--save", "1=p.png", "--shape", "3x2", "--save", "0=in.bin"})
            .status,
        0);
    const Outcome run = copy("24", "u8[24]=@p.png", "u8[24]=zero", {"--save", "1=out.bin"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(sandbox.read("out.bin"), sandbox.read("in.bin"));
}

TEST_F(CliFiles, ABufferLargerThanOnePieceArrivesWhole) {
    ASSERT_EQ(copy("1", "u32[3000000]=iota", "u8[1]=zero", {"--save", "0=big.bin"}).status, 0);
    ASSERT_EQ(copy("1", "u32[3000000]=@big.bin", "u8[1]=zero", {"--save", "0=again.bin"}).status, 0);
    const auto values = values_of<std::uint32_t>(sandbox.read("again.bin"));
    ASSERT_EQ(values.size(), 3000000U);
    for (std::uint32_t i = 0; i < values.size(); ++i) {
        ASSERT_EQ(values[i], i);
    }
}

TEST_F(CliFiles, ASavedFileTakesThePlaceOfAnOlderOne) {
    sandbox.write("y.bin", "what stood there before, and longer");
    ASSERT_EQ(copy("1", "u8[2]=fill:7", "u8[2]=zero", {"--save", "0=y.bin"}).status, 0);
    EXPECT_EQ(sandbox.read("y.bin"), "\x07\x07");
    EXPECT_EQ(sandbox.files(), (std::vector<std::string>{"copy.cl", "y.bin"}));
}

TEST(CliRunCuda, TheConfigurationRunsACudaFileThroughNvrtc) {
    QUOVIS_NEEDS_ROUTE("cuda");
    Sandbox sandbox;
    sandbox.configure("quovis: 1\nroutes:\n  - backend: [cuda-nvrtc]\n");
    const Outcome run = sandbox.quovis(with(saxpy(kernel_file("saxpy.cu")), {"--print", "3:4"}));
    EXPECT_EQ(run.out, "arg 3: 1 3 5 7\n") << run.err;
    EXPECT_THAT(run.err, StartsWith("route: cuda:0 "));
}

TEST(CliRunCuda, ACubinFromACompilationRunsAsItIs) {
    QUOVIS_NEEDS_ROUTE("cuda");
    Sandbox sandbox;
    const json listing = sandbox.quovis({"devices", "--json", "--select", "cuda:0"}).json();
    const std::string target = listing["devices"][0]["routes"][0]["target"];
    ASSERT_EQ(
        sandbox.quovis({"compile", kernel_file("saxpy.cu"), "--target", target, "--format", "cubin", "-o", "k.cubin"})
            .status,
        0);
    const Outcome run = sandbox.quovis(with(saxpy("k.cubin"), {"--print", "3:4"}));
    EXPECT_EQ(run.out, "arg 3: 1 3 5 7\n") << run.err;
    EXPECT_THAT(run.err, HasSubstr(" image\n"));
}

TEST(CliRunCuda, ATemplateIsNamedAsInTheSource) {
    QUOVIS_NEEDS_ROUTE("cuda");
    Sandbox sandbox;
    sandbox.write("t.cu", "template <typename T> __global__ void set(T* out, T value) { out[threadIdx.x] = value; }");
    const Outcome run = sandbox.quovis({"run", "t.cu", "--kernel", "set<double>", "--block", "2", "--arg",
                                        "f64[2]=zero", "--arg", "f64=0.1", "--print", "0"});
    EXPECT_EQ(run.out, "arg 0: 0.1 0.1\n") << run.err;
}

TEST(CliRunCuda, AKernelWithAMangledNameIsFoundByItsNameInTheSource) {
    QUOVIS_NEEDS_ROUTE("cuda");
    Sandbox sandbox;
    sandbox.write("m.cu", "__global__ void fives(int* out) { out[threadIdx.x] = 5; }");
    const Outcome run =
        sandbox.quovis({"run", "m.cu", "--kernel", "fives", "--block", "2", "--arg", "i32[2]=zero", "--print", "0"});
    EXPECT_EQ(run.out, "arg 0: 5 5\n") << run.err;
}

TEST(CliRunCuda, TheSameClFileRunsOnTheGpuThroughOpencl) {
    const json listing = Sandbox().quovis({"devices", "--json"}).json();
    if (listing.dump().find("opencl:gpu:0") == std::string::npos) {
        GTEST_SKIP() << "no OpenCL route to a GPU here";
    }
    Sandbox sandbox;
    sandbox.configure("quovis: 1\ndevices:\n  default: \"opencl:gpu\"\nroutes:\n  - backend: [opencl]\n");
    const Outcome run = sandbox.quovis(with(saxpy(kernel_file("saxpy.cl")), {"--print", "3:4"}));
    EXPECT_EQ(run.out, "arg 3: 1 3 5 7\n") << run.err;
    EXPECT_THAT(run.err, StartsWith("route: opencl:gpu:0 "));
}

}  // namespace cli_run_test
}  // namespace quovis::cli_tests

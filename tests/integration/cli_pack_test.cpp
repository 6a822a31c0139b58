// `quovis pack`, and bundles as `run` and `explain` take them.
#include "core/program/bundle.hpp"
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>

namespace quovis::cli_tests {
namespace cli_pack_test {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

std::string kernel_file(const std::string& name) {
    return source_file("tests/examples/kernels/" + name);
}

std::vector<std::string> targets_of(const json& told) {
    std::vector<std::string> targets;
    for (const json& image : told["images"]) {
        targets.push_back(image["target"]);
    }
    return targets;
}

class CliPack : public testing::Test {
  protected:
    Outcome run_saxpy(const std::string& file, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words = {
            "run",      file,    "--kernel", "saxpy", "--grid",         "16",    "--block",          "64",      "--arg",
            "i32=1024", "--arg", "f32=2",    "--arg", "f32[1024]=iota", "--arg", "f32[1024]=fill:1", "--print", "3:4"};
        words.insert(words.end(), more.begin(), more.end());
        return sandbox.quovis(words);
    }
    // A bundle whose content nobody would pack.
    void write_bundle(const core::Bundle& bundle) { sandbox.write("x.quovis", core::to_bytes(bundle)); }

    Sandbox sandbox;
};

// ---- Packing ----

TEST_F(CliPack, MakesImagesForManyTargetsWithoutADevice) {
    if (!compiler_works("cuda-nvrtc") || !compiler_works("hip-hiprtc")) {
        GTEST_SKIP() << "NVRTC and hiprtc are not both here";
    }
    const Outcome packed =
        sandbox.quovis({"pack", kernel_file("saxpy.cu"), "--target", "sm_80", "--target", "sm_90", "--target",
                        "compute_90", "--target", "gfx90a", "-o", "saxpy.quovis", "--json"});
    ASSERT_EQ(packed.status, 0) << packed.err;
    const json told = packed.json();
    EXPECT_EQ(told["schema"], 1);
    EXPECT_EQ(told["output"], "saxpy.quovis");
    EXPECT_THAT(targets_of(told), ElementsAre("sm_80", "sm_90", "compute_90", "gfx90a"));
    EXPECT_EQ(told["images"][2]["format"], "ptx");
    EXPECT_EQ(told["images"][3]["compiler"], "hip-hiprtc");
    EXPECT_EQ(told["sources"][0]["packed"], true);
    EXPECT_EQ(told["bytes"], fs::file_size(sandbox.path("saxpy.quovis")));
    EXPECT_THAT(sandbox.files(), ElementsAre("saxpy.quovis"));
}

TEST_F(CliPack, ListsTheKernelsOfEachImage) {
    if (!compiler_works("cuda-nvrtc") || !compiler_works("hip-hiprtc")) {
        GTEST_SKIP() << "NVRTC and hiprtc are not both here";
    }
    ASSERT_EQ(sandbox
                  .quovis({"pack", kernel_file("saxpy.cu"), "--target", "sm_80", "--target", "compute_90", "--target",
                           "gfx90a", "-o", "s.quovis"})
                  .status,
              0);
    const std::string list = sandbox.quovis({"pack", "--list", "s.quovis"}).out;
    for (const char* compiler : {"cubin .* cuda-nvrtc", "ptx .* cuda-nvrtc", "code-object .* hip-hiprtc"}) {
        EXPECT_THAT(list, testing::ContainsRegex(std::string(compiler) + " +saxpy"));
    }
}

TEST_F(CliPack, ExtractsVendorImagesBitForBit) {
    if (!compiler_works("cuda-nvrtc")) {
        GTEST_SKIP() << "NVRTC is not here";
    }
    const std::string source = kernel_file("saxpy.cu");
    ASSERT_EQ(sandbox.quovis({"pack", source, "--target", "sm_90", "-o", "s.quovis"}).status, 0);
    const Outcome extracted = sandbox.quovis({"pack", "--extract", "out", "s.quovis"});
    EXPECT_EQ(extracted.out, "out/saxpy.sm_90.cubin\nout/saxpy.cu\n") << extracted.err;
    ASSERT_EQ(sandbox.quovis({"compile", source, "--target", "sm_90", "-o", "alone.cubin"}).status, 0);
    EXPECT_EQ(sandbox.read("out/saxpy.sm_90.cubin"), sandbox.read("alone.cubin"));
    EXPECT_EQ(sandbox.read("out/saxpy.sm_90.cubin").substr(0, 4),
              "\x7f"
              "ELF");
}

TEST_F(CliPack, NamesThoseWhoWereAskedForATargetThatNoneMakes) {
    const Outcome packed = sandbox.quovis({"pack", kernel_file("saxpy.cl"), "--target", "pdp11", "-o", "s.quovis"});
    EXPECT_NE(packed.status, 0);
    EXPECT_EQ(packed.error_lines(), 1) << packed.err;
    EXPECT_THAT(packed.first_error_line(), AllOf(HasSubstr("saxpy.cl"), HasSubstr("'pdp11'"), HasSubstr("asked")));
    for (const char* plugin : {"\n  cuda-nvrtc: ", "\n  cuda-nvcc: ", "\n  hip-hiprtc: ", "\n  opencl: "}) {
        EXPECT_THAT(packed.err, HasSubstr(plugin));
    }
    EXPECT_THAT(sandbox.files(), ElementsAre());
}

TEST_F(CliPack, LeavesTheOldBundleWhereASourceDoesNotCompile) {
    QUOVIS_NEEDS_ROUTE("opencl");
    sandbox.write("k.cl", "kernel void k(global float* x) { x[0] = nothing; }\n");
    sandbox.write("k.quovis", "old");
    const Outcome packed = sandbox.quovis({"pack", "k.cl", "--target", "opencl:cpu"});
    EXPECT_EQ(packed.status, 4) << packed.err;
    EXPECT_THAT(packed.err, HasSubstr("k.cl:1:"));
    EXPECT_EQ(sandbox.read("k.quovis"), "old");
    EXPECT_THAT(sandbox.files(), ElementsAre("k.cl", "k.quovis"));
}

TEST_F(CliPack, ShowsAWarningOnceForAllTargets) {
    if (!compiler_works("cuda-nvrtc")) {
        GTEST_SKIP() << "NVRTC is not here";
    }
    sandbox.write("k.cu", "extern \"C\" __global__ void k(int* x) { int unused; x[0] = 1; }\n");
    const Outcome packed =
        sandbox.quovis({"pack", "k.cu", "--target", "sm_80", "--target", "sm_90", "--backend", "cuda-nvrtc"});
    ASSERT_EQ(packed.status, 0) << packed.err;
    const std::size_t first = packed.err.find("k.cu:1:");
    ASSERT_NE(first, std::string::npos) << packed.err;
    EXPECT_EQ(packed.err.find("k.cu:1:", first + 1), std::string::npos) << packed.err;
}

TEST_F(CliPack, SaysWhatItIsMadeOfForABuildSystem) {
    fs::create_directory(sandbox.path("in c"));
    sandbox.write("in c/v.h", "#define V 1\n");
    sandbox.write("k.cl", "#include \"v.h\"\nkernel void k(global int* x) { x[0] = V; }\n");
    const Outcome packed =
        sandbox.quovis({"pack", "k.cl", "--target", "opencl", "-I", "in c", "-o", "k.quovis", "--depfile", "k.d"});
    ASSERT_EQ(packed.status, 0) << packed.err;
    const std::string folder = fs::canonical(sandbox.path("k.cl")).parent_path().string();
    EXPECT_EQ(sandbox.read("k.d"), folder + "/k.quovis: \\\n  " + folder + "/k.cl \\\n  " + folder + "/in\\ c/v.h\n");
}

// What a terminal shows.
class CliPackOnATerminal : public CliPack {
  protected:
    void SetUp() override {
        if (!fs::exists("/usr/bin/script")) {
            GTEST_SKIP() << "the program script, which makes a terminal, is not here";
        }
    }
    std::string shown(const std::string& columns, const std::string& terminal) const {
        const std::string command = "stty cols " + columns + " && TERM=" + terminal + " " QUOVIS_TEST_BINARY " pack " +
                                    kernel_file("saxpy.cl") + " " + kernel_file("matmul.cl") +
                                    " --target opencl -o s.quovis";
        return sandbox.program("/usr/bin/script", {"-qec", command, "/dev/null"}).out;
    }
};

TEST_F(CliPackOnATerminal, ABarIsDrawn) {
    const std::string out = shown("80", "xterm");
    EXPECT_THAT(out, AllOf(HasSubstr("█░"), HasSubstr("░ 1/2 matmul.cl for opencl"))) << "half way";
    EXPECT_THAT(out, HasSubstr("packed 0 images of 2 programs"));
    EXPECT_THAT(sandbox.quovis({"pack", kernel_file("saxpy.cl"), "--target", "opencl", "-o", "s.quovis"}).err,
                Not(HasSubstr("█")));
}

TEST_F(CliPackOnATerminal, OfFewColumnsTheWordsComeFirst) {
    EXPECT_THAT(shown("20", "xterm"), AllOf(HasSubstr("1/2 matmul.cl for …"), Not(HasSubstr("█"))));
}

TEST_F(CliPackOnATerminal, ThatOnlyWritesOnNoBarIsDrawn) {
    EXPECT_THAT(shown("80", "dumb"), AllOf(HasSubstr("packed 0 images"), Not(HasSubstr("█")), Not(HasSubstr("\033"))));
}

struct WrongWords {
    const char* name;
    std::vector<std::string> words;
    const char* told;
};

class CliPackWrongWords : public testing::TestWithParam<WrongWords> {};

TEST_P(CliPackWrongWords, AreToldWithStatusTwo) {
    Sandbox sandbox;
    sandbox.write("k.cl", "kernel void k() {}\n");
    std::vector<std::string> words = {"pack"};
    words.insert(words.end(), GetParam().words.begin(), GetParam().words.end());
    const Outcome run = sandbox.quovis(words);
    EXPECT_EQ(run.status, 2) << run.err;
    EXPECT_THAT(run.err, HasSubstr(GetParam().told));
    EXPECT_THAT(sandbox.files(), ElementsAre("k.cl"));
}

INSTANTIATE_TEST_SUITE_P(
    Words, CliPackWrongWords,
    testing::Values(
        WrongWords{"NoTarget", {"k.cl"}, "--target is missing"},
        WrongWords{"NoFile", {"--target", "sm_90"}, "FILE is required"},
        WrongWords{"AnImage", {"k.cubin", "--target", "sm_90"}, "is no source"},
        WrongWords{"ABundle", {"k.quovis", "--target", "sm_90"}, "--list and --extract"},
        WrongWords{"OverItsSource", {"k.cl", "--target", "opencl", "-o", "./k.cl"}, "written over"},
        WrongWords{"DependenciesOverItsSource", {"k.cl", "--target", "opencl", "--depfile", "k.cl"}, "written over"},
        WrongWords{"TwoTargetsInOneWord", {"k.cl", "--target", "sm_80,sm_90"}, "give each a --target"},
        WrongWords{"TheSameTargetTwice", {"k.cl", "--target", "opencl", "--target", "opencl"}, "twice"},
        WrongWords{"StandardOutput", {"k.cl", "--target", "opencl", "-o", "-"}, "'-' does not name"},
        WrongWords{"TheSourceAlone", {"k.cl", "--target", "opencl", "--no-source"}, "is the source itself"},
        WrongWords{"ListWithATarget", {"--list", "k.quovis", "--target", "sm_90"}, "do not go with them"},
        WrongWords{"RawOptions", {"k.cl", "--target", "opencl", "--", "-x"}, "no compiler options"}),
    [](const auto& one) { return std::string(one.param.name); });

// ---- Running ----

TEST_F(CliPack, RunsTheImageThatTheDeviceAccepts) {
    QUOVIS_NEEDS_ROUTE("opencl");
    ASSERT_EQ(
        sandbox
            .quovis({"pack", kernel_file("saxpy.cl"), "--target", "opencl", "--target", "opencl:cpu", "-o", "s.quovis"})
            .status,
        0);
    const Outcome run = run_saxpy("s.quovis", {"--device", "opencl:cpu"});
    EXPECT_EQ(run.out, "arg 3: 1 3 5 7\n") << run.err;
    EXPECT_TRUE(run.err.starts_with("route: opencl:cpu:")) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("\nimage: packed opencl-binary for "), HasSubstr("the device's own target")));
    const json told = run_saxpy("s.quovis", {"--device", "opencl:cpu", "--json"}).json();
    EXPECT_EQ(told["bundle"]["taken"], "packed");
    EXPECT_EQ(told["bundle"]["source"], "saxpy.cl");
    EXPECT_EQ(told["origin"], "bundle");
    EXPECT_EQ(told["cache_key"], "");
}

TEST_F(CliPack, CompilesThePackedSourceWhereNoImageFits) {
    QUOVIS_NEEDS_ROUTE("opencl");
    ASSERT_EQ(sandbox.quovis({"pack", kernel_file("saxpy.cl"), "--target", "opencl", "-o", "s.quovis"}).status, 0);
    const json told = run_saxpy("s.quovis", {"--device", "opencl:cpu", "--json"}).json();
    EXPECT_EQ(told["bundle"]["taken"], "compiled");
    EXPECT_EQ(told["origin"], "compiled");
    EXPECT_THAT(told["bundle"]["reason"].get<std::string>(), HasSubstr("from the packed source"));
    EXPECT_EQ(run_saxpy("s.quovis", {"--device", "opencl:cpu", "--json"}).json()["origin"], "disk");
}

TEST_F(CliPack, SaysInOneLineThatItsImagesAreForOthers) {
    QUOVIS_NEEDS_ROUTE("opencl");
    if (!compiler_works("cuda-nvrtc")) {
        GTEST_SKIP() << "NVRTC is not here";
    }
    ASSERT_EQ(
        sandbox.quovis({"pack", kernel_file("saxpy.cl"), "--target", "sm_80", "--target", "sm_90", "-o", "s.quovis"})
            .status,
        0);
    const Outcome run = run_saxpy("s.quovis", {"--device", "opencl:cpu"});
    EXPECT_THAT(run.err, HasSubstr("image: compiled from the packed source: no packed image fits, of sm_80 (cubin), "
                                   "sm_90 (cubin)\n"));
    EXPECT_THAT(run.err, Not(HasSubstr("passed over")));
}

TEST_F(CliPack, RunsABundleOfAnotherName) {
    QUOVIS_NEEDS_ROUTE("opencl");
    ASSERT_EQ(sandbox.quovis({"pack", kernel_file("saxpy.cl"), "--target", "opencl", "-o", "kernels.bin"}).status, 0);
    EXPECT_EQ(run_saxpy("kernels.bin", {"--device", "opencl:cpu"}).out, "arg 3: 1 3 5 7\n");
}

TEST_F(CliPack, RunsHeadersAndDefinesThatWerePacked) {
    QUOVIS_NEEDS_ROUTE("opencl");
    fs::create_directories(sandbox.path("include/a"));
    sandbox.write("include/a/v.h", "#include \"../w.h\"\n");
    sandbox.write("include/w.h", "#define V (N + 1)\n");
    sandbox.write("k.cl", "#include \"a/v.h\"\nkernel void k(global int* x) { x[0] = V; }\n");
    ASSERT_EQ(sandbox.quovis({"pack", "k.cl", "--target", "opencl", "-I", "include", "-D", "N=41"}).status, 0);
    fs::remove_all(sandbox.path("include"));
    fs::remove(sandbox.path("k.cl"));
    const Outcome run = sandbox.quovis(
        {"run", "k.quovis", "--device", "opencl:cpu", "--kernel", "k", "--arg", "i32[1]=zero", "--print", "0"});
    EXPECT_EQ(run.out, "arg 0: 42\n") << run.err;
}

TEST_F(CliPack, TellsWhyNothingOfItRunsHere) {
    QUOVIS_NEEDS_ROUTE("opencl");
    if (!compiler_works("hip-hiprtc")) {
        GTEST_SKIP() << "hiprtc is not here";
    }
    ASSERT_EQ(
        sandbox.quovis({"pack", kernel_file("saxpy.cu"), "--target", "gfx90a", "--no-source", "-o", "s.quovis"}).status,
        0);
    const Outcome run = run_saxpy("s.quovis", {"--device", "opencl:cpu"});
    EXPECT_EQ(run.error_lines(), 1);
    EXPECT_NE(run.status, 0);
    EXPECT_THAT(run.err, AllOf(HasSubstr("it has gfx90a (code-object)"), HasSubstr("its source was left out"),
                               HasSubstr("on opencl:cpu:0: packed code-object for gfx90a: ")));
}

TEST_F(CliPack, FindsTheProgramThatHasTheKernel) {
    QUOVIS_NEEDS_ROUTE("opencl");
    ASSERT_EQ(
        sandbox
            .quovis({"pack", kernel_file("saxpy.cl"), kernel_file("matmul.cl"), "--target", "opencl", "-o", "s.quovis"})
            .status,
        0);
    const Outcome vague = run_saxpy("s.quovis", {"--device", "opencl:cpu"});
    EXPECT_EQ(vague.status, 2) << "no image tells its kernels";
    EXPECT_THAT(vague.err, AllOf(HasSubstr("saxpy.cl, matmul.cl"), HasSubstr("--source")));
    EXPECT_EQ(run_saxpy("s.quovis", {"--device", "opencl:cpu", "--source", "saxpy.cl"}).out, "arg 3: 1 3 5 7\n");
    EXPECT_EQ(run_saxpy("s.quovis", {"--device", "opencl:cpu", "--source", "absent.cl"}).status, 3);
}

TEST_F(CliPack, ExplainsWhatWouldBeTaken) {
    QUOVIS_NEEDS_ROUTE("opencl");
    ASSERT_EQ(sandbox.quovis({"pack", kernel_file("saxpy.cl"), "--target", "opencl:cpu", "-o", "s.quovis"}).status, 0);
    const json told = sandbox.quovis({"explain", "s.quovis", "--device", "opencl:cpu", "--json"}).json();
    EXPECT_EQ(told["cache"]["result"], "packed");
    EXPECT_EQ(told["attempts"].back()["fate"], "taken");
    EXPECT_THAT(sandbox.quovis({"explain", "s.quovis", "--device", "opencl:cpu"}).out,
                HasSubstr("the image is in the bundle"));
    EXPECT_EQ(sandbox.quovis({"explain", "s.quovis", "--target", "sm_90"}).status, 2);
}

TEST_F(CliPack, RefusesOptionsThatWereToBeGivenWhenPacking) {
    sandbox.write("x.quovis", "");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"run", "x.quovis", "-D", "N=1"}, {"run", "x.quovis", "--", "-x"}}) {
        const Outcome run = sandbox.quovis(words);
        EXPECT_EQ(run.status, 2);
        EXPECT_THAT(run.err, HasSubstr("when it was packed"));
    }
    EXPECT_THAT(sandbox.quovis({"run", "k.cl", "--source", "a"}).err, HasSubstr("--source chooses"));
}

// What an sm_90 would get of images for these targets: of a driver without a GPU, and no compiler at all.
class CliPackForAGpu : public CliPack {
  protected:
    std::string taken_of(const std::vector<std::string>& targets) {
        std::vector<std::string> words = {"pack", kernel_file("saxpy.cu"), "--no-source", "-o", "s.quovis"};
        for (const std::string& target : targets) {
            words.insert(words.end(), {"--target", target});
        }
        sandbox.configure("quovis: 1\n");
        const Outcome packed = sandbox.quovis(words);
        EXPECT_EQ(packed.status, 0) << packed.err;
        sandbox.configure("quovis: 1\nplugins: { disable: [cuda-nvcc] }\nbackends:\n  cuda-nvrtc: { driver: '" +
                          std::string(QUOVIS_TEST_FAKES_DIR) + "/cuda_driver/libcuda.so', cuda: /nonexistent }\n");
        return sandbox.quovis({"explain", "s.quovis", "--device", "cuda", "--json"}).json().value("target", "");
    }
    void SetUp() override {
        if (!compiler_works("cuda-nvrtc")) {
            GTEST_SKIP() << "NVRTC is not here";
        }
    }
};

TEST_F(CliPackForAGpu, TakesMachineCodeForItRatherThanWhatTheDriverCompiles) {
    EXPECT_EQ(taken_of({"compute_90", "sm_80", "sm_90"}), "sm_90");
}

TEST_F(CliPackForAGpu, TakesMachineCodeWithFeaturesOfItsArchitectureFirst) {
    EXPECT_EQ(taken_of({"sm_90a", "sm_90"}), "sm_90a");
}

TEST_F(CliPackForAGpu, TakesTheNewestOfWhatTheDriverCompiles) {
    EXPECT_EQ(taken_of({"compute_75", "compute_80", "sm_80"}), "compute_80");
}

// On an NVIDIA GPU, with NVRTC and nvcc hidden.
TEST_F(CliPack, RunsOnAGpuWithoutAnyCompiler) {
    QUOVIS_NEEDS_ROUTE("cuda");
    const Outcome packed = sandbox.quovis({"pack", kernel_file("saxpy.cu"), "--target", "sm_80", "--target", "cuda:0",
                                           "--target", "compute_80", "--no-source", "-o", "s.quovis"});
    ASSERT_EQ(packed.status, 0) << packed.err;
    sandbox.configure(
        "quovis: 1\nbackends:\n  cuda-nvrtc: { cuda: /nonexistent }\n  cuda-nvcc: { nvcc: /nonexistent/nvcc }\n");
    const Outcome run = run_saxpy("s.quovis", {"--device", "cuda"});
    EXPECT_EQ(run.out, "arg 3: 1 3 5 7\n") << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("image: packed cubin for sm_"), HasSubstr("the device's own target")));
}

// ---- Files of others ----

TEST_F(CliPack, ADamagedBundleIsRefusedByEachCommand) {
    ASSERT_EQ(sandbox.quovis({"pack", kernel_file("saxpy.cl"), "--target", "opencl", "-o", "x.quovis"}).status, 0);
    std::string bytes = sandbox.read("x.quovis");
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x40);
    sandbox.write("x.quovis", bytes);
    for (const std::vector<std::string>& words : {std::vector<std::string>{"run", "x.quovis"},
                                                  {"explain", "x.quovis"},
                                                  {"pack", "--list", "x.quovis"},
                                                  {"pack", "--extract", "out", "x.quovis"}}) {
        const Outcome run = sandbox.quovis(words);
        EXPECT_EQ(run.status, 2) << run.err;
        EXPECT_EQ(run.error_lines(), 1);
        EXPECT_THAT(run.first_error_line(), HasSubstr("'x.quovis' is not taken for a bundle: "));
    }
    EXPECT_THAT(sandbox.files(), ElementsAre("x.quovis"));
}

TEST_F(CliPack, NothingIsExtractedOutsideOfTheFolder) {
    core::Bundle bundle;
    bundle.packer = "somebody";
    core::PackedSource source;
    source.name = "..k.cl";
    source.language = "opencl";
    source.text = "// text\n";
    source.options.headers = {{"../../../up.h", "// up\n"}, {"a/./b.h", "// b\n"}, {"a//c.h", "// c\n"}};
    bundle.sources.push_back(source);
    for (const char* target : {"../../up", "$(touch x) `y`", "a b", "a_b"}) {
        auto image = std::make_shared<core::Image>();
        image->target = target;
        image->format = "cubin";
        image->compiler = "cuda-nvrtc";
        image->bytes = "bytes";
        core::PackedImage packed;
        packed.image = image;
        bundle.images.push_back(packed);
    }
    fs::create_directory(sandbox.path("deep"));
    fs::create_directory(sandbox.path("deep/er"));
    write_bundle(bundle);
    const Outcome run = sandbox.quovis({"pack", "--extract", "deep/er/out", "x.quovis", "--json"});
    ASSERT_EQ(run.status, 0) << run.err;
    const json told = run.json();
    EXPECT_EQ(told["extracted"].size(), 8u);
    for (const json& file : told["extracted"]) {
        const fs::path whole = fs::weakly_canonical(sandbox.path(file.get<std::string>()));
        EXPECT_TRUE(whole.string().starts_with(fs::canonical(sandbox.path("deep/er/out")).string() + "/")) << whole;
        EXPECT_TRUE(fs::is_regular_file(whole));
    }
    EXPECT_THAT(sandbox.files(), ElementsAre("deep", "x.quovis"));
}

TEST_F(CliPack, NothingIsExtractedThroughALinkThatIsThere) {
    fs::create_directory(sandbox.path("include"));
    sandbox.write("include/v.h", "");
    sandbox.write("k.cl", "#include \"v.h\"\nkernel void k() {}\n");
    ASSERT_EQ(sandbox.quovis({"pack", "k.cl", "--target", "opencl", "-I", "include"}).status, 0);
    fs::create_directory(sandbox.path("out"));
    for (const std::string link : {"out/k.cl", "out/k.cl.headers"}) {
        fs::create_symlink(sandbox.path("victim"), sandbox.path(link));
        const Outcome extracted = sandbox.quovis({"pack", "--extract", "out", "k.quovis"});
        EXPECT_EQ(extracted.status, 1);
        EXPECT_THAT(extracted.err, HasSubstr(link + "' is a link"));
        EXPECT_FALSE(fs::exists(sandbox.path("victim")));
        fs::remove(sandbox.path(link));
    }
}

TEST_F(CliPack, WhatABundleSaysCannotDriveATerminal) {
    core::Bundle bundle;
    bundle.packer = "\x1b[2J";
    bundle.sources.push_back({"k.cl", "opencl", "// text\n", {}});
    auto image = std::make_shared<core::Image>();
    image->target = "t";
    image->format = "f";
    image->compiler = "c";
    image->bytes = "bytes";
    core::PackedImage packed;
    packed.image = image;
    packed.kernels.emplace();
    packed.kernels->emplace_back().name = "k\xc2\x9b";
    bundle.images.push_back(packed);
    write_bundle(bundle);
    EXPECT_THAT(sandbox.quovis({"pack", "--list", "x.quovis"}).out, Not(HasSubstr("\x1b")));
    EXPECT_EQ(sandbox.quovis({"pack", "--list", "x.quovis", "--json"}).json()["packer"], "\x1b[2J");
}

}  // namespace cli_pack_test
}  // namespace quovis::cli_tests

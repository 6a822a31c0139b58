// `quovis explain`: the route and why, the parts of the key, hit or miss, and what differs.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace quovis::cli_tests {
namespace cli_explain_test {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

std::string kernel_file(const std::string& name) {
    return source_file("tests/examples/kernels/" + name);
}

// The parts of an explanation that differ from the nearest entry.
json differing(const json& told) {
    json parts = json::array();
    for (const json& part : told["parts"]) {
        if (part["differs"] == true) {
            parts.push_back(part);
        }
    }
    return parts;
}

json part_of(const json& told, const std::string& label) {
    for (const json& part : told["parts"]) {
        if (part["label"] == label) {
            return part;
        }
    }
    ADD_FAILURE() << "no part '" << label << "' in\n" << told.dump(2);
    return json::object();
}

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

// A backend as part of a test's name.
std::string name_of(const testing::TestParamInfo<const char*>& backend) {
    std::string name = backend.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

class CliExplainEachBackend : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (!compiler_works(GetParam())) {
            GTEST_SKIP() << GetParam() << " does not compile here";
        }
    }
    std::vector<std::string> words(const std::string& command) const {
        const bool opencl = std::string(GetParam()) == "opencl";
        std::vector<std::string> all = {command,      kernel_file(opencl ? "saxpy.cl" : "saxpy.cu"),
                                        "--backend",  GetParam(),
                                        "--optimize", "3",
                                        "-D",         "N=4",
                                        "--json"};
        if (!opencl) {
            all.insert(all.end(), {"--target", "sm_90"});
        }
        return all;
    }
    Sandbox sandbox;
};

TEST_P(CliExplainEachBackend, TellsTheKeyThatTheCompileUsesAndThenTheHit) {
    const json before = sandbox.quovis(words("explain")).json();
    EXPECT_EQ(before["cache"]["result"], "miss");
    const json compiled = sandbox.quovis(with(words("compile"), {"-o", "image"})).json();
    EXPECT_EQ(before["cache_key"], compiled["cache_key"]);
    const json after = sandbox.quovis(words("explain")).json();
    EXPECT_EQ(after["cache"]["result"], "hit");
    EXPECT_EQ(after["cache"]["found"], "disk");
    EXPECT_EQ(after["cache_key"], compiled["cache_key"]);
    EXPECT_EQ(std::filesystem::file_size(after["cache"]["image"].get<std::string>()), compiled["bytes"]);
    EXPECT_EQ(after["backend"], GetParam());
    EXPECT_EQ(after["target"], compiled["target"]);
}

INSTANTIATE_TEST_SUITE_P(All, CliExplainEachBackend, testing::Values("opencl", "cuda-nvrtc", "cuda-nvcc"), name_of);

class CliExplain : public testing::Test {
  protected:
    void SetUp() override {
        QUOVIS_NEEDS_ROUTE("opencl");
        sandbox.write("k.cl", "kernel void k(global int* x) { x[0] = 1; }\n");
    }

    json explained(const std::vector<std::string>& more = {}) const {
        return sandbox.quovis(with({"explain", "k.cl", "--json"}, more)).json();
    }
    Outcome compile(const std::vector<std::string>& more = {}) const {
        return sandbox.quovis(with({"compile", "k.cl", "-o", "k.clbin"}, more));
    }

    Sandbox sandbox;
};

TEST_F(CliExplain, TellsTheRouteTheRuleAndWhatWasPassedOver) {
    sandbox.configure("quovis: 1\nroutes:\n  - backend: [hip-hiprtc, opencl, cuda-nvrtc]\n");
    const json told = explained();
    EXPECT_EQ(told["schema"], 1);
    EXPECT_THAT(told["rule"].get<std::string>(), ContainsRegex("quovis.yaml:3$"));
    EXPECT_EQ(told["backend"], "opencl");
    EXPECT_THAT(told["selector"].get<std::string>(), testing::StartsWith("opencl:"));
    ASSERT_EQ(told["attempts"].size(), 3U) << told.dump(2);
    EXPECT_EQ(told["attempts"][0]["fate"], "passed over");
    EXPECT_THAT(told["attempts"][0]["reason"].get<std::string>(), HasSubstr("plugin 'hip-hiprtc' has no device"));
    EXPECT_EQ(told["attempts"][1]["fate"], "taken");
    EXPECT_EQ(told["attempts"][2]["fate"], "next");
    const Outcome run = sandbox.quovis({"explain", "k.cl"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, ContainsRegex("\n  hip-hiprtc +passed over  plugin 'hip-hiprtc' has no device"));
    EXPECT_THAT(run.out, ContainsRegex("\n  opencl +taken\n  cuda-nvrtc +next\n"));
}

TEST_F(CliExplain, AStrictRuleHasNoNextBackend) {
    sandbox.configure("quovis: 1\nroutes:\n  - backend: [opencl, cuda-nvrtc]\n    strict: true\n");
    EXPECT_EQ(explained()["attempts"].size(), 1U);
}

TEST_F(CliExplain, CompilesNothing) {
    const json first = explained();
    EXPECT_EQ(first["cache"]["result"], "miss");
    EXPECT_EQ(first["cache"]["image"], "");
    EXPECT_EQ(first["nearest_key"], "");
    EXPECT_EQ(sandbox.quovis({"cache", "list", "--json"}).json()["entries"], json::array());
    EXPECT_EQ(explained(), first);
    EXPECT_THAT(sandbox.quovis({"explain", "k.cl"}).out, HasSubstr("miss: no entry of this program yet\n"));
}

TEST_F(CliExplain, ListsThePartsOfTheKey) {
    const json told = explained({"-D", "N=4", "--std", "CL1.2"});
    for (const char* label : {"plugin", "compiler", "language", "name", "target", "format", "source"}) {
        EXPECT_NE(part_of(told, label)["value"], "") << label;
        EXPECT_EQ(part_of(told, label)["differs"], false) << label;
    }
    EXPECT_EQ(part_of(told, "language")["value"], "opencl");
    EXPECT_EQ(part_of(told, "compiler")["value"], told["compiler"]);
    EXPECT_EQ(told["cache_key"].get<std::string>().size(), 32U);
}

TEST_F(CliExplain, NamesTheDefineThatDiffersWithBothValues) {
    ASSERT_EQ(compile({"-D", "N=4"}).status, 0);
    const json told = explained({"-D", "N=5"});
    ASSERT_EQ(differing(told).size(), 1U) << told.dump(2);
    EXPECT_THAT(differing(told)[0]["value"].get<std::string>(), HasSubstr("N=5"));
    EXPECT_THAT(differing(told)[0]["nearest"].get<std::string>(), HasSubstr("N=4"));
    EXPECT_EQ(told["nearest_key"], sandbox.quovis({"cache", "list", "--json"}).json()["entries"][0]["key"]);
    const Outcome run = sandbox.quovis({"explain", "k.cl", "-D", "N=5"});
    EXPECT_THAT(run.out, HasSubstr("miss: 1 part differs from the nearest entry\n"));
    EXPECT_THAT(run.out, ContainsRegex("\n[*] [^\n]*N=5\n +nearest entry: [^\n]*N=4\n"));
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '*'), 1) << run.out;
}

TEST_F(CliExplain, AnOptionThatOnlyOneHasIsNoneInTheOther) {
    ASSERT_EQ(compile().status, 0);
    const Outcome more = sandbox.quovis({"explain", "k.cl", "-D", "N=5"});
    EXPECT_THAT(more.out, ContainsRegex("\n[*] [^\n]*N=5\n +nearest entry: none\n"));
    ASSERT_EQ(sandbox.quovis({"cache", "clear"}).status, 0);
    ASSERT_EQ(compile({"-D", "N=5"}).status, 0);
    const Outcome less = sandbox.quovis({"explain", "k.cl"});
    EXPECT_THAT(less.out, ContainsRegex("\n[*] [^\n]* none\n +nearest entry: [^\n]*N=5\n"));
}

TEST_F(CliExplain, NamesTheSourceThatWasEditedWithItsLines) {
    ASSERT_EQ(compile().status, 0);
    sandbox.write("k.cl", "// more\nkernel void k(global int* x) { x[0] = 1; }\n");
    const json told = explained();
    ASSERT_EQ(differing(told).size(), 1U) << told.dump(2);
    EXPECT_EQ(differing(told)[0]["label"], "source");
    EXPECT_THAT(differing(told)[0]["value"].get<std::string>(), ContainsRegex("^[0-9a-f]{32} 2 lines$"));
    EXPECT_THAT(differing(told)[0]["nearest"].get<std::string>(), ContainsRegex("^[0-9a-f]{32} 1 lines?$"));
    EXPECT_THAT(sandbox.quovis({"explain", "k.cl"}).out, ContainsRegex("\n[*]  source +[0-9a-f]{12}… 2 lines\n"));
}

TEST_F(CliExplain, NamesTheHeaderThatWasEditedWithItsLines) {
    sandbox.write("v.h", "#define V 1\n");
    sandbox.write("w.h", "#define W 1\n");
    sandbox.write("k.cl", "#include \"v.h\"\n#include \"w.h\"\nkernel void k(global int* x) { x[0] = V + W; }\n");
    ASSERT_EQ(compile({"-I", "."}).status, 0);
    EXPECT_EQ(explained({"-I", "."})["cache"]["result"], "hit");
    sandbox.write("v.h", "// more\n#define V 1\n");
    const json told = explained({"-I", "."});
    ASSERT_EQ(differing(told).size(), 1U) << told.dump(2);
    EXPECT_THAT(differing(told)[0]["label"].get<std::string>(), HasSubstr("v.h"));
    EXPECT_THAT(differing(told)[0]["value"].get<std::string>(), HasSubstr(" 2 lines"));
    EXPECT_THAT(differing(told)[0]["nearest"].get<std::string>(), HasSubstr(" 1 line"));
}

TEST_F(CliExplain, TheNearestEntryIsTheOneThatDiffersLeast) {
    ASSERT_EQ(compile({"-D", "A=1", "-D", "B=1"}).status, 0);
    ASSERT_EQ(compile({"-D", "A=2", "-D", "B=2"}).status, 0);
    ASSERT_EQ(compile({"-D", "A=3", "-D", "B=1"}).status, 0);
    const json told = explained({"-D", "A=2", "-D", "B=3"});
    ASSERT_EQ(differing(told).size(), 1U) << told.dump(2);
    EXPECT_THAT(differing(told)[0]["nearest"].get<std::string>(), HasSubstr("B=2"));
}

TEST_F(CliExplain, TellsTheKeyThatARunOnTheDeviceUses) {
    const json told = explained({"--device", "opencl", "--backend", "opencl"});
    const json ran =
        sandbox.quovis({"run", "k.cl", "--device", "opencl", "--backend", "opencl", "--arg", "i32[1]=zero", "--json"})
            .json();
    EXPECT_EQ(told["cache_key"], ran["cache_key"]);
    EXPECT_EQ(told["selector"], ran["route"]["selector"]);
}

TEST_F(CliExplain, AFormatAloneIsThatOfACompile) {
    const json told = explained({"--format", "opencl-binary"});
    EXPECT_EQ(part_of(told, "format")["value"], "opencl-binary");
    EXPECT_EQ(told["selector"], "");
}

TEST_F(CliExplain, FindsAnImageOfALayer) {
    ASSERT_EQ(compile().status, 0);
    sandbox.set("QUOVIS_CACHE_LAYERS", sandbox.cache_folder().string());
    sandbox.set("QUOVIS_CACHE_DIR", sandbox.path("empty").string());
    EXPECT_EQ(explained()["cache"]["found"], "layer");
    EXPECT_THAT(sandbox.quovis({"explain", "k.cl"}).out, HasSubstr("hit (layer)\n"));
}

TEST_F(CliExplain, SaysWhyTheCacheIsPassedBy) {
    sandbox.set("QUOVIS_CACHE_MODE", "off");
    const json told = explained();
    EXPECT_EQ(told["cache"]["result"], "passed by");
    EXPECT_EQ(told["cache"]["reason"], "cache.mode is off");
    EXPECT_EQ(told["cache_key"], "");
    EXPECT_THAT(sandbox.quovis({"explain", "k.cl"}).out, HasSubstr("passed by: cache.mode is off\n"));
}

TEST_F(CliExplain, SaysWhyTheFolderIsNotUsed) {
    sandbox.write("file", "no folder");
    sandbox.set("QUOVIS_CACHE_DIR", sandbox.path("file").string());
    EXPECT_THAT(explained()["cache"]["fault"].get<std::string>(), HasSubstr("is no folder"));
    EXPECT_THAT(sandbox.quovis({"explain", "k.cl"}).out, ContainsRegex("\n  not used +'.*/file' is no folder\n"));
}

TEST_F(CliExplain, ADeviceThatIsNotThereIsStatus3) {
    const Outcome run = sandbox.quovis({"explain", "k.cl", "--device", "opencl:accelerator:7"});
    EXPECT_EQ(run.status, 3) << run.err;
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_EQ(run.out, "");
}

TEST_F(CliExplain, ABackendThatIsNotThereIsStatus3WithTheNearestName) {
    const Outcome run = sandbox.quovis({"explain", "k.cl", "--backend", "opncl"});
    EXPECT_EQ(run.status, 3) << run.err;
    EXPECT_THAT(run.err, HasSubstr("did you mean 'opencl'?"));
}

TEST(CliExplainWords, AFileThatIsNotThereIsStatus2) {
    const Outcome run = Sandbox().quovis({"explain", "none.cl"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.first_error_line(), HasSubstr("none.cl"));
}

TEST(CliExplainWords, AnImageHasNothingToExplain) {
    Sandbox sandbox;
    sandbox.write("k.cubin", "an image");
    const Outcome run = sandbox.quovis({"explain", "k.cubin"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.first_error_line(), HasSubstr("is an image"));
}

TEST(CliExplainWords, ADeviceAndATargetDoNotGoTogether) {
    const Outcome run = Sandbox().quovis({"explain", "k.cu", "--device", "cpu", "--target", "sm_90"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("hint: "));
}

class CliExplainCuda : public testing::Test {
  protected:
    void SetUp() override {
        if (!compiler_works("cuda-nvrtc")) {
            GTEST_SKIP() << "cuda-nvrtc does not compile here";
        }
    }
    Outcome explain(const std::vector<std::string>& more) const {
        return sandbox.quovis(with({"explain", kernel_file("saxpy.cu"), "--backend", "cuda-nvrtc"}, more));
    }
    Sandbox sandbox;
};

TEST_F(CliExplainCuda, ATargetNeedsNoDevice) {
    const json told = explain({"--target", "sm_90", "--json"}).json();
    EXPECT_EQ(told["target"], "sm_90");
    EXPECT_EQ(told["selector"], "");
    EXPECT_EQ(part_of(told, "target")["value"], "sm_90");
}

TEST_F(CliExplainCuda, WithoutATargetAndWithoutADeviceItIsStatus2AsOfCompile) {
    if (has_route("cuda")) {
        GTEST_SKIP() << "there is a GPU here";
    }
    const Outcome run = explain({});
    EXPECT_EQ(run.status, 2) << run.err;
    EXPECT_THAT(run.err, HasSubstr("needs a target"));
    EXPECT_THAT(run.err, HasSubstr("hint: give one of: sm_"));
}

TEST_F(CliExplainCuda, AFormatThatTheCompilerDoesNotMakeIsRefusedAsByCompile) {
    const Outcome run = explain({"--target", "sm_90", "--format", "spirv"});
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr("'cuda-nvrtc' does not make format 'spirv'"));
}

TEST_F(CliExplainCuda, RelocatableCodeHasAKeyOfItsOwn) {
    const json plain = explain({"--target", "sm_90", "--json"}).json();
    const json relocatable = explain({"--target", "sm_90", "--relocatable", "--json"}).json();
    EXPECT_NE(plain["cache_key"], relocatable["cache_key"]);
}

TEST_F(CliExplainCuda, TakesOptionsForTheCompilerBehindTwoDashes) {
    const Outcome run = explain({"--target", "sm_90", "--json", "--", "--extra-device-vectorization"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("--extra-device-vectorization"));
}

}  // namespace cli_explain_test
}  // namespace quovis::cli_tests

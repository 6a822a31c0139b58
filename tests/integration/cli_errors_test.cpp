// Bad inputs of every kind: one clear error, the right exit status, and nothing left behind.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

namespace quovis::cli_tests {
namespace cli_errors_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

struct BadInput {
    const char* name;
    int status;
    const char* told;  // must be in the error
    std::vector<std::string> words;
    const char* yaml = "quovis: 1\n";
};

std::ostream& operator<<(std::ostream& stream, const BadInput& input) {
    return stream << input.name;
}

std::string name_of(const testing::TestParamInfo<BadInput>& info) {
    return info.param.name;
}

// The kernel file and the wrong files that the inputs speak of.
void prepare(Sandbox& sandbox) {
    sandbox.write("k.cl",
                  "kernel void scale(int n, float a, global float* x) {\n"
                  "    int i = get_global_id(0);\n"
                  "    if (i < n) x[i] *= a;\n"
                  "}\n"
                  "kernel void scatter(global float* x) { x[0] = 1; }\n");
    sandbox.write("broken.cl", "kernel void k(global float* x) {\n    x[0] = y;\n}\n");
    sandbox.write("short.bin", "12345");
    sandbox.write("empty.bin", "");
    sandbox.write("text.npy", "no array");
    sandbox.write("text.png", "no picture");
}

void expect_one_clear_error(const Outcome& run, const BadInput& input) {
    EXPECT_EQ(run.status, input.status) << run.err;
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr(input.told));
    for (const char* leaked : {"std::", "what()", "terminate", "exception", "basic_string", "bad_alloc"}) {
        EXPECT_THAT(run.err, Not(HasSubstr(leaked)));
    }
}

class CliBadInput : public testing::TestWithParam<BadInput> {};

TEST_P(CliBadInput, IsOneClearErrorAndLeavesNoFile) {
    QUOVIS_NEEDS_ROUTE("opencl");
    Sandbox sandbox;
    prepare(sandbox);
    sandbox.configure(GetParam().yaml);
    const std::vector<std::string> before = sandbox.files();
    const Outcome run = sandbox.quovis(GetParam().words);
    expect_one_clear_error(run, GetParam());
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(sandbox.files(), before);

    std::vector<std::string> with_json = GetParam().words;
    with_json.insert(with_json.begin(), "--json");
    const Outcome told = sandbox.quovis(with_json);
    expect_one_clear_error(told, GetParam());
    EXPECT_EQ(told.json()["schema"], 1);
    EXPECT_EQ(told.json()["error"]["exit"], GetParam().status);
    EXPECT_NE(told.json()["error"]["message"], "");
    EXPECT_TRUE(told.json()["diagnostics"].is_array());
}

std::vector<std::string> run_k(std::vector<std::string> more) {
    std::vector<std::string> words = {"run", "k.cl", "--kernel", "scale", "--save", "2=out.npy"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

std::vector<std::string> good_arguments(std::vector<std::string> more) {
    std::vector<std::string> words = run_k({"--arg", "i32=4", "--arg", "f32=2", "--arg", "f32[4]=iota"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

const char* const unknown_key = "quovis: 1\nroutes:\n  - backand: [opencl]\n";
const char* const unknown_backend = "quovis: 1\nroutes:\n  - backend: [openlc]\n";
const char* const malformed = "quovis: 1\nroutes: [\n";

INSTANTIATE_TEST_SUITE_P(
    Work, CliBadInput,
    testing::Values(BadInput{"MissingFile", 2, "nowhere.cl", {"run", "nowhere.cl"}},
                    BadInput{"SyntaxError", 4, "broken.cl:2:12: error: ", {"run", "broken.cl", "--arg", "f32[1]=zero"}},
                    BadInput{"UnknownKernel",
                             3,
                             "no kernel 'scalp' in 'k.cl'; its kernels are scale, scatter",
                             {"run", "k.cl", "--kernel", "scalp"}},
                    BadInput{"TooFewArguments", 2, "argument", {"run", "k.cl", "--kernel", "scale", "--arg", "i32=4"}},
                    BadInput{"TooManyArguments", 2, "argument", good_arguments({"--arg", "i32=1"})},
                    BadInput{"ArgumentOfAnotherSize", 2, "argument",
                             run_k({"--arg", "i64=4", "--arg", "f32=2", "--arg", "f32[4]=iota"})},
                    BadInput{"UnknownOption", 2, "did you mean '--kernel'?", {"run", "k.cl", "--kernal", "scale"}},
                    BadInput{"MalformedYaml", 2, "quovis.yaml:", {"run", "k.cl"}, malformed},
                    BadInput{"UnknownKey", 2, "backend", {"run", "k.cl"}, unknown_key},
                    BadInput{"UnknownBackendInYaml", 3, "opencl", good_arguments({}), unknown_backend},
                    BadInput{"UnknownBackend", 3, "opencl", good_arguments({"--backend", "openlc"})},
                    BadInput{"SelectorWithoutAMatch", 3, "hip", good_arguments({"--device", "hip:7"})},
                    BadInput{"ImpossibleSelector", 2, "junk", good_arguments({"--device", "opencl:junk"})},
                    BadInput{"ZeroBlock", 2, "--block is '0'", good_arguments({"--block", "0"})},
                    BadInput{"TooLargeBlock", 2, "1000000", good_arguments({"--block", "1000000"})},
                    BadInput{"MissingConfiguration", 2, "nowhere.yaml", {"--config", "nowhere.yaml", "devices"}},
                    BadInput{"UnknownLanguage", 2, "k.bin", {"run", "k.bin"}},
                    BadInput{"NoChoiceOfKernel", 2, "--kernel", {"run", "k.cl"}}),
    name_of);

BadInput argument(const char* name, const char* told, const char* text) {
    return {name, 2, told, run_k({"--arg", text})};
}

INSTANTIATE_TEST_SUITE_P(
    Arguments, CliBadInput,
    testing::Values(
        argument("ByteOverflow", "0 to 255", "u8=300"), argument("NegativeUnsigned", "0 to 4294967295", "u32=-1"),
        argument("FractionForInteger", "whole number", "i32=1.5"),
        argument("IntegerOverflow", "9223372036854775807", "i64=9223372036854775808"),
        argument("HugeInteger", "range", "u64=99999999999999999999999"), argument("NoValue", "whole number", "i32="),
        argument("HalfOverflow", "65504", "f16=70000"), argument("FloatOverflow", "too large", "f32=1e39"),
        argument("NoNumber", "number", "f32=two"), argument("UnknownType", "i8, u8", "int=3"),
        argument("NoEquals", "TYPE=VALUE", "f32"), argument("OpenBracket", "bracket", "f32[4=zero"),
        argument("NegativeCount", "-4", "f32[-4]=zero"), argument("ZeroCount", "'0'", "f32[0]=zero"),
        argument("CountOverflow", "99999999999999999999", "f32[99999999999999999999]=zero"),
        argument("CountBeyondMemory", "more than any memory", "f32[9000000000000000000]=zero"),
        argument("NoCount", "number of elements", "f32[]=zero"), argument("UnknownInit", "random:SEED", "f32[4]=ones"),
        argument("BadFill", "0 to 255", "u8[4]=fill:256"), argument("BadSeed", "seed", "f32[4]=random:x"),
        argument("MissingData", "nowhere.bin", "f32[4]=@nowhere.bin"),
        argument("FolderAsData", "regular file", "f32[4]=@."),
        argument("PartOfAnElement", "5 bytes", "f32[]=@short.bin"),
        argument("WrongCountOfData", "5 elements", "u8[4]=@short.bin"),
        argument("EmptyData", "no elements", "f32[]=@empty.bin"), argument("NoNpy", "text.npy", "f32[4]=@text.npy"),
        argument("NoPng", "text.png", "u8[4]=@text.png"), argument("PictureOfFloats", "u8", "f32[4]=@text.png"),
        argument("NoLocalSize", "local", "local:"), argument("ZeroLocal", "local", "local:0")),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Options, CliBadInput,
    testing::Values(BadInput{"PrintOfNoArgument", 2, "0 to 2", good_arguments({"--print", "3"})},
                    BadInput{"PrintOfTooMany", 2, "has 4", good_arguments({"--print", "2:5"})},
                    BadInput{"PrintOfAWord", 2, "--print", good_arguments({"--print", "x"})},
                    BadInput{"SaveOfAnUnknownEnding", 2, ".npy", good_arguments({"--save", "2=y.txt"})},
                    BadInput{"SaveOfAValue", 2, "no buffer", good_arguments({"--save", "0=y.npy"})},
                    BadInput{"SaveOfFloatsAsPicture", 2, "u8", good_arguments({"--save", "2=y.png", "--shape", "2x2"})},
                    BadInput{"ShapeOfOneSide", 2, "--shape", good_arguments({"--shape", "4"})},
                    BadInput{"GridOfFourAxes", 2, "three axes", good_arguments({"--grid", "1,1,1,1"})},
                    BadInput{"NegativeGrid", 2, "--grid", good_arguments({"--grid=-1"})},
                    BadInput{"RepeatOfNone", 2, "--repeat", good_arguments({"--repeat", "0"})},
                    BadInput{"OptimizeOfNine", 2, "--optimize", good_arguments({"--optimize", "9"})},
                    BadInput{"NoFile", 2, "FILE", {"run"}},
                    BadInput{"SecondFile", 2, "k2.cl", {"run", "k.cl", "k2.cl"}},
                    BadInput{"RawOptionsForDevices", 2, "--", {"devices", "--", "-g"}},
                    BadInput{"MissingImage", 2, "nowhere.cubin", {"run", "nowhere.cubin"}}),
    name_of);

TEST(CliErrors, AFileThatCannotBeWrittenIsStatus1AndNoOtherIsLeft) {
    QUOVIS_NEEDS_ROUTE("opencl");
    Sandbox sandbox;
    prepare(sandbox);
    const std::vector<std::string> before = sandbox.files();
    const Outcome run = sandbox.quovis(good_arguments({"--save", "2=missing-folder/y.bin"}));
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr("missing-folder/y.bin"));
    EXPECT_EQ(sandbox.files(), before);
}

TEST(CliErrors, AFullDiskUnderStandardOutputIsStatus1) {
    Sandbox sandbox;
    sandbox.send_output_to("/dev/full");
    const Outcome run = sandbox.quovis({"--version"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("standard output: No space left on device"));
}

TEST(CliErrors, AClosedStandardOutputIsStatus1) {
    Sandbox sandbox;
    sandbox.close_output();
    const Outcome run = sandbox.quovis({"plugins"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("standard output: Bad file descriptor"));
}

TEST(CliErrors, AReaderThatWentAwayIsStatus1) {
    const Sandbox sandbox;
    const Outcome run = sandbox.program("/bin/bash", {"-c", std::string("{ sleep 0.3; ") + QUOVIS_TEST_BINARY +
                                                                " plugins; echo $? > status; } | true"});
    EXPECT_EQ(sandbox.read("status"), "1\n") << run.err;
    EXPECT_THAT(run.err, HasSubstr("Broken pipe"));
}

TEST(CliErrors, AFaultOfTheVendorNamesItsError) {
    QUOVIS_NEEDS_ROUTE("opencl");
    Sandbox sandbox;
    prepare(sandbox);
    const json error =
        sandbox.quovis({"--json", "run", "broken.cl", "--backend", "opencl", "--arg", "f32[1]=zero"}).json();
    EXPECT_EQ(error["error"]["phase"], "compile");
    EXPECT_EQ(error["error"]["plugin"], "opencl");
    EXPECT_EQ(error["error"]["native_name"], "CL_BUILD_PROGRAM_FAILURE");
    ASSERT_FALSE(error["diagnostics"].empty());
    EXPECT_EQ(error["diagnostics"][0]["line"], 2);
    EXPECT_EQ(error["diagnostics"][0]["severity"], "error");
}

TEST(CliErrors, ControlCharactersOfANameDoNotReachTheTerminal) {
    QUOVIS_NEEDS_ROUTE("opencl");
    Sandbox sandbox;
    prepare(sandbox);
    const Outcome run = sandbox.quovis({"run", "k.cl", "--kernel", "\033]0;owned\007"});
    EXPECT_EQ(run.status, 3) << run.err;
    EXPECT_THAT(run.err, Not(HasSubstr("\033")));
    EXPECT_THAT(run.err, Not(HasSubstr("\007")));
}

TEST(CliErrors, BuffersBeyondTheDevicesMemoryAreRefusedBeforeAnyIsMade) {
    QUOVIS_NEEDS_ROUTE("opencl");
    Sandbox sandbox;
    prepare(sandbox);
    const Outcome run =
        sandbox.quovis({"run", "k.cl", "--kernel", "scatter", "--arg", "f32[400000000000000]=random:1"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("the device has"));
}

}  // namespace cli_errors_test
}  // namespace quovis::cli_tests

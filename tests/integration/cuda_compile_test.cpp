// Compiles through NVRTC: targets, options, headers, messages, and what is said when something is missing.
#include <stdlib.h>
#include <time.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/integration/cuda_plugin.hpp"

namespace cuda_test {
namespace cuda_compile_test {

constexpr std::string_view adds = R"(
extern "C" __global__ void add(int* data, int value) { data[threadIdx.x] += value; }
)";

constexpr std::string_view broken = R"(
extern "C" __global__ void add(int* data) {
    data[0] = missing(1);
}
)";

constexpr std::string_view with_template = R"(
template <class Number> __global__ void scale(Number* data, Number by) { data[threadIdx.x] *= by; }
)";

std::uint64_t in_milliseconds(std::uint64_t more) {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec) +
           more * 1'000'000u;
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST_F(NvrtcCompile, KnownTargetBecomesACubin) {
    const Compiled compiled = compile(adds, target_);
    ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << message() << compiled.log;
    EXPECT_EQ(compiled.format, "cubin");
    EXPECT_EQ(compiled.target, target_);
    EXPECT_EQ(compiled.image.substr(0, 4),
              "\x7f"
              "ELF");
}

TEST_F(NvrtcCompile, TargetNewerThanNvrtcBecomesPtxOfItsNewest) {
    const Compiled compiled = compile(adds, "sm_990");
    ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(compiled.format, "ptx");
    EXPECT_EQ(compiled.target, "compute_" + targets_.back().substr(3));
    EXPECT_TRUE(contains(compiled.image, ".version"));
}

TEST_F(NvrtcCompile, TargetOlderThanNvrtcIsRefusedWithTheTargetsAndTheVersion) {
    EXPECT_EQ(compile(adds, "sm_20").status, QUOVIS_PLUGIN_TARGET_UNKNOWN);
    EXPECT_TRUE(contains(message(), "'sm_20'")) << message();
    EXPECT_TRUE(contains(message(), target_)) << message();
    EXPECT_TRUE(contains(message(), string(description_.version))) << message();
}

TEST_F(NvrtcCompile, CubinOfATargetNewerThanNvrtcIsRefused) {
    EXPECT_EQ(compile(adds, "sm_990", "cubin").status, QUOVIS_PLUGIN_TARGET_UNKNOWN);
    EXPECT_TRUE(contains(hint(), "ptx")) << hint();
}

TEST_F(NvrtcCompile, PtxIsMadeOnRequestAndEndsWithoutAZeroByte) {
    const Compiled compiled = compile(adds, target_, "ptx");
    ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << message();
    EXPECT_TRUE(contains(compiled.image, ".target sm_" + target_.substr(3)));
    EXPECT_EQ(compiled.image.find('\0'), std::string::npos);
}

TEST_F(NvrtcCompile, TheToolkitsHeadersNeedNoOption) {
    const Compiled compiled = compile(R"(
#include <cuda_fp16.h>
#include <cuda/std/type_traits>
extern "C" __global__ void twice(__half* data) {
    static_assert(cuda::std::is_same<int, int>::value, "");
    *data = __hadd(*data, *data);
}
)",
                                      target_, "ptx");
    if (!contains(compiled.command, "--include-path")) {
        GTEST_SKIP() << "no CUDA headers of NVRTC's release on this machine";
    }
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << message() << compiled.log;
}

TEST_F(NvrtcCompile, MessagesHaveFileLineColumnAndText) {
    const Compiled compiled = compile(broken, target_);
    ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_STREQ(error_.native_name, "NVRTC_ERROR_COMPILATION");
    ASSERT_EQ(compiled.messages.size(), 1u) << compiled.log;
    EXPECT_EQ(compiled.messages[0].file, "dir/kernel file.cu");
    EXPECT_EQ(compiled.messages[0].line, 3u);
    if (std::stoi(string(description_.version)) >= 12) {
        EXPECT_EQ(compiled.messages[0].column, 15u) << compiled.log;
    }
    EXPECT_EQ(compiled.messages[0].severity, QUOVIS_CC_ERROR);
    EXPECT_EQ(compiled.messages[0].text, "identifier \"missing\" is undefined");
    EXPECT_TRUE(contains(message(), "dir/kernel file.cu:3")) << message();
}

TEST_F(NvrtcCompile, LogIsKeptWhenTheCompileSucceeds) {
    const Compiled compiled = compile("#warning a word of warning\n", target_);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << message();
    EXPECT_TRUE(contains(compiled.log, "a word of warning")) << compiled.log;
    ASSERT_EQ(compiled.messages.size(), 1u);
    EXPECT_EQ(compiled.messages[0].severity, QUOVIS_CC_WARNING);
}

TEST_F(NvrtcCompile, WarningsBecomeErrorsOnRequest) {
    Extras extras;
    extras.options.warnings_as_errors = 1;
    EXPECT_EQ(compile("#warning a word of warning\n", target_, "", extras).status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_TRUE(contains(message(), "warnings_as_errors")) << message();
    EXPECT_EQ(compile(adds, target_, "", extras).status, QUOVIS_PLUGIN_OK) << message();
}

TEST_F(NvrtcCompile, NameExpressionsGiveTheSymbolsOfTemplates) {
    Extras extras;
    extras.name_expressions = {text("scale<float>"), text("scale<int>")};
    const Compiled compiled = compile(with_template, target_, "", extras);
    ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(compiled.symbols, (std::vector<std::string>{"_Z5scaleIfEvPT_S0_", "_Z5scaleIiEvPT_S0_"}));
}

TEST_F(NvrtcCompile, WrongNameExpressionIsToldWithoutAnInventedFile) {
    Extras extras;
    extras.name_expressions = {text("scale<nothing>")};
    const Compiled compiled = compile(with_template, target_, "", extras);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    ASSERT_FALSE(compiled.messages.empty());
    EXPECT_EQ(compiled.messages[0].file, "");
    EXPECT_TRUE(contains(compiled.messages[0].text, "nothing")) << compiled.messages[0].text;
}

TEST_F(NvrtcCompile, HeadersInMemoryComeBeforeTheIncludeDirectories) {
    auto header = sized<quovis_cc_header>();
    header.name = text("sub/size.h");
    header.content = text("#define SIZE 7\n");
    Extras extras;
    extras.headers = {header};
    EXPECT_EQ(compile("#include \"sub/size.h\"\nstatic_assert(SIZE == 7, \"\");\n", target_, "", extras).status,
              QUOVIS_PLUGIN_OK)
        << message();
}

TEST_F(NvrtcCompile, DefinesReachTheSourceAsTheyAre) {
    std::vector<quovis_cc_define> defines(2, sized<quovis_cc_define>());
    defines[0].name = text("WORDS");
    defines[0].value = text("\"a \\\"b\\\", c\"");
    defines[0].has_value = 1;
    defines[1].name = text("FLAG");
    Extras extras;
    extras.options.defines = defines.data();
    extras.options.define_count = defines.size();
    EXPECT_EQ(compile("static_assert(sizeof(WORDS) == 9 && FLAG == 1, \"\");\n", target_, "", extras).status,
              QUOVIS_PLUGIN_OK)
        << message();
}

TEST_F(NvrtcCompile, TypedOptionsAreTranslated) {
    Extras extras;
    extras.options.optimize = 2;
    extras.options.debug = 1;
    extras.options.line_info = 1;
    extras.options.fast_math = 1;
    extras.options.relocatable = 1;
    extras.options.max_registers = 40;
    extras.options.standard = text("c++17");
    const Compiled compiled = compile(adds, target_, "", extras);
    ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << message();
    for (const std::string_view option :
         {"--ptxas-options=-O2", "--device-debug", "--generate-line-info", "--use_fast_math",
          "--relocatable-device-code=true", "--maxrregcount=40", "--std=c++17"}) {
        EXPECT_TRUE(contains(compiled.command, option)) << option << " not in " << compiled.command;
    }
}

TEST_F(NvrtcCompile, NothingIsAddedThatNobodyAskedFor) {
    const Compiled compiled = compile(adds, target_);
    std::string rest = compiled.command;
    while (contains(rest, " --include-path=")) {
        rest.resize(rest.rfind(" --include-path="));
    }
    EXPECT_EQ(rest, "--gpu-architecture=" + target_);
}

TEST_F(NvrtcCompile, UnknownRawOptionIsNamedInTheError) {
    const quovis_plugin_text raw = text("--no-such-option");
    Extras extras;
    extras.options.raw = &raw;
    extras.options.raw_count = 1;
    EXPECT_EQ(compile(adds, target_, "", extras).status, QUOVIS_PLUGIN_INVALID_ARGUMENT);
    EXPECT_TRUE(contains(message(), "--no-such-option")) << message();
}

TEST_F(NvrtcCompile, CancelledCompileDoesNotStart) {
    Extras extras;
    extras.cancelled = [](void*) -> std::int32_t { return 1; };
    EXPECT_EQ(compile(adds, target_, "", extras).status, QUOVIS_PLUGIN_CANCELLED);
}

TEST_F(NvrtcCompile, DeadlineEndsACompileThatHasBegun) {
    Extras extras;
    extras.deadline_ns = in_milliseconds(1);
    EXPECT_EQ(compile(adds, target_, "", extras).status, QUOVIS_PLUGIN_TIMED_OUT);
}

TEST_F(NvrtcCompile, ManyThreadsCompileAtOnce) {
    std::atomic<int> right{0};
    std::vector<std::thread> threads;
    for (int index = 0; index < 4; ++index) {
        threads.emplace_back([&, index] {
            const std::string source = "extern \"C\" __global__ void k" + std::to_string(index) +
                                       "(int* x) { *x = " + std::to_string(index) + "; }";
            auto request = sized<quovis_cc_request>();
            request.source = text(source);
            request.language = text("cuda");
            request.target = text(target_);
            request.format = text("ptx");
            auto result = sized<quovis_cc_result>();
            auto error = sized<quovis_plugin_error>();
            if (cc_->compile(instance_, &request, &result, &error) == QUOVIS_PLUGIN_OK &&
                contains(std::string(static_cast<const char*>(result.image), result.image_size),
                         ".entry k" + std::to_string(index))) {
                ++right;
            }
            cc_->release_result(instance_, &result);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(right, 4);
}

TEST_F(NvrtcCompile, IdentityIsTheSameInEveryInstance) {
    const std::string first = string(description_.identity);
    table_->shutdown(instance_);
    instance_ = nullptr;
    open();
    auto again = sized<quovis_cc_description>();
    ASSERT_EQ(cc_->describe(instance_, &again, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(string(again.identity), first);
    EXPECT_TRUE(contains(first, string(again.version))) << first;
}

TEST_F(NvrtcCompile, ToolkitOfASettingGivesLibraryAndHeaders) {
    namespace fs = std::filesystem;
    std::string root = (fs::temp_directory_path() / "quovis-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(root.data()), nullptr);
    fs::create_directory_symlink(fs::path(string(description_.path)).parent_path(), root + "/lib64");
    fs::create_directory(root + "/include");
    std::ofstream(root + "/include/cuda_fp16.h") << "#define OF_THE_SETTING 1\n";
    table_->shutdown(instance_);
    instance_ = nullptr;
    open({{"cuda", root}});
    const Compiled compiled =
        compile("#include <cuda_fp16.h>\nstatic_assert(OF_THE_SETTING == 1, \"\");\n", target_, "ptx");
    fs::remove_all(root);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << message() << compiled.command;
}

using NvrtcSearch = Plugin;

TEST_F(NvrtcSearch, LibraryThatASettingNamesIsTheOnlyOneTried) {
    open({{"nvrtc", "/nowhere/libnvrtc.so.13"}});
    auto description = sized<quovis_cc_description>();
    EXPECT_EQ(cc_->describe(instance_, &description, &error_), QUOVIS_PLUGIN_UNAVAILABLE);
    EXPECT_TRUE(contains(message(), "/nowhere/libnvrtc.so.13")) << message();
    EXPECT_TRUE(contains(message(), "test.yaml:7")) << message();
    EXPECT_FALSE(contains(message(), "system linker")) << message();
}

TEST_F(NvrtcSearch, ToolkitFolderWithoutNvrtcIsNamed) {
    open({{"cuda", "/nowhere/cuda"}});
    auto description = sized<quovis_cc_description>();
    EXPECT_EQ(cc_->describe(instance_, &description, &error_), QUOVIS_PLUGIN_UNAVAILABLE);
    EXPECT_TRUE(contains(message(), "/nowhere/cuda")) << message();
}

}  // namespace cuda_compile_test
}  // namespace cuda_test

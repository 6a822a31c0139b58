// cuda-nvcc with the real nvcc: images, names, headers, options, messages. Skipped where there is no nvcc.
#include <gmock/gmock.h>

#include <thread>

#include "tests/integration/nvcc_plugin.hpp"

namespace nvcc_compile_test {

using namespace nvcc_test;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

const std::string noop = "extern \"C\" __global__ void noop() {}\n";

class NvccCompile : public NvccPlugin {
  protected:
    void SetUp() override {
        NvccPlugin::SetUp();
        if (IsSkipped()) {
            return;
        }
        start();
        if (const auto [status, reason] = describe(); status != QUOVIS_PLUGIN_OK) {
            GTEST_SKIP() << "no nvcc: " << reason;
        }
    }

    // Compiles and returns the image; a failure is the test's.
    std::string image_of(const Source& source) {
        const Compiled compiled = compile(source);
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error << "\n" << compiled.log;
        return compiled.image;
    }
};

TEST_F(NvccCompile, IdentityNamesBuildHostCompilerAndHeaders) {
    const std::string identity = describe().second;
    EXPECT_THAT(identity, StartsWith("nvcc "));
    EXPECT_THAT(identity, HasSubstr(" cuda_"));
    EXPECT_THAT(identity, HasSubstr("host compiler /"));
    EXPECT_THAT(identity, HasSubstr("headers /"));
}

TEST_F(NvccCompile, IdentityTellsVariablesThatChangeWhatNvccDoes) {
    variables()["NVCC_APPEND_FLAGS"] = "-DX=1";
    shut_down();
    start();
    EXPECT_THAT(describe().second, HasSubstr("NVCC_APPEND_FLAGS=-DX=1"));
}

TEST_F(NvccCompile, MakesEachFormat) {
    EXPECT_THAT(image_of({noop, "cuda", "k.cu", "sm_90", "cubin"}), StartsWith("\x7f"
                                                                               "ELF"));
    EXPECT_THAT(image_of({noop, "cuda", "k.cu", "sm_90", "ptx"}), HasSubstr(".visible .entry noop"));
    EXPECT_THAT(image_of({noop, "cuda", "k.cu", "sm_90", "fatbin"}), StartsWith("\x50\xED\x55\xBA"));
    EXPECT_FALSE(image_of({noop, "cuda", "k.cu", "sm_90", "ltoir"}).empty());
}

TEST_F(NvccCompile, AboveTheNewestTargetMakesPtxOfTheNewest) {
    const Compiled compiled = compile({noop, "cuda", "k.cu", "sm_199"});
    ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error;
    EXPECT_EQ(compiled.format, "ptx");
    EXPECT_THAT(compiled.target, StartsWith("compute_"));
    EXPECT_THAT(compiled.image, HasSubstr(".target sm_" + compiled.target.substr(8)));
}

TEST_F(NvccCompile, BelowTheOldestTargetNamesTheTargetsAndTheVersion) {
    const Compiled compiled = compile({noop, "cuda", "k.cu", "sm_20"});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_TARGET_UNKNOWN);
    EXPECT_THAT(compiled.error, HasSubstr("'sm_20'"));
    EXPECT_THAT(compiled.error, HasSubstr("sm_90"));
    EXPECT_THAT(compiled.error, HasSubstr("nvcc 1"));
}

TEST_F(NvccCompile, AVariantThatNvccLacksIsAnUnknownTarget) {
    const Compiled compiled = compile({noop, "cuda", "k.cu", "sm_80a"});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_TARGET_UNKNOWN) << compiled.error;
    EXPECT_THAT(compiled.error, HasSubstr("sm_80a"));
    EXPECT_THAT(compiled.hint, HasSubstr("sm_90"));
}

TEST_F(NvccCompile, AnswersNameExpressionsAsAUserWritesThem) {
    Source source{R"(
template <typename T> __global__ void scale(T* d) { *d *= 2; }
template <typename T, int N> __global__ void by(T* d) { *d *= N; }
namespace ns { __global__ void f(int* p) { *p = 1; } template <class T> __device__ T var = 3; __constant__ int table[4]; }
namespace { __global__ void hidden(int* p) { *p = 2; } }
__global__ void over(int*) {} __global__ void over(float*) {}
__device__ float plain; static __device__ int kept;
extern "C" __global__ void own() {}
)"};
    source.expressions = {"scale<float>",  "&scale<int>", "by<double, 3>", "ns::f",
                          "&ns::var<int>", "&ns::table",  "hidden",        "(void(*)(float*))over",
                          "&plain",        "&kept",       "own",           "scale<long> // note"};
    for (const char* format : {"cubin", "ptx", "fatbin", "ltoir"}) {
        source.format = format;
        const Compiled compiled = compile(source);
        ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << format << ": " << compiled.error << compiled.log;
        auto symbols = compiled.symbols;
        EXPECT_EQ(symbols["scale<float>"], "_Z5scaleIfEvPT_");
        EXPECT_EQ(symbols["&scale<int>"], "_Z5scaleIiEvPT_");
        EXPECT_EQ(symbols["by<double, 3>"], "_Z2byIdLi3EEvPT_");
        EXPECT_EQ(symbols["ns::f"], "_ZN2ns1fEPi");
        EXPECT_EQ(symbols["&ns::var<int>"], "_ZN2ns3varIiEE");
        EXPECT_EQ(symbols["&ns::table"], "_ZN2ns5tableE");
        EXPECT_THAT(symbols["hidden"], HasSubstr("6hidden"));
        EXPECT_EQ(symbols["(void(*)(float*))over"], "_Z4overPf");
        EXPECT_EQ(symbols["&plain"], "plain");
        EXPECT_THAT(symbols["&kept"], HasSubstr("kept"));
        EXPECT_EQ(symbols["own"], "own");
        EXPECT_EQ(symbols["scale<long> // note"], "_Z5scaleIlEvPT_");
        const bool is_readable = compiled.format == "cubin" || compiled.format == "ptx";  // others are compressed
        for (const auto& [expression, symbol] : symbols) {
            EXPECT_TRUE(!is_readable || compiled.image.find(symbol) != std::string::npos)
                << format << " lacks " << expression;
        }
    }
}

TEST_F(NvccCompile, TellsWhichNameExpressionIsWrong) {
    Source source{"template <class T> __global__ void k(T*) {}\n"};
    source.expressions = {"k<int>", "k<nope>"};
    const Compiled compiled = compile(source);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_THAT(compiled.first_error().text, HasSubstr("`k<nope>`"));
    EXPECT_EQ(compiled.first_error().line, 0u);
    EXPECT_TRUE(compiled.image.empty());
}

TEST_F(NvccCompile, ANameExpressionThatIsNoAddressIsRefused) {
    Source source{noop};
    source.expressions = {"3 + 4"};
    const Compiled compiled = compile(source);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_THAT(compiled.error, HasSubstr("`3 + 4`"));
    EXPECT_TRUE(compiled.image.empty());
}

TEST_F(NvccCompile, NameExpressionsDoNotDisturbTheMessagesOfASource) {
    Source source{"template <class T> __global__ void k(T*) {}\n__global__ void open() {\n  int x = 1;\n"};
    source.expressions = {"k<int>"};
    const Compiled compiled = compile(source);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_EQ(compiled.first_error().file, "kernel.cu");
    EXPECT_EQ(compiled.first_error().line, 3u);
}

TEST_F(NvccCompile, MessagesNameTheUsersFileWhateverItsNameIs) {
    Source source{"__global__ void k(int* p) {\n    *p = undeclared;\n}\n"};
    for (const char* name : {"kernel.cu", "a folder/it's \"mine\".cu", "größe, \\ $HOME `x`.cu"}) {
        source.name = name;
        const Compiled compiled = compile(source);
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
        EXPECT_EQ(compiled.first_error().file, name) << compiled.log;
        EXPECT_EQ(compiled.first_error().line, 2u);
        EXPECT_EQ(compiled.first_error().column, 10u);
        EXPECT_THAT(compiled.first_error().text, HasSubstr("undeclared"));
    }
}

TEST_F(NvccCompile, MessagesOfThePreprocessorAndOfPtxasAreRead) {
    const Compiled missing = compile({"\n#include \"nowhere.h\"\n"});
    EXPECT_EQ(missing.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_EQ(missing.first_error().file, "kernel.cu");
    EXPECT_EQ(missing.first_error().line, 2u);
    EXPECT_THAT(missing.first_error().text, HasSubstr("nowhere.h"));

    const Compiled large =
        compile({"__global__ void k(int* p) { __shared__ int a[100000]; a[*p] = 1; p[1] = a[p[2]]; }"});
    EXPECT_EQ(large.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_THAT(large.first_error().text, HasSubstr("too much shared data"));

    const Compiled undefined = compile({"extern __device__ int f(int);\n__global__ void k(int* p) { *p = f(1); }"});
    EXPECT_EQ(undefined.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_THAT(undefined.first_error().text, HasSubstr("_Z1fi"));
}

TEST_F(NvccCompile, AnErrorInAHeaderIsToldInTheHeader) {
    Source source{"#include \"deep/v.h\"\n" + noop};
    source.headers = {{"deep/v.h", "\n\nint broken = ;\n"}};
    const Compiled compiled = compile(source);
    EXPECT_EQ(compiled.first_error().file, "deep/v.h");
    EXPECT_EQ(compiled.first_error().line, 3u);
}

TEST_F(NvccCompile, TakesHeadersFromMemoryBeforeFolders) {
    const Scratch folder;
    folder.write("v.h", "#error the folder came first\n");
    Source source{
        "#include \"v.h\"\n#include <deep/er/w.h>\n#include \"../up.h\"\n#if A + B + C != 6\n#error\n#endif\n"};
    source.headers = {{"v.h", "#define A 1\n"},
                      {"deep/er/w.h", "#include \"x.h\"\n"},
                      {"deep/er/x.h", "#define B 2\n"},
                      {"../up.h", "#define C 3\n"}};
    source.folders = {folder.path()};
    image_of(source);
}

TEST_F(NvccCompile, RefusesAHeaderNameThatIsAbsolute) {
    Source source{noop};
    source.headers = {{"/etc/v.h", ""}};
    const Compiled compiled = compile(source);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_THAT(compiled.error, HasSubstr("/etc/v.h"));
}

TEST_F(NvccCompile, FindsIncludeFoldersOfAnyName) {
    const Scratch root;
    Source source;
    source.format = "ptx";
    for (const std::string name : {"plain", "a b", "q\"q", "s'q", "d$HOME", "$(touch ran)", "c,d", "b`touch ran`", "é",
                                   "back\\slash", "semi;colon", "star*", "tab\tname"}) {
        const std::string header = "v" + std::to_string(source.folders.size()) + ".h";
        root.write(name + "/" + header, "");
        source.folders.push_back(root.path(name));
        source.text += "#include \"" + header + "\"  // of " + name + "\n";
    }
    image_of(source);
    EXPECT_FALSE(std::filesystem::exists("ran"));
}

TEST_F(NvccCompile, AnErrorInAFolderOfAnyNameIsToldThere) {
    const Scratch root;
    root.write("a,b/v.h", "int broken = ;\n");
    Source source{"#include \"v.h\"\n"};
    source.folders = {root.path("a,b")};
    EXPECT_EQ(compile(source).first_error().file, root.path("a,b/v.h"));
}

TEST_F(NvccCompile, KeepsTheValuesOfDefines) {
    const std::vector<std::string> values = {
        "(1<<4)", "$HOME", "`touch ran`", "$(touch ran)", "a,b", "\"a b\"", "'x'", "a;b", "a|b", "", "é"};
    Source source{"#define S2(...) #__VA_ARGS__\n#define S(...) S2(__VA_ARGS__)\n"};
    source.format = "ptx";
    for (std::size_t index = 0; index < values.size(); ++index) {
        const std::string name = "VALUE" + std::to_string(index);
        source.defines.emplace_back(name, values[index]);
        source.text += "static_assert(sizeof(S(" + name + ")) == " + std::to_string(values[index].size() + 1) + ", \"" +
                       name + "\");\n";
    }
    image_of(source);
    EXPECT_FALSE(std::filesystem::exists("ran"));
}

TEST_F(NvccCompile, RawOptionsThatAShellWouldRunAreRefused) {
    for (const char* option : {"-DX=$(touch ran)", "-DX=`touch ran`", "-I$HOME"}) {
        Source source{noop};
        source.raw = {option};
        const Compiled compiled = compile(source);
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_INVALID_ARGUMENT) << option;
        EXPECT_THAT(compiled.error, HasSubstr(option));
        EXPECT_FALSE(std::filesystem::exists("ran"));
    }
}

TEST_F(NvccCompile, AnOptionThatNvccDoesNotKnowIsNamed) {
    Source source{noop};
    source.raw = {"-no-such-option"};
    Compiled compiled = compile(source);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_INVALID_ARGUMENT);
    EXPECT_THAT(compiled.error, HasSubstr("-no-such-option"));
    source.raw.clear();
    source.options.standard = text("c++99");
    compiled = compile(source);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_THAT(compiled.error, HasSubstr("standard"));
}

TEST_F(NvccCompile, FindsTheVendorsHeadersWithoutFlags) {
    image_of(
        {"#include <cuda_fp16.h>\n#include <cuda/std/type_traits>\n"
         "static_assert(cuda::std::is_same_v<int, int>);\n"
         "extern \"C\" __global__ void k(__half* p) { *p = __hadd(*p, *p); }\n"});
}

TEST_F(NvccCompile, TheCommandShowsNoPathThatVanishes) {
    Source source{"#include \"v.h\"\n"};
    source.headers = {{"v.h", ""}};
    source.defines = {{"N", "4"}};
    const Compiled compiled = compile(source);
    EXPECT_THAT(compiled.command, HasSubstr("-DN=4"));
    EXPECT_THAT(compiled.command, testing::Not(HasSubstr(temporary_.path())));
}

TEST_F(NvccCompile, LinksRelocatableImages) {
    Source calls{"extern __device__ int other(int);\nextern \"C\" __global__ void k(int* p) { *p = other(*p); }\n"};
    Source called{"__device__ int other(int x) { return 3 * x; }\n"};
    calls.options.relocatable = called.options.relocatable = 1;
    for (const char* format : {"cubin", "ptx"}) {
        calls.format = called.format = format;
        const std::string first = image_of(calls);
        const std::string second = image_of(called);
        const Compiled whole = link({{"calls", format, first}, {"called", format, second}});
        EXPECT_EQ(whole.status, QUOVIS_PLUGIN_OK) << format << ": " << whole.error << whole.log;
        EXPECT_EQ(whole.format, "cubin");
        EXPECT_THAT(whole.image, StartsWith("\x7f"
                                            "ELF"));
        const Compiled part = link({{"my calls.o", format, first}});
        EXPECT_EQ(part.status, QUOVIS_PLUGIN_SOURCE_INVALID) << format;
        EXPECT_THAT(part.first_error().text, HasSubstr("_Z5otheri"));
        EXPECT_THAT(part.first_error().text, HasSubstr("my calls.o")) << part.log;
    }
}

TEST_F(NvccCompile, LinksLtoIr) {
    const Source calls{
        "extern __device__ int other(int);\nextern \"C\" __global__ void k(int* p) { *p = other(*p); }\n", "cuda",
        "calls.cu", "sm_90", "ltoir"};
    const Source called{"__device__ int other(int x) { return 3 * x; }\n", "cuda", "called.cu", "sm_90", "ltoir"};
    const std::vector<Image> images = {{"calls", "ltoir", image_of(calls)}, {"called", "ltoir", image_of(called)}};
    const Compiled linked = link(images);
    if (linked.status == QUOVIS_PLUGIN_UNAVAILABLE) {
        GTEST_SKIP() << linked.error;
    }
    EXPECT_EQ(linked.status, QUOVIS_PLUGIN_OK) << linked.error << linked.log;
    EXPECT_THAT(linked.image, StartsWith("\x7f"
                                         "ELF"));
    EXPECT_THAT(link(images, "ptx").image, HasSubstr(".entry k("));
    EXPECT_EQ(link({images[0]}).status, QUOVIS_PLUGIN_SOURCE_INVALID);
}

TEST_F(NvccCompile, RefusesToLinkImagesOfAnotherTarget) {
    Source source{noop, "cuda", "k.cu", "sm_80"};
    source.options.relocatable = 1;
    const Compiled linked = link({{"older.cubin", "cubin", image_of(source)}});
    EXPECT_EQ(linked.status, QUOVIS_PLUGIN_IMAGE_REJECTED) << linked.error;
    EXPECT_THAT(linked.error, HasSubstr("older.cubin"));
}

// A template that the front end works on for longer than anybody waits.
const std::string endless =
    "template <int N, int M> struct S { static constexpr int v = S<N - 1, 2 * M>::v + S<N - 1, 2 * M + 1>::v; };\n"
    "template <int M> struct S<0, M> { static constexpr int v = 1; };\n"
    "extern \"C\" __global__ void k(int* p) { *p = S<26, 1>::v; }\n";

TEST_F(NvccCompile, StopsAtTheDeadline) {
    Source source{endless};
    source.time = 600ms;
    const auto started = std::chrono::steady_clock::now();
    const Compiled compiled = compile(source);
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_TIMED_OUT) << compiled.error;
    EXPECT_LT(std::chrono::steady_clock::now() - started, 20s);
}

TEST_F(NvccCompile, StopsWhenItIsCancelled) {
    Source source{endless};
    const auto started = std::chrono::steady_clock::now();
    source.cancelled = [&] { return std::chrono::steady_clock::now() - started > 300ms; };
    EXPECT_EQ(compile(source).status, QUOVIS_PLUGIN_CANCELLED);
    EXPECT_LT(std::chrono::steady_clock::now() - started, 20s);
}

TEST_F(NvccCompile, ThreadsCompileAtOnce) {
    std::vector<std::thread> threads;
    std::vector<std::string> images(4);
    for (std::size_t index = 0; index < images.size(); ++index) {
        threads.emplace_back([this, index, &images] {
            const std::string name = "kernel_" + std::to_string(index);
            images[index] =
                compile({"extern \"C\" __global__ void " + name + "() {}\n", "cuda", name + ".cu", "sm_90", "ptx"})
                    .image;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t index = 0; index < images.size(); ++index) {
        EXPECT_THAT(images[index], HasSubstr("kernel_" + std::to_string(index)));
    }
}

}  // namespace nvcc_compile_test

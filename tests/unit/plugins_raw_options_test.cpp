// What raw options mean for a cache, by the table of each vendor's compiler.
#include <gmock/gmock.h>

#include <filesystem>
#include <ostream>
#include <utility>

#include "plugins/common/host.hpp"
#include "plugins/common/raw_options.hpp"
#include "plugins/cuda-nvcc/raw_options.hpp"
#include "plugins/cuda-nvrtc/raw_options.hpp"
#include "plugins/hip-hiprtc/raw_options.hpp"
#include "plugins/opencl/raw_options.hpp"
#include "tests/unit/support_scratch.hpp"

namespace quovis::plugins {
namespace plugins_raw_options_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using Words = std::vector<std::string>;

struct Request {
    Words folders{};
    std::vector<std::pair<std::string, std::string>> defines{};
    Words memory_headers{};
};

Plan plan(const RawTable& table, const Words& raw, const Request& given = {}) {
    std::vector<quovis_plugin_text> folders;
    for (const std::string& folder : given.folders) {
        folders.push_back(text(folder));
    }
    std::vector<quovis_cc_define> defines;
    for (const auto& [name, value] : given.defines) {
        defines.push_back({sizeof(quovis_cc_define), text(name), text(value), 1});
    }
    std::vector<quovis_cc_header> headers;
    for (const std::string& name : given.memory_headers) {
        headers.push_back({sizeof(quovis_cc_header), text(name), text("")});
    }
    auto options = sized<quovis_cc_options>();
    options.include_directories = folders.data();
    options.include_directory_count = folders.size();
    options.defines = defines.data();
    options.define_count = defines.size();
    auto request = sized<quovis_cc_request>();
    request.options = &options;
    request.headers = headers.data();
    request.header_count = headers.size();
    Planner planner(table, request, {});
    planner.add_include_directories();
    planner.add_raw(raw);
    return std::move(planner).finish();
}

struct Vendor {
    std::string name;
    const RawTable& table;
    std::vector<Words> harmless;
    std::vector<std::pair<Words, std::string>> bypassed;  // and a part of the reason
};

void PrintTo(const Vendor& vendor, std::ostream* out) {
    *out << vendor.name;
}

const Vendor vendors[] = {
    {"nvrtc",
     nvrtc::raw_table,
     {{"-lineinfo"},
      {"--generate-line-info"},
      {"--use_fast_math"},
      {"-DN=4"},
      {"-D", "N=4"},
      {"--define-macro=N"},
      {"-U", "N"},
      {"-std=c++20"},
      {"--std=c++17"},
      {"-rdc", "true"},
      {"--maxrregcount=32"},
      {"--ftz=true"},
      {"-dopt", "on"},
      {"--diag-suppress", "20"},
      {"-Xptxas", "-v"},
      {"--ptxas-options=-O3"},
      {"-Xptxas=--warn-on-spills"},
      {"--frandom-seed=3"}},
     {{{"-time=/tmp/t.csv"}, "writes a file of times"},
      {{"--time=t.csv"}, "writes a file of times"},
      {{"--fdevice-time-trace=t.json"}, "writes a file of times"},
      {{"--pch"}, "precompiled headers"},
      {{"-pch"}, "precompiled headers"},
      {{"--create-pch=a.pch"}, "precompiled headers"},
      {{"--use-pch=a.pch"}, "precompiled headers"},
      {{"--pch-dir=/tmp"}, "precompiled headers"},
      {{"--options-file=more"}, "reads options from a file"},
      {{"-Xptxas", "--output-file=x"}, "writes the image to another file"},
      {{"-Xptxas=-o", "-Xptxas=x"}, "writes the image to another file"},
      {{"--ptxas-options=--options-file=x"}, "reads options from a file"},
      {{"-Xptxas=--new-in-14"}, "is not known"},
      {{"-Xcudafe", "--dump"}, "passes on"},
      {{"--no-source-include"}, "where headers are looked for"},
      {{"-D", "--pch"}, "where its value belongs"}}},
    {"nvcc",
     nvcc::raw_table,
     {{"-lineinfo"},
      {"-Xptxas=-v,-O3"},
      {"-Xcompiler", "-fPIC,-O2"},
      {"--compiler-options=-Wall"},
      {"-O2"},
      {"--std=c++17"},
      {"-DN=4"},
      {"--extended-lambda"},
      {"-diag-suppress=20,30"},
      {"-Wno-deprecated-declarations"},
      {"-gencode", "arch=compute_90,code=sm_90"}},
     {{{"-time", "t.csv"}, "writes a file of times"},
      {{"--time=t.csv"}, "writes a file of times"},
      {{"-fdevice-time-trace=t.json"}, "writes a file of times"},
      {{"-keep"}, "temporary files"},
      {{"--keep-dir", "kept"}, "temporary files"},
      {{"--save-temps"}, "temporary files"},
      {{"-MD"}, "list of headers"},
      {{"-MF", "deps.d"}, "list of headers"},
      {{"-o", "x"}, "another file"},
      {{"--options-file", "more"}, "reads options from a file"},
      {{"-ccbin=g++-12"}, "another host compiler"},
      {{"-target-dir", "aarch64-linux"}, "does not look"},
      {{"-noprof"}, "does not look"},
      {{"-dryrun"}, "makes no image"},
      {{"-Xptxas=-v,-o,x"}, "another file"},
      {{"-Xcompiler=-fplugin=x.so"}, "loads a plugin"},
      {{"-Xcompiler", "-I/opt/include"}, "behind Quovis's back"},
      {{"-Xcompiler", "-include,x.h"}, "behind Quovis's back"},
      {{"-Xcompiler=-fprofile-use=x"}, "profiles"},
      {{"-I\"a b\""}, "has a quote"},
      {{"-Xlinker", "-x"}, "passes on"}}},
    {"hip",
     hip::raw_table,
     {{"-DN=4"},
      {"-D", "N"},
      {"-UN"},
      {"-O3"},
      {"-Wall"},
      {"-Wno-unused"},
      {"-ffast-math"},
      {"-fno-finite-math-only"},
      {"-mcumode"},
      {"-munsafe-fp-atomics"},
      {"-std=c++20"},
      {"-g"},
      {"-w"},
      {"--offload-arch=gfx90a"}},
     {{{"-fprofile-instr-generate"}, "profiles"},
      {{"-fplugin=x.so"}, "loads a plugin"},
      {{"-fmodules"}, "modules"},
      {{"-save-temps"}, "temporary files"},
      {{"--save-temps=obj"}, "temporary files"},
      {{"-ftime-trace"}, "writes a file of times"},
      {{"-fsanitize-ignorelist=x"}, "may read files"},
      {{"-fcolour-table=/etc/colours"}, "names a file"},
      {{"-imacros", "x.h"}, "reads a file"},
      {{"-include-pch", "x.pch"}, "reads a file"},
      {{"-iquote", "x"}, "where headers are looked for"},
      {{"-idirafter", "x"}, "where headers are looked for"},
      {{"-nostdinc"}, "where headers are looked for"},
      {{"--sysroot=/x"}, "where headers are looked for"},
      {{"@options"}, "is not known"},
      {{"-MD"}, "list of headers"},
      {{"-MF", "x.d"}, "list of headers"},
      {{"-o", "x"}, "another file"},
      {{"-Xclang", "-load"}, "passes on"},
      {{"-mllvm", "-x"}, "passes on"},
      {{"-Wp,-MD,x"}, "passes on"},
      {{"--rocm-path=/opt/other"}, "does not look"}}},
    {"opencl",
     opencl::raw_table,
     {{"-cl-fast-relaxed-math"},
      {"-cl-std=CL1.2"},
      {"-cl-nv-maxrregcount=32"},
      {"-cl-nv-verbose"},
      {"-D", "N=4"},
      {"-DN=4 -w"},
      {"-Werror"},
      {"-g"},
      {"-x spir"},
      {"-create-library"}},
     {{{"-save-temps"}, "temporary files"},
      {{"-save-temps=/tmp/x"}, "temporary files"},
      {{"-include", "x.h"}, "none of OpenCL's"},
      {{"-isystem", "x"}, "none of OpenCL's"},
      {{"-fplugin=x.so"}, "loads a plugin"},
      {{"-fprofile-use=x -w"}, "profiles"},
      {{"-DTEXT=\"a b\""}, "has a quote"}}},
};

class RawOptionsOf : public testing::TestWithParam<Vendor> {};

TEST_P(RawOptionsOf, HarmlessOnesAreCached) {
    for (const Words& raw : GetParam().harmless) {
        EXPECT_EQ(plan(GetParam().table, raw).bypass, "") << testing::PrintToString(raw);
    }
}

TEST_P(RawOptionsOf, HarmlessOnesAreInTheWords) {
    for (const Words& raw : GetParam().harmless) {
        const std::string all = testing::PrintToString(plan(GetParam().table, raw).words);
        EXPECT_THAT(all, HasSubstr(raw.front().substr(0, raw.front().find(' '))));
        EXPECT_THAT(all, HasSubstr(raw.back().substr(raw.back().rfind(' ') + 1)));
    }
}

TEST_P(RawOptionsOf, OthersAreNotCachedForAReasonThatNamesTheOption) {
    for (const auto& [raw, reason] : GetParam().bypassed) {
        EXPECT_THAT(plan(GetParam().table, raw).bypass, HasSubstr(reason)) << testing::PrintToString(raw);
        EXPECT_THAT(plan(GetParam().table, raw).bypass, HasSubstr(raw.front().substr(0, raw.front().find(' '))));
    }
}

TEST_P(RawOptionsOf, UnknownOnesAreNotCached) {
    for (const std::string option : {"--foo", "--foo=bar", "-zzz", "word", "", "@file"}) {
        if (GetParam().table.is_one_line && option.empty()) {
            continue;  // is nothing on a line
        }
        EXPECT_THAT(plan(GetParam().table, {"-w", option, "-w"}).bypass,
                    "the raw option '" + option + "' is not known to Quovis: it may read or write files");
    }
}

TEST_P(RawOptionsOf, FoldersFollowTheRequestsInOrder) {
    const Plan made = plan(GetParam().table, {"-Iraw1", "-w", "-I", "raw2"}, {{"own1", "own2"}});
    EXPECT_THAT(made.include_directories, ElementsAre("own1", "own2", "raw1", "raw2"));
    EXPECT_THAT(made.words, ElementsAre("-w"));
    EXPECT_EQ(made.bypass, "");
}

TEST_P(RawOptionsOf, AChangeOfTheRequestsDefinesIsNotCached) {
    const Request request{{}, {{"HEADER", "\"a.h\""}}};
    EXPECT_THAT(plan(GetParam().table, {"-DHEADER=3"}, request).bypass, HasSubstr("changes the macro 'HEADER'"));
    EXPECT_THAT(plan(GetParam().table, {"-U", "HEADER"}, request).bypass, HasSubstr("changes the macro 'HEADER'"));
    EXPECT_EQ(plan(GetParam().table, {"-DHEADERS=3"}, request).bypass, "");
}

INSTANTIATE_TEST_SUITE_P(Vendors, RawOptionsOf, testing::ValuesIn(vendors),
                         [](const auto& vendor) { return vendor.param.name; });

TEST(RawOptions, OfNvccAreListsDividedByCommas) {
    const Plan made = plan(nvcc::raw_table, {"-Ia,b", "--include-path", "c", "--include-path=d,e"});
    EXPECT_THAT(made.include_directories, ElementsAre("a", "b", "c", "d", "e"));
    EXPECT_THAT(plan(nvrtc::raw_table, {"-Ia,b"}).include_directories, ElementsAre("a,b"));
}

TEST(RawOptions, SystemFoldersAreSearchedBehindTheOthers) {
    for (const RawTable* table : {&nvcc::raw_table, &hip::raw_table}) {
        const Plan made = plan(*table, {"-isystem", "s1", "-Ia", "-isystem", "s2"}, {{"own"}});
        EXPECT_THAT(made.include_directories, ElementsAre("own", "a", "s1", "s2"));
        EXPECT_NE(made.words, plan(*table, {"-Is1", "-Ia", "-Is2"}).words) << "warnings differ";
    }
}

// As compilers do with it: in the working directory first, not beside the source.
TEST(RawOptions, FirstHeadersAreFoundInTheFolders) {
    test::ScratchFolder files;
    files.write("one/first.h", "");
    files.write("two/first.h", "");
    for (const auto& [table, raw] : {std::pair{&nvcc::raw_table, Words{"-include", "first.h"}},
                                     {&nvcc::raw_table, {"--pre-include=first.h"}},
                                     {&nvrtc::raw_table, {"--pre-include=first.h"}},
                                     {&nvrtc::raw_table, {"-include", "first.h"}},
                                     {&hip::raw_table, {"-include", "first.h"}},
                                     {&hip::raw_table, {"-includefirst.h"}}}) {
        const Plan made = plan(*table, raw, {{files.path("none"), files.path("two"), files.path("one")}});
        EXPECT_THAT(made.first_headers, ElementsAre(files.path("two/first.h")));
        EXPECT_EQ(made.bypass, "");
    }
}

TEST(RawOptions, FirstHeadersAreFoundInTheWorkingDirectoryBeforeTheFolders) {
    test::ScratchFolder files;
    files.write("one/first.h", "");
    files.write("here/first.h", "");
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(files.path("here"));
    const Plan made = plan(nvrtc::raw_table, {"--pre-include=first.h"}, {{files.path("one")}});
    std::filesystem::current_path(before);
    EXPECT_THAT(made.first_headers, ElementsAre(files.path("here/first.h")));
}

TEST(RawOptions, FirstHeadersMayBeInMemoryOrNowhere) {
    test::ScratchFolder files;
    files.write("one/first.h", "");
    const Words raw{"-include", "first.h", "-include", "other.h"};
    EXPECT_THAT(plan(hip::raw_table, raw, {{files.path("one")}, {}, {"first.h"}}).first_headers,
                ElementsAre("first.h", "other.h"));
}

TEST(RawOptions, AValueMayBeTheLastWord) {
    EXPECT_THAT(plan(nvcc::raw_table, {"-I"}).bypass, "the raw option '-I' lacks its value");
}

TEST(RawOptions, TheFirstReasonStays) {
    EXPECT_THAT(plan(nvcc::raw_table, {"-keep", "--foo"}).bypass, StartsWith("the raw option '-keep' "));
}

// ---- Options in a variable ----

std::string variable_value;

Plan plan_variable(const RawTable& table, std::string value) {
    static const quovis_plugin_host host{sizeof(quovis_plugin_host),
                                         QUOVIS_PLUGIN_ABI_MAJOR,
                                         QUOVIS_PLUGIN_ABI_MINOR,
                                         text("0.1.0"),
                                         nullptr,
                                         [](void*, std::int32_t, quovis_plugin_text) {},
                                         [](void*, quovis_plugin_text name, quovis_plugin_text* found) -> std::int32_t {
                                             *found = text(variable_value);
                                             return view(name) == "MORE_FLAGS" && !variable_value.empty() ? 1 : 0;
                                         }};
    variable_value = std::move(value);
    set_host(&host);
    Planner planner(table, sized<quovis_cc_request>(), {});
    planner.add_variable("MORE_FLAGS");
    planner.add_variable("OTHER_FLAGS");
    set_host(nullptr);
    return std::move(planner).finish();
}

TEST(RawOptions, OfAPreprocessedSourceAreDividedBetweenThePreprocessorAndTheCompiler) {
    const Words raw = {"-DA=1", "-lineinfo", "-D", "B", "-I", "folder", "-U", "C", "-include=first.h", "-DF(x)=x=1"};
    const Plan made = plan(nvrtc::raw_table, raw);
    EXPECT_THAT(made.macro_lines, ElementsAre("#define A 1\n", "#define B 1\n", "#undef C\n", "#define F(x) x=1\n"));
    EXPECT_THAT(made.other_raw, ElementsAre("-lineinfo"));
    EXPECT_THAT(plan(nvcc::raw_table, {"-D", "A=1,B", "-Xptxas", "-v"}).macro_lines,
                ElementsAre("#define A 1\n", "#define B 1\n"));
    EXPECT_THAT(plan(hip::raw_table, {"-DA", "-unknown", "-g"}).other_raw, ElementsAre("-unknown", "-g"));
}

TEST(VariableOptions, OfTheEnvironmentDefineMacrosAndAreTheCompilersOtherwise) {
    const Plan made = plan_variable(nvcc::raw_table, "-DA -lineinfo");
    EXPECT_THAT(made.macro_lines, ElementsAre("#define A 1\n"));
    EXPECT_THAT(made.other_raw, IsEmpty());
}

TEST(VariableOptions, AreJudgedLikeRawOnes) {
    const Plan made = plan_variable(nvcc::raw_table, " -lineinfo  -I more ");
    EXPECT_THAT(made.words, ElementsAre("MORE_FLAGS:", "-lineinfo"));
    EXPECT_THAT(made.include_directories, ElementsAre("more"));
    EXPECT_EQ(made.bypass, "");
    EXPECT_THAT(plan_variable(nvcc::raw_table, "-keep").bypass,
                "in the variable MORE_FLAGS the option '-keep' writes nvcc's temporary files");
    EXPECT_THAT(plan_variable(nvcc::raw_table, "-D'A B'").bypass, AllOf(HasSubstr("MORE_FLAGS"), HasSubstr("quote")));
}

TEST(VariableOptions, AreNothingWhereItIsNotSet) {
    EXPECT_THAT(plan_variable(nvcc::raw_table, "").words, IsEmpty());
}

}  // namespace plugins_raw_options_test
}  // namespace quovis::plugins

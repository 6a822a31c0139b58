// What each compiler tells a cache is what the compiler then does: the order of folders, the header that comes first,
// the files that change its identity.
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/integration/cache_facts_plugin.hpp"

namespace cache_facts_test {

using namespace cache_facts_test;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace fs = std::filesystem;

// The working directory of a scope.
class WorkingIn {
  public:
    explicit WorkingIn(const std::string& folder) : before_(fs::current_path()) { fs::current_path(folder); }
    ~WorkingIn() { fs::current_path(before_); }
    WorkingIn(const WorkingIn&) = delete;
    WorkingIn& operator=(const WorkingIn&) = delete;

  private:
    fs::path before_;
};

class CacheFacts : public CacheFactsOf, public testing::WithParamInterface<std::string> {
  protected:
    void SetUp() override {
        CacheFactsOf::SetUp();
        start(GetParam());
        if (!IsSkipped() && !has_compiler()) {
            GTEST_SKIP() << "no compiler: " << reason_;
        }
    }

    // A header in each of the folders, which stops the compile with its folder's name.
    void write_headers(const std::vector<std::string>& folders, const std::string& name = "v.h") {
        for (const std::string& folder : folders) {
            files_.write(folder + "/" + name, "#error found in " + folder + "\n");
        }
    }

    ScratchFolder files_;
};

TEST_P(CacheFacts, FoldersAreSearchedInTheOrderOfThePlan) {
    write_headers({"one", "two"});
    for (const auto& [folders, raw, first] :
         std::vector<std::tuple<std::string, std::vector<std::string>, std::string>>{
             {"one", {"-I" + files_.path("two")}, "one"},
             {"none", {"-I" + files_.path("two"), "-I" + files_.path("one")}, "two"},
             {"none", {"-I", files_.path("one"), "-I", files_.path("two")}, "one"}}) {
        const Source source{.text = "#include \"v.h\"\n" + kernel(), .folders = {files_.path(folders)}, .raw = raw};
        const Plan made = plan(source);
        EXPECT_EQ(made.bypass, "");
        const auto in_plan = std::find_if(made.folders.begin(), made.folders.end(),
                                          [](const std::string& folder) { return fs::exists(folder + "/v.h"); });
        ASSERT_NE(in_plan, made.folders.end());
        EXPECT_EQ(*in_plan, files_.path(first));
        const Compiled compiled = compile(source);
        EXPECT_THAT(compiled.log + compiled.error, HasSubstr("found in " + first));
    }
}

TEST_P(CacheFacts, AHeaderBesideTheSourceIsFoundWhereTheOriginSaysSo) {
    files_.write("beside/own.h", "\n");
    const Compiled compiled =
        compile({.text = "#include \"own.h\"\n" + kernel(), .name = files_.path("beside/kernel")});
    EXPECT_EQ(compiled.status == QUOVIS_PLUGIN_OK, (origin().flags & QUOVIS_CC_LOOKS_BESIDE_SOURCE) != 0)
        << compiled.error;
}

// By the name of the source, which has no folder, or by the driver's own search.
TEST_P(CacheFacts, AHeaderInTheWorkingDirectoryIsFoundWhereThePlanSaysSo) {
    write_headers({"here", "one"});
    const WorkingIn here(files_.path("here"));
    const Source source{.text = "#include \"v.h\"\n" + kernel(), .folders = {files_.path("one")}};
    const bool first = (origin().flags & QUOVIS_CC_LOOKS_BESIDE_SOURCE) != 0 || plan(source).folders.front() == ".";
    const Compiled compiled = compile(source);
    EXPECT_THAT(compiled.log + compiled.error, HasSubstr(first ? "found in here" : "found in one"));
}

TEST_P(CacheFacts, TheFirstHeaderIsThePlans) {
    write_headers({"here", "one", "two"}, "first.h");
    const WorkingIn here(files_.path("here"));
    const Source source{
        .text = kernel(), .folders = {files_.path("one"), files_.path("two")}, .raw = {"-include", "first.h"}};
    for (const std::string folder : {"here", "one", "two"}) {
        const Plan made = plan(source);
        if (!made.bypass.empty()) {
            GTEST_SKIP() << made.bypass;
        }
        EXPECT_THAT(made.first_headers, ElementsAre(files_.path(folder + "/first.h")));
        const Compiled compiled = compile(source);
        EXPECT_THAT(compiled.log + compiled.error, HasSubstr("found in " + folder));
        fs::remove(files_.path(folder + "/first.h"));
    }
}

TEST_P(CacheFacts, AnOptionThatMayTouchFilesIsKeptFromTheCacheByName) {
    EXPECT_THAT(plan({.text = kernel(), .raw = {"--no-such-option"}}).bypass, HasSubstr("--no-such-option"));
    EXPECT_THAT(plan({.text = kernel(), .raw = {"-w", "-save-temps"}}).bypass, HasSubstr("-save-temps"));
}

TEST_P(CacheFacts, WordsAreInNormalForm) {
    Source one{.text = kernel()};
    Source other{.text = kernel(), .defines = {}, .folders = {files_.path()}};
    one.options.debug = 0;
    other.options.fast_math = 0;
    EXPECT_EQ(plan(one).words, plan(other).words);
    EXPECT_NE(plan(one).words, plan({.text = kernel(), .defines = {{"N", "1"}}}).words);
    EXPECT_NE(plan({.text = kernel(), .defines = {{"N", "2"}}}).words,
              plan({.text = kernel(), .defines = {{"N", "1"}}}).words);
    EXPECT_NE(plan({.text = kernel(), .raw = {"-w"}}).words, plan(one).words);
}

TEST_P(CacheFacts, TheCompilerIsAmongThePathsOfItsOrigin) {
    const Origin told = origin();
    if (told.paths.empty()) {
        GTEST_SKIP() << GetParam() << " is to be asked in every process";
    }
    EXPECT_THAT(told.paths, Contains(path_));
    EXPECT_THAT(told.paths, Contains(fs::canonical(path_).string()));
    EXPECT_THAT(told.paths,
                Contains(testing::ResultOf([](const std::string& path) { return fs::exists(path); }, true)));
}

INSTANTIATE_TEST_SUITE_P(Plugins, CacheFacts, testing::Values("cuda-nvrtc", "cuda-nvcc", "opencl"),
                         [](const auto& one) { return one.param.substr(one.param.find('-') + 1); });
INSTANTIATE_TEST_SUITE_P(Hip, CacheFacts, testing::Values("hip-hiprtc"), [](const auto&) { return "hiprtc"; });

// ---- Without the compiler ----

class PlanAlone : public CacheFactsOf, public testing::WithParamInterface<std::string> {
  protected:
    // The files that this process has open as libraries.
    static std::string mapped() {
        std::ifstream maps("/proc/self/maps");
        return {std::istreambuf_iterator<char>(maps), {}};
    }

    [[noreturn]] void plan_and_end() {
        const Plan made = plan({.text = kernel(), .defines = {{"N", "1"}}, .raw = {"-w"}});
        const std::string libraries = mapped();
        const bool has_compiler = libraries.find("libnvrtc") != std::string::npos ||
                                  libraries.find("libamdhip64") != std::string::npos ||
                                  libraries.find("libamd_comgr") != std::string::npos;
        rusage children{};
        getrusage(RUSAGE_CHILDREN, &children);
        const bool had_child = children.ru_maxrss != 0 || waitpid(-1, nullptr, WNOHANG) >= 0;
        std::exit(made.status != QUOVIS_PLUGIN_OK || made.words.empty() ? 1 : has_compiler ? 2 : had_child ? 3 : 0);
    }
};

TEST_P(PlanAlone, OpensNoCompilerAndStartsNoProcess) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            start(GetParam());
            plan_and_end();
        },
        testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(Plugins, PlanAlone, testing::Values("cuda-nvrtc", "cuda-nvcc"),
                         [](const auto& one) { return one.param.substr(one.param.find('-') + 1); });
INSTANTIATE_TEST_SUITE_P(Hip, PlanAlone, testing::Values("hip-hiprtc"), [](const auto&) { return "hiprtc"; });

// ---- NVRTC ----

// A toolkit of links to the one that is installed, with headers of its own.
class NvrtcFacts : public CacheFactsOf {
  protected:
    void SetUp() override {
        CacheFactsOf::SetUp();
        start("cuda-nvrtc");
        if (IsSkipped()) {
            return;
        }
        if (!has_compiler()) {
            GTEST_SKIP() << "no NVRTC: " << reason_;
        }
        fs::create_directories(toolkit_.path("lib64"));
        fs::create_symlink(path_, toolkit_.path("lib64/libnvrtc.so.13"));
        const std::string number =
            version_.substr(0, version_.find('.')) + "0" + version_.substr(version_.find('.') + 1);
        toolkit_.write("include/cuda.h", "#define CUDA_VERSION " + number + "0\n");
        toolkit_.write("include/cuda_fp16.h", "// half\n");
        toolkit_.write("include/crt/deep/inside.h", "// inside\n");
        start_again({{"cuda", toolkit_.path()}});
    }

    std::string identity_in_a_new_instance() {
        start_again({{"cuda", toolkit_.path()}});
        return identity();
    }

    ScratchFolder toolkit_;
};

TEST_F(NvrtcFacts, AHeaderThatIsReplacedIsAnotherIdentity) {
    const std::string before = identity();
    EXPECT_EQ(identity_in_a_new_instance(), before);
    toolkit_.write("include/crt/deep/inside.h", "// of another patch\n");
    const std::string replaced = identity_in_a_new_instance();
    EXPECT_NE(replaced, before);
    toolkit_.write("include/crt/more.h", "");
    EXPECT_NE(identity_in_a_new_instance(), replaced);
}

TEST_F(NvrtcFacts, HeaderFoldersAreCoveredAndInTheOriginWithAllBelow) {
    const Origin told = origin();
    EXPECT_TRUE(told.covered.at(toolkit_.path("include")));
    EXPECT_THAT(told.paths, Contains(toolkit_.path("include/crt/deep")));
    EXPECT_THAT(told.paths, Contains(toolkit_.path("include/cuda.h")));
}

TEST_F(NvrtcFacts, PlacesThatWereTriedInVainAreInTheOrigin) {
    variables() = {{"CUDA_PATH", toolkit_.path("none")}, {"CUDA_HOME", toolkit_.path()}, {"VIRTUAL_ENV", "/python"}};
    start_again();
    const Origin told = origin();
    EXPECT_THAT(told.paths, Contains(toolkit_.path("none/lib64")));
    EXPECT_THAT(told.paths, Contains(toolkit_.path("lib64/libnvrtc.so.13")));
    EXPECT_THAT(told.variables, testing::IsSupersetOf({"CUDA_PATH", "CUDA_HOME"}));
    EXPECT_THAT(told.variables, Not(Contains("VIRTUAL_ENV")))
        << "what lies behind the one that is found does not matter";
}

TEST(NvrtcFactsOfAFake, AnotherBuildIsAnotherIdentity) {
    // Its companion can be any library.
    const auto identity_of = [](const std::string& nvrtc, const std::string& builtins) {
        ScratchFolder folder;
        fs::copy_file(QUOVIS_TEST_FAKES_DIR "/nvrtc/" + nvrtc, folder.path("libnvrtc.so.13"));
        fs::create_symlink(builtins, folder.path("libnvrtc-builtins.so.13.99"));
        const quovis_plugin_table* table = open_plugin("cuda-nvrtc");
        auto error = sized<quovis_plugin_error>();
        auto description = sized<quovis_cc_description>();
        auto* const instance = start(*table, {{"nvrtc", folder.path("libnvrtc.so.13")}}, error);
        EXPECT_EQ(table->compiler->describe(instance, &description, &error), QUOVIS_PLUGIN_OK) << error.message;
        std::string identity = string(description.identity);
        table->shutdown(instance);
        return identity;
    };
    if (open_plugin("cuda-nvrtc") == nullptr) {
        GTEST_SKIP() << "cuda-nvrtc was not built";
    }
    const std::string libraries = "/lib/x86_64-linux-gnu";
    const std::string before = identity_of("libnvrtc.so", QUOVIS_TEST_FAKES_DIR "/fake.so");
    EXPECT_EQ(identity_of("libnvrtc.so", QUOVIS_TEST_FAKES_DIR "/fake.so"), before);
    EXPECT_NE(identity_of("libnvrtc.so", QUOVIS_TEST_FAKES_DIR "/other.so"), before);
    EXPECT_NE(identity_of("patched/libnvrtc.so", QUOVIS_TEST_FAKES_DIR "/fake.so"), before);
}

// ---- nvcc ----

class NvccFacts : public CacheFactsOf {
  protected:
    void SetUp() override {
        CacheFactsOf::SetUp();
        files_.write("toolkit/include/cuda_runtime.h", "// runtime\n");
        files_.write("gcc/c++/12/vector", "// vector\n");
        install_host_compiler("gcc version 12.2.0");
        install_nvcc("# first build");
        start("cuda-nvcc", settings());
    }

    Settings settings() const { return {{"nvcc", files_.path("bin/nvcc")}}; }

    void install(const std::string& name, const std::string& text) {
        files_.write(name, "#!/bin/sh\n" + text + "\n");
        ::chmod(files_.path(name).c_str(), 0755);
    }
    // `comment` makes another file of it, with the same answers.
    void install_nvcc(const std::string& comment) {
        install("bin/nvcc", comment +
                                "\ncase \"$*\" in\n"
                                "*--version*) printf 'release 12.8, V12.8.93\\nBuild cuda_12.8\\n'; exit 0 ;;\n"
                                "*--list-gpu-code*) echo sm_90; exit 0 ;;\n"
                                "*--dryrun*) cat >&2 <<'END'\n#$ _HERE_=" +
                                files_.path("bin") + "\n#$ INCLUDES=\"-I" + files_.path("toolkit/include") + "\" -I" +
                                files_.path("users") + "\n#$ " + files_.path("bin/g++") +
                                " -E -x c++ x\nEND\nexit 0 ;;\nesac\n");
    }
    void install_host_compiler(const std::string& version) {
        install("bin/g++", "cat >&2 <<'END'\n" + version + "\n#include <...> search starts here:\n " +
                               files_.path("gcc/c++/12") + "\n " + files_.path("system") +
                               "\nEnd of search list.\nEND");
    }

    std::string identity_in_a_new_instance() {
        start_again(settings());
        return identity();
    }

    ScratchFolder files_;
};

TEST_F(NvccFacts, AProgramThatIsReplacedIsAnotherIdentity) {
    files_.write("bin/ptxas", "one");
    const std::string before = identity();
    EXPECT_EQ(identity_in_a_new_instance(), before);
    files_.write("bin/ptxas", "another");
    const std::string other_ptxas = identity_in_a_new_instance();
    EXPECT_NE(other_ptxas, before);
    install_nvcc("# a build of the same version");
    EXPECT_NE(identity_in_a_new_instance(), other_ptxas);
}

TEST_F(NvccFacts, AHeaderThatIsReplacedIsAnotherIdentity) {
    const std::string before = identity();
    files_.write("toolkit/include/cuda_runtime.h", "// of another patch\n");
    const std::string toolkit = identity_in_a_new_instance();
    EXPECT_NE(toolkit, before);
    files_.write("gcc/c++/12/bits/new.h", "");
    EXPECT_NE(identity_in_a_new_instance(), toolkit);
}

TEST_F(NvccFacts, AnotherHostCompilerIsAnotherIdentity) {
    const std::string before = identity();
    EXPECT_THAT(before, HasSubstr("gcc version 12.2.0"));
    install_host_compiler("gcc version 12.3.0");
    EXPECT_NE(identity_in_a_new_instance(), before);
}

TEST_F(NvccFacts, HeaderFoldersAreThoseOfTheToolkitAndOfTheHostCompiler) {
    variables()["INCLUDES"] = "-I" + files_.path("users");
    start_again(settings());
    const std::map<std::string, bool> expected{
        {files_.path("toolkit/include"), true}, {files_.path("gcc/c++/12"), true}, {files_.path("system"), false}};
    EXPECT_EQ(origin().covered, expected);
    EXPECT_THAT(plan({}).folders, ElementsAre(files_.path("users"))) << "a folder of a variable is the user's";
}

TEST_F(NvccFacts, AFolderThatAVariableNamesIsNotTheCompilersOwn) {
    variables()["CPATH"] = "/elsewhere:" + files_.path("gcc/c++/12");
    start_again(settings());
    EXPECT_FALSE(origin().covered.at(files_.path("gcc/c++/12")));
}

TEST_F(NvccFacts, PlacesThatWereTriedInVainAreInTheOrigin) {
    variables() = {{"CUDA_PATH", files_.path("none")}, {"PATH", "/conformance/none:" + files_.path("bin")}};
    variables()["CUDA_HOME"] = "";
    start_again();
    const Origin told = origin();
    EXPECT_THAT(told.paths, testing::IsSupersetOf({files_.path("none/bin/nvcc"), std::string("/conformance/none/nvcc"),
                                                   files_.path("bin/nvcc"), files_.path("bin/g++")}));
    EXPECT_THAT(told.variables,
                testing::IsSupersetOf({"CUDA_PATH", "CUDA_HOME", "PATH", "NVCC_APPEND_FLAGS", "CPATH"}));
    EXPECT_THAT(told.variables, Not(Contains("VIRTUAL_ENV")));
}

TEST_F(NvccFacts, FlagsOfVariablesAreJudgedLikeRawOptions) {
    const Plan plain = plan({});
    variables()["NVCC_APPEND_FLAGS"] = "-lineinfo -I/more";
    EXPECT_EQ(plan({}).bypass, "");
    EXPECT_NE(plan({}).words, plain.words);
    EXPECT_THAT(plan({.folders = {"/own"}}).folders, ElementsAre("/own", "/more"));
    variables()["NVCC_PREPEND_FLAGS"] = "-I/before";
    EXPECT_THAT(plan({.folders = {"/own"}}).folders, ElementsAre("/before", "/own", "/more"));
    variables()["NVCC_APPEND_FLAGS"] = "-keep";
    EXPECT_THAT(plan({}).bypass, HasSubstr("NVCC_APPEND_FLAGS"));
    variables() = {{"PTXAS_FLAGS", "-v"}};
    EXPECT_THAT(plan({}).bypass, HasSubstr("PTXAS_FLAGS"));
}

TEST_F(NvccFacts, AHostCompilerThatListsNoFoldersIsKnownByItsFirstLine) {
    install("bin/g++", "[ \"$1\" = --version ] && echo 'other compiler 7'");
    EXPECT_THAT(identity_in_a_new_instance(), HasSubstr("(other compiler 7)"));
    EXPECT_THAT(origin().covered, testing::SizeIs(2)) << "the toolkit's, and the user's of this test";
}

class NvccDependencies : public CacheFactsOf {
  protected:
    void SetUp() override {
        CacheFactsOf::SetUp();
        start("cuda-nvcc");
        if (!IsSkipped() && !has_compiler()) {
            GTEST_SKIP() << "no nvcc: " << reason_;
        }
    }

    ScratchFolder files_;
};

TEST_F(NvccDependencies, AreTheUsersFilesThatWereRead) {
    const std::string plain = files_.write("plain/outer.h", "#include \"inner.h\"\n#include <cstdio>\n");
    const std::string inner = files_.write("plain/inner.h", "#line 7 \"generated.y\"\n");
    const std::string odd = files_.write("a folder with $/odd.h", "");
    files_.write("plain/unused.h", "");
    for (const std::string format : {"cubin", "ptx", "fatbin", "ltoir"}) {
        const Compiled compiled = compile({.text = "#include <outer.h>\n#include <odd.h>\n#include \"memory.h\"\n"
                                                   "#if 0\n#include <unused.h>\n#endif\n" +
                                                   kernel(),
                                           .format = format,
                                           .headers = {{"memory.h", "\n"}},
                                           .folders = {files_.path("plain"), files_.path("a folder with $")}});
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error << compiled.log;
        EXPECT_THAT(compiled.dependencies, ElementsAre(plain, inner, odd)) << format;
        EXPECT_THAT(compiled.messages, IsEmpty());
    }
}

TEST_F(NvccDependencies, AreToldWithTheSymbolsOfNameExpressions) {
    const std::string header = files_.write("t.h", "template <class T> __global__ void scale(T* t) { *t *= 2; }\n");
    const Compiled compiled =
        compile({.text = "#include <t.h>\n", .folders = {files_.path()}, .expressions = {"scale<float>"}});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error << compiled.log;
    EXPECT_THAT(compiled.dependencies, ElementsAre(header));
}

TEST_F(NvccDependencies, LeaveTheUsersOwnKeepAlone) {
    fs::create_directories(files_.path("kept"));
    const Compiled compiled = compile({.text = kernel(), .raw = {"-keep", "-keep-dir=" + files_.path("kept")}});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error << compiled.log;
    EXPECT_TRUE(fs::exists(files_.path("kept/source.ptx")));
    EXPECT_THAT(compiled.messages, IsEmpty());
}

// ---- hiprtc ----

class HipFacts : public CacheFactsOf {
  protected:
    void SetUp() override {
        CacheFactsOf::SetUp();
        start("hip-hiprtc");
        if (!IsSkipped() && !has_compiler()) {
            GTEST_SKIP() << "no hiprtc: " << reason_;
        }
    }

    ScratchFolder files_;
};

TEST_F(HipFacts, AHeaderOfRocmThatIsReplacedIsAnotherIdentity) {
    files_.write("include/hip/hip_version.h", "");
    files_.write("include/hip/hip_complex.h", "// one\n");
    variables()["ROCM_PATH"] = files_.path();
    start_again();
    const std::string before = identity();
    EXPECT_TRUE(origin().covered.at(files_.path("include")));
    EXPECT_THAT(origin().paths, Contains(files_.path("include/hip")));
    files_.write("include/hip/hip_complex.h", "// another\n");
    start_again();
    EXPECT_NE(identity(), before);
}

TEST_F(HipFacts, FoldersOfTheSettingAreSearchedAndNotCovered) {
    start_again({{"include", files_.path()}});
    EXPECT_FALSE(origin().covered.at(files_.path()));
}

// hiprtc's clang looks there, whatever the request says.
TEST_F(HipFacts, FoldersOfTheSystemAndOfVariablesAreAmongTheOrigins) {
    files_.write("of_a_variable.h", "");
    const ScopedVariable variable("CPATH", files_.path());
    start_again();
    const Origin told = origin();
    for (const auto& [header, folder] :
         {std::pair<std::string, std::string>{"of_a_variable.h", files_.path()}, {"sysexits.h", "/usr/include"}}) {
        if (compile({.text = "#include <" + header + ">\n" + kernel()}).status == QUOVIS_PLUGIN_OK) {
            EXPECT_THAT(told.covered, Contains(std::pair<const std::string, bool>(folder, false)));
        }
    }
    EXPECT_THAT(told.variables, Contains("CPATH"));
}

TEST_F(HipFacts, LibrariesAreInTheOriginAndTheirBuildsInTheIdentity) {
    EXPECT_THAT(origin().paths, Contains(HasSubstr("libamd_comgr")));
    EXPECT_THAT(identity(), testing::MatchesRegex(".* build [0-9a-f.-]+; runtime [0-9a-f.-]+; .*comgr .* build .*"));
}

TEST_F(HipFacts, OptionsOfAVariableAreJudgedLikeRawOnes) {
    variables()["HIPRTC_COMPILE_OPTIONS_APPEND"] = "-save-temps";
    EXPECT_THAT(plan({}).bypass, HasSubstr("HIPRTC_COMPILE_OPTIONS_APPEND"));
}

TEST_F(HipFacts, HeadersInFoldersOfRawOptionsGoOverInMemory) {
    files_.write("raw/v.h", "#define V 1\n");
    const Compiled compiled = compile({.text = "#include \"v.h\"\nextern \"C\" __global__ void k(int* p) { *p = V; }\n",
                                       .raw = {"-I" + files_.path("raw")}});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.log;
    EXPECT_THAT(compiled.dependencies, ElementsAre(files_.path("raw/v.h")));
}

// ---- OpenCL ----

class OpenclFacts : public CacheFactsOf {
  protected:
    void SetUp() override {
        CacheFactsOf::SetUp();
        start("opencl");
        if (!IsSkipped() && !has_compiler()) {
            GTEST_SKIP() << "no OpenCL device: " << reason_;
        }
    }
};

TEST_F(OpenclFacts, TheIdentityOfAPlanIsThatOfItsDevice) {
    const Plan made = plan({.text = kernel()});
    ASSERT_THAT(made.identity, HasSubstr("; "));
    EXPECT_THAT(identity(), HasSubstr(made.identity.substr(made.identity.find("; ") + 2)));
    variables()["POCL_WORK_GROUP_METHOD"] = "workitemloops";
    if (made.identity.find("Portable Computing Language") != std::string::npos) {
        EXPECT_NE(plan({.text = kernel()}).identity, made.identity);
    }
}

TEST_F(OpenclFacts, TheDescriptionComesFromTheDriversInEveryProcess) {
    EXPECT_THAT(origin().paths, IsEmpty());
}

TEST_F(OpenclFacts, OneRawOptionMayHoldSeveral) {
    const Plan made = plan({.text = kernel(), .raw = {"-w -Iraw -cl-mad-enable"}});
    EXPECT_EQ(made.bypass, "");
    EXPECT_EQ(made.words, plan({.text = kernel(), .raw = {"-w", "-cl-mad-enable"}}).words);
    EXPECT_THAT(made.folders, Contains("raw"));
}

TEST_F(OpenclFacts, WithHeadersInMemoryTheWorkingDirectoryIsTheLast) {
    const Plan made = plan({.text = kernel(), .headers = {{"m.h", ""}}, .folders = {"/own"}});
    const auto at = [&](const std::string& folder) {
        return std::find(made.folders.begin(), made.folders.end(), folder);
    };
    EXPECT_LT(at("/own"), at("."));
}

}  // namespace cache_facts_test

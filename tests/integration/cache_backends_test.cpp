// What other projects' caches did to their users, on every backend: headers that were not looked at, compilers that
// were replaced, damaged images that reached a driver, keys that never came again. Rows of section 3 of the list of
// faults that tests/README.md names.
#include "tests/integration/backends.hpp"
#include "tests/integration/cli_runner.hpp"
#include "tests/unit/support_scratch.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

namespace backend_test {
namespace cache_backends_test {

namespace fs = std::filesystem;
using quovis::cli_tests::Outcome;
using quovis::cli_tests::Sandbox;
using testing::HasSubstr;
using testing::Not;

// A kernel whose name is a macro of a header, so that the image tells which header was read.
std::string kernel_text(const std::string& backend) {
    const bool opencl = backend == "opencl";
    return std::string("#include \"name.h\"\n") + (opencl ? "__kernel void NAME(__global int* x) { *x = 1; }\n"
                                                          : "extern \"C\" __global__ void NAME(int* x) { *x = 1; }\n");
}

class CacheOf : public Backend {
  protected:
    void SetUp() override {
        Backend::SetUp();
        if (IsSkipped()) {
            return;
        }
        const std::string& backend = GetParam();
        sandbox_.configure("quovis: 1\nplugins: { enable: ['" + backend + "'] }\nroutes:\n  - backend: ['" + backend +
                           "']\n");
        sandbox_.set("QUOVIS_CACHE_DIR", sandbox_.path("cache").string());
        here_.emplace("QUOVIS_CACHE_DIR", sandbox_.path("cache").string());
        sandbox_.write(file(), kernel_text(backend));
        fs::create_directories(sandbox_.path("first"));
        fs::create_directories(sandbox_.path("second"));
        write_header("second/name.h", "alpha_kernel");
    }

    std::string file() const {
        const std::string& backend = GetParam();
        return backend == "opencl" ? "k.cl" : backend == "hip-hiprtc" ? "k.hip" : "k.cu";
    }
    void write_header(const std::string& name, const std::string& kernel) const {
        sandbox_.write(name, "#define NAME " + kernel + "\n");
    }

    // In a process of its own. The image is `image`.
    Outcome compile_apart(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words = {"compile", file(),  "-I",     "first",     "-I",      "second",
                                          "-o",      "image", "--json", "--backend", GetParam()};
        if (!target_of(GetParam()).empty()) {
            words.insert(words.end(), {"--target", target_of(GetParam())});
        }
        words.insert(words.end(), more.begin(), more.end());
        Outcome run = sandbox_.quovis(words);
        EXPECT_EQ(run.status, 0) << run.err;
        return run;
    }
    static std::string origin(const Outcome& run) { return run.json().value("origin", ""); }
    std::string image() const { return sandbox_.read("image"); }

    quovis::Instance open_cached() const { return open_only(GetParam()); }
    quovis::Image compile_here(const quovis::Instance& instance, quovis::Options options = {}) const {
        if (options.include_directories.empty()) {
            options.include_directories = {sandbox_.path("first").string(), sandbox_.path("second").string()};
        }
        return instance.program(quovis::Source::file(sandbox_.path(file()).string()), options)
            .compile(request_for(GetParam()));
    }
    static std::string bytes(const quovis::Image& image) {
        return {static_cast<const char*>(image.data()), image.size()};
    }
    std::string image_in_cache() const { return open_cached().cache().list().at(0).image; }

    Sandbox sandbox_;
    std::optional<quovis::test::ScopedVariable> here_;  // the cache of this process
};

TEST_P(CacheOf, AHeaderThatIsEditedIsSeenInTheSameProcess) {  // row 1
    const quovis::Instance instance = open_cached();
    EXPECT_THAT(bytes(compile_here(instance)), HasSubstr("alpha_kernel"));
    EXPECT_EQ(compile_here(instance).origin(), "memory");
    write_header("second/name.h", "gamma_kernel");
    const quovis::Image image = compile_here(instance);
    EXPECT_EQ(image.origin(), "compiled");
    EXPECT_THAT(bytes(image), HasSubstr("gamma_kernel"));
}

TEST_P(CacheOf, AHeaderThatIsEditedIsSeenInANewProcess) {  // row 1
    EXPECT_EQ(origin(compile_apart()), "compiled");
    EXPECT_EQ(origin(compile_apart()), "disk");
    EXPECT_THAT(image(), HasSubstr("alpha_kernel"));
    write_header("second/name.h", "gamma_kernel");
    EXPECT_EQ(origin(compile_apart()), "compiled");
    EXPECT_THAT(image(), HasSubstr("gamma_kernel"));
}

TEST_P(CacheOf, AHeaderOfAHeaderThatIsEditedIsSeen) {  // row 2
    sandbox_.write("second/name.h", "#include \"inner.h\"\n");
    write_header("second/inner.h", "alpha_kernel");
    EXPECT_EQ(origin(compile_apart()), "compiled");
    write_header("second/inner.h", "gamma_kernel");
    EXPECT_EQ(origin(compile_apart()), "compiled");
    EXPECT_THAT(image(), HasSubstr("gamma_kernel"));
}

TEST_P(CacheOf, AHeaderThatAppearsEarlierInThePathIsSeen) {  // row 2
    EXPECT_EQ(origin(compile_apart()), "compiled");
    write_header("first/name.h", "gamma_kernel");
    EXPECT_EQ(origin(compile_apart()), "compiled");
    EXPECT_THAT(image(), HasSubstr("gamma_kernel"));
    fs::remove(sandbox_.path("first/name.h"));
    EXPECT_EQ(origin(compile_apart()), "disk");
    EXPECT_THAT(image(), HasSubstr("alpha_kernel"));
}

TEST_P(CacheOf, AHeaderThatNobodyIncludesThrowsNothingAway) {  // section 4, row 21
    EXPECT_EQ(origin(compile_apart()), "compiled");
    write_header("first/other.h", "gamma_kernel");
    write_header("second/another.h", "gamma_kernel");
    EXPECT_EQ(origin(compile_apart()), "disk");
}

TEST_P(CacheOf, AHeaderInMemoryCountsWhenItIsReached) {
    const quovis::Instance instance = open_cached();
    quovis::Options options;
    options.headers = {{"name.h", "#define NAME alpha_kernel\n"}, {"unused.h", "1\n"}};
    EXPECT_THAT(bytes(compile_here(instance, options)), HasSubstr("alpha_kernel"));
    options.headers[1].text = "2\n";
    EXPECT_EQ(compile_here(instance, options).origin(), "memory");
    options.headers[0].text = "#define NAME gamma_kernel\n";
    const quovis::Image image = compile_here(instance, options);
    EXPECT_EQ(image.origin(), "compiled");
    EXPECT_THAT(bytes(image), HasSubstr("gamma_kernel"));
}

TEST_P(CacheOf, TwoProcessesMakeTheSameKey) {  // row 23
    const auto key = [&] { return compile_apart().json().value("cache_key", ""); };
    const std::string first = key();
    EXPECT_EQ(first.size(), 32u);
    EXPECT_EQ(key(), first);
    fs::remove_all(sandbox_.path("cache"));
    EXPECT_EQ(key(), first);
    std::vector<std::string> words = {"explain", file(),   "-I",        "first",   "-I",
                                      "second",  "--json", "--backend", GetParam()};
    if (!target_of(GetParam()).empty()) {
        words.insert(words.end(), {"--target", target_of(GetParam())});
    }
    EXPECT_THAT(sandbox_.quovis(words).out, HasSubstr(first));
}

TEST_P(CacheOf, AHitIsByteForByteWhatWasCompiledAndSaysTheSame) {
    const quovis::Image first = compile_here(open_cached());
    const quovis::Image again = compile_here(open_cached());
    EXPECT_EQ(again.origin(), "disk");
    EXPECT_EQ(bytes(again), bytes(first));
    EXPECT_EQ(again.log(), first.log());
    EXPECT_EQ(again.command(), first.command());
    EXPECT_EQ(again.target(), first.target());
    EXPECT_EQ(again.format(), first.format());
}

TEST_P(CacheOf, ADamagedImageIsMadeAnewInsteadOfReachingADriver) {  // row 21
    const std::string whole = bytes(compile_here(open_cached()));
    for (const unsigned percent : {0U, 10U, 50U, 90U, 99U}) {
        std::ofstream(image_in_cache(), std::ios::binary | std::ios::trunc)
            << whole.substr(0, whole.size() * percent / 100);
        const quovis::Image image = compile_here(open_cached());
        EXPECT_EQ(image.origin_reason(), "the entry was damaged") << percent;
        EXPECT_EQ(image.size(), whole.size()) << percent;
        EXPECT_EQ(compile_here(open_cached()).origin(), "disk");
    }
}

TEST_P(CacheOf, ASecondProcessThatHitsStartsNoCompilerAndNoChild) {
    const std::string target = target_of(GetParam()).empty() ? "-" : target_of(GetParam());
    write_header("name.h", "alpha_kernel");
    const auto look = [&] {
        return sandbox_.program(QUOVIS_TEST_CLIENTS_DIR "/watch_hit",
                                {GetParam(), target, "alone." + file().substr(2)});
    };
    sandbox_.write("alone." + file().substr(2), GetParam() == "opencl"
                                                    ? "__kernel void k(__global int* x) { *x = 1; }\n"
                                                    : "extern \"C\" __global__ void k(int* x) { *x = 1; }\n");
    const Outcome first = look();
    EXPECT_THAT(first.out, HasSubstr("origin: compiled")) << first.err;
    const Outcome second = look();
    EXPECT_EQ(second.out, "origin: disk\ncompilers: \nchildren: no\n") << second.err;
}

TEST_P(CacheOf, OptionsThatWriteFilesPassTheCacheByWithAReason) {
    const std::map<std::string, std::string> writes = {{"cuda-nvrtc", "--time=times.csv"},
                                                       {"cuda-nvcc", "--time=times.csv"},
                                                       {"hip-hiprtc", "-ftime-trace"},
                                                       {"opencl", "-save-temps"}};
    quovis::Options options;
    options.raw = {writes.at(GetParam())};
    const quovis::Explanation told = open_cached()
                                         .program(quovis::Source::memory("", language_of(GetParam()), "k"), options)
                                         .explain(request_for(GetParam()));
    EXPECT_THAT(told.bypass, HasSubstr(writes.at(GetParam()).substr(0, writes.at(GetParam()).find('=')))) << told.key;
    EXPECT_EQ(told.key, "");
}

TEST_P(CacheOf, TheTimeInTheSourcePassesTheCacheBy) {
    const quovis::Explanation told =
        open_cached()
            .program(quovis::Source::memory("const char* t = __TIME__;\n", language_of(GetParam()), "k"))
            .explain(request_for(GetParam()));
    EXPECT_THAT(told.bypass, HasSubstr("__TIME__"));
}

INSTANTIATE_TEST_SUITE_P(Backends, CacheOf, testing::ValuesIn(backends),
                         [](const auto& one) { return as_name(one.param); });

// A compiler that is replaced in its place, between two processes (row 22).
class CacheOfNvcc : public testing::Test {
  protected:
    void SetUp() override {
        if (const std::string reason = why_not(open_only("cuda-nvcc"), "cuda-nvcc"); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
        for (const quovis::PluginInfo& plugin : open_only("cuda-nvcc").plugins()) {
            nvcc_ = plugin.name == "cuda-nvcc" ? plugin.compiler_path : nvcc_;
        }
        sandbox_.configure(
            "quovis: 1\nplugins: { enable: [cuda-nvcc] }\nroutes: [ { backend: cuda-nvcc } ]\n"
            "backends: { cuda-nvcc: { nvcc: " +
            sandbox_.path("nvcc").string() + " } }\n");
        sandbox_.set("QUOVIS_CACHE_DIR", sandbox_.path("cache").string());
        sandbox_.write("k.cu", "extern \"C\" __global__ void k(int* x) { *x = 1; }\n");
        write_nvcc("13.0.88");
    }
    // The real one, which calls itself another build.
    void write_nvcc(const std::string& build) const {
        sandbox_.write("nvcc.new", "#!/bin/sh\nif [ \"$1\" = --version ]; then " + nvcc_ +
                                       " --version | sed 's/, V.*/, V" + build + "/'; else exec " + nvcc_ +
                                       " \"$@\"; fi\n");
        fs::permissions(sandbox_.path("nvcc.new"), fs::perms::owner_all);
        fs::rename(sandbox_.path("nvcc.new"), sandbox_.path("nvcc"));
    }
    std::string origin() const {
        const Outcome run = sandbox_.quovis({"compile", "k.cu", "--target", "sm_90", "-o", "image", "--json"});
        EXPECT_EQ(run.status, 0) << run.err;
        return run.json().value("origin", "");
    }
    std::string nvcc_;
    Sandbox sandbox_;
};

TEST_F(CacheOfNvcc, AnotherBuildInItsPlaceCompilesAnew) {
    EXPECT_EQ(origin(), "compiled");
    EXPECT_EQ(origin(), "disk");
    write_nvcc("13.0.99");
    EXPECT_EQ(origin(), "compiled");
    EXPECT_EQ(origin(), "disk");
}

// A driver that was replaced, and one that does not take what it once made (rows 22 and 26).
class CacheOfOpenCl : public testing::Test {
  protected:
    void SetUp() override {
        QUOVIS_NEEDS_ROUTE("opencl");
        if (!fs::exists(QUOVIS_TEST_FAKES_DIR "/opencl_driver/libOpenCL.so")) {
            GTEST_SKIP() << "the ICD loader was not there when the fakes were built";
        }
        sandbox_.configure(
            "quovis: 1\nplugins: { enable: [opencl] }\nroutes: [ { backend: opencl } ]\n"
            "backends: { opencl: { library: " QUOVIS_TEST_FAKES_DIR "/opencl_driver/libOpenCL.so } }\n");
        sandbox_.set("QUOVIS_CACHE_DIR", sandbox_.path("cache").string());
        sandbox_.write("k.cl", "__kernel void k(__global int* x) { *x = 7; }\n");
    }
    // Runs the kernel; the variables of the liar are put in front.
    std::string origin(const std::string& variables = {}) const {
        const Outcome run = sandbox_.program(
            "/bin/sh", {"-c", variables + " exec " QUOVIS_TEST_BINARY " run k.cl --kernel k --grid 1 --block 1 "
                                          "--arg 'i32[1]=zero' --print 0 --json"});
        EXPECT_EQ(run.status, 0) << run.err;
        EXPECT_THAT(run.out, HasSubstr("7"));
        return run.json().value("origin", "");
    }
    Sandbox sandbox_;
};

TEST_F(CacheOfOpenCl, AnotherVersionOfTheDriverCompilesAnew) {
    EXPECT_EQ(origin(), "compiled");
    EXPECT_EQ(origin(), "disk");
    EXPECT_EQ(origin("FAKE_DRIVER_VERSION=3.1+next"), "compiled");
    EXPECT_EQ(origin("FAKE_DRIVER_VERSION=3.1+next"), "disk");
    EXPECT_EQ(origin(), "disk");
}

TEST_F(CacheOfOpenCl, ABinaryThatTheDriverRefusesIsBuiltAnewFromTheSource) {
    EXPECT_EQ(origin(), "compiled");
    EXPECT_EQ(origin("FAKE_REFUSES_BINARIES=1"), "compiled");
    EXPECT_EQ(origin(), "disk");
}

}  // namespace cache_backends_test
}  // namespace backend_test

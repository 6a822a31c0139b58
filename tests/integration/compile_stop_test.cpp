// Compiles that would take for ever, through each backend: a timeout and a cancellation end them, and nothing is left.
#include <gmock/gmock.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/integration/backends.hpp"
#include "tests/unit/support_scratch.hpp"

namespace compile_stop_test {

using namespace backend_test;
using namespace std::chrono_literals;
using quovis::Image;
using quovis::Instance;
using quovis::Options;
using quovis::Program;
using quovis::Source;

// 2^30 instantiations or, where the language has no templates, expansions.
std::string endless_source(const std::string& backend) {
    if (language_of(backend) != "opencl") {
        return R"(
            template <int N, class L> struct A {
                static __device__ int f() { return A<N - 1, A<N, L>>::f() + A<N - 1, L*>::f(); }
            };
            template <class L> struct A<0, L> { static __device__ int f() { return 1; } };
            extern "C" __global__ void k(int* a) { *a = A<30, int>::f(); }
        )";
    }
    std::string text = "#define M0 +1\n";
    for (int i = 1; i <= 30; ++i) {
        const auto below = "M" + std::to_string(i - 1);
        text += "#define M" + std::to_string(i) + " " + below + " " + below + "\n";
    }
    return text + "__kernel void k(__global int* a) { *a = 0 M30; }\n";
}

std::string small_source(const std::string& backend) {
    return language_of(backend) == "opencl" ? "__kernel void k(__global int* a) { *a = 1; }\n"
                                            : "extern \"C\" __global__ void k(int* a) { *a = 1; }\n";
}

// Processes whose ancestor this one is, by name and state.
std::vector<std::string> processes_below() {
    std::map<int, std::pair<int, std::string>> all;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "stat");
        int number = 0;
        int parent = 0;
        std::string name;
        std::string state;
        if (file >> number >> name >> state >> parent && state != "Z") {
            all[number] = {parent, name};
        }
    }
    std::vector<std::string> found;
    for (const auto& [number, about] : all) {
        for (int parent = about.first; parent > 1; parent = all[parent].first) {
            if (parent == ::getpid()) {
                found.push_back(about.second);
            }
        }
    }
    return found;
}

class StoppedCompile : public Backend {
  protected:
    Program endless(const Options& options = {}) const {
        return instance_.program(Source::memory(endless_source(GetParam()), language_of(GetParam()), "endless"),
                                 options);
    }
    Image small() const { return compile(small_source(GetParam()), "small"); }
};

TEST_P(StoppedCompile, EndsAtItsTimeout) {
    Options options;
    options.timeout = 200ms;
    const auto error = error_of([&] { endless(options).compile(request_for(GetParam())); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_TIMED_OUT) << error->what();
    EXPECT_EQ(error->plugin(), GetParam());
    EXPECT_THAT(error->what(), testing::HasSubstr("endless"));
}

TEST_P(StoppedCompile, LeavesNoProcess) {
    small();  // a worker may be there, and stays
    const auto before = processes_below();
    Options options;
    options.timeout = 200ms;
    error_of([&] { endless(options).compile(request_for(GetParam())); });
    EXPECT_LE(processes_below().size(), before.size()) << testing::PrintToString(processes_below());
}

TEST_P(StoppedCompile, LeavesTheNextOneAlone) {
    Options options;
    options.timeout = 200ms;
    error_of([&] { endless(options).compile(request_for(GetParam())); });
    EXPECT_GT(small().size(), 0u);
}

// With a timeout, which lets a compiler that cannot be stopped in this process work in another.
TEST_P(StoppedCompile, EndsWhenAnotherThreadCancelsIt) {
    Options options;
    options.timeout = 60s;
    const Program program = endless(options);
    std::atomic<bool> done{false};
    std::thread canceller([&] {
        std::this_thread::sleep_for(100ms);
        while (!done) {
            program.cancel();
            std::this_thread::sleep_for(10ms);
        }
    });
    const auto error = error_of([&] { program.compile(request_for(GetParam())); });
    done = true;
    canceller.join();
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_CANCELLED) << error->what();
}

// A worker that is given up lets a compiler that can stop do so before it is killed.
TEST(StoppedNvcc, LeavesNoTemporaryFolderInAWorkerEither) {
    const quovis::test::ScratchFolder folder;
    const quovis::test::ScopedVariable variable("TMPDIR", folder.path());
    const Instance instance = open_only("cuda-nvcc", "compile: { isolation: worker }\n");
    if (const std::string reason = why_not(instance, "cuda-nvcc"); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    Options options;
    options.timeout = 500ms;
    const auto error = error_of([&] {
        instance.program(Source::memory(endless_source("cuda-nvcc"), "cuda", "endless"), options)
            .compile(request_for("cuda-nvcc"));
    });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_TIMED_OUT) << error->what();
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

INSTANTIATE_TEST_SUITE_P(Backends, StoppedCompile, testing::ValuesIn(backends),
                         [](const auto& each) { return as_name(each.param); });

}  // namespace compile_stop_test

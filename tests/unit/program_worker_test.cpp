// Compiles in worker processes: what comes back, and what becomes of crashes, hangs and hosts that end.
#include "tests/fakes/fake_counters.hpp"
#include "tests/unit/program_fixture.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

namespace quovis::test {
namespace program_worker_test {

using namespace std::chrono_literals;
using testing::HasSubstr;

// The numbers of the workers that this process has.
std::set<int> workers_of(int host) {
    std::set<int> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "stat");
        int number = 0;
        std::string name;
        char state = 'X';
        int parent = 0;
        // The system keeps 15 bytes of a program's name.
        if (file >> number >> name >> state >> parent && parent == host && name == "(quovis-worker)" && state != 'Z')
            found.insert(number);
    }
    return found;
}

bool is_running(int process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string number, name;
    char state = 'X';
    file >> number >> name >> state;
    return file && state != 'Z' && state != 'X';
}

class Worker : public ProgramTest {
  protected:
    Worker() { path_ = add("fake"); }

    Instance in_worker(const std::string& more = "") {
        return open("quovis: 1\nroutes: [ { backend: [fake] } ]\ncompile: { isolation: worker" + more + " }\n");
    }
    static Image compile(const Instance& instance, const std::string& text, const Options& options = {}) {
        return instance.program(source(text), options).compile({"fake", "fake-1", ""});
    }
    static std::string bytes(const Image& image) { return {static_cast<const char*>(image.data()), image.size()}; }
    std::string path_;
};

TEST_F(Worker, GivesTheImageThatThisProcessGives) {
    EXPECT_EQ(bytes(compile(in_worker(), saxpy_source)), bytes(compile(open(), saxpy_source)));
}

TEST_F(Worker, IsNotThisProcess) {
    const Instance instance = in_worker();
    instance.plugins();
    const fakes::Counters counters(path_);
    counters.reset();
    compile(instance, saxpy_source);
    EXPECT_EQ(counters["calls.compile"], 0);
}

TEST_F(Worker, KeepsLogWarningsAndSymbols) {
    Options options;
    options.name_expressions = {"scale<float>"};
    const Image image = compile(in_worker(), "//! log caf\xe9\n//! warning 7:3 unused\ntemplate scale\n", options);
    EXPECT_THAT(image.log(), HasSubstr("caf\xe9"));
    ASSERT_EQ(image.diagnostics().size(), 1u);
    EXPECT_EQ(image.diagnostics()[0].line, 7u);
    ASSERT_EQ(image.symbols().size(), 1u);
    EXPECT_EQ(image.symbols()[0].expression, "scale<float>");
}

TEST_F(Worker, TellsAnErrorAsThisProcessDoes) {
    const std::string text = "//! error 3:7 expected ';'\n";
    const Instance apart = in_worker();
    const Instance here = open();
    const Error theirs = error_of([&] { compile(apart, text); });
    const Error ours = error_of([&] { compile(here, text); });
    EXPECT_EQ(theirs.status(), ours.status());
    EXPECT_STREQ(theirs.what(), ours.what());
    EXPECT_EQ(theirs.log(), ours.log());
    ASSERT_EQ(theirs.diagnostics().size(), 1u);
    EXPECT_EQ(theirs.diagnostics()[0].column, 7u);
}

TEST_F(Worker, GetsHeadersAndDefinesFromMemory) {
    Options options;
    options.headers = {{"value.h", "kernel void from_header(int n)\n"}};
    const Image image = compile(in_worker(), "#include \"value.h\"\n", options);
    EXPECT_THAT(bytes(image), HasSubstr("from_header"));
}

TEST_F(Worker, GetsTheSettingsOfThePlugin) {
    const Instance instance = open(
        "quovis: 1\nroutes: [ { backend: [fake] } ]\ncompile: { isolation: worker }\n"
        "backends: { fake: { identity: told-by-settings } }\n");
    EXPECT_EQ(instance.plugins().at(0).compiler, "told-by-settings");
}

TEST_F(Worker, CrashIsAnErrorWithItsLastWords) {
    const Instance instance = in_worker();
    const Error error = error_of([&] { compile(instance, "//! crash munmap_chunk(): invalid pointer\n"); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_COMPILER_CRASHED);
    EXPECT_EQ(error.plugin(), "fake");
    EXPECT_THAT(error.what(), HasSubstr("test.cl"));
    EXPECT_THAT(error.what(), HasSubstr("SIGABRT"));
    EXPECT_THAT(error.what(), HasSubstr("munmap_chunk(): invalid pointer"));
    EXPECT_THAT(error.log(), HasSubstr("munmap_chunk(): invalid pointer"));
}

TEST_F(Worker, CrashLeavesTheNextCompileAlone) {
    const Instance instance = in_worker();
    error_of([&] { compile(instance, "//! crash\n"); });
    EXPECT_EQ(compile(instance, saxpy_source).format(), "fake-image");
}

TEST_F(Worker, ThatWasKilledWhileIdleIsReplaced) {
    const Instance instance = in_worker();
    compile(instance, saxpy_source);
    for (const int worker : workers_of(::getpid()))
        ::kill(worker, SIGKILL);
    while (!workers_of(::getpid()).empty())
        std::this_thread::sleep_for(1ms);
    EXPECT_EQ(compile(instance, saxpy_source).format(), "fake-image");
}

TEST_F(Worker, ThatHangsIsStoppedAtTheTimeout) {
    const Instance instance = in_worker();
    Options options;
    options.timeout = 200ms;
    const Error error = error_of([&] { compile(instance, "//! slow\n", options); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_TIMED_OUT);
    EXPECT_TRUE(workers_of(::getpid()).empty());
}

TEST_F(Worker, TakesTheTimeoutOfTheConfiguration) {
    const Instance instance = in_worker(", timeout: 1");
    EXPECT_EQ(error_of([&] { compile(instance, "//! slow\n"); }).status(), QUOVIS_ERROR_TIMED_OUT);
}

TEST_F(Worker, IsCancelledFromAnotherThread) {
    const Instance instance = in_worker();
    const Program program = instance.program(source("//! slow\n"));
    std::atomic<bool> done = false;
    std::thread canceller([&] {
        while (!done) {
            program.cancel();
            std::this_thread::sleep_for(10ms);
        }
    });
    const Error error = error_of([&] { program.compile({"fake", "fake-1", ""}); });
    done = true;
    canceller.join();
    EXPECT_EQ(error.status(), QUOVIS_ERROR_CANCELLED);
}

TEST_F(Worker, CancellingConcernsRunningCompilesOnly) {
    const Instance instance = in_worker();
    const Program program = instance.program(source(saxpy_source));
    program.cancel();
    EXPECT_EQ(program.compile({"fake", "fake-1", ""}).format(), "fake-image");
}

TEST_F(Worker, IsHeldToItsMemory) {
#if defined(QUOVIS_SANITIZE_ADDRESS) || defined(QUOVIS_SANITIZE_THREAD)
    GTEST_SKIP() << "a sanitizer needs more address space than any limit would leave";
#endif
    const Instance instance = in_worker(", worker_memory: 512MiB");
    EXPECT_EQ(compile(instance, "//! allocate 16\n").format(), "fake-image");
    const Error error = error_of([&] { compile(instance, "//! allocate 1024\n"); });
    EXPECT_TRUE(error.status() == QUOVIS_ERROR_OUT_OF_HOST_MEMORY || error.status() == QUOVIS_ERROR_COMPILER_CRASHED)
        << error.what();
}

TEST_F(Worker, GoesWithItsInstance) {
    {
        const Instance instance = in_worker();
        compile(instance, saxpy_source);
        EXPECT_EQ(workers_of(::getpid()).size(), 1u);
    }
    EXPECT_TRUE(workers_of(::getpid()).empty());
}

TEST_F(Worker, GoesWithAHostThatIsKilled) {
    const std::string ready = scratch_.path("ready");
    const pid_t host = ::fork();
    if (host == 0) {
        const Instance instance = in_worker();
        std::thread([&] { compile(instance, "//! slow\n"); }).detach();
        while (workers_of(::getpid()).empty())
            std::this_thread::sleep_for(1ms);
        std::ofstream(ready) << *workers_of(::getpid()).begin() << " end";
        ::pause();
    }
    while (scratch_.read("ready").find("end") == std::string::npos)
        std::this_thread::sleep_for(5ms);
    const int worker = std::stoi(scratch_.read("ready"));
    ASSERT_TRUE(is_running(worker));
    ::kill(host, SIGKILL);
    ::waitpid(host, nullptr, 0);
    for (int i = 0; i < 500 && is_running(worker); ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_FALSE(is_running(worker));
}

TEST_F(Worker, ServesManyThreadsAtOnce) {
    const Instance instance = in_worker();
    std::atomic<int> right = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 16; ++thread)
        threads.emplace_back([&, thread] {
            for (int i = 0; i < 4; ++i) {
                const auto name = "k" + std::to_string(thread * 4 + i);
                right += bytes(compile(instance, "kernel void " + name + "(int n)\n")).find(name) != std::string::npos;
            }
        });
    for (auto& thread : threads)
        thread.join();
    EXPECT_EQ(right, 64);
    EXPECT_LE(workers_of(::getpid()).size(), std::max(1u, std::thread::hardware_concurrency()));
}

TEST_F(Worker, IsPreferredByAPluginThatAsksForIt) {
    const std::string path = add("prefers-worker");
    const Instance instance = open("quovis: 1\nroutes: [ { backend: [prefers-worker] } ]\n");
    EXPECT_EQ(instance.program(source(saxpy_source)).compile({"prefers-worker", "fake-1", ""}).format(), "pair-image");
    const fakes::Counters counters(path);
    EXPECT_EQ(counters["calls.describe"], 0);
    EXPECT_EQ(counters["calls.compile"], 0);
}

TEST_F(Worker, IsNotUsedWhereTheConfigurationSaysInProcess) {
    const std::string path = add("prefers-worker");
    const Instance instance =
        open("quovis: 1\nroutes: [ { backend: [prefers-worker] } ]\ncompile: { isolation: in-process }\n");
    instance.program(source(saxpy_source)).compile({"prefers-worker", "fake-1", ""});
    EXPECT_EQ(fakes::Counters(path)["calls.compile"], 1);
}

}  // namespace program_worker_test
}  // namespace quovis::test

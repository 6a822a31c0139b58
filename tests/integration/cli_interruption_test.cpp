// `quovis compile` that is interrupted or whose disk is full while nvcc works: what is told, and what is left behind.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/integration/cli_runner.hpp"

namespace quovis::cli_tests {
namespace cli_interruption_test {

using namespace std::chrono_literals;
using testing::HasSubstr;
namespace fs = std::filesystem;

bool is_running(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string number;
    std::string name;
    char state = 'X';
    file >> number >> name >> state;
    return file && state != 'Z' && state != 'X';
}

bool is_gone(pid_t process) {
    for (int tries = 0; tries < 300 && is_running(process); ++tries) {
        std::this_thread::sleep_for(10ms);
    }
    return !is_running(process);
}

// The command runs with a script in nvcc's place that starts a child and never ends.
class CliInterruption : public testing::Test {
  protected:
    void SetUp() override {
        if (!fs::exists(QUOVIS_TEST_PLUGIN_DIR "/cuda-nvcc.so")) {
            GTEST_SKIP() << "the plugin cuda-nvcc was not built: no CUDA headers";
        }
        fs::create_directory(sandbox_.path("tmp"));
        sandbox_.write("k.cu", "__global__ void k() {}\n");
        sandbox_.write("nvcc",
                       "#!/bin/sh\ncase \"$*\" in\n"
                       "*--version*) printf 'release 12.8, V12.8.93\\nBuild cuda_12.8.r12.8/compiler.1_0\\n'; exit ;;\n"
                       "*--list-gpu-code*) echo sm_90; exit ;;\n"
                       "*--dryrun*) printf '#$ INCLUDES=\"-I/x\"\\n#$ /bin/true -E -x c++ x\\n' >&2; exit ;;\nesac\n"
                       "echo part > \"$TMPDIR\"/tmpxft_1\nsleep 300 &\n"
                       "echo $! > " +
                           sandbox_.path("child").string() + "\necho $$ > " + sandbox_.path("self").string() +
                           "\nwait\n");
        fs::permissions(sandbox_.path("nvcc"), fs::perms::owner_all);
        sandbox_.write("config.yaml",
                       "quovis: 1\nplugins: { enable: [cuda-nvcc] }\nroutes:\n  - backend: [cuda-nvcc]\n"
                       "backends:\n  cuda-nvcc: { nvcc: '" +
                           sandbox_.path("nvcc").string() + "' }\n");
    }

    // `quovis compile` or another command, until nvcc works.
    pid_t start(const std::string& subcommand = "compile") {
        const std::string config = sandbox_.path("config.yaml");
        const std::string source = sandbox_.path("k.cu");
        const std::string output = sandbox_.path("k.cubin");
        std::vector<std::string> words = {QUOVIS_TEST_BINARY, "--config", config, subcommand, source,
                                          "--target",         "sm_90",    "-o",   output};
        std::vector<std::string> variables = {"PATH=/usr/bin:/bin", "TMPDIR=" + sandbox_.path("tmp").string(),
                                              "QUOVIS_CACHE_DIR=" + sandbox_.cache_folder().string()};
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_addopen(&actions, 2, sandbox_.path("err").c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                           0600);
        pid_t started = -1;
        EXPECT_EQ(::posix_spawn(&started, QUOVIS_TEST_BINARY, &actions, nullptr, pointers(words).data(),
                                pointers(variables).data()),
                  0);
        ::posix_spawn_file_actions_destroy(&actions);
        process_in("self");
        return started;
    }

    pid_t process_in(const std::string& name) {
        for (int tries = 0; tries < 1000; ++tries) {
            if (const std::string number = sandbox_.read(name); number.ends_with("\n")) {
                return std::stoi(number);
            }
            std::this_thread::sleep_for(10ms);
        }
        ADD_FAILURE() << "nvcc was not started: " << sandbox_.read("err");
        return -1;
    }

    static std::vector<char*> pointers(std::vector<std::string>& texts) {
        std::vector<char*> made;
        for (std::string& text : texts) {
            made.push_back(text.data());
        }
        made.push_back(nullptr);
        return made;
    }

    std::vector<std::string> temporary_files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(sandbox_.path("tmp"))) {
            names.push_back(entry.path().filename());
        }
        return names;
    }

    Sandbox sandbox_;
};

class CliInterruptionBy : public CliInterruption, public testing::WithParamInterface<int> {};

TEST_P(CliInterruptionBy, ASignalLeavesNoProcessAndNoTemporaryFolderAndSaysSo) {
    const pid_t command = start();
    const pid_t child = process_in("child");
    EXPECT_TRUE(is_running(child));
    ASSERT_EQ(temporary_files().size(), 1u);
    ::kill(command, GetParam());
    int status = 0;
    ASSERT_EQ(::waitpid(command, &status, 0), command);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == GetParam()) << "its caller sees what ended it: " << status;
    EXPECT_THAT(sandbox_.read("err"), HasSubstr("quovis: error: compile (cuda-nvcc): "));
    EXPECT_THAT(sandbox_.read("err"), HasSubstr("was cancelled"));
    EXPECT_TRUE(is_gone(child));
    EXPECT_TRUE(is_gone(process_in("self")));
    EXPECT_EQ(temporary_files(), std::vector<std::string>{});
    EXPECT_FALSE(fs::exists(sandbox_.path("k.cubin")));
}

INSTANTIATE_TEST_SUITE_P(Signals, CliInterruptionBy, testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](const auto& one) { return std::string(::sigabbrev_np(one.param)); });

TEST_F(CliInterruption, APackThatIsInterruptedLeavesNothing) {
    const pid_t command = start("pack");
    const pid_t child = process_in("child");
    ::kill(command, SIGINT);
    int status = 0;
    ASSERT_EQ(::waitpid(command, &status, 0), command);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) << status;
    EXPECT_THAT(sandbox_.read("err"), HasSubstr("was cancelled"));
    EXPECT_TRUE(is_gone(child));
    EXPECT_EQ(temporary_files(), std::vector<std::string>{});
    EXPECT_FALSE(fs::exists(sandbox_.path("k.cubin"))) << "where the bundle was to be";
}

TEST_F(CliInterruption, AKilledCommandLeavesNoProcessAndTheNextOneSweepsItsFolder) {
    const pid_t command = start();
    const pid_t child = process_in("child");
    ::kill(command, SIGKILL);
    ::waitpid(command, nullptr, 0);
    EXPECT_TRUE(is_gone(child));
    EXPECT_TRUE(is_gone(process_in("self")));
    const std::vector<std::string> left = temporary_files();
    ASSERT_EQ(left.size(), 1u);
    fs::last_write_time(sandbox_.path("tmp/" + left[0]), fs::file_time_type::clock::now() - 2min);
    fs::remove(sandbox_.path("self"));
    const pid_t next = start();
    EXPECT_FALSE(fs::exists(sandbox_.path("tmp/" + left[0])));
    ::kill(next, SIGINT);
    ::waitpid(next, nullptr, 0);
    EXPECT_EQ(temporary_files(), std::vector<std::string>{});
}

// With the real nvcc, on a file system of some hundred KiB that is mounted for this process alone.
class CliFullDisk : public testing::TestWithParam<const char*> {
  protected:
    // What the shell says behind the exit status of the command, the names of temporary files that stay.
    Outcome compile_on(const std::string& size) {
        sandbox_.write("k.cu", "__global__ void k(float* p) { p[0] = sinf(p[0]) + erfcf(p[1]); }\n");
        sandbox_.write("config.yaml", "quovis: 1\nroutes:\n  - backend: [cuda-nvcc]\n");
        fs::create_directory(sandbox_.path("small"));
        return sandbox_.program("/usr/bin/unshare",
                                {"--map-root-user", "--mount", "/bin/sh", "-c",
                                 "mount -t tmpfs -o size=" + size +
                                     " none small || exit 99\nTMPDIR=$PWD/small " QUOVIS_TEST_BINARY
                                     " --config config.yaml compile k.cu --target sm_90 -o k.cubin\n"
                                     "status=$?\nls -A small\nexit $status\n"});
    }
    Sandbox sandbox_;
};

TEST_P(CliFullDisk, IsAnErrorThatNamesTheFolderAndLeavesNothing) {
    if (!compiles("cuda") || sandbox_.quovis({"compile", "--backend", "cuda-nvcc", "--target", "sm_90", "-o", "k.ptx",
                                              source_file("tests/examples/kernels/saxpy.cu")})
                                     .status != 0) {
        GTEST_SKIP() << "no nvcc that works here";
    }
    fs::remove(sandbox_.path("k.ptx"));
    const Outcome run = compile_on(GetParam());
    if (run.status == 99 || run.err.find("unshare") != std::string::npos) {
        GTEST_SKIP() << "no file system may be mounted here: " << run.err;
    }
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr("No space left on device"));
    EXPECT_THAT(run.err, HasSubstr("TMPDIR"));
    EXPECT_EQ(run.out, "") << "temporary files stay";
    EXPECT_FALSE(fs::exists(sandbox_.path("k.cubin")));
}

// Too small for the source, for what the preprocessor writes, and for what the front end makes of that.
INSTANTIATE_TEST_SUITE_P(Sizes, CliFullDisk, testing::Values("4k", "64k", "1m"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace cli_interruption_test
}  // namespace quovis::cli_tests

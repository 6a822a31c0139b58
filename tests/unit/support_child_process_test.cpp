// Child processes: arguments, output, ends, deadlines, and that the host stays as it was.
// The children are the shell and small programs that every system has.
#include "core/support/child_process.hpp"

#include "core/support/error.hpp"
#include "tests/unit/support_scratch.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>

namespace support_child_process_test {

using namespace quovis::core;
using namespace std::chrono_literals;
using quovis::test::ScratchFolder;

ChildCommand shell(const std::string& script) {
    ChildCommand command;
    command.arguments = {"/bin/sh", "-c", script};
    return command;
}

std::ptrdiff_t open_descriptors() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

// A dead process that nobody has collected yet does not run.
bool is_running(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string number;
    std::string name;
    char state = 'X';
    file >> number >> name >> state;
    return file && state != 'Z' && state != 'X';
}

// Whether the process is gone soon; it may still be on its way out.
bool is_gone(pid_t process) {
    for (int i = 0; i < 1000 && is_running(process); ++i) {
        std::this_thread::sleep_for(10ms);
    }
    return !is_running(process);
}

TEST(ChildProcess, ReturnsExitStatusAndBothStreams) {
    const ChildResult result = run_child(shell("echo out; echo err >&2; exit 3"));
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.output, "out\n");
    EXPECT_EQ(result.error, "err\n");
    EXPECT_FALSE(result.succeeded());
    EXPECT_EQ(describe_end(shell(""), result), "exit status 3");
}

TEST(ChildProcess, PassesArgumentsAsTheyAre) {
    ChildCommand command;
    command.arguments = {"/usr/bin/printf", "%s|", "a b", "$HOME", "`x`", "\"q\"", ""};
    EXPECT_EQ(run_child(command).output, "a b|$HOME|`x`|\"q\"||");
}

TEST(ChildProcess, FindsAProgramInThePath) {
    ChildCommand command;
    command.arguments = {"true"};
    EXPECT_TRUE(run_child(command).succeeded());
}

TEST(ChildProcess, NamesTheSignalThatEndedIt) {
    const ChildResult result = run_child(shell("kill -SEGV $$"));
    EXPECT_EQ(result.exit_code, std::nullopt);
    EXPECT_EQ(result.signal, SIGSEGV);
    EXPECT_EQ(describe_end(shell(""), result), "signal 11 (SIGSEGV)");
}

TEST(ChildProcess, ThatIsNotThereIsAnErrorWithItsName) {
    ChildCommand command;
    command.arguments = {"/nowhere/nvcc"};
    try {
        run_child(command);
        FAIL() << "it was started";
    } catch (const Error& error) {
        EXPECT_EQ(error.status, QUOVIS_ERROR_UNAVAILABLE);
        EXPECT_EQ(error.native_name, "ENOENT");
        EXPECT_EQ(error.message, "cannot start '/nowhere/nvcc': No such file or directory");
    }
}

TEST(ChildProcess, ThatCannotBeStartedLeavesNoZombie) {
    ChildCommand command;
    command.arguments = {"/no/such/program"};
    EXPECT_THROW(run_child(command), Error);
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

TEST(ChildProcess, AnEmptyCommandIsAnError) {
    EXPECT_THROW(run_child({}), Error);
}

TEST(ChildProcess, SeesExtraVariablesAndTheWorkingDirectory) {
    const ScratchFolder folder;
    ChildCommand command = shell("echo $QUOVIS_TEST_A; pwd");
    command.environment = {{"QUOVIS_TEST_A", "value"}};
    command.working_directory = folder.path();
    EXPECT_EQ(run_child(command).output, "value\n" + folder.path() + "\n");
}

TEST(ChildProcess, ReadsNothingFromStdin) {
    EXPECT_EQ(run_child(shell("cat; echo done")).output, "done\n");
}

TEST(ChildProcess, KeepsOutputUpToTheLimitAndStillEnds) {
    ChildCommand command = shell("head -c 1000000 /dev/zero; head -c 100 /dev/zero >&2");
    command.output_limit = 1000;
    const ChildResult result = run_child(command);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.output.size(), 1000u);
    EXPECT_TRUE(result.output_cut);
    EXPECT_EQ(result.error.size(), 100u);
    EXPECT_FALSE(result.error_cut);
}

TEST(ChildProcess, IsKilledAtTheDeadlineWithItsChildren) {
    ChildCommand command = shell("sleep 100 & echo $!; wait");
    command.deadline = 200ms;
    const auto started = std::chrono::steady_clock::now();
    const ChildResult result = run_child(command);
    EXPECT_TRUE(result.timed_out);
    EXPECT_FALSE(result.succeeded());
    EXPECT_EQ(result.signal, SIGKILL);
    EXPECT_LT(std::chrono::steady_clock::now() - started, 50s);
    EXPECT_EQ(describe_end(command, result), "killed after 200 ms");
    EXPECT_TRUE(is_gone(std::stoi(result.output)));
}

TEST(ChildProcess, LeavesNothingRunningBehind) {
    const ChildResult result = run_child(shell("sleep 100 & echo $!"));
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_TRUE(is_gone(std::stoi(result.output)));
}

TEST(ChildProcess, IsNotWaitedForBecauseAGrandchildHoldsItsOutput) {
    const auto started = std::chrono::steady_clock::now();
    const ChildResult result = run_child(shell("setsid sleep 100 & echo $!; sleep 0.1"));
    EXPECT_LT(std::chrono::steady_clock::now() - started, 50s);
    ::kill(std::stoi(result.output), SIGKILL);
}

TEST(ChildProcess, EndsWhenItIsCancelled) {
    ChildCommand command = shell("sleep 100");
    int asked = 0;
    command.cancelled = [&] { return ++asked > 2; };
    const ChildResult result = run_child(command);
    EXPECT_TRUE(result.cancelled);
    EXPECT_FALSE(result.timed_out);
    EXPECT_EQ(result.signal, SIGKILL);
    EXPECT_EQ(describe_end(command, result), "cancelled");
}

TEST(ChildProcess, IsKilledWhenTheCallbackThrows) {
    const ScratchFolder folder;
    ChildCommand command = shell("echo $$ > " + folder.path("pid") + "; exec sleep 100");
    command.cancelled = [&]() -> bool {
        if (!folder.read("pid").empty()) {
            throw std::runtime_error("enough");
        }
        return false;
    };
    EXPECT_THROW(run_child(command), std::runtime_error);
    EXPECT_TRUE(is_gone(std::stoi(folder.read("pid"))));
}

TEST(ChildProcess, LeaksNoDescriptorToTheHost) {
    run_child(shell("true"));
    const auto before = open_descriptors();
    run_child(shell("true"));
    EXPECT_THROW(run_child({{"/nowhere/x"}, {}, {}, 10, {}, {}}), Error);
    EXPECT_EQ(open_descriptors(), before);
}

TEST(ChildProcess, DoesNotSeeDescriptorsOfTheHost) {
    const int opened = ::open("/dev/null", O_RDONLY);
    const int inherited = ::fcntl(opened, F_DUPFD, 10);  // 3 is the child's own
    ::close(opened);
    ASSERT_GE(inherited, 10);
    const ChildResult result = run_child(shell("test -e /proc/self/fd/" + std::to_string(inherited)));
    ::close(inherited);
    EXPECT_EQ(result.exit_code, 1);
}

TEST(ChildProcess, HasDefaultSignalsWhateverTheHostIgnores) {
    const auto handler = std::signal(SIGTERM, SIG_IGN);
    const ChildResult result = run_child(shell("kill -TERM $$; exit 7"));
    std::signal(SIGTERM, handler);
    EXPECT_EQ(result.signal, SIGTERM);
}

TEST(ChildProcess, EndsAlsoWhereTheHostLetsTheSystemCollectChildren) {
    const auto handler = std::signal(SIGCHLD, SIG_IGN);
    const ChildResult result = run_child(shell("echo out; exit 3"));
    std::signal(SIGCHLD, handler);
    EXPECT_EQ(result.output, "out\n");
    EXPECT_EQ(result.exit_code, std::nullopt);
    EXPECT_FALSE(result.succeeded());
}

TEST(ChildProcess, WorksInAHostWithClosedStandardStreams) {
    const pid_t host = ::fork();
    if (host == 0) {
        ::close(0);
        ::close(1);
        ::close(2);
        const ChildResult result = run_child(shell("echo out; echo err >&2"));
        ::_exit(result.output == "out\n" && result.error == "err\n" ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(host, &status, 0), host);
    EXPECT_EQ(status, 0);
}

TEST(ChildProcess, ThatIsNotThereIsAnErrorInAHostWithClosedStandardStreamsToo) {
    const pid_t host = ::fork();
    if (host == 0) {
        ::close(0);
        ::close(1);
        ::close(2);
        ChildCommand command;
        command.arguments = {"/nowhere/nvcc"};
        try {
            run_child(command);
        } catch (const Error&) {
            ::_exit(0);
        }
        ::_exit(1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(host, &status, 0), host);
    EXPECT_EQ(status, 0);
}

}  // namespace support_child_process_test

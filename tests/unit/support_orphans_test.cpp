// Child processes of a host that dies: none of them is left.
#include "core/support/child_process.hpp"

#include "tests/unit/support_scratch.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>

namespace support_orphans_test {

using namespace std::chrono_literals;
using quovis::test::ScratchFolder;

bool is_running(const std::string& process) {
    std::ifstream file("/proc/" + process + "/stat");
    std::string number;
    std::string name;
    char state = 'X';
    file >> number >> name >> state;
    return file && state != 'Z' && state != 'X';
}

class HostThatDies : public testing::TestWithParam<int> {};

TEST_P(HostThatDies, TakesItsChildrenAndTheirsWithIt) {
    const ScratchFolder folder;
    const pid_t host = ::fork();
    if (host == 0) {
        quovis::core::ChildCommand command;
        command.arguments = {"/bin/sh", "-c", "sleep 300 & echo $! $$ end > " + folder.path("numbers") + "; wait"};
        quovis::core::run_child(command);
        ::_exit(0);
    }
    for (int i = 0; i < 500 && folder.read("numbers").find("end") == std::string::npos; ++i) {
        std::this_thread::sleep_for(10ms);
    }
    std::string grandchild;
    std::string child;
    std::ifstream(folder.path("numbers")) >> grandchild >> child;
    ASSERT_TRUE(is_running(grandchild));
    ::kill(host, GetParam());
    ::waitpid(host, nullptr, 0);
    for (int i = 0; i < 500 && (is_running(child) || is_running(grandchild)); ++i) {
        std::this_thread::sleep_for(10ms);
    }
    EXPECT_FALSE(is_running(child));
    EXPECT_FALSE(is_running(grandchild));
}

INSTANTIATE_TEST_SUITE_P(Signals, HostThatDies, testing::Values(SIGKILL, SIGINT, SIGABRT));

// From its first instruction on a child is bound to its host, also one that ends it before the host could do anything
// more. On one processor the child runs while the host has yet to be woken.
TEST(ChildProcess, ThatKillsItsHostAtOnceGoesWithIt) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);  // the orphan is then ours, so that its end can be seen
    for (int round = 0; round < 10; ++round) {
        const pid_t host = ::fork();
        if (host == 0) {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(::sched_getcpu(), &one);
            ::sched_setaffinity(0, sizeof(one), &one);
            quovis::core::ChildCommand command;
            command.arguments = {"/bin/sh", "-c", "kill -9 $PPID; exec sleep 5"};
            quovis::core::run_child(command);
            ::_exit(0);
        }
        ::waitpid(host, nullptr, 0);
        int status = 0;
        ASSERT_GT(::waitpid(-1, &status, 0), 0);
        EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "it ran to its end, in round " << round;
    }
    ::prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
}

// A child that never stops writing must not keep the runner from its deadline.
TEST(ChildProcess, ThatWritesWithoutEndIsKilledAtTheDeadline) {
    quovis::core::ChildCommand command;
    command.arguments = {"/bin/sh", "-c", "cat /dev/zero & cat /dev/zero"};
    command.deadline = 300ms;
    const auto started = std::chrono::steady_clock::now();
    EXPECT_TRUE(quovis::core::run_child(command).timed_out);
    EXPECT_LT(std::chrono::steady_clock::now() - started, 20s);
}

}  // namespace support_orphans_test

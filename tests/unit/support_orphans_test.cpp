// Child processes of a host that dies: none of them is left.
#include "core/support/child_process.hpp"

#include "tests/unit/support_scratch.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>

namespace {

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

// A child that never stops writing must not keep the runner from its deadline.
TEST(ChildProcess, ThatWritesWithoutEndIsKilledAtTheDeadline) {
    quovis::core::ChildCommand command;
    command.arguments = {"/bin/sh", "-c", "cat /dev/zero & cat /dev/zero"};
    command.deadline = 300ms;
    const auto started = std::chrono::steady_clock::now();
    EXPECT_TRUE(quovis::core::run_child(command).timed_out);
    EXPECT_LT(std::chrono::steady_clock::now() - started, 20s);
}

}  // namespace

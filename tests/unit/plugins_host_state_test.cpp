// What a vendor's library changes in the host is put back when the call that lets it ends.
#include "plugins/common/host_state.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace quovis::plugins {
namespace plugins_host_state_test {

constexpr const char* variable = "OCL_ICD_FILENAMES";

class HostStateTest : public testing::Test {
  protected:
    void SetUp() override { unsetenv(variable); }
    void TearDown() override {
        unsetenv(variable);
        std::signal(SIGUSR2, SIG_DFL);
        std::signal(SIGFPE, SIG_DFL);
    }
};

void ignore(int) {}

bool is_handled(int number) {
    struct sigaction now {};
    sigaction(number, nullptr, &now);
    return now.sa_handler == ignore;
}

TEST_F(HostStateTest, PutsAChangedVariableBack) {
    setenv(variable, "the host's", 1);
    {
        const HostState state;
        setenv(variable, "a vendor's", 1);
    }
    EXPECT_STREQ(std::getenv(variable), "the host's");
}

TEST_F(HostStateTest, SetsARemovedVariableAgain) {
    setenv(variable, "the host's", 1);
    {
        const HostState state;
        unsetenv(variable);
    }
    EXPECT_STREQ(std::getenv(variable), "the host's");
}

TEST_F(HostStateTest, RemovesAVariableThatWasNotThere) {
    {
        const HostState state;
        setenv(variable, "a vendor's", 1);
    }
    EXPECT_EQ(std::getenv(variable), nullptr);
}

TEST_F(HostStateTest, WaitsForTheLastOfSeveral) {
    {
        const HostState outer;
        {
            const HostState inner;
            setenv(variable, "a vendor's", 1);
        }
        EXPECT_STREQ(std::getenv(variable), "a vendor's");
    }
    EXPECT_EQ(std::getenv(variable), nullptr);
}

TEST_F(HostStateTest, PutsASignalHandlerBack) {
    {
        const HostState state;
        std::signal(SIGUSR2, ignore);
    }
    EXPECT_FALSE(is_handled(SIGUSR2));
}

TEST_F(HostStateTest, LeavesTheHandlerOfADivisionByZero) {
    {
        const HostState state;
        std::signal(SIGFPE, ignore);
    }
    EXPECT_TRUE(is_handled(SIGFPE));
}

}  // namespace plugins_host_state_test
}  // namespace quovis::plugins

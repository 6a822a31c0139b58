// The client `stress` for two seconds; ten minutes of it belong on a GPU (tests/README.md).
#include <gmock/gmock.h>

#include <quovis/quovis.hpp>

#include "tests/integration/cli_runner.hpp"

namespace quovis::cli_tests {
namespace stress_test {

std::string cpu_driver() {
    const Instance instance;
    const auto routes = instance.routes("opencl:cpu");
    return routes.empty() ? std::string() : routes.front().info().driver;
}

TEST(Stress, ManyThreadsStreamsBuffersGraphsAndModulesGiveRightResults) {
    if (cpu_driver().empty()) {
        GTEST_SKIP() << "no OpenCL CPU device";
    }
    // Its cache of loaded kernels (pocl_release_dlhandle_cache) counts wrong when grids of other sizes run at once.
    if (const auto driver = cpu_driver(); driver >= "5") {
        GTEST_SKIP() << "PoCL " << driver << " ends the process with an assertion of its own under this load";
    }
    const Sandbox sandbox;
    const Outcome outcome = sandbox.program(QUOVIS_TEST_CLIENTS_DIR "/stress", {"opencl:cpu", "2", "4"});
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, testing::HasSubstr("wrong: 0"));
    EXPECT_THAT(outcome.err, testing::IsEmpty());
}

}  // namespace stress_test
}  // namespace quovis::cli_tests

// The host programs of tests/examples, built as a user would build them, and the demo.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

namespace quovis::cli_tests {
namespace examples_test {

using testing::HasSubstr;

const std::string right = "saxpy: 1000 of 1000 elements are right\n";

// Compiles with nothing but include/ and -lquovis.
void build(const Sandbox& sandbox, const std::string& compiler, const std::string& source) {
    const std::string folder = std::filesystem::path(QUOVIS_TEST_LIBRARY).parent_path().string();
    const Outcome run = sandbox.program(
        "/usr/bin/env", {compiler, source_file("tests/examples/" + source), "-I", source_file("include"), "-L", folder,
                         "-lquovis", "-Wl,-rpath," + folder, "-o", "saxpy"});
    ASSERT_EQ(run.status, 0) << run.err;
}

#ifdef QUOVIS_TEST_SANITIZE
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

class Examples : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Examples, ThePlainCompilerBuildsAProgramThatRunsByTheConfiguration) {
    QUOVIS_NEEDS_ROUTE("opencl");
    if (sanitized) {
        GTEST_SKIP() << "a plain program cannot be linked with a sanitized libquovis.so";
    }
    Sandbox sandbox;
    sandbox.configure("quovis: 1\nroutes:\n  - backend: [opencl]\n");
    build(sandbox, GetParam().first, GetParam().second);
    const Outcome run =
        sandbox.program(sandbox.path("saxpy").string(), {source_file("tests/examples/kernels/saxpy.cl")});
    EXPECT_EQ(run.out, right) << run.err;
}

TEST_P(Examples, TheSameProgramRunsACudaFileByAnotherConfiguration) {
    QUOVIS_NEEDS_ROUTE("cuda");
    if (sanitized) {
        GTEST_SKIP() << "a plain program cannot be linked with a sanitized libquovis.so";
    }
    Sandbox sandbox;
    sandbox.configure("quovis: 1\nroutes:\n  - backend: [cuda-nvrtc]\n");
    build(sandbox, GetParam().first, GetParam().second);
    const Outcome run =
        sandbox.program(sandbox.path("saxpy").string(), {source_file("tests/examples/kernels/saxpy.cu")});
    EXPECT_EQ(run.out, right) << run.err;
}

TEST_P(Examples, ThoseOfTheBuildTellWhatFailed) {
    std::string name = GetParam().second;
    name.replace(name.find('.'), 1, "_");
    const Outcome run = Sandbox().program(std::string(QUOVIS_TEST_EXAMPLES_DIR) + "/" + name, {"nowhere.cl"});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("nowhere.cl"));
}

INSTANTIATE_TEST_SUITE_P(Languages, Examples,
                         testing::Values(std::pair{"cc", "saxpy.c"}, std::pair{"c++", "saxpy.cpp"}),
                         [](const auto& example) { return example.index == 0 ? "C" : "Cpp"; });

TEST(ExamplesDemo, RunsThreeKernelsAndEachIsRight) {
    if (!has_route("opencl") && !has_route("cuda")) {
        GTEST_SKIP() << why_no_route("opencl");
    }
    if (sanitized) {
        GTEST_SKIP() << "it runs without sanitizers; with them it would take minutes";
    }
    const Sandbox sandbox;
    const std::string build = std::filesystem::path(QUOVIS_TEST_EXAMPLES_DIR).parent_path().string();
    const Outcome run =
        sandbox.program(source_file("tests/examples/demo/run.sh"), {build, sandbox.path("out").string()});
    EXPECT_EQ(run.status, 0) << run.err;
    std::size_t routes = 0;
    std::size_t checks = 0;
    for (std::size_t at = 0; (at = run.out.find("\nroute: ", at)) != std::string::npos; ++at) {
        ++routes;
    }
    for (std::size_t at = 0; (at = run.out.find(" against the CPU: right\n", at)) != std::string::npos; ++at) {
        ++checks;
    }
    EXPECT_EQ(routes, 3U) << run.out;
    EXPECT_EQ(checks, 3U) << run.out;
    EXPECT_THAT(run.out, HasSubstr("\ntime: "));
    EXPECT_GT(std::filesystem::file_size(sandbox.path("out/edges.png")), 100000U);
}

}  // namespace examples_test
}  // namespace quovis::cli_tests

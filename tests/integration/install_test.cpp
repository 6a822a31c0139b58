// The installed tree as a project of others meets it: find_package(quovis), quovis_add_bundle(), and what that builds.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

namespace quovis::cli_tests {
namespace install_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

class InstalledTree : public testing::Test {
  protected:
    void SetUp() override {
#ifdef QUOVIS_TEST_SANITIZE
        GTEST_SKIP() << "a plain program cannot be linked with a sanitized libquovis.so";
#endif
        QUOVIS_NEEDS_ROUTE("opencl");
        const fs::path build = fs::path(QUOVIS_TEST_LIBRARY).parent_path().parent_path();
        const Outcome installed = cmake({"--install", build.string(), "--prefix", sandbox_.path("prefix").string()});
        if (installed.status == 127 || !fs::exists(build / "CMakeCache.txt")) {
            GTEST_SKIP() << "cmake is not here, or this is no build folder";
        }
        ASSERT_EQ(installed.status, 0) << installed.err;
        fs::copy(source_file("tests/examples/bundle"), sandbox_.path("example"), fs::copy_options::recursive);
        const Outcome configured =
            cmake({"-S", "example", "-B", "build", "-DEMBEDDED_TARGETS=opencl;opencl:cpu", "-DCMAKE_BUILD_TYPE=Debug",
                   "-DCMAKE_CXX_FLAGS=-O0", "-DCMAKE_PREFIX_PATH=" + sandbox_.path("prefix").string()});
        ASSERT_EQ(configured.status, 0) << configured.err;
    }
    Outcome cmake(std::vector<std::string> words) const {
        words.insert(words.begin(), "cmake");
        return sandbox_.program("/usr/bin/env", words);
    }
    // What the builder's own settings are does not matter.
    Outcome build() const {
        return sandbox_.program("/usr/bin/env", {"QUOVIS_BACKEND=none", "cmake", "--build", "build"});
    }
    Outcome run() const {
        return sandbox_.program(sandbox_.path("build/embedded").string(), {});
    }

    Sandbox sandbox_;
};

TEST_F(InstalledTree, BuildsAProgramThatCarriesItsKernels) {
    sandbox_.configure("quovis: 1\nplugins: { disable: ['*'] }\n");  // which the build does not read
    const Outcome built = build();
    ASSERT_EQ(built.status, 0) << built.out << built.err;
    sandbox_.configure("quovis: 1\n");
    const Outcome ran = run();
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, AllOf(HasSubstr("opencl:cpu:0: packed opencl-binary"),
                               HasSubstr("scale: 1000 of 1000 elements are right")));
    EXPECT_TRUE(fs::exists(sandbox_.path("build/kernels/kernels.quovis")));

    EXPECT_THAT(build().out, Not(HasSubstr("Packing"))) << "nothing has changed";
    sandbox_.write("example/include/scaled.h", "#define SCALED(x) ((x) * FACTOR + 1)\n");
    EXPECT_THAT(build().out, HasSubstr("Packing")) << "a header of a source has changed";
    EXPECT_THAT(run().out, HasSubstr("scale: 0 of 1000")) << "and what it changes is embedded";
}

}  // namespace install_test
}  // namespace quovis::cli_tests

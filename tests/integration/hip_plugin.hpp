// The `hip-hiprtc` plugin opened as a host opens it, for tests of what is peculiar to HIP.
// What every plugin must do is in tests/conformance.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/integration/plugin_compiling.hpp"
#include "tests/unit/support_scratch.hpp"

namespace hip_test {

using namespace plugin_test;
using Scratch = quovis::test::ScratchFolder;

struct Defaults {
    static constexpr const char* language = "hip";
    static constexpr const char* name = "folder/the kernel.hip";
    static constexpr const char* target = "gfx90a";
};
using Source = SourceFor<Defaults>;

class Plugin {
  public:
    explicit Plugin(const Settings& settings = {}) : table(open_plugin("hip-hiprtc")) {
        if (table == nullptr) {
            ADD_FAILURE() << dlerror();
            return;
        }
        instance = start(*table, settings, error);
        EXPECT_NE(instance, nullptr) << error.message;
    }
    ~Plugin() {
        if (instance != nullptr) {
            table->shutdown(instance);
        }
    }
    Plugin(const Plugin&) = delete;
    Plugin& operator=(const Plugin&) = delete;

    const quovis_rt_table& runtime() const { return *table->runtime; }

    bool has_compiler() {
        auto description = sized<quovis_cc_description>();
        return table->compiler->describe(instance, &description, &error) == QUOVIS_PLUGIN_OK;
    }

    Compiled compile(const Source& source) { return plugin_test::compile(*table, instance, source); }

    const quovis_plugin_table* const table;
    quovis_plugin_instance* instance = nullptr;
    quovis_plugin_error error = sized<quovis_plugin_error>();
};

// Whether the tests of this process are of suites with such names only.
inline bool are_all_tests_named(const std::string& beginning) {
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int index = 0; index < all.total_test_suite_count(); ++index) {
        const testing::TestSuite& suite = *all.GetTestSuite(index);
        if (suite.test_to_run_count() != 0 && std::string(suite.name()).compare(0, beginning.size(), beginning) != 0) {
            return false;
        }
    }
    return true;
}

// ROCm's LLVM and PoCL's end a process in which they meet, and here the plugin is not in a worker. ctest runs each test
// in a process of its own.
class HipTest : public testing::Test {
  protected:
    void SetUp() override {
        if (!are_all_tests_named("Hip")) {
            GTEST_SKIP() << "hiprtc cannot share a process with OpenCL: run the tests Hip* apart, or ctest";
        }
    }
};

class HipCompiler : public HipTest {
  protected:
    void SetUp() override {
        HipTest::SetUp();
        if (IsSkipped()) {
            return;
        }
        if (!plugin.has_compiler()) {
            GTEST_SKIP() << "no hiprtc: " << plugin.error.message;
        }
    }

    Plugin plugin;
};

inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline const std::string saxpy = R"(extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
)";

}  // namespace hip_test

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

class HipCompiler : public testing::Test {
  protected:
    void SetUp() override {
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

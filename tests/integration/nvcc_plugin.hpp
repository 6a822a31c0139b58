// The `cuda-nvcc` plugin opened as a host opens it, with a temporary folder of its own, for tests of what is peculiar
// to nvcc. What every plugin must do is in tests/conformance.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/integration/plugin_compiling.hpp"
#include "tests/integration/plugin_opening.hpp"
#include "tests/unit/support_scratch.hpp"

namespace nvcc_test {

using namespace plugin_test;
using Scratch = quovis::test::ScratchFolder;

struct Defaults {
    static constexpr const char* language = "cuda";
    static constexpr const char* name = "kernel.cu";
    static constexpr const char* target = "sm_90";
};
using Source = SourceFor<Defaults>;

class NvccPlugin : public testing::Test {
  protected:
    void SetUp() override {
        variables() = {{"TMPDIR", temporary_.path()}};
        table_ = open_plugin<environment>("cuda-nvcc");
        if (table_ == nullptr) {
            GTEST_SKIP() << "cuda-nvcc was not built: " << dlerror();
        }
    }

    void TearDown() override {
        shut_down();
        EXPECT_EQ(temporary_.file_count(), 0u) << "a temporary file stays";
    }

    void shut_down() {
        if (instance_ != nullptr) {
            table_->shutdown(std::exchange(instance_, nullptr));
        }
    }

    // With these settings, whose keys and values must outlive the call only.
    void start(const Settings& settings = {}) {
        auto error = sized<quovis_plugin_error>();
        instance_ = plugin_test::start(*table_, settings, error);
        ASSERT_NE(instance_, nullptr) << error.message;
    }

    // The status, and the error's text or the identity.
    std::pair<quovis_plugin_status, std::string> describe(quovis_cc_description* told = nullptr) {
        auto description = sized<quovis_cc_description>();
        auto error = sized<quovis_plugin_error>();
        const auto status = table_->compiler->describe(instance_, &description, &error);
        if (told != nullptr) {
            *told = description;
        }
        return {status, status == QUOVIS_PLUGIN_OK ? string(description.identity)
                                                   : std::string(error.message) + "\n" + error.hint};
    }

    Compiled compile(const Source& source) { return plugin_test::compile(*table_, instance_, source); }

    Compiled link(const std::vector<Image>& images, const std::string& format = {}) {
        return plugin_test::link(*table_, instance_, images, "sm_90", format);
    }

    // What the host's environment says in this test; nothing else is set but PATH.
    static std::map<std::string, std::string>& variables() {
        static std::map<std::string, std::string> set;
        return set;
    }

    Scratch temporary_;
    const quovis_plugin_table* table_ = nullptr;
    quovis_plugin_instance* instance_ = nullptr;

  private:
    static std::int32_t environment(void*, quovis_plugin_text name, quovis_plugin_text* found) {
        const std::string wanted = string(name);
        if (const auto set = variables().find(wanted); set != variables().end()) {
            *found = text(set->second);
            return 1;
        }
        const char* const path = wanted == "PATH" ? std::getenv("PATH") : nullptr;
        if (path != nullptr) {
            *found = text(path);
        }
        return path != nullptr ? 1 : 0;
    }
};

}  // namespace nvcc_test

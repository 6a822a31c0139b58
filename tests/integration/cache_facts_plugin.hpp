// A plugin opened as a host opens it, for tests of what it tells a cache: its origin, and the plan of a request.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/integration/hip_plugin.hpp"
#include "tests/integration/plugin_compiling.hpp"
#include "tests/unit/support_scratch.hpp"

namespace cache_facts_test {

using namespace plugin_test;
using quovis::test::ScopedVariable;
using quovis::test::ScratchFolder;

// The language and the target are those of the plugin.
struct Defaults {
    static constexpr const char* language = "";
    static constexpr const char* name = "kernel";
    static constexpr const char* target = "";
};
using Source = SourceFor<Defaults>;

inline std::vector<std::string> strings(const quovis_plugin_text* first, std::size_t count) {
    std::vector<std::string> all;
    for (std::size_t index = 0; index < count; ++index) {
        all.push_back(string(first[index]));
    }
    return all;
}

struct Plan {
    quovis_plugin_status status = QUOVIS_PLUGIN_OK;
    std::string error;
    std::vector<std::string> words;
    std::vector<std::string> folders;
    std::vector<std::string> first_headers;
    std::string identity;
    std::string bypass;
};

struct Origin {
    std::vector<std::string> paths;
    std::vector<std::string> variables;
    std::map<std::string, bool> covered;  // by the folder's path
    std::uint32_t flags = 0;
};

class CacheFactsOf : public testing::Test {
  protected:
    // Skips the test where the compiler is not there.
    void start(const std::string& plugin, const Settings& settings = {}) {
        plugin_ = plugin;
        if (plugin == "hip-hiprtc" && !hip_test::are_all_tests_named("Hip")) {
            GTEST_SKIP() << "hiprtc cannot share a process with OpenCL: run the tests Hip* apart, or ctest";
        }
        table_ = open_plugin<environment>(plugin);
        if (table_ == nullptr) {
            GTEST_SKIP() << plugin << " was not built: " << dlerror();
        }
        facts_ = static_cast<const quovis_cc_cache_facts*>(table_->extension(text(QUOVIS_EXTENSION_CACHE_FACTS)));
        ASSERT_NE(facts_, nullptr);
        start_again(settings);
    }

    void start_again(const Settings& settings = {}) {
        shut_down();
        auto error = sized<quovis_plugin_error>();
        instance_ = plugin_test::start(*table_, settings, error);
        ASSERT_NE(instance_, nullptr) << error.message;
    }

    void TearDown() override { shut_down(); }

    void shut_down() {
        if (instance_ != nullptr) {
            table_->shutdown(std::exchange(instance_, nullptr));
        }
    }

    bool has_compiler() {
        auto description = sized<quovis_cc_description>();
        auto error = sized<quovis_plugin_error>();
        const auto status = table_->compiler->describe(instance_, &description, &error);
        identity_ = string(description.identity);
        version_ = string(description.version);
        path_ = string(description.path);
        reason_ = error.message;
        return status == QUOVIS_PLUGIN_OK;
    }

    std::string identity() {
        EXPECT_TRUE(has_compiler()) << reason_;
        return identity_;
    }

    Origin origin() {
        EXPECT_TRUE(has_compiler()) << reason_;
        auto told = sized<quovis_cc_origin>();
        auto error = sized<quovis_plugin_error>();
        EXPECT_EQ(facts_->origin(instance_, &told, &error), QUOVIS_PLUGIN_OK) << error.message;
        Origin origin{
            strings(told.paths, told.path_count), strings(told.variables, told.variable_count), {}, told.flags};
        for (std::size_t index = 0; index < told.include_folder_count; ++index) {
            origin.covered.emplace(string(told.include_folders[index].path), told.include_folders[index].covered != 0);
        }
        return origin;
    }

    Plan plan(const Source& source) {
        const Source asked = mine(source);
        const Prepared<Defaults> prepared(asked);
        auto told = sized<quovis_cc_plan>();
        auto error = sized<quovis_plugin_error>();
        Plan plan;
        plan.status = facts_->plan(instance_, prepared.get(), &told, &error);
        plan.error = error.message;
        plan.words = strings(told.words, told.word_count);
        plan.folders = strings(told.include_directories, told.include_directory_count);
        plan.first_headers = strings(told.first_headers, told.first_header_count);
        plan.identity = string(told.identity);
        plan.bypass = string(told.bypass);
        facts_->release_plan(instance_, &told);
        return plan;
    }

    Compiled compile(const Source& source) { return plugin_test::compile(*table_, instance_, mine(source)); }

    std::string kernel() const {
        return plugin_ == "opencl" ? "kernel void k(global int* p) { *p = 1; }\n"
                                   : "extern \"C\" __global__ void k(int* p) { *p = 1; }\n";
    }

    // What the host's environment says in this test; else it says what the process's own does.
    static std::map<std::string, std::string>& variables() {
        static std::map<std::string, std::string> set;
        return set;
    }
    void SetUp() override { variables().clear(); }

    std::string plugin_;
    const quovis_plugin_table* table_ = nullptr;
    const quovis_cc_cache_facts* facts_ = nullptr;
    quovis_plugin_instance* instance_ = nullptr;
    std::string identity_;
    std::string version_;
    std::string path_;
    std::string reason_;

  private:
    static std::int32_t environment(void* host, quovis_plugin_text name, quovis_plugin_text* found) {
        const auto set = variables().find(string(name));
        if (set == variables().end()) {
            return own_environment(host, name, found);
        }
        *found = text(set->second);
        return 1;
    }

    Source mine(Source source) const {
        source.language = plugin_ == "opencl" ? "opencl" : plugin_ == "hip-hiprtc" ? "hip" : "cuda";
        source.target = plugin_ == "opencl" ? "" : plugin_ == "hip-hiprtc" ? "gfx90a" : "sm_90";
        return source;
    }
};

}  // namespace cache_facts_test

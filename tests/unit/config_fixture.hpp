// What the tests of the configuration start from: a scratch folder, no variables of the user, no files of the machine.
// `load` reads one text as the file that was named; `faults` lists what is wrong with one.
#pragma once

#include "core/config/load.hpp"
#include "core/support/environment.hpp"
#include "tests/unit/support_scratch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>
#include <string>
#include <vector>

namespace quovis::test {

class ConfigTest : public testing::Test {
  protected:
    ConfigTest() {
        for (const std::string& name : core::environment_names("QUOVIS_")) {
            set(name, std::nullopt);
        }
        set("HOME", scratch_.path("home"));
        set("XDG_CONFIG_HOME", std::nullopt);
        set("XDG_CACHE_HOME", std::nullopt);
        sources_.system_file = scratch_.path("etc/config.yaml");
    }

    // Until the end of the test.
    void set(const std::string& variable, const std::optional<std::string>& value) {
        variables_.emplace_front(variable, value);
    }

    core::Config load() { return core::load_config(sources_); }

    core::Config load(const std::string& text) {
        sources_.path = scratch_.write("config.yaml", text);
        return load();
    }

    // "LINE:COLUMN: MESSAGE" of each fault of a file with this text.
    std::vector<std::string> faults(const std::string& text, const core::SelectorFault& selector_fault = {}) {
        std::vector<std::string> lines;
        const std::string path = scratch_.write("config.yaml", text);
        for (const core::Diagnostic& fault : core::check_config_file(path, selector_fault)) {
            EXPECT_EQ(fault.file, path);
            EXPECT_EQ(fault.severity, QUOVIS_ERROR);
            lines.push_back(std::to_string(fault.line) + ":" + std::to_string(fault.column) + ": " + fault.message);
        }
        return lines;
    }

    // The error of load(); an empty one when it did not fail.
    core::Error load_error() {
        try {
            load();
        } catch (const core::Error& error) {
            return error;
        }
        return {QUOVIS_OK, "", ""};
    }

    static std::string origin_of(const core::Config& config, const std::string& path) {
        for (const core::ConfigValue& value : config.values()) {
            if (value.path == path) {
                return value.origin;
            }
        }
        return "no such value";
    }

    static std::string value_of(const core::Config& config, const std::string& path) {
        for (const core::ConfigValue& value : config.values()) {
            if (value.path == path) {
                return value.value;
            }
        }
        return "no such value";
    }

    ScratchFolder scratch_;
    core::ConfigSources sources_;

  private:
    std::list<ScopedVariable> variables_;  // put back in reverse order: the newest is the first
};

}  // namespace quovis::test

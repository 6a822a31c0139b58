// What the tests of the core stand on: a folder of fakes, the ledger and the inventory that come of it.
// The fakes are linked into the folder, so that a plugin is the same shared object in every test.
#pragma once

#include "core/inventory/inventory.hpp"
#include "core/inventory/selector.hpp"
#include "core/loader/loader.hpp"
#include "tests/fakes/fake_counters.hpp"
#include "tests/unit/config_fixture.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace quovis::test {

class FakesTest : public ConfigTest {
  protected:
    FakesTest() { std::filesystem::create_directories(folder()); }

    std::string folder() const { return scratch_.path("plugins"); }

    static std::string fake(const std::string& name) { return std::string(QUOVIS_TEST_FAKES_DIR) + "/" + name + ".so"; }

    // Puts a fake, as "fake" or "broken/text", into the folder. Returns its path there.
    std::string add(const std::string& name, const std::string& as = {}) {
        const std::string file = as.empty() ? std::filesystem::path(name).filename().string() : as;
        return add_to(folder(), name, file);
    }
    std::string add_to(const std::string& other_folder, const std::string& name, const std::string& file) {
        std::filesystem::create_directories(other_folder);
        const std::string path = other_folder + "/" + file + ".so";
        std::filesystem::create_symlink(fake(name), path);
        return path;
    }

    core::Ledger load_ledger(const std::string& yaml = "quovis: 1\n") {
        config_ = load(yaml);
        return core::load_plugins(config_, {folder()}, log_);
    }

    // The devices and the finished ledger.
    core::Inventory take_inventory(const std::string& yaml = "quovis: 1\n") {
        return core::Inventory(config_ = load(yaml), load_ledger(yaml), log_);
    }

    static const core::LedgerEntry& entry(const core::Ledger& ledger, const std::string& name) {
        for (const core::LedgerEntry& one : ledger) {
            if (one.name == name) {
                return one;
            }
        }
        throw std::runtime_error("the ledger has no '" + name + "'");
    }

    static std::vector<std::string> selectors(const std::vector<std::shared_ptr<core::Route>>& routes) {
        std::vector<std::string> words;
        for (const auto& route : routes) {
            words.push_back(route->selector);
        }
        return words;
    }

    core::Log log_{QUOVIS_LOG_OFF};
    core::Config config_;
};

}  // namespace quovis::test

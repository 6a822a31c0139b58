// The ledger: every plugin candidate that was considered, how far it got, and why no further.
#pragma once

#include "core/loader/plugin.hpp"

#include <memory>
#include <string>
#include <vector>

namespace quovis::core {

enum class Stage { found, filtered, opened, negotiated, initialised, devices };

struct LedgerEntry {
    std::string name;  // the plugin's own, or the file's while it did not get to tell
    std::string path;
    quovis_plugin_state state = QUOVIS_STATE_FAILED;
    Stage stage = Stage::found;
    std::string reason;
    std::string hint;
    std::string abi;    // "1.0"
    std::string build;  // what tells its file from other builds
    bool serves_runtime = false;
    std::shared_ptr<Plugin> plugin;  // null when it was not initialised

    void end(quovis_plugin_state final_state, std::string why, std::string what_to_do = {}) {
        state = final_state;
        reason = std::move(why);
        hint = std::move(what_to_do);
    }
};

using Ledger = std::vector<LedgerEntry>;

const char* to_string(quovis_plugin_state state);
const char* to_string(Stage stage);

}  // namespace quovis::core

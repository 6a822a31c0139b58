// Finds plugin files, decides which may be opened, opens and initialises them, and writes down what happened.
// Devices are asked for later, by the inventory.
#pragma once

#include "core/config/config.hpp"
#include "core/loader/ledger.hpp"
#include "core/support/log.hpp"

#include <string>
#include <vector>

namespace quovis::core {

// The folders in order of search: those of the program and the configuration, then the installed one.
std::vector<std::string> plugin_directories(const Config& config);

// Throws Error (configuration) for a key of `backends.<plugin>` that the plugin does not take; every other failure is
// an entry of the ledger.
Ledger load_plugins(const Config& config, const std::vector<std::string>& directories, const Log& log);

}  // namespace quovis::core

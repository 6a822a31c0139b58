// From files, variables and what the program says to one Config, or to a list of everything that is wrong.
// The order and the merging are described in config/README.md.
#pragma once

#include "core/config/config.hpp"
#include "core/support/error.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::core {

// What is wrong with a selector, or nothing. The inventory knows the words; faults get the file's line and column.
using SelectorFault = std::function<std::optional<std::string>(std::string_view selector)>;

struct ConfigSources {
    std::optional<std::string> path;              // read instead of the user's and the system's files
    std::optional<std::string> text;              // YAML of the program, over all files; relative paths: current folder
    std::vector<std::string> plugin_directories;  // of the program, searched before all others
    quovis_log_level log_level = QUOVIS_LOG_DEFAULT;  // of the program; default: what the configuration says
    SelectorFault selector_fault;                     // empty: selectors are not checked
    std::string system_file = "/etc/quovis/config.yaml";
};

// Throws Error(QUOVIS_ERROR_CONFIGURATION) of phase "configuration" with one diagnostic for each fault.
Config load_config(const ConfigSources& sources);

// All faults of one file; empty when it can be used. One that cannot be read is one fault.
std::vector<Diagnostic> check_config_file(const std::string& path, const SelectorFault& selector_fault = {});

// The Error that load_config throws for these faults.
Error configuration_error(std::vector<Diagnostic> faults);

// "FILE:LINE:COLUMN: MESSAGE", as far as they are known.
std::string describe(const Diagnostic& diagnostic);

}  // namespace quovis::core

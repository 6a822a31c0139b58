// The variables QUOVIS_*: which there are, what each means, and how they are laid over the tree of the files.
// In a set-user-id process there are none (see core/support/environment.hpp).
#pragma once

#include "core/config/load.hpp"
#include "core/config/tree.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::core {

enum class VariableKind {
    config_file,  // names the file; read by load.cpp
    word,         // replaces a single value
    list,         // replaces a list; elements separated by commas
    path_list,    // put before a list; elements separated by colons
    first_rule    // a rule without conditions, put before all others; backends separated by commas
};

struct ConfigVariable {
    std::string_view name;
    VariableKind kind;
    std::string_view path;  // of the key
};

// All of them; config/README.md has the same list, and a test compares the two.
std::span<const ConfigVariable> config_variables();

// Lays the variables that are set over the tree. One that is empty counts as not set.
void apply_variables(ConfigNode& root, const SelectorFault* selector_fault, std::vector<Diagnostic>& faults);

// A warning for each QUOVIS_ variable that is set and means nothing, with the nearest that does.
std::vector<std::string> unknown_variables();

}  // namespace quovis::core

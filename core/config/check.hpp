// Checks a tree against the table of keys, and brings it into the one form that the rest relies on.
// All faults are found, not only the first; a tree with faults is not used.
#pragma once

#include "core/config/keys.hpp"
#include "core/config/load.hpp"
#include "core/config/tree.hpp"

#include <string>
#include <vector>

namespace quovis::core {

struct CheckRules {
    bool needs_version = false;  // the key `quovis` must be there
    const SelectorFault* selector_fault = nullptr;
};

// Afterwards every list is a list, paths are absolute, and what was empty is gone.
void check_tree(ConfigNode& root, const CheckRules& rules, std::vector<Diagnostic>& faults);

}  // namespace quovis::core

// The check of a single word of a configuration, by the type of its key.
// Apart from check.cpp, which walks the tree, because a word of a variable is checked without one.
#pragma once

#include "core/config/keys.hpp"
#include "core/config/load.hpp"
#include "core/config/tree.hpp"

#include <optional>
#include <string>

namespace quovis::core {

// What is wrong with the word, as the end of a sentence that begins with the key's name: "must be true or false, not
// 'yes'". Nothing when it is right; then a path has been made absolute.
std::optional<std::string> check_word(ConfigNode& word, const ConfigKey& key, const SelectorFault* selector_fault);

// Whether a text can be the name of a plugin: lower-case letters, digits, '-', and '_' and '.' inside.
bool is_plugin_name(std::string_view text);

}  // namespace quovis::core

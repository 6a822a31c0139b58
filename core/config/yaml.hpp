// YAML to a tree, with the place of every word. Nothing of yaml-cpp is seen outside of yaml.cpp.
// The text may be hostile: its size, its depth and the number of its values are bounded, aliases included.
#pragma once

#include "core/config/tree.hpp"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace quovis::core {

constexpr std::size_t largest_yaml = std::size_t{1} << 20;  // bytes
constexpr std::size_t deepest_yaml = 32;                    // lists and maps inside each other
constexpr std::size_t most_yaml_values = 10'000;            // after aliases have been replaced by what they stand for

// The tree of the one document in the text, empty when there is none. Faults are appended; after one of the syntax the
// tree is empty, after a key that is given twice it has the first.
ConfigNode read_yaml(std::string_view text, const std::shared_ptr<const ConfigSource>& source,
                     std::vector<Diagnostic>& faults);

// A word as YAML writes it, in quotes where it needs them.
std::string yaml_word(const ConfigNode& word);

}  // namespace quovis::core

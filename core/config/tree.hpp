// The configuration while it is being put together: a tree of words, lists and maps, each with its place.
// Files, variables and what the program says all become trees; they are checked one by one and laid over each other.
#pragma once

#include "core/support/error.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quovis::core {

// Where a tree came from.
struct ConfigSource {
    enum class Kind { built_in, file, program, variable };

    Kind kind = Kind::built_in;
    std::string name = "built in";  // the file's path as it was given, or the variable's name
    std::string folder;             // that relative paths start from; empty: the current one
};

struct Place {
    std::shared_ptr<const ConfigSource> source;
    std::uint32_t line = 0;    // from 1; 0 where there are no lines
    std::uint32_t column = 0;  // from 1, in bytes
};

// "FILE:LINE", the variable's name, "built in" or "program".
std::string origin_of(const Place& place);

// An error at a place.
Diagnostic fault_at(const Place& place, std::string message);

enum class NodeKind { empty, word, list, map };

struct ConfigEntry;

struct ConfigNode {
    NodeKind kind = NodeKind::empty;
    Place place;
    std::string text;                  // of a word
    bool quoted = false;               // a word in quotes is a text, whatever it looks like
    std::vector<ConfigNode> items;     // of a list
    std::vector<ConfigEntry> entries;  // of a map, in the order of the file, no key twice

    const ConfigNode* find(std::string_view key) const;
    ConfigNode* find(std::string_view key);
};

struct ConfigEntry {
    std::string key;
    Place place;
    ConfigNode value;
};

ConfigNode make_word(std::string text, const Place& place);
ConfigNode make_list(const std::vector<std::string>& words, const Place& place);

// The node at a path of keys, "plugins.search"; maps that are missing on the way are made.
ConfigNode& node_at(ConfigNode& root, std::string_view path, const Place& place);

// Maps are laid over each other key by key; a list or a word replaces what is below it, and nothing hides nothing.
void lay_over(ConfigNode& below, ConfigNode above);

}  // namespace quovis::core

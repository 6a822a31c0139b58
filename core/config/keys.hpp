// The one table of the keys of a configuration. The reader checks files against it; a test compares it with
// config/quovis.yaml, config/quovis.schema.json and config/README.md.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::core {

enum class KeyType {
    version,   // the number of the schema
    text,      // any word that is not empty
    word,      // one of `words`
    boolean,   // true or false
    integer,   // from `least` to `greatest`
    size,      // bytes, with or without a unit
    selector,  // of a device
    glob,      // '*' and '?'
    path,      // of a file or folder; made absolute on reading
    plugin,    // a plugin's name
    define,    // NAME or NAME=VALUE
    setting    // of a plugin, which checks it itself
};

enum class KeyCount { one, list, one_or_list };

struct ConfigKey {
    // Keys from the top, separated by '.'; "[]" after a list of maps, "*" for a key that the user chooses.
    std::string_view path;
    KeyType type = KeyType::text;
    KeyCount count = KeyCount::one;
    std::span<const std::string_view> words = {};
    std::int64_t least = 0;
    std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
};

constexpr std::int64_t config_version = 1;

std::span<const ConfigKey> config_keys();

// The key at exactly this path, or null.
const ConfigKey* find_key(std::string_view path);

// What may follow a path, in the order of the table: "search", "routes[]", "*". Empty when it is no map.
std::vector<std::string_view> keys_below(std::string_view path);

// The paths whose last key is this word: where a key that stands in the wrong map belongs.
std::vector<std::string_view> keys_named(std::string_view word);

// "a number from 0 to 3", "true or false", "a list of paths": what the value must be, for messages.
std::string expectation(const ConfigKey& key);

}  // namespace quovis::core

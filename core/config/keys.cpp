// The table, and the few questions that the reader asks it.
// A new key is a line here, one in config/quovis.yaml, one in the schema, and where it is used in values.cpp.
#include "core/config/keys.hpp"

#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace quovis::core {

namespace {

constexpr std::array<std::string_view, 2> probe_words{"never", "always"};
constexpr std::array<std::string_view, 3> isolation_words{"auto", "in-process", "worker"};
constexpr std::array<std::string_view, 3> cache_words{"read-write", "read-only", "off"};
constexpr std::array<std::string_view, 6> log_words{"error", "warning", "info", "debug", "trace", "off"};

constexpr ConfigKey keys[] = {
    {"quovis", KeyType::version, KeyCount::one, {}, config_version, config_version},
    {"plugins.search", KeyType::path, KeyCount::list},
    {"plugins.enable", KeyType::glob, KeyCount::list},
    {"plugins.disable", KeyType::glob, KeyCount::list},
    {"plugins.accept_unsafe", KeyType::path, KeyCount::list},
    {"plugins.probe", KeyType::word, KeyCount::one, probe_words},
    {"devices.default", KeyType::selector},
    {"routes[].when.program", KeyType::glob},
    {"routes[].when.device", KeyType::selector},
    {"routes[].backend", KeyType::plugin, KeyCount::one_or_list},
    {"routes[].compile", KeyType::plugin},
    {"routes[].device", KeyType::selector},
    {"routes[].strict", KeyType::boolean},
    {"routes[].options.optimize", KeyType::integer, KeyCount::one, {}, 0, 3},
    {"routes[].options.debug", KeyType::boolean},
    {"routes[].options.line_info", KeyType::boolean},
    {"routes[].options.fast_math", KeyType::boolean},
    {"routes[].options.warnings_as_errors", KeyType::boolean},
    {"routes[].options.relocatable", KeyType::boolean},
    {"routes[].options.max_registers", KeyType::integer, KeyCount::one, {}, 1, 65535},
    {"routes[].options.standard", KeyType::text},
    {"routes[].options.defines", KeyType::define, KeyCount::list},
    {"routes[].options.include_directories", KeyType::path, KeyCount::list},
    {"routes[].options.raw", KeyType::text, KeyCount::list},
    {"compile.isolation", KeyType::word, KeyCount::one, isolation_words},
    {"compile.timeout", KeyType::integer, KeyCount::one, {}, 0, 86400},
    {"compile.worker_memory", KeyType::size},
    {"cache.dir", KeyType::path},
    {"cache.max_size", KeyType::size},
    {"cache.mode", KeyType::word, KeyCount::one, cache_words},
    {"cache.memory", KeyType::size},
    {"cache.layers", KeyType::path, KeyCount::list},
    {"cache.accept_unsafe", KeyType::path, KeyCount::list},
    {"log.level", KeyType::word, KeyCount::one, log_words},
    {"backends.*.*", KeyType::setting, KeyCount::one_or_list},
};

struct TypeWords {
    std::string one;
    std::string_view many;
};

TypeWords words_for(const ConfigKey& key) {
    switch (key.type) {
        case KeyType::version:
            return {fmt::format("the number {}", config_version), ""};
        case KeyType::word:
            return {"one of " + join(key.words), "words"};
        case KeyType::boolean:
            return {"true or false", "true or false"};
        case KeyType::integer:
            return {fmt::format("a number from {} to {}", key.least, key.greatest), "numbers"};
        case KeyType::size:
            return {"a size in bytes or with a unit, as 512MiB", "sizes"};
        case KeyType::selector:
            return {"a device selector", "device selectors"};
        case KeyType::glob:
            return {"a name or glob", "names or globs"};
        case KeyType::path:
            return {"a path", "paths"};
        case KeyType::plugin:
            return {"a plugin's name", "plugin names"};
        case KeyType::define:
            return {"NAME or NAME=VALUE", "NAME or NAME=VALUE"};
        case KeyType::setting:
            return {"a word", "words"};
        case KeyType::text:
            break;
    }
    return {"a text", "texts"};
}

}  // namespace

std::span<const ConfigKey> config_keys() {
    return keys;
}

const ConfigKey* find_key(std::string_view path) {
    const auto* found =
        std::find_if(std::begin(keys), std::end(keys), [&](const ConfigKey& key) { return key.path == path; });
    return found == std::end(keys) ? nullptr : found;
}

std::vector<std::string_view> keys_below(std::string_view path) {
    std::vector<std::string_view> below;
    for (const ConfigKey& key : keys) {
        std::string_view rest = key.path;
        if (!path.empty()) {
            if (!rest.starts_with(path) || rest.size() <= path.size() || rest[path.size()] != '.') {
                continue;
            }
            rest.remove_prefix(path.size() + 1);
        }
        const std::string_view next = rest.substr(0, rest.find('.'));
        if (std::find(below.begin(), below.end(), next) == below.end()) {
            below.push_back(next);
        }
    }
    return below;
}

std::vector<std::string_view> keys_named(std::string_view word) {
    std::vector<std::string_view> paths;
    for (const ConfigKey& key : keys) {
        const std::size_t dot = key.path.rfind('.');
        if (dot != std::string_view::npos && key.path.substr(dot + 1) == word) {
            paths.push_back(key.path);
        }
    }
    return paths;
}

std::string expectation(const ConfigKey& key) {
    const TypeWords words = words_for(key);
    switch (key.count) {
        case KeyCount::list:
            return fmt::format("a list of {}", words.many);
        case KeyCount::one_or_list:
            return fmt::format("{} or a list of {}", words.one, words.many);
        case KeyCount::one:
            break;
    }
    return words.one;
}

}  // namespace quovis::core

// Each variable becomes a small tree of its own, goes through the check of files, and is laid over the rest.
// So a variable can say nothing that a file could not.
#include "core/config/overrides.hpp"

#include "core/config/check.hpp"
#include "core/support/environment.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace quovis::core {

namespace {

constexpr ConfigVariable variables[] = {
    {"QUOVIS_CONFIG", VariableKind::config_file, ""},
    {"QUOVIS_DEVICE", VariableKind::word, "devices.default"},
    {"QUOVIS_BACKEND", VariableKind::first_rule, "routes"},
    {"QUOVIS_CACHE_DIR", VariableKind::word, "cache.dir"},
    {"QUOVIS_CACHE_LAYERS", VariableKind::path_list, "cache.layers"},
    {"QUOVIS_CACHE_MODE", VariableKind::word, "cache.mode"},
    {"QUOVIS_COMPILE_ISOLATION", VariableKind::word, "compile.isolation"},
    {"QUOVIS_LOG", VariableKind::word, "log.level"},
    {"QUOVIS_PLUGIN_PATH", VariableKind::path_list, "plugins.search"},
    {"QUOVIS_PLUGINS_ENABLE", VariableKind::list, "plugins.enable"},
    {"QUOVIS_PLUGINS_DISABLE", VariableKind::list, "plugins.disable"},
    {"QUOVIS_PLUGINS_PROBE", VariableKind::word, "plugins.probe"},
};

ConfigNode value_of(const ConfigVariable& variable, const std::string& text, const Place& place) {
    switch (variable.kind) {
        case VariableKind::list:
            return make_list(split(text, ','), place);
        case VariableKind::path_list:
            return make_list(split(text, ':'), place);
        case VariableKind::first_rule: {
            ConfigNode rule;
            node_at(rule, "backend", place) = make_list(split(text, ','), place);
            ConfigNode rules = make_list({}, place);
            rules.items.push_back(std::move(rule));
            return rules;
        }
        case VariableKind::config_file:
        case VariableKind::word:
            break;
    }
    return make_word(text, place);
}

void lay_variable_over(ConfigNode& root, const ConfigVariable& variable, ConfigNode tree, const Place& place) {
    ConfigNode& above = node_at(tree, variable.path, place);
    ConfigNode& below = node_at(root, variable.path, place);
    const bool in_front = variable.kind == VariableKind::path_list || variable.kind == VariableKind::first_rule;
    if (in_front && below.kind == NodeKind::list) {
        below.items.insert(below.items.begin(), std::make_move_iterator(above.items.begin()),
                           std::make_move_iterator(above.items.end()));
    } else {
        below = std::move(above);
    }
}

}  // namespace

std::span<const ConfigVariable> config_variables() {
    return variables;
}

void apply_variables(ConfigNode& root, const SelectorFault* selector_fault, std::vector<Diagnostic>& faults) {
    for (const ConfigVariable& variable : variables) {
        const auto text = environment(std::string(variable.name));
        if (!text || text->empty() || variable.kind == VariableKind::config_file) {
            continue;
        }
        ConfigSource source{ConfigSource::Kind::variable, std::string(variable.name), {}};
        const Place place{std::make_shared<const ConfigSource>(std::move(source)), 0, 0};
        ConfigNode tree;
        node_at(tree, variable.path, place) = value_of(variable, *text, place);
        const std::size_t before = faults.size();
        check_tree(tree, {false, selector_fault}, faults);
        if (faults.size() == before) {
            lay_variable_over(root, variable, std::move(tree), place);
        }
    }
}

std::vector<std::string> unknown_variables() {
    std::vector<std::string_view> known;
    for (const ConfigVariable& variable : variables) {
        known.push_back(variable.name);
    }
    std::vector<std::string> warnings;
    for (const std::string& name : environment_names("QUOVIS_")) {
        if (std::find(known.begin(), known.end(), name) != known.end()) {
            continue;
        }
        const auto meant = nearest_word(name, std::span<const std::string_view>(known));
        warnings.push_back(fmt::format("the variable {} means nothing to Quovis{}", printable(name),
                                       meant ? "; did you mean " + *meant + "?" : "; known are " + join(known)));
    }
    return warnings;
}

}  // namespace quovis::core

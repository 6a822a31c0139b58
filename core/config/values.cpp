// Picks each key of keys.cpp out of the tree, and lists all values for `quovis config show`.
// A missing node leaves the member as config.hpp initialises it.
#include "core/config/values.hpp"

#include "core/config/keys.hpp"
#include "core/config/yaml.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace quovis::core {

namespace {

const ConfigNode* child(const ConfigNode* map, std::string_view key) {
    return map ? map->find(key) : nullptr;
}

std::string text_of(const ConfigNode* node) {
    return node ? node->text : std::string();
}

std::vector<std::string> texts_of(const ConfigNode* list) {
    std::vector<std::string> texts;
    if (list) {
        for (const ConfigNode& item : list->items) {
            texts.push_back(item.text);
        }
    }
    return texts;
}

std::vector<Setting<std::string>> settings_of(const ConfigNode* list) {
    std::vector<Setting<std::string>> settings;
    if (list) {
        for (const ConfigNode& item : list->items) {
            settings.push_back({item.text, origin_of(item.place)});
        }
    }
    return settings;
}

std::optional<bool> switch_of(const ConfigNode* node) {
    return node ? std::optional<bool>(node->text == "true") : std::nullopt;
}

template <typename Number>
std::optional<Number> number_of(const ConfigNode* node) {
    if (!node) {
        return std::nullopt;
    }
    Number number = 0;
    std::from_chars(node->text.data(), node->text.data() + node->text.size(), number);
    return number;
}

quovis_log_level level_of(std::string_view word) {
    constexpr std::pair<std::string_view, quovis_log_level> levels[] = {
        {"error", QUOVIS_LOG_ERROR}, {"info", QUOVIS_LOG_INFO}, {"debug", QUOVIS_LOG_DEBUG},
        {"trace", QUOVIS_LOG_TRACE}, {"off", QUOVIS_LOG_OFF},
    };
    for (const auto& [name, level] : levels) {
        if (name == word) {
            return level;
        }
    }
    return QUOVIS_LOG_WARNING;
}

Isolation isolation_of(std::string_view word) {
    if (word == "in-process") {
        return Isolation::in_process;
    }
    return word == "worker" ? Isolation::worker : Isolation::automatic;
}

CacheMode cache_mode_of(std::string_view word) {
    if (word == "off") {
        return CacheMode::off;
    }
    return word == "read-only" ? CacheMode::read_only : CacheMode::read_write;
}

RuleOptions options_of(const ConfigNode* node) {
    RuleOptions options;
    options.optimize = number_of<int>(child(node, "optimize"));
    options.debug = switch_of(child(node, "debug"));
    options.line_info = switch_of(child(node, "line_info"));
    options.fast_math = switch_of(child(node, "fast_math"));
    options.warnings_as_errors = switch_of(child(node, "warnings_as_errors"));
    options.relocatable = switch_of(child(node, "relocatable"));
    options.max_registers = number_of<std::uint32_t>(child(node, "max_registers"));
    if (const ConfigNode* standard = child(node, "standard")) {
        options.standard = standard->text;
    }
    for (const std::string& define : texts_of(child(node, "defines"))) {
        const std::size_t equals = define.find('=');
        const bool has_value = equals != std::string::npos;
        options.defines.emplace_back(define.substr(0, equals),
                                     has_value ? std::optional(define.substr(equals + 1)) : std::nullopt);
    }
    options.include_directories = texts_of(child(node, "include_directories"));
    options.raw = texts_of(child(node, "raw"));
    return options;
}

RouteRule rule_of(const ConfigNode& node) {
    RouteRule rule;
    rule.origin = origin_of(node.place);
    const ConfigNode* when = node.find("when");
    rule.when_program = text_of(child(when, "program"));
    rule.when_device = text_of(child(when, "device"));
    rule.backend = texts_of(node.find("backend"));
    rule.compile = text_of(node.find("compile"));
    rule.device = text_of(node.find("device"));
    rule.strict = switch_of(node.find("strict")).value_or(false);
    rule.options = options_of(node.find("options"));
    return rule;
}

std::vector<BackendSetting> backend_of(const ConfigNode& plugin) {
    std::vector<BackendSetting> settings;
    for (const ConfigEntry& entry : plugin.entries) {
        if (entry.value.kind == NodeKind::word) {
            settings.push_back({entry.key, entry.value.text, origin_of(entry.value.place)});
        }
        for (const ConfigNode& item : entry.value.items) {
            settings.push_back({entry.key, item.text, origin_of(item.place)});
        }
    }
    return settings;
}

void list_values(const ConfigNode& node, const std::string& path, std::vector<ConfigValue>& values) {
    if (node.kind == NodeKind::word) {
        values.push_back({path, yaml_word(node), origin_of(node.place)});
    } else if (node.kind == NodeKind::list && node.items.empty()) {
        values.push_back({path, "[]", origin_of(node.place)});
    }
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        list_values(node.items[i], fmt::format("{}[{}]", path, i), values);
    }
    for (const ConfigEntry& entry : node.entries) {
        list_values(entry.value, path.empty() ? entry.key : path + "." + entry.key, values);
    }
}

}  // namespace

Config make_config(const ConfigNode& root) {
    Config config;
    const ConfigNode* plugins = root.find("plugins");
    config.plugin_search = settings_of(child(plugins, "search"));
    config.plugin_enable = settings_of(child(plugins, "enable"));
    config.plugin_disable = settings_of(child(plugins, "disable"));
    config.plugin_accept_unsafe = settings_of(child(plugins, "accept_unsafe"));
    if (const ConfigNode* probe = child(plugins, "probe")) {
        config.plugin_probe = {probe->text == "always" ? ProbeMode::always : ProbeMode::never, origin_of(probe->place)};
    }
    if (const ConfigNode* device = child(root.find("devices"), "default")) {
        config.default_device = {device->text, origin_of(device->place)};
    }
    if (const ConfigNode* routes = root.find("routes")) {
        config.routes.origin = origin_of(routes->place);
        for (const ConfigNode& rule : routes->items) {
            config.routes.value.push_back(rule_of(rule));
        }
    }
    const ConfigNode* compile = root.find("compile");
    if (const ConfigNode* isolation = child(compile, "isolation")) {
        config.compile_isolation = {isolation_of(isolation->text), origin_of(isolation->place)};
    }
    if (const ConfigNode* timeout = child(compile, "timeout")) {
        config.compile_timeout = {number_of<std::uint64_t>(timeout).value_or(0), origin_of(timeout->place)};
    }
    if (const ConfigNode* memory = child(compile, "worker_memory")) {
        config.compile_worker_memory = {parse_byte_size(memory->text).value_or(0), origin_of(memory->place)};
    }
    const ConfigNode* cache = root.find("cache");
    if (const ConfigNode* dir = child(cache, "dir")) {
        config.cache_dir = {dir->text, origin_of(dir->place)};
    }
    if (const ConfigNode* size = child(cache, "max_size")) {
        config.cache_max_size = {parse_byte_size(size->text).value_or(0), origin_of(size->place)};
    }
    if (const ConfigNode* mode = child(cache, "mode")) {
        config.cache_mode = {cache_mode_of(mode->text), origin_of(mode->place)};
    }
    if (const ConfigNode* memory = child(cache, "memory")) {
        config.cache_memory = {parse_byte_size(memory->text).value_or(0), origin_of(memory->place)};
    }
    config.cache_layers = settings_of(child(cache, "layers"));
    config.cache_accept_unsafe = settings_of(child(cache, "accept_unsafe"));
    if (const ConfigNode* level = child(root.find("log"), "level")) {
        config.log_level = {level_of(level->text), origin_of(level->place)};
    }
    if (const ConfigNode* backends = root.find("backends")) {
        for (const ConfigEntry& entry : backends->entries) {
            config.backends[entry.key] = backend_of(entry.value);
        }
    }
    list_values(root, "", config.effective);
    return config;
}

}  // namespace quovis::core

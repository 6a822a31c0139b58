// The order of the layers: built in, system, user (or the one file that was named), program's text, variables, what
// the program gave apart. Each is checked by itself, and the faults of all are told together.
#include "core/config/load.hpp"

#include "core/config/check.hpp"
#include "core/config/embedded.hpp"
#include "core/config/overrides.hpp"
#include "core/config/tree.hpp"
#include "core/config/values.hpp"
#include "core/config/yaml.hpp"
#include "core/support/environment.hpp"
#include "core/support/files.hpp"
#include "core/support/log.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <memory>
#include <utility>

namespace quovis::core {

namespace {

using SourcePointer = std::shared_ptr<const ConfigSource>;

SourcePointer make_source(ConfigSource::Kind kind, std::string name, std::string folder = {}) {
    return std::make_shared<const ConfigSource>(ConfigSource{kind, std::move(name), std::move(folder)});
}

// The checked tree of a YAML text. Its faults are appended in the order of their lines.
ConfigNode read_layer(std::string_view text, const SourcePointer& source, const SelectorFault& selector_fault,
                      std::vector<Diagnostic>& faults) {
    std::vector<Diagnostic> found;
    ConfigNode root = read_yaml(text, source, found);
    const bool readable = root.kind != NodeKind::empty || found.empty();
    if (readable) {
        root.place.source = source;
        check_tree(root, {source->kind == ConfigSource::Kind::file, &selector_fault}, found);
    }
    std::stable_sort(found.begin(), found.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    std::move(found.begin(), found.end(), std::back_inserter(faults));
    return root;
}

// `named_by` says who named the file; empty for a file of the usual places, which may be missing.
ConfigNode read_config_file(const std::string& path, std::string_view named_by, const SelectorFault& selector_fault,
                            std::vector<Diagnostic>& faults) {
    const std::string folder = std::filesystem::path(absolute_path(path)).parent_path().string();
    const SourcePointer source = make_source(ConfigSource::Kind::file, path, folder);
    std::string text;
    try {
        text = read_file(path, "configuration", largest_yaml);
    } catch (const Error& error) {
        const bool missing = error.native_code == ENOENT || error.native_code == ENOTDIR;
        if (!named_by.empty() || !missing) {
            const std::string by = named_by.empty() ? std::string() : fmt::format(" ({} names it)", named_by);
            faults.push_back(fault_at({source, 0, 0}, error.message + by));
        }
        return {};
    }
    return read_layer(text, source, selector_fault, faults);
}

std::string user_config_file() {
    // The base directory specification of freedesktop.org: a relative XDG_CONFIG_HOME is to be ignored.
    if (const auto base = environment("XDG_CONFIG_HOME"); base && base->starts_with('/')) {
        return *base + "/quovis/config.yaml";
    }
    const std::string home = home_directory();
    return home.starts_with('/') ? home + "/.config/quovis/config.yaml" : std::string();
}

void lay_files_over(ConfigNode& root, const ConfigSources& sources, std::vector<Diagnostic>& faults) {
    const auto variable = environment("QUOVIS_CONFIG");
    if (sources.path) {
        lay_over(root, read_config_file(*sources.path, "the program", sources.selector_fault, faults));
        return;
    }
    if (variable && !variable->empty()) {
        lay_over(root, read_config_file(expand_user(*variable), "QUOVIS_CONFIG", sources.selector_fault, faults));
        return;
    }
    lay_over(root, read_config_file(sources.system_file, "", sources.selector_fault, faults));
    // The user of a set-user-id process must not choose which code it loads.
    const std::string user_file = environment_trusted() ? user_config_file() : std::string();
    if (!user_file.empty()) {
        lay_over(root, read_config_file(user_file, "", sources.selector_fault, faults));
    }
}

void lay_program_over(ConfigNode& root, const ConfigSources& sources) {
    const Place place{make_source(ConfigSource::Kind::program, "program"), 0, 0};
    ConfigNode& search = node_at(root, "plugins.search", place);
    std::vector<std::string> folders;
    for (const std::string& folder : sources.plugin_directories) {
        // An empty one would be the current folder, which is never searched by accident.
        if (!folder.empty()) {
            folders.push_back(absolute_path(expand_user(folder)));
        }
    }
    ConfigNode list = make_list(folders, place);
    search.items.insert(search.items.begin(), std::make_move_iterator(list.items.begin()),
                        std::make_move_iterator(list.items.end()));
    if (sources.log_level == QUOVIS_LOG_DEFAULT) {
        return;
    }
    const std::string level(log_level_name(sources.log_level));
    if (level == log_level_name(QUOVIS_LOG_DEFAULT)) {
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, "configuration",
                    fmt::format("the log level {} is no quovis_log_level", static_cast<int>(sources.log_level)));
    }
    node_at(root, "log.level", place) = make_word(level, place);
}

ConfigNode built_in_layer() {
    std::vector<Diagnostic> faults;
    ConfigNode root =
        read_layer(embedded_default_config, make_source(ConfigSource::Kind::built_in, "built in"), {}, faults);
    if (!faults.empty()) {
        throw Error(QUOVIS_ERROR_INTERNAL, "configuration",
                    "the built-in configuration is faulty: " + describe(faults.front()));
    }
    return root;
}

}  // namespace

Config load_config(const ConfigSources& sources) {
    ConfigNode root = built_in_layer();
    std::vector<Diagnostic> faults;
    lay_files_over(root, sources, faults);
    if (sources.text) {
        const SourcePointer source = make_source(ConfigSource::Kind::program, "program");
        lay_over(root, read_layer(*sources.text, source, sources.selector_fault, faults));
    }
    apply_variables(root, &sources.selector_fault, faults);
    if (!faults.empty()) {
        throw configuration_error(std::move(faults));
    }
    lay_program_over(root, sources);
    Config config = make_config(root);
    config.warnings = unknown_variables();
    return config;
}

std::vector<Diagnostic> check_config_file(const std::string& path, const SelectorFault& selector_fault) {
    std::vector<Diagnostic> faults;
    read_config_file(path, "the program", selector_fault, faults);
    return faults;
}

Error configuration_error(std::vector<Diagnostic> faults) {
    std::string message = faults.empty() ? std::string("the configuration is wrong") : describe(faults.front());
    if (faults.size() > 1) {
        message = fmt::format("{} faults in the configuration, the first: {}", faults.size(), message);
    }
    Error error(QUOVIS_ERROR_CONFIGURATION, "configuration", std::move(message));
    error.diagnostics = std::move(faults);
    return error;
}

std::string describe(const Diagnostic& diagnostic) {
    if (diagnostic.file.empty()) {
        return diagnostic.message;
    }
    if (diagnostic.line == 0) {
        return fmt::format("{}: {}", diagnostic.file, diagnostic.message);
    }
    return fmt::format("{}:{}:{}: {}", diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.message);
}

}  // namespace quovis::core

// The way of a plugin file through the stages of the ledger: found, filtered, opened, negotiated, initialised.
#include "core/loader/loader.hpp"

#include "core/config/cache_folders.hpp"
#include "core/loader/elf.hpp"
#include "core/loader/library.hpp"
#include "core/loader/probe.hpp"
#include "core/support/files.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace quovis::core {
namespace {

namespace fs = std::filesystem;

struct Candidate {
    std::string stem;
    std::string path;
};

std::vector<Candidate> find_candidates(const std::vector<std::string>& directories, const Log& log) {
    std::vector<Candidate> candidates;
    for (const auto& directory : directories) {
        std::error_code fault;
        std::vector<Candidate> here;
        for (fs::directory_iterator file(directory, fault), end; !fault && file != end; file.increment(fault))
            if (file->path().extension() == ".so")
                here.push_back({file->path().stem(), file->path()});
        if (fault)
            log.info("plugin folder '{}' is skipped: {}", directory, fault.message());
        std::sort(here.begin(), here.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
        candidates.insert(candidates.end(), here.begin(), here.end());
    }
    return candidates;
}

const Setting<std::string>* matching(const std::vector<Setting<std::string>>& globs, const std::string& name) {
    const auto found =
        std::find_if(globs.begin(), globs.end(), [&](const auto& glob) { return glob_match(glob.value, name); });
    return found == globs.end() ? nullptr : &*found;
}

bool is_disabled(const Config& config, LedgerEntry& entry) {
    if (const auto* glob = matching(config.plugin_disable, entry.name)) {
        entry.end(QUOVIS_STATE_DISABLED,
                  fmt::format("plugins.disable has '{}', which matches ({})", glob->value, glob->origin));
        return true;
    }
    if (!config.plugin_enable.empty() && !matching(config.plugin_enable, entry.name)) {
        entry.end(QUOVIS_STATE_DISABLED, fmt::format("plugins.enable has nothing that matches '{}' ({})", entry.name,
                                                     config.plugin_enable.front().origin));
        return true;
    }
    return false;
}

bool is_shadowed(const Ledger& ledger, LedgerEntry& entry) {
    const auto first = std::find_if(ledger.begin(), ledger.end(), [&](const LedgerEntry& other) {
        return other.name == entry.name && other.state != QUOVIS_STATE_SHADOWED;
    });
    if (first == ledger.end())
        return false;
    entry.end(QUOVIS_STATE_SHADOWED, fmt::format("'{}' has the same name and came first", first->path));
    return true;
}

bool is_accepted_unsafe(const Config& config, const std::string& path) {
    const auto& accepted = config.plugin_accept_unsafe;
    const auto folder = fs::path(path).parent_path();
    return std::any_of(accepted.begin(), accepted.end(), [&](const auto& allowed) {
        std::error_code ignored;
        return fs::equivalent(allowed.value, path, ignored) || fs::equivalent(allowed.value, folder, ignored);
    });
}

bool is_unsafe(const Config& config, LedgerEntry& entry) {
    const auto reason = unsafe_reason(entry.path);
    if (!reason || is_accepted_unsafe(config, entry.path))
        return false;
    entry.end(QUOVIS_STATE_REJECTED, fmt::format("not safe to run: {}", *reason),
              "take the write permission away, or name the file or its folder in plugins.accept_unsafe");
    return true;
}

// The entry of another major version that the file exports instead of ours; empty when there is none.
std::string other_entry(const std::vector<std::string>& exported) {
    const auto found = std::find_if(exported.begin(), exported.end(), [](const std::string& symbol) {
        return std::string_view(symbol).substr(0, 15) == "quovis_plugin_v";
    });
    return found == exported.end() ? std::string() : *found;
}

bool is_no_plugin(LedgerEntry& entry) {
    const auto facts = read_elf(entry.path);
    entry.build = facts.build;
    if (!facts.fault.empty()) {
        entry.end(QUOVIS_STATE_REJECTED, fmt::format("not a plugin for this process: {}", facts.fault));
        return true;
    }
    const auto& symbols = facts.exported;
    if (std::find(symbols.begin(), symbols.end(), QUOVIS_PLUGIN_ENTRY_NAME) != symbols.end())
        return false;
    const auto other = other_entry(symbols);
    if (other.empty())
        entry.end(QUOVIS_STATE_REJECTED, "not a plugin: it does not export '" QUOVIS_PLUGIN_ENTRY_NAME "'");
    else
        entry.end(QUOVIS_STATE_REJECTED,
                  fmt::format("it was built for another plugin ABI: it exports '{}', this Quovis ({}) looks for "
                              "'" QUOVIS_PLUGIN_ENTRY_NAME "'",
                              other, quovis_version()),
                  "install a build of the plugin for ABI major 1");
    return true;
}

std::vector<std::string> key_names(const quovis_plugin_table& table) {
    std::vector<std::string> names;
    if (table.keys)
        for_each_element(table.keys, table.key_count,
                         [&](const quovis_plugin_key& key) { names.push_back(to_string(key.name)); });
    return names;
}

std::vector<quovis_plugin_setting> settings_for(const Config& config, const Plugin& plugin) {
    std::vector<quovis_plugin_setting> settings;
    const auto found = config.backends.find(plugin.name);
    if (found == config.backends.end())
        return settings;
    const auto known = key_names(plugin.table());
    for (const auto& setting : found->second) {
        if (std::find(known.begin(), known.end(), setting.key) == known.end()) {
            const auto nearest = nearest_word(setting.key, known);
            throw Error(QUOVIS_ERROR_CONFIGURATION, "configuration",
                        fmt::format("{}: plugin '{}' has no key '{}'{}", setting.origin, plugin.name, setting.key,
                                    nearest ? fmt::format("; did you mean '{}'?", *nearest) : ""),
                        known.empty() ? "it takes no keys" : fmt::format("it takes: {}", join(known)));
        }
        auto one = sized<quovis_plugin_setting>();
        one.key = to_text(setting.key);
        one.value = to_text(setting.value);
        one.origin = to_text(setting.origin);
        settings.push_back(one);
    }
    return settings;
}

void initialise(const Config& config, LedgerEntry& entry, std::shared_ptr<Plugin> plugin) {
    const auto settings = settings_for(config, *plugin);
    try {
        plugin->initialize(settings,
                           {config.compile_isolation.value, std::chrono::seconds(config.compile_timeout.value),
                            config.compile_worker_memory.value, CompilerRecords(cache_folder(config))});
    } catch (const Error& error) {
        entry.end(error.route_cannot() ? QUOVIS_STATE_UNAVAILABLE : QUOVIS_STATE_FAILED, error.message, error.hint);
        return;
    }
    entry.stage = Stage::initialised;
    entry.state = QUOVIS_STATE_READY;
    entry.plugin = std::move(plugin);
}

void open(const Config& config, const Ledger& ledger, LedgerEntry& entry) {
    if (config.plugin_probe.value == ProbeMode::always) {
        if (const auto crash = probe_plugin(config, entry.name, entry.path)) {
            entry.end(QUOVIS_STATE_FAILED, *crash, "the plugin was tried in a child process and is not opened here");
            return;
        }
    }
    const auto library = open_library(entry.path);
    if (!library.table) {
        entry.stage = library.opened ? Stage::opened : Stage::filtered;
        entry.end(library.state, library.reason, library.hint);
        return;
    }
    entry.stage = Stage::negotiated;
    entry.abi = fmt::format("{}.{}", library.table->abi_major, library.table->abi_minor);
    auto plugin = std::make_shared<Plugin>(entry.path, *library.table);
    plugin->build = entry.build;
    // From here the plugin's own name counts, so the filters are asked once more.
    if (plugin->name != entry.name) {
        entry.name = plugin->name;
        if (is_disabled(config, entry) || is_shadowed(ledger, entry))
            return;
    }
    initialise(config, entry, std::move(plugin));
}

}  // namespace

std::vector<std::string> plugin_directories(const Config& config) {
    std::vector<std::string> directories;
    for (const auto& directory : config.plugin_search)
        directories.push_back(directory.value);
    directories.push_back(installed_plugin_folder());
    return directories;
}

Ledger load_plugins(const Config& config, const std::vector<std::string>& directories, const Log& log) {
    Ledger ledger;
    for (const auto& candidate : find_candidates(directories, log)) {
        LedgerEntry entry;
        entry.name = candidate.stem;
        entry.path = candidate.path;
        try {
            if (!is_disabled(config, entry) && !is_shadowed(ledger, entry)) {
                entry.stage = Stage::filtered;
                if (!is_unsafe(config, entry) && !is_no_plugin(entry))
                    open(config, ledger, entry);
            }
        } catch (const Error& error) {
            if (error.status == QUOVIS_ERROR_CONFIGURATION)
                throw;
            entry.end(QUOVIS_STATE_REJECTED, error.message, error.hint);
        }
        log.debug("plugin '{}' ({}): {} at {}{}{}", entry.name, entry.path, to_string(entry.state),
                  to_string(entry.stage), entry.reason.empty() ? "" : ": ", entry.reason);
        ledger.push_back(std::move(entry));
    }
    return ledger;
}

}  // namespace quovis::core

// Instance, configuration and ledger of the C API.
#include "core/api/handles.hpp"

#include "core/inventory/selector.hpp"

#include <fmt/format.h>

using namespace quovis::core;

namespace {

ConfigSources sources_of(const quovis_instance_info& info) {
    ConfigSources sources;
    if (info.config)
        sources.path = info.config;
    if (info.config_text)
        sources.text = info.config_text;
    if (info.plugin_directory_count && !info.plugin_directories)
        throw_null("plugin_directories");
    for (std::size_t i = 0; i < info.plugin_directory_count; ++i)
        sources.plugin_directories.emplace_back(
            &required(info.plugin_directories[i], "an element of plugin_directories"));
    sources.log_level = info.log_level;
    sources.selector_fault = selector_fault;
    return sources;
}

Log::Sink sink_of(const quovis_instance_info& info) {
    if (!info.log)
        return {};
    return [log = info.log, context = info.log_context](quovis_log_level level, const std::string& message) {
        log(context, level, message.c_str());
    };
}

const LedgerEntry& entry_at(quovis_instance* instance, std::size_t index) {
    const auto& ledger = required(instance, "instance").object->inventory().ledger();
    if (index >= ledger.size())
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {},
                    fmt::format("there is no plugin {}: the ledger has {} entries", index, ledger.size()));
    return ledger[index];
}

}  // namespace

extern "C" {

quovis_status quovis_instance_create(const quovis_instance_info* info, quovis_instance** instance) {
    return guarded("configuration", [&] {
        auto& out = required(instance, "the instance to set");
        const auto known = given(info);
        out = new quovis_instance{std::make_shared<Instance>(sources_of(known), sink_of(known))};
    });
}

void quovis_instance_release(quovis_instance* instance) {
    delete instance;
}

quovis_status quovis_plugin_count(quovis_instance* instance, size_t* count) {
    return guarded("plugins", [&] {
        required(count, "count") = required(instance, "instance").object->inventory().ledger().size();
    });
}

quovis_status quovis_plugin_get(quovis_instance* instance, size_t index, quovis_plugin_info* info) {
    return guarded("plugins", [&] {
        const auto& entry = entry_at(instance, index);
        quovis_plugin_info full{};
        full.name = entry.name.c_str();
        full.path = entry.path.c_str();
        full.state = entry.state;
        full.state_name = to_string(entry.state);
        full.stage = to_string(entry.stage);
        full.reason = entry.reason.c_str();
        full.hint = entry.hint.c_str();
        full.abi = entry.abi.c_str();
        full.version = full.description = full.runtime = full.compiler = full.compiler_path = "";
        full.serves_runtime = entry.serves_runtime;
        if (const auto* plugin = entry.plugin.get()) {
            full.version = plugin->version.c_str();
            full.description = plugin->description.c_str();
            full.runtime = plugin->runtime_name.c_str();
            if (const auto* compiler = plugin->compiler()) {
                full.compiler = compiler->identity.c_str();
                full.compiler_path = compiler->path.c_str();
                full.languages = compiler->language_pointers.data();
                full.language_count = compiler->language_pointers.size();
                full.formats = compiler->format_pointers.data();
                full.format_count = compiler->format_pointers.size();
            }
        }
        give(info, full);
    });
}

quovis_status quovis_plugin_targets(quovis_instance* instance, const char* plugin, const char* const** targets,
                                    size_t* count) {
    return guarded("plugins", [&] {
        const auto& inventory = required(instance, "instance").object->inventory();
        const auto* entry = inventory.find_plugin(&required(plugin, "plugin"));
        if (!entry)
            throw Error(QUOVIS_ERROR_NOT_FOUND, {}, fmt::format("there is no plugin '{}'", plugin));
        if (!entry->plugin)
            throw Error(QUOVIS_ERROR_UNAVAILABLE, {}, fmt::format("plugin '{}': {}", plugin, entry->reason),
                        entry->hint);
        if (entry->plugin->compiler_fault)
            throw *entry->plugin->compiler_fault;
        if (!entry->plugin->compiler())
            throw Error(QUOVIS_ERROR_NOT_SUPPORTED, {}, fmt::format("plugin '{}' has no compiler", plugin));
        const auto& known = entry->plugin->compiler()->target_pointers();
        required(targets, "targets") = known.data();
        required(count, "count") = known.size();
    });
}

quovis_status quovis_config_count(quovis_instance* instance, size_t* count) {
    return guarded("configuration",
                   [&] { required(count, "count") = required(instance, "instance").object->config().values().size(); });
}

quovis_status quovis_config_get(quovis_instance* instance, size_t index, quovis_config_value* value) {
    return guarded("configuration", [&] {
        const auto& values = required(instance, "instance").object->config().values();
        if (index >= values.size())
            throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {}, fmt::format("there is no value {}", index));
        const auto& one = values[index];
        give(value, quovis_config_value{0, one.path.c_str(), one.value.c_str(), one.origin.c_str()});
    });
}

quovis_status quovis_config_check(const char* path) {
    return guarded("configuration", [&] {
        auto faults = check_config_file(&required(path, "path"), selector_fault);
        if (!faults.empty())
            throw configuration_error(std::move(faults));
    });
}

}  // extern "C"

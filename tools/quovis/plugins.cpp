// `quovis plugins`: the ledger. Every plugin that was considered, how far it got, and why no further.
#include "tools/quovis/command.hpp"
#include "tools/quovis/json.hpp"
#include "tools/quovis/output.hpp"
#include "tools/quovis/table.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <memory>

namespace quovis::cli {
namespace {

struct PluginsWords {
    bool verbose = false;
};

// Empty for a plugin that has no compiler, or cannot tell.
std::vector<std::string> targets_of(const Instance& instance, const PluginInfo& plugin) {
    if (plugin.compiler.empty()) {
        return {};
    }
    try {
        return instance.targets(plugin.name);
    } catch (const Error&) {
        return {};
    }
}

std::string runtime_of(const PluginInfo& plugin) {
    const bool shared = !plugin.runtime.empty() && !plugin.serves_runtime && plugin.state == QUOVIS_STATE_READY;
    return plugin.runtime + (shared ? " (served by another)" : "");
}

std::string plugins_table(const std::vector<PluginInfo>& plugins) {
    Table table({"PLUGIN", "STATE", "STAGE", "VERSION", "RUNTIME", "LANGUAGES", "PATH"});
    for (const PluginInfo& plugin : plugins) {
        table.add({plugin.name, plugin.state_name, plugin.stage, plugin.version, runtime_of(plugin),
                   join(plugin.languages), plugin.path});
    }
    std::string text = table.text(terminal_width(Stream::output));
    for (const PluginInfo& plugin : plugins) {
        if (!plugin.reason.empty()) {
            const std::string hint = plugin.hint.empty() ? "" : fmt::format("\n  {}", printable(plugin.hint));
            text += fmt::format("\n{}: {}{}\n", plugin.name, printable(plugin.reason), hint);
        }
    }
    return text;
}

std::string plugin_details(const Instance& instance, const PluginInfo& plugin) {
    Table table({plugin.name, ""});
    const auto add = [&](const std::string& name, const std::string& value) {
        if (!value.empty()) {
            table.add({"  " + name, value});
        }
    };
    add("description", plugin.description);
    add("path", plugin.path);
    add("ABI", plugin.abi);
    add("compiler", plugin.compiler);
    add("compiler's file", plugin.compiler_path);
    add("languages", join(plugin.languages));
    add("formats", join(plugin.formats));
    add("targets", join(targets_of(instance, plugin)));
    return "\n" + table.text(terminal_width(Stream::output));
}

Exit list_plugins(const Common& common, const PluginsWords& words) {
    const Instance instance = open_instance(common);
    const std::vector<PluginInfo> plugins = instance.plugins();
    if (common.json) {
        Json object = json_object();
        object["plugins"] = Json::array();
        for (const PluginInfo& plugin : plugins) {
            Json one = to_json(plugin);
            one["targets"] = targets_of(instance, plugin);
            object["plugins"].push_back(std::move(one));
        }
        print(json_text(object));
        return plugins.empty() ? Exit::no_match : Exit::done;
    }
    if (plugins.empty()) {
        throw Failure(Exit::no_match, "plugins", "no plugin was found",
                      "name their folder by --plugin-path or by plugins.search of the configuration");
    }
    std::string text = plugins_table(plugins);
    if (words.verbose) {
        for (const PluginInfo& plugin : plugins) {
            text += plugin_details(instance, plugin);
        }
    }
    print(text);
    return Exit::done;
}

}  // namespace

void add_plugins(CLI::App& app, Common& common, Work& work) {
    CLI::App& plugins = add_subcommand(app, common, "plugins", "List the plugins, and why one cannot be used",
                                       "  quovis plugins\n"
                                       "  quovis plugins -v --plugin-path ./my-plugins");
    const auto words = std::make_shared<PluginsWords>();
    plugins.add_flag("-v,--verbose", words->verbose, "Compiler, languages, formats and targets of each");
    plugins.callback([&common, &work, words] { work = [&common, words] { return list_plugins(common, *words); }; });
}

}  // namespace quovis::cli

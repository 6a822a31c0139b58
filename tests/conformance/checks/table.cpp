// The plugin's table: identity, version, keys, and what it exports.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/process.hpp"
#include "tests/conformance/kit/trial.hpp"

#include <algorithm>
#include <set>

namespace quovis::conformance {
namespace {

bool is_name(const std::string& words) {
    return !words.empty() && std::all_of(words.begin(), words.end(), [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
    });
}

void identity(Trial& trial) {
    const quovis_plugin_table& table = trial.plugin();
    const std::string name = to_string(table.name);
    trial.expect(is_name(name), fmt::format("the name '{}' is not of lower-case letters, digits and '-'", name));
    trial.expect(table.version.size != 0, "the version is empty");
    const std::string description = to_string(table.description);
    trial.expect(!description.empty() && description.find('\n') == std::string::npos,
                 fmt::format("the description '{}' is not one line", description));
}

void version(Trial& trial) {
    const quovis_plugin_table& table = trial.plugin();
    trial.expect(table.abi_major == QUOVIS_PLUGIN_ABI_MAJOR,
                 fmt::format("the entry of major version 1 gives a table of {}", table.abi_major));
}

void same_table(Trial& trial) {
    const quovis_plugin_table& first = trial.plugin();
    trial.expect(&first == &trial.plugin(), "two calls of the entry give two tables");
}

void role(Trial& trial) {
    const quovis_plugin_table& table = trial.plugin();
    trial.expect(offers(table, &quovis_plugin_table::compiler) || offers(table, &quovis_plugin_table::runtime),
                 "there is neither a compiler nor a runtime");
}

void role_tables(Trial& trial) {
    const quovis_plugin_table& table = trial.plugin();
    if (offers(table, &quovis_plugin_table::compiler)) {
        const quovis_cc_table& compiler = *table.compiler;
        trial.expect(offers(compiler, &quovis_cc_table::describe) && offers(compiler, &quovis_cc_table::targets) &&
                         offers(compiler, &quovis_cc_table::compile) &&
                         offers(compiler, &quovis_cc_table::release_result),
                     "the compiler lacks one of describe, targets, compile, release_result");
    }
    if (offers(table, &quovis_plugin_table::runtime)) {
        const quovis_rt_table& runtime = *table.runtime;
        trial.expect(is_name(to_string(runtime.name)), "the runtime has no name of lower-case letters");
        trial.expect(offers(runtime, &quovis_rt_table::devices) && offers(runtime, &quovis_rt_table::device_info) &&
                         offers(runtime, &quovis_rt_table::accepts),
                     "the runtime lacks one of devices, device_info, accepts");
    }
}

void releases(Trial& trial) {
    const quovis_rt_table& runtime = trial.runtime();
    const auto pair = [&](auto make, auto release, const char* name) {
        trial.expect(!offers(runtime, make) || offers(runtime, release),
                     fmt::format("'{}_release' is missing, and what makes one is there", name));
    };
    pair(&quovis_rt_table::buffer_create, &quovis_rt_table::buffer_release, "buffer");
    pair(&quovis_rt_table::stream_create, &quovis_rt_table::stream_release, "stream");
    pair(&quovis_rt_table::event_create, &quovis_rt_table::event_release, "event");
    pair(&quovis_rt_table::module_load, &quovis_rt_table::module_release, "module");
    pair(&quovis_rt_table::kernel_create, &quovis_rt_table::kernel_release, "kernel");
}

void key_names(Trial& trial) {
    const quovis_plugin_table& table = trial.plugin();
    if (!offers(table, &quovis_plugin_table::keys) || table.key_count == 0) {
        trial.skip("the plugin takes no keys");
    }
    std::set<std::string> seen;
    const auto* at = reinterpret_cast<const std::byte*>(table.keys);
    for (std::size_t i = 0; i < table.key_count; ++i, at += table.keys->struct_size) {
        const auto& key = *reinterpret_cast<const quovis_plugin_key*>(at);
        const std::string name = to_string(key.name);
        trial.expect(!name.empty() && seen.insert(name).second, fmt::format("key {} is '{}', empty or twice", i, name));
        trial.expect(key.description.size != 0, fmt::format("key '{}' is not described", name));
    }
}

void unknown_extension(Trial& trial) {
    const quovis_plugin_table& table = trial.plugin();
    trial.need(table, &quovis_plugin_table::extension, "extension");
    trial.expect(table.extension(text("conformance_no_such_extension")) == nullptr,
                 "an extension that nobody knows is answered with a table");
}

void exports(Trial& trial) {
    for (const std::string& symbol : read_elf(trial.subject().path).exported) {
        trial.expect(symbol == QUOVIS_PLUGIN_ENTRY_NAME || symbol.rfind("quovis_plugin_v", 0) == 0,
                     fmt::format("'{}' is exported beside the entry, and may clash with a symbol of the host", symbol));
    }
}

}  // namespace

void add_table(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"table_names_the_plugin", "name, version and description are there and well formed", identity},
         {"table_is_of_this_major_version", "the table says the major version of its entry", version},
         {"table_is_always_the_same", "the entry gives one table, however often it is called", same_table},
         {"table_has_a_role", "there is a compiler or a runtime", role},
         {"table_roles_are_usable", "each role has what nothing works without", role_tables},
         {"table_makes_only_what_it_releases", "what can be made can be released", releases, Role::runtime},
         {"table_describes_its_keys", "each key of the configuration has a name and a description", key_names},
         {"table_knows_no_unknown_extension", "an unknown extension is null", unknown_extension},
         {"table_exports_only_the_entry", "no symbol but the entry can be seen from outside", exports}});
}

}  // namespace quovis::conformance

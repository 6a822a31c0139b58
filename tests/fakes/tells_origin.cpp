// compiler_only.cpp, whose compiler tells what its description depends on.
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {

const Identity identity = {"tells-origin", "", "pair-image"};

namespace {

constexpr quovis_plugin_text paths[] = {text("/opt/pair/bin/paircc"), text("/opt/pair/include")};
constexpr quovis_plugin_text variables[] = {text("PAIR_PATH")};
constexpr quovis_cc_include_folder folders[] = {
    {sizeof(quovis_cc_include_folder), text("/opt/pair/include"), 1},
    {sizeof(quovis_cc_include_folder), text("/usr/include"), 0},
};

quovis_plugin_status origin(quovis_plugin_instance*, quovis_cc_origin* told, quovis_plugin_error*) {
    told->paths = paths;
    told->path_count = 2;
    told->variables = variables;
    told->variable_count = 1;
    told->include_folders = folders;
    told->include_folder_count = 2;
    told->flags = QUOVIS_CC_LOOKS_BESIDE_SOURCE;
    return QUOVIS_PLUGIN_OK;
}

constexpr quovis_cc_cache_facts facts = {sizeof(quovis_cc_cache_facts), origin, nullptr, nullptr};

const void* extension_with_facts(quovis_plugin_text name) {
    return view(name) == QUOVIS_EXTENSION_CACHE_FACTS ? &facts : extension(name);
}

constexpr quovis_plugin_table plugin =
    Plugin("tells-origin").works().extended_by(extension_with_facts).compiles_with(&text_compiler).table();

}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

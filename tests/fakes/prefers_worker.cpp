// compiler_only.cpp, whose compiler asks to be called in a worker process.
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {

const Identity identity = {"prefers-worker", "", "pair-image"};

namespace {

const void* extension_with_wish(quovis_plugin_text name) {
    return view(name) == QUOVIS_EXTENSION_PREFERS_WORKER ? &identity : extension(name);
}

constexpr quovis_plugin_table plugin =
    Plugin("prefers-worker").works().extended_by(extension_with_wish).compiles_with(&text_compiler).table();

}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

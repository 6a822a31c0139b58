// Calls itself by a name that is none: "Bad Name!".
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {

const Identity identity = {"Bad Name!", "", "bad-image"};

namespace {
constexpr quovis_plugin_table plugin = Plugin("Bad Name!").works().compiles_with(&text_compiler).table();
}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

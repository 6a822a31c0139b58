// A plugin with a compiler and no runtime: runtime_only.cpp loads what it makes.
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {

const Identity identity = {"compiler-only", "", "pair-image"};

namespace {
constexpr quovis_plugin_table plugin = Plugin("compiler-only").works().compiles_with(&text_compiler).table();
}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

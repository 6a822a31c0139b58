// Initialises, and has two tables with no function in them: nothing is supported, and nobody may call it.
#include "tests/fakes/fake_plugin.hpp"

namespace {
constexpr quovis_cc_table empty_compiler = {sizeof(quovis_cc_table), nullptr, nullptr, nullptr, nullptr, nullptr};
constexpr quovis_rt_table empty_runtime() {
    quovis_rt_table table{};
    table.struct_size = sizeof table;
    table.name = quovis::fakes::text("hollow");
    return table;
}
constexpr quovis_rt_table runtime = empty_runtime();
constexpr quovis_plugin_table plugin =
    quovis::fakes::Plugin("null-in-tables").compiles_with(&empty_compiler).runs_with(&runtime).table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

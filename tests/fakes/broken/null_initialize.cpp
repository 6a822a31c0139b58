// A whole table whose `initialize` and `shutdown` are null.
#include "tests/fakes/fake_plugin.hpp"

namespace {
constexpr quovis_plugin_table null_entries() {
    quovis_plugin_table table = quovis::fakes::Plugin("null-initialize").table();
    table.initialize = nullptr;
    table.shutdown = nullptr;
    return table;
}
constexpr quovis_plugin_table plugin = null_entries();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

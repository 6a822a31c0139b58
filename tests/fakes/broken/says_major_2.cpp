// Exports the entry of major version 1, and a table that says 2.
#include "tests/fakes/fake_plugin.hpp"

namespace {
constexpr quovis_plugin_table plugin = quovis::fakes::Plugin("says-major-2").speaks(2, 0).table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

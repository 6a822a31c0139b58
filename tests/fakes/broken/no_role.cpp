// A whole table with neither a compiler nor a runtime.
#include "tests/fakes/fake_plugin.hpp"

namespace {
constexpr quovis_plugin_table plugin = quovis::fakes::Plugin("no-role").table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

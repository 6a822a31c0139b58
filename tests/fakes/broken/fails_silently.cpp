// Fails in `initialize` and leaves the error as it was, which rule 5 forbids.
#include "tests/fakes/fake_plugin.hpp"

namespace {
quovis_plugin_status initialize(const quovis_plugin_initialize_info*, quovis_plugin_instance**, quovis_plugin_error*) {
    return QUOVIS_PLUGIN_UNAVAILABLE;
}
constexpr quovis_plugin_table plugin = quovis::fakes::Plugin("fails-silently")
                                           .initializes_with(initialize)
                                           .compiles_with(&quovis::fakes::unused_compiler)
                                           .table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

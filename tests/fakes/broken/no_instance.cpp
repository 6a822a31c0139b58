// Reports success from `initialize` and gives no instance.
#include "tests/fakes/fake_plugin.hpp"

namespace {
quovis_plugin_status initialize(const quovis_plugin_initialize_info*, quovis_plugin_instance**, quovis_plugin_error*) {
    return QUOVIS_PLUGIN_OK;
}
constexpr quovis_plugin_table plugin = quovis::fakes::Plugin("no-instance")
                                           .initializes_with(initialize)
                                           .compiles_with(&quovis::fakes::unused_compiler)
                                           .table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

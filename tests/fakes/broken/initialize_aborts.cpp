// Ends the process in `initialize`, after a last line on stderr.
#include "tests/fakes/fake_plugin.hpp"

#include <cstdio>
#include <cstdlib>

namespace {
quovis_plugin_status initialize(const quovis_plugin_initialize_info*, quovis_plugin_instance**, quovis_plugin_error*) {
    std::fputs("initialize-aborts: this is the last line\n", stderr);
    std::abort();
}
constexpr quovis_plugin_table plugin = quovis::fakes::Plugin("initialize-aborts")
                                           .initializes_with(initialize)
                                           .compiles_with(&quovis::fakes::unused_compiler)
                                           .table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

// Never returns from `initialize`.
#include "tests/fakes/fake_plugin.hpp"

#include <unistd.h>

namespace {
quovis_plugin_status initialize(const quovis_plugin_initialize_info*, quovis_plugin_instance**, quovis_plugin_error*) {
    while (true) {
        sleep(1);
    }
}
constexpr quovis_plugin_table plugin = quovis::fakes::Plugin("initialize-hangs")
                                           .initializes_with(initialize)
                                           .compiles_with(&quovis::fakes::unused_compiler)
                                           .table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

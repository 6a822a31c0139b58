// Fails in `initialize` and fills every member of the error.
#include "tests/fakes/fake_plugin.hpp"

namespace {
quovis_plugin_status initialize(const quovis_plugin_initialize_info*, quovis_plugin_instance**,
                                quovis_plugin_error* error) {
    return quovis::fakes::fail(error, QUOVIS_PLUGIN_UNAVAILABLE, QUOVIS_PLUGIN_PHASE_INITIALIZE,
                               "libfake.so.7 was looked for in /opt/fake/lib and is not there",
                               "install the package fake-driver", 42, "FAKE_ERROR_NO_DRIVER");
}
constexpr quovis_plugin_table plugin = quovis::fakes::Plugin("initialize-fails")
                                           .initializes_with(initialize)
                                           .compiles_with(&quovis::fakes::unused_compiler)
                                           .table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

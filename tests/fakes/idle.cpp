// A whole plugin whose launches do nothing at all: what a launch takes is the host's own time. Its
// vendor loops do what they should, so that a host can see whose work was not done.
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {

const Identity identity = {"idle", "idle", "idle-image"};

namespace {
quovis_plugin_status launch_nothing(quovis_rt_stream*, quovis_rt_kernel*, const quovis_rt_launch*,
                                    quovis_plugin_error*) {
    return QUOVIS_PLUGIN_OK;
}

constexpr quovis_rt_table idle_runtime() {
    quovis_rt_table table = host_runtime("idle");
    table.launch = launch_nothing;
    return table;
}
constexpr quovis_rt_table runtime = idle_runtime();
constexpr quovis_plugin_table plugin =
    Plugin("idle").works().extended_by(extension_with_loops).compiles_with(&text_compiler).runs_with(&runtime).table();
}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

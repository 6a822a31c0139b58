// A compiler that works and a runtime that does not: `devices` fails with the reason.
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {

const Identity identity = {"devices-fails", "absent", "absent-image"};

namespace {
quovis_plugin_status no_driver(quovis_plugin_instance*, quovis_rt_device* const**, size_t*,
                               quovis_plugin_error* error) {
    return fail(error, QUOVIS_PLUGIN_UNAVAILABLE, QUOVIS_PLUGIN_PHASE_DEVICES,
                "libfakedriver.so.5 was looked for and is not there", "install the package fake-driver", 7,
                "FAKE_ERROR_NO_LIBRARY");
}
constexpr quovis_rt_table absent_runtime() {
    quovis_rt_table table = host_runtime("absent");
    table.devices = no_driver;
    return table;
}
constexpr quovis_rt_table runtime = absent_runtime();
constexpr quovis_plugin_table plugin =
    Plugin("devices-fails").works().compiles_with(&text_compiler).runs_with(&runtime).table();
}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

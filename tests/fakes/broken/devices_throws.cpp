// Throws out of `devices`, which rule 3 forbids.
#include "tests/fakes/fake_plugin.hpp"

#include <stdexcept>

namespace {
quovis_plugin_status devices(quovis_plugin_instance*, quovis_rt_device* const**, size_t*, quovis_plugin_error*) {
    throw std::runtime_error("thrown out of devices");
}
constexpr quovis_rt_table throwing_runtime() {
    quovis_rt_table table{};
    table.struct_size = sizeof table;
    table.name = quovis::fakes::text("throwing");
    table.devices = devices;
    return table;
}
constexpr quovis_rt_table runtime = throwing_runtime();
constexpr quovis_plugin_table plugin = quovis::fakes::Plugin("devices-throws").runs_with(&runtime).table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

// The whole plugin: both roles, with every working part. Built twice: as "fake" and, for what takes two runtimes, as
// "other".
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {

const Identity identity = {FAKE_NAME, FAKE_NAME, FAKE_NAME "-image"};

namespace {
constexpr quovis_rt_table runtime = host_runtime(FAKE_NAME);
constexpr quovis_plugin_table plugin = Plugin(FAKE_NAME)
                                           .described_as("A compiler that keeps text and a runtime on host memory.")
                                           .works()
                                           .extended_by(extension_with_loops)
                                           .compiles_with(&text_compiler)
                                           .runs_with(&runtime)
                                           .table();
}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

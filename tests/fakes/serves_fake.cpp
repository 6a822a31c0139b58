// A second plugin that offers the runtime "fake" and loads the images of fake.cpp: one of the two serves its devices.
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {

const Identity identity = {"serves-fake", "fake", "fake-image"};

namespace {
constexpr quovis_rt_table runtime = host_runtime("fake");
constexpr quovis_plugin_table plugin =
    Plugin("serves-fake").works().compiles_with(&text_compiler).runs_with(&runtime).table();
}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

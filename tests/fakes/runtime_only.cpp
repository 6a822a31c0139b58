// A plugin with a runtime and no compiler: it loads what compiler_only.cpp makes. Its runtime lacks what is optional:
// fills, globals and native handles.
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {

const Identity identity = {"runtime-only", "pair", "pair-image"};

namespace {
constexpr quovis_rt_table lean_runtime() {
    quovis_rt_table table = host_runtime("pair");
    table.fill = nullptr;
    table.module_kernels = nullptr;
    table.module_global = nullptr;
    table.native_get = nullptr;
    table.native_wrap = nullptr;
    return table;
}
constexpr quovis_rt_table runtime = lean_runtime();
constexpr quovis_plugin_table plugin = Plugin("runtime-only").works().runs_with(&runtime).table();
}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

// A plugin of a later minor version, 1.7: its table has members that this version of the ABI does not know.
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {

const Identity identity = {"longer-table", "longer", "longer-image"};

namespace {
struct LaterTable {
    quovis_plugin_table known;
    const void* unknown[4];
};
constexpr quovis_rt_table runtime = host_runtime("longer");
constexpr LaterTable plugin = {Plugin("longer-table")
                                   .works()
                                   .compiles_with(&text_compiler)
                                   .runs_with(&runtime)
                                   .speaks(1, 7)
                                   .of_size(sizeof(LaterTable))
                                   .table(),
                               {&runtime, &runtime, &runtime, &runtime}};
}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin.known);
}

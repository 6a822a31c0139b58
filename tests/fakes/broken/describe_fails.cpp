// A compiler that is not there: `describe` fails with the reason, and there is no runtime.
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {

const Identity identity = {"describe-fails", "", "never-image"};

namespace {
quovis_plugin_status no_compiler(quovis_plugin_instance*, quovis_cc_description*, quovis_plugin_error* error) {
    return fail(error, QUOVIS_PLUGIN_UNAVAILABLE, QUOVIS_PLUGIN_PHASE_INITIALIZE,
                "libfakecompiler.so.3 was looked for and is not there", "install the package fake-compiler");
}
constexpr quovis_cc_table absent_compiler() {
    quovis_cc_table table = text_compiler;
    table.describe = no_compiler;
    return table;
}
constexpr quovis_cc_table compiler = absent_compiler();
constexpr quovis_plugin_table plugin = Plugin("describe-fails").works().compiles_with(&compiler).table();
}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

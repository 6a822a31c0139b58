// Works, and exports more than the entry: the conformance kit says so.
#include "tests/fakes/parts/tables.hpp"

extern "C" __attribute__((visibility("default"))) int symbol_that_may_clash();
int symbol_that_may_clash() {
    return 1;
}

namespace quovis::fakes {

const Identity identity = {"exports-more", "more", "more-image"};

namespace {
constexpr quovis_plugin_table plugin = Plugin("exports-more").works().compiles_with(&text_compiler).table();
}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

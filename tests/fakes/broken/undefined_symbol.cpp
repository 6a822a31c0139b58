// Needs a symbol that no library has, so that the linker refuses it in its own words.
#include "tests/fakes/fake_plugin.hpp"

extern "C" __attribute__((visibility("default"))) int fake_vendor_symbol_that_is_nowhere;

namespace {
int* const needed = &fake_vendor_symbol_that_is_nowhere;
constexpr quovis_plugin_table plugin = quovis::fakes::Plugin("undefined-symbol").table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return *needed == 0 ? nullptr : &plugin;
}

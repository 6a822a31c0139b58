// A table so short that it has no `initialize`.
#include "tests/fakes/fake_plugin.hpp"

#include <cstddef>

namespace {
constexpr quovis_plugin_table plugin =
    quovis::fakes::Plugin("cut-before-initialize").of_size(offsetof(quovis_plugin_table, initialize)).table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

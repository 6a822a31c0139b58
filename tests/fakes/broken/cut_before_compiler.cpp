// A table that ends before `compiler`: it cannot have a role.
#include "tests/fakes/fake_plugin.hpp"

#include <cstddef>

namespace {
constexpr quovis_plugin_table plugin =
    quovis::fakes::Plugin("cut-before-compiler").of_size(offsetof(quovis_plugin_table, compiler)).table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

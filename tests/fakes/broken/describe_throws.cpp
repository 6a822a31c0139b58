// Throws out of `describe`, which rule 3 forbids.
#include "tests/fakes/fake_plugin.hpp"

#include <stdexcept>

namespace {
quovis_plugin_status describe(quovis_plugin_instance*, quovis_cc_description*, quovis_plugin_error*) {
    throw std::runtime_error("thrown out of describe");
}
constexpr quovis_cc_table compiler = {sizeof(quovis_cc_table), describe, nullptr, nullptr, nullptr, nullptr};
constexpr quovis_plugin_table plugin = quovis::fakes::Plugin("describe-throws").compiles_with(&compiler).table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return &plugin;
}

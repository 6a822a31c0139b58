// Its entry returns null: it cannot work with this host at all.
#include "tests/fakes/fake_plugin.hpp"

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    return nullptr;
}

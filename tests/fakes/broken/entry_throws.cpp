// Its entry throws, which rule 3 forbids.
#include "tests/fakes/fake_plugin.hpp"

#include <stdexcept>

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    throw std::runtime_error("thrown out of the entry");
}

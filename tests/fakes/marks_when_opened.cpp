// A plugin that leaves a mark when it is opened, and when its entry is called: the file that the variable FAKE_MARK
// names. What must not be opened leaves none.
#include "tests/fakes/fake_plugin.hpp"

#include <cstdio>
#include <cstdlib>

namespace {
__attribute__((constructor)) void leave_a_mark() {
    const char* path = std::getenv("FAKE_MARK");
    if (path == nullptr) {
        return;
    }
    if (std::FILE* file = std::fopen(path, "we")) {
        std::fclose(file);
    }
}

constexpr quovis_plugin_table plugin = quovis::fakes::Plugin("marks-when-opened").table();
}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host*) {
    leave_a_mark();
    return &plugin;
}

// Opens a plugin's shared object and gets its table. Once opened it stays open until the process ends (rule 10).
#pragma once

#include <quovis/plugin.h>
#include <quovis/quovis.h>

#include <string>

namespace quovis::core {

struct OpenedLibrary {
    const quovis_plugin_table* table = nullptr;  // null on failure; then the rest says why
    bool opened = false;
    quovis_plugin_state state = QUOVIS_STATE_FAILED;
    std::string reason;
    std::string hint;
};

OpenedLibrary open_library(const std::string& path);

}  // namespace quovis::core

// What the host offers a plugin: one line for its log, and the environment.
// A plugin prints nowhere and calls getenv nowhere else (rule 7).
#pragma once

#include <quovis/plugin.h>

#include <optional>
#include <string>
#include <string_view>

namespace quovis::plugins {

// Called by `quovis_plugin_v1`. Several hosts of one process take turns: the last one is told.
void set_host(const quovis_plugin_host* host) noexcept;

// Does nothing before set_host(). A text of several lines becomes several calls.
void log(int level, std::string_view message) noexcept;

// Empty when the variable is not set, or is set and may not be used (set-user-id).
std::optional<std::string> environment(std::string_view name);

}  // namespace quovis::plugins

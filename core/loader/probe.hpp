// Tries a plugin in a child process, so that one that crashes or hangs does not take the host with it.
#pragma once

#include "core/config/config.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace quovis::core {

// A driver that wakes a sleeping GPU takes several seconds.
inline constexpr std::chrono::seconds probe_deadline{20};

// What ended the child: a signal with its last words, or the deadline. Nothing when it came through, whatever the
// plugin reported: that is told by opening it here.
std::optional<std::string> probe_plugin(const Config& config, const std::string& name, const std::string& path,
                                        std::chrono::milliseconds deadline = probe_deadline);

}  // namespace quovis::core

// The table that the process offers to plugins. There is one, because a plugin keeps the pointer for ever (rule 10).
#pragma once

#include "core/support/log.hpp"

#include <quovis/plugin.h>

namespace quovis::core {

const quovis_plugin_host& plugin_host();

// While it lives, lines of plugins go to a log. With several instances in a process each log gets them: a plugin does
// not know for which of them it works.
class PluginLogRoute {
  public:
    explicit PluginLogRoute(const Log& log);
    ~PluginLogRoute();
    PluginLogRoute(const PluginLogRoute&) = delete;
    PluginLogRoute& operator=(const PluginLogRoute&) = delete;

  private:
    const Log& log_;
};

}  // namespace quovis::core

// The settings of one instance: what the configuration says under `backends.<plugin>`.
// Copied out of quovis_plugin_initialize_info, with the origin of each value for messages.
#pragma once

#include <quovis/plugin.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::plugins {

struct Setting {
    std::string key;
    std::string value;
    std::string origin;  // "FILE:LINE" or a variable's name; may be empty
};

class Settings {
  public:
    Settings() = default;
    explicit Settings(const quovis_plugin_initialize_info* info);

    // Empty when the key is not set. Throws PluginError (INVALID_ARGUMENT) when a list was given.
    std::optional<Setting> one(std::string_view key) const;

    // All values of a key, in their order.
    std::vector<Setting> list(std::string_view key) const;

  private:
    std::vector<Setting> settings_;
};

// "`library` (quovis.yaml:12)", for messages.
std::string naming(const Setting& setting);

}  // namespace quovis::plugins

// Copies the settings, so that an instance can use them after `initialize` has returned.
#include "plugins/common/settings.hpp"

#include <fmt/format.h>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {

Settings::Settings(const quovis_plugin_initialize_info* info) {
    const quovis_plugin_initialize_info known = received(info);
    for (const quovis_plugin_setting& setting : received(known.settings, known.setting_count)) {
        settings_.push_back({string(setting.key), string(setting.value), string(setting.origin)});
    }
}

std::optional<Setting> Settings::one(std::string_view key) const {
    std::vector<Setting> found = list(key);
    if (found.empty()) {
        return std::nullopt;
    }
    if (found.size() > 1) {
        throw PluginError(
            QUOVIS_PLUGIN_INVALID_ARGUMENT,
            fmt::format("the setting {} is a list of {} values; it takes one", naming(found.front()), found.size()));
    }
    return std::move(found.front());
}

std::vector<Setting> Settings::list(std::string_view key) const {
    std::vector<Setting> found;
    for (const Setting& setting : settings_) {
        if (setting.key == key) {
            found.push_back(setting);
        }
    }
    return found;
}

std::string naming(const Setting& setting) {
    return setting.origin.empty() ? fmt::format("`{}`", setting.key)
                                  : fmt::format("`{}` ({})", setting.key, setting.origin);
}

}  // namespace quovis::plugins

// The host's functions for plugins: log and environment.
#include "core/loader/host.hpp"

#include "core/loader/plugin.hpp"
#include "core/support/environment.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

namespace quovis::core {
namespace {

// Never destroyed: a plugin's thread may log while the process ends.
struct LogRoutes {
    std::mutex mutex;
    std::vector<const Log*> logs;
};
LogRoutes& log_routes() {
    static auto* routes = new LogRoutes;
    return *routes;
}

quovis_log_level to_level(std::int32_t level) {
    const auto clamped = std::clamp<std::int32_t>(level, QUOVIS_PLUGIN_LOG_ERROR, QUOVIS_PLUGIN_LOG_TRACE);
    return static_cast<quovis_log_level>(clamped + QUOVIS_LOG_ERROR);
}

void log_line(void*, std::int32_t level, quovis_plugin_text message) noexcept {
    try {
        auto& routes = log_routes();
        const std::lock_guard lock(routes.mutex);
        for (const auto* log : routes.logs)
            log->write(to_level(level), to_string(message));
    } catch (...) {
        // Out of memory while logging: the line is lost, the process goes on.
    }
}

std::int32_t environment_value(void*, quovis_plugin_text name, quovis_plugin_text* value) noexcept {
    try {
        const char* found = environment_interned(to_string(name));
        if (!found)
            return 0;
        *value = to_text(found);
        return 1;
    } catch (...) {
        return 0;
    }
}

}  // namespace

const quovis_plugin_host& plugin_host() {
    static const quovis_plugin_host host = {sizeof(quovis_plugin_host),
                                            QUOVIS_PLUGIN_ABI_MAJOR,
                                            QUOVIS_PLUGIN_ABI_MINOR,
                                            to_text(quovis_version()),
                                            nullptr,
                                            log_line,
                                            environment_value};
    return host;
}

PluginLogRoute::PluginLogRoute(const Log& log) : log_(log) {
    auto& routes = log_routes();
    const std::lock_guard lock(routes.mutex);
    routes.logs.push_back(&log_);
}

PluginLogRoute::~PluginLogRoute() {
    auto& routes = log_routes();
    const std::lock_guard lock(routes.mutex);
    routes.logs.erase(std::find(routes.logs.begin(), routes.logs.end(), &log_));
}

}  // namespace quovis::core

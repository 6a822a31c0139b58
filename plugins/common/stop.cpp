// Asks the host and the clock.
#include "plugins/common/stop.hpp"

#include <fmt/format.h>
#include <time.h>

#include "plugins/common/error.hpp"

namespace quovis::plugins {
namespace {

std::uint64_t now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

bool Stop::is_asked() {
    if (reason_.load() != QUOVIS_PLUGIN_OK) {
        return true;
    }
    quovis_plugin_status reason = QUOVIS_PLUGIN_OK;
    if (cancelled_ != nullptr && cancelled_(context_) != 0) {
        reason = QUOVIS_PLUGIN_CANCELLED;
    } else if (deadline_ns_ != 0 && now() >= deadline_ns_) {
        reason = QUOVIS_PLUGIN_TIMED_OUT;
    } else {
        return false;
    }
    quovis_plugin_status none = QUOVIS_PLUGIN_OK;
    reason_.compare_exchange_strong(none, reason);
    return true;
}

void Stop::throw_if_asked(std::string_view when) {
    if (!is_asked()) {
        return;
    }
    const quovis_plugin_status reason = reason_.load();
    throw PluginError(reason,
                      fmt::format("{} was {} {}", doing_,
                                  reason == QUOVIS_PLUGIN_CANCELLED ? "cancelled" : "stopped at its deadline", when));
}

}  // namespace quovis::plugins

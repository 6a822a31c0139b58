// Asks the host and the clock.
#include "plugins/cuda-nvrtc/stop.hpp"

#include <fmt/format.h>
#include <time.h>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"

namespace quovis::nvrtc {
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
    if (request_.cancelled != nullptr && request_.cancelled(request_.cancel_context) != 0) {
        reason = QUOVIS_PLUGIN_CANCELLED;
    } else if (request_.deadline_ns != 0 && now() >= request_.deadline_ns) {
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
    const std::string name = request_.name.size == 0 ? "the source" : plugins::string(request_.name);
    const quovis_plugin_status reason = reason_.load();
    throw plugins::PluginError(
        reason, fmt::format("compiling {} was {} {}", name,
                            reason == QUOVIS_PLUGIN_CANCELLED ? "cancelled" : "stopped at its deadline", when));
}

int Stop::callback(void* stop, void*) {
    return static_cast<Stop*>(stop)->is_asked() ? 1 : 0;
}

}  // namespace quovis::nvrtc

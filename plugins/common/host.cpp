// Holds the host's table for the whole plugin; a plain pointer, so that nothing runs in a static destructor (rule 10).
#include "plugins/common/host.hpp"

#include <atomic>

#include "plugins/common/text.hpp"

namespace quovis::plugins {
namespace {

std::atomic<const quovis_plugin_host*> the_host{nullptr};

}  // namespace

void set_host(const quovis_plugin_host* host) noexcept {
    the_host.store(host, std::memory_order_release);
}

void log(int level, std::string_view message) noexcept {
    const quovis_plugin_host* host = the_host.load(std::memory_order_acquire);
    if (host == nullptr || host->log == nullptr) {
        return;
    }
    while (!message.empty()) {
        const std::size_t end = message.find('\n');
        const std::string_view line = message.substr(0, end);
        if (!line.empty()) {
            host->log(host->context, level, text(line));
        }
        message = end == std::string_view::npos ? std::string_view() : message.substr(end + 1);
    }
}

std::optional<std::string> environment(std::string_view name) {
    const quovis_plugin_host* host = the_host.load(std::memory_order_acquire);
    quovis_plugin_text value{};
    if (host == nullptr || host->environment == nullptr || host->environment(host->context, text(name), &value) == 0) {
        return std::nullopt;
    }
    return string(value);
}

}  // namespace quovis::plugins

// Log: levels, and one line at a time to the sink or to stderr.
// A line for stderr is put together first and written by one call, so that lines of threads do not mix.
#include "core/support/log.hpp"

#include "core/support/text.hpp"

#include <unistd.h>

#include <cerrno>

namespace quovis::core {

namespace {

void write_to_stderr(std::string_view line) noexcept {
    while (!line.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
        if (written > 0) {
            line.remove_prefix(static_cast<std::size_t>(written));
        } else if (written < 0 && errno != EINTR) {
            return;  // nowhere is left to say so
        }
    }
}

}  // namespace

std::string_view log_level_name(quovis_log_level level) noexcept {
    switch (level) {
        case QUOVIS_LOG_ERROR:
            return "error";
        case QUOVIS_LOG_WARNING:
            return "warning";
        case QUOVIS_LOG_INFO:
            return "info";
        case QUOVIS_LOG_DEBUG:
            return "debug";
        case QUOVIS_LOG_TRACE:
            return "trace";
        case QUOVIS_LOG_OFF:
            return "off";
        case QUOVIS_LOG_DEFAULT:
            break;
    }
    return "default";
}

Log::Log(quovis_log_level level, Sink sink) : level_(QUOVIS_LOG_WARNING), sink_(std::move(sink)) {
    set_level(level);
}

void Log::set_level(quovis_log_level level) noexcept {
    level_.store(level == QUOVIS_LOG_DEFAULT ? QUOVIS_LOG_WARNING : level, std::memory_order_relaxed);
}

void Log::write(quovis_log_level level, std::string_view message) const noexcept {
    if (!enabled(level)) {
        return;
    }
    // A log that fails must not make the work fail: what the sink throws and a lack of memory end here.
    try {
        std::string line = printable(message);
        if (sink_) {
            sink_(level, line);
        } else {
            write_to_stderr(fmt::format("quovis: {}: {}\n", log_level_name(level), line));
        }
    } catch (...) {
        return;
    }
}

}  // namespace quovis::core

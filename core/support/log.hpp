// The log: lines for people about what Quovis does, to stderr or to the host's own function.
// A level that is off costs one comparison; nothing is formatted for it.
#pragma once

#include <fmt/format.h>
#include <quovis/quovis.h>

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace quovis::core {

// "error", "warning", "info", "debug", "trace", "off"; "default" for QUOVIS_LOG_DEFAULT.
std::string_view log_level_name(quovis_log_level level) noexcept;

class Log {
  public:
    // Gets the message without "quovis: LEVEL: " and without a line end. Called from any thread, also from several at
    // once: no lock is held, so that it may log or call Quovis itself.
    using Sink = std::function<void(quovis_log_level level, const std::string& message)>;

    // QUOVIS_LOG_DEFAULT counts as QUOVIS_LOG_WARNING. Without a sink lines go to stderr, each by one write.
    explicit Log(quovis_log_level level = QUOVIS_LOG_DEFAULT, Sink sink = {});

    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    quovis_log_level level() const noexcept { return level_.load(std::memory_order_relaxed); }
    void set_level(quovis_log_level level) noexcept;

    bool enabled(quovis_log_level level) const noexcept {
        const quovis_log_level most = this->level();
        return most != QUOVIS_LOG_OFF && level <= most && level != QUOVIS_LOG_DEFAULT;
    }

    // One line: control characters, line ends among them, are written as escapes. Never throws.
    void write(quovis_log_level level, std::string_view message) const noexcept;

    template <typename... Arguments>
    void error(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
        format_line(QUOVIS_LOG_ERROR, format, std::forward<Arguments>(arguments)...);
    }
    template <typename... Arguments>
    void warning(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
        format_line(QUOVIS_LOG_WARNING, format, std::forward<Arguments>(arguments)...);
    }
    template <typename... Arguments>
    void info(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
        format_line(QUOVIS_LOG_INFO, format, std::forward<Arguments>(arguments)...);
    }
    template <typename... Arguments>
    void debug(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
        format_line(QUOVIS_LOG_DEBUG, format, std::forward<Arguments>(arguments)...);
    }
    template <typename... Arguments>
    void trace(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
        format_line(QUOVIS_LOG_TRACE, format, std::forward<Arguments>(arguments)...);
    }

  private:
    template <typename... Arguments>
    void format_line(quovis_log_level level, fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
        if (enabled(level)) {
            write(level, fmt::format(format, std::forward<Arguments>(arguments)...));
        }
    }

    std::atomic<quovis_log_level> level_;
    Sink sink_;
};

}  // namespace quovis::core

// Reads the logs of NVIDIA's compilers, which put one message over several lines.
// A message begins with a heading and goes on to the next heading or the next empty line.
#include <quovis/plugin.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "plugins/common/diagnostics.hpp"

namespace quovis::plugins {
namespace {

struct Word {
    std::string_view text;
    std::int32_t severity;
};
// Longer words come before those they end in.
constexpr std::array<Word, 8> words{{{"catastrophic error", QUOVIS_CC_ERROR},
                                     {"internal error", QUOVIS_CC_ERROR},
                                     {"fatal error", QUOVIS_CC_ERROR},
                                     {"error", QUOVIS_CC_ERROR},
                                     {"warning", QUOVIS_CC_WARNING},
                                     {"remark", QUOVIS_CC_NOTE},
                                     {"note", QUOVIS_CC_NOTE},
                                     {"fatal", QUOVIS_CC_ERROR}}};

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) {
        return {};
    }
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool begins(std::string_view text, std::string_view with) {
    return text.substr(0, with.size()) == with;
}

// "error: ", "error #20: " and "warning #177-D: " at the start of `text`, which loses it. The number stays out of the
// message: it is of use in "-diag-suppress" only, and the log has it.
std::optional<std::int32_t> take_severity(std::string_view& text) {
    for (const Word& word : words) {
        if (!begins(text, word.text)) {
            continue;
        }
        std::string_view rest = text.substr(word.text.size());
        if (begins(rest, " #")) {
            rest.remove_prefix(std::min(rest.find(':'), rest.size()));
        }
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        if (begins(rest, ": ")) {
            text = rest.substr(2);
            return word.severity;
        }
    }
    return std::nullopt;
}

// "FILE(LINE): error: TEXT".
std::optional<Diagnostic> parse_placed(std::string_view line) {
    for (std::size_t close = line.find("): "); close != std::string_view::npos; close = line.find("): ", close + 1)) {
        const std::size_t open = line.rfind('(', close);
        std::string_view rest = line.substr(close + 3);
        Diagnostic diagnostic;
        const char* const end = line.data() + close;
        if (open == std::string_view::npos || open == 0 ||
            std::from_chars(line.data() + open + 1, end, diagnostic.line).ptr != end || open + 1 == close) {
            continue;
        }
        if (const auto severity = take_severity(rest)) {
            diagnostic.file = line.substr(0, open);
            diagnostic.message = trimmed(rest);
            diagnostic.severity = *severity;
            return diagnostic;
        }
    }
    return std::nullopt;
}

// "At end of source: error: TEXT".
std::optional<Diagnostic> parse_end_of_source(std::string_view line) {
    constexpr std::string_view start = "At end of source: ";
    if (!begins(line, start)) {
        return std::nullopt;
    }
    std::string_view rest = line.substr(start.size());
    const auto severity = take_severity(rest);
    if (!severity) {
        return std::nullopt;
    }
    return Diagnostic{std::string(end_of_source_file), std::string(trimmed(rest)), 0, 0, *severity};
}

// "nvrtc: error: TEXT", "Command-line error: TEXT", "ptxas fatal   : TEXT" and "ptxas FILE, line 44; error   : TEXT",
// whose line is one of the PTX and nobody's source.
std::optional<Diagnostic> parse_unplaced(std::string_view line) {
    constexpr std::array<std::string_view, 6> tools{"nvrtc: ", "Command-line ", "ptxas ",
                                                    "nvlink ", "nvcc ",         "fatbinary "};
    for (const std::string_view tool : tools) {
        if (!begins(line, tool)) {
            continue;
        }
        std::string_view rest = line.substr(tool.size());
        if (const std::size_t semicolon = rest.find("; "); semicolon != std::string_view::npos && tool == "ptxas ") {
            rest.remove_prefix(semicolon + 2);
        }
        if (const auto severity = take_severity(rest)) {
            Diagnostic diagnostic;
            diagnostic.severity = *severity;
            diagnostic.message = begins(tool, "Command")
                                     ? std::string(rest)
                                     : std::string(tool.substr(0, tool.find_first_of(": "))) + ": " + std::string(rest);
            return diagnostic;
        }
    }
    return std::nullopt;
}

std::optional<Diagnostic> parse_heading(std::string_view line) {
    if (line.empty() || line.front() == ' ' || line.front() == '\t') {
        return std::nullopt;
    }
    auto parsed = parse_placed(line);
    parsed = parsed ? std::move(parsed) : parse_end_of_source(line);
    return parsed ? parsed : parse_unplaced(line);
}

bool is_caret(std::string_view line) {
    return !line.empty() && line.back() == '^' && trimmed(line).size() == 1;
}

constexpr std::size_t indent = 2;

// The source line stands behind two blanks, the caret below the place. Where there is more than ASCII in front of it,
// nobody knows whether the compiler counted bytes or characters.
std::uint32_t column_of(std::string_view source, std::string_view caret) {
    const std::size_t at = caret.size() - 1;
    if (at < indent || at > source.size() + 1) {
        return 0;
    }
    for (const char byte : source.substr(0, at)) {
        if (static_cast<unsigned char>(byte) >= 0x80) {
            return 0;
        }
    }
    return static_cast<std::uint32_t>(at - indent + 1);
}

class LogReader {
  public:
    std::vector<Diagnostic> read(std::string_view log) {
        while (!log.empty()) {
            const std::size_t end = log.find('\n');
            std::string_view line = log.substr(0, end);
            if (!line.empty() && line.back() == '\r') {
                line.remove_suffix(1);
            }
            take(line);
            log = end == std::string_view::npos ? std::string_view() : log.substr(end + 1);
        }
        close();
        return std::move(diagnostics_);
    }

  private:
    void take(std::string_view line) {
        if (auto heading = parse_heading(line)) {
            close();
            diagnostics_.push_back(*std::move(heading));
            open_ = true;
        } else if (trimmed(line).empty()) {
            close();
        } else if (!open_) {
            return;  // a count, a remark, or what a tool says of itself
        } else if (is_caret(line)) {
            if (!pending_.empty()) {
                diagnostics_.back().column = column_of(pending_, line);
                diagnostics_.back().shown = pending_.substr(std::min<std::size_t>(indent, pending_.size()));
                pending_ = {};
            }
        } else {
            join_pending();
            pending_ = line;
        }
    }

    // A line is the source only when a caret follows; else it belongs to the message.
    void join_pending() {
        if (!pending_.empty()) {
            diagnostics_.back().message += "; ";
            diagnostics_.back().message += trimmed(pending_);
        }
        pending_ = {};
    }

    void close() {
        join_pending();
        open_ = false;
    }

    std::vector<Diagnostic> diagnostics_;
    bool open_ = false;         // whether lines still belong to the last message
    std::string_view pending_;  // the source line, or a detail
};

}  // namespace

std::vector<Diagnostic> parse_nvidia_log(std::string_view log) {
    return LogReader().read(log);
}

}  // namespace quovis::plugins

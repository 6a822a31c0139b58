// Reads compilers' logs line by line. A line that has no known form is not a message.
#include "plugins/common/diagnostics.hpp"

#include <quovis/plugin.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace quovis::plugins {
namespace {

// Without "ESC [ … letter", which clang writes when it takes the log for a terminal.
std::string without_colours(std::string_view line) {
    std::string plain;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\x1b' && at + 1 < line.size() && line[at + 1] == '[') {
            at += 2;
            while (at < line.size() && (line[at] < '@' || line[at] > '~')) {
                ++at;
            }
        } else if (line[at] != '\r') {
            plain += line[at];
        }
    }
    return plain;
}

struct Severity {
    std::string_view word;
    std::int32_t value;
};
constexpr std::array<Severity, 4> severities{{{"fatal error", QUOVIS_CC_ERROR},
                                              {"error", QUOVIS_CC_ERROR},
                                              {"warning", QUOVIS_CC_WARNING},
                                              {"note", QUOVIS_CC_NOTE}}};

// The severity whose "WORD: " starts `text`, which loses it.
std::optional<std::int32_t> take_severity(std::string_view& text) {
    for (const Severity& severity : severities) {
        if (text.substr(0, severity.word.size()) == severity.word && text.substr(severity.word.size(), 2) == ": ") {
            text.remove_prefix(severity.word.size() + 2);
            return severity.value;
        }
    }
    return std::nullopt;
}

// The number behind the last ':' of `text`, which loses both.
std::optional<std::uint32_t> take_last_number(std::string_view& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == text.size()) {
        return std::nullopt;
    }
    std::uint32_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data() + colon + 1, end, number);
    if (failure != std::errc() || stop != end) {
        return std::nullopt;
    }
    text.remove_suffix(text.size() - colon);
    return number;
}

// "FILE:LINE:COLUMN" or "FILE:LINE". For what a macro brought, clang tells where it is used, then where it is spelled.
void set_place(Diagnostic& diagnostic, std::string_view place) {
    if (const std::size_t spelling = place.find(" <Spelling="); spelling != std::string_view::npos) {
        place = place.substr(0, spelling);
    }
    const std::optional<std::uint32_t> last = take_last_number(place);
    if (!last) {
        diagnostic.file = place;
        return;
    }
    const std::optional<std::uint32_t> before = take_last_number(place);
    diagnostic.line = before.value_or(*last);
    diagnostic.column = before ? *last : 0;
    diagnostic.file = place;
}

// A tool's name ("clang") has no blanks. Source lines that a log quotes have, and may hold the words of a message too.
bool is_place(const Diagnostic& diagnostic) {
    return diagnostic.line != 0 || diagnostic.file.find_first_of(" \t\"") == std::string::npos;
}

// "SEVERITY: TEXT" without a place, or PoCL's "SEVERITY: FILE:LINE:COLUMN: TEXT".
Diagnostic severity_first(std::int32_t severity, std::string_view rest) {
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.message = rest;
    for (std::size_t colon = rest.find(": "); colon != std::string_view::npos; colon = rest.find(": ", colon + 1)) {
        Diagnostic placed = diagnostic;
        set_place(placed, rest.substr(0, colon));
        if (placed.line != 0 && placed.column != 0) {
            placed.message = rest.substr(colon + 2);
            return placed;
        }
    }
    return diagnostic;
}

std::optional<Diagnostic> parse_clang_line(std::string_view line) {
    std::string_view rest = line;
    if (const auto severity = take_severity(rest)) {
        return severity_first(*severity, rest);
    }
    for (std::size_t colon = line.find(": "); colon != std::string_view::npos; colon = line.find(": ", colon + 1)) {
        rest = line.substr(colon + 2);
        if (const auto severity = take_severity(rest)) {
            Diagnostic diagnostic;
            diagnostic.severity = *severity;
            diagnostic.message = rest;
            set_place(diagnostic, line.substr(0, colon));
            return is_place(diagnostic) ? std::optional(diagnostic) : std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace

std::uint32_t last_line_of(std::string_view source) {
    const auto ends = std::count(source.begin(), source.end(), '\n');
    return static_cast<std::uint32_t>(ends + (source.ends_with('\n') ? 0 : 1));
}

void place_ends_of_source(std::vector<Diagnostic>& diagnostics, const std::string& name, std::uint32_t last_line) {
    for (Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.file == end_of_source_file || (diagnostic.file == name && diagnostic.line == last_line + 1)) {
            diagnostic.file = name;
            diagnostic.line = last_line;
            diagnostic.column = 0;
        }
    }
}

std::vector<Diagnostic> parse_clang_log(std::string_view log) {
    std::vector<Diagnostic> diagnostics;
    while (!log.empty()) {
        const std::size_t end = log.find('\n');
        if (auto diagnostic = parse_clang_line(without_colours(log.substr(0, end)))) {
            diagnostics.push_back(std::move(*diagnostic));
        }
        log = end == std::string_view::npos ? std::string_view() : log.substr(end + 1);
    }
    return diagnostics;
}

}  // namespace quovis::plugins

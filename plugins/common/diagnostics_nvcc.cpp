// Divides nvcc's log by who wrote each line, and lets the readers of the two forms read their part.
// The preprocessor has ended before the front end begins, so that its messages come first in either order.
#include "plugins/common/diagnostics_nvcc.hpp"

#include <quovis/plugin.h>

#include <cctype>

namespace quovis::plugins {
namespace {

bool begins(std::string_view text, std::string_view with) {
    return text.substr(0, with.size()) == with;
}

bool is_digit(char byte) {
    return std::isdigit(static_cast<unsigned char>(byte)) != 0;
}

// Calls `take` with each line, without its end.
template <class Take>
void each_line(std::string_view log, Take&& take) {
    while (!log.empty()) {
        const std::size_t end = log.find('\n');
        std::string_view line = log.substr(0, end);
        if (!line.empty() && line.back() == '\r') {
            line.remove_suffix(1);
        }
        take(line);
        log = end == std::string_view::npos ? std::string_view() : log.substr(end + 1);
    }
}

// "FILE:LINE:COLUMN: error: " and the like, without a message.
bool is_preprocessors_heading(std::string_view line) {
    for (const std::string_view word : {": fatal error: ", ": error: ", ": warning: ", ": note: "}) {
        const std::size_t at = line.find(word);
        if (at != std::string_view::npos && at > 2 && is_digit(line[at - 1])) {
            const std::size_t colon = line.find_last_not_of("0123456789", at - 1);
            return colon != std::string_view::npos && colon != 0 && line[colon] == ':';
        }
    }
    return false;
}

// "    3 | #include <x>" and "      |          ^~~": the source as GCC shows it.
bool is_preprocessors_context(std::string_view line) {
    const std::size_t bar = line.find_first_not_of(" 0123456789");
    return bar != std::string_view::npos && line[bar] == '|' && line.front() == ' ';
}

bool is_preprocessors(std::string_view line) {
    return is_preprocessors_heading(line) || is_preprocessors_context(line) || begins(line, "In file included from ") ||
           begins(line, "                 from ") || begins(line, "compilation terminated.");
}

constexpr std::string_view end_of_source = "At end of source: ";

bool is_about_tools(std::string_view line) {
    return !line.empty() && line.front() != ' ' && line.front() != '\t' && !is_preprocessors(line) &&
           line.find("): ") == std::string_view::npos && !begins(line, end_of_source);
}

}  // namespace

std::vector<Diagnostic> parse_nvcc_log(std::string_view log) {
    std::string of_preprocessor;
    std::string of_others;
    each_line(log, [&](std::string_view line) {
        std::string& part = is_preprocessors(line) ? of_preprocessor : of_others;
        part += line;
        part += '\n';
    });
    std::vector<Diagnostic> all = parse_clang_log(of_preprocessor);
    for (Diagnostic& diagnostic : parse_nvidia_log(of_others)) {
        all.push_back(std::move(diagnostic));
    }
    return all;
}

std::string lines_about_tools(std::string_view log) {
    std::string kept;
    each_line(log, [&](std::string_view line) {
        if (is_about_tools(line)) {
            kept += line;
            kept += '\n';
        }
    });
    return kept;
}

}  // namespace quovis::plugins

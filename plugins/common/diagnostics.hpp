// Messages of a compiler's log as data: file, line, column, severity, text.
// One function for each form of log.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::plugins {

struct Diagnostic {
    std::string file;  // empty when the compiler names none
    std::string message;
    std::uint32_t line = 0;     // from 1; 0 unknown
    std::uint32_t column = 0;   // from 1, in bytes; 0 unknown
    std::int32_t severity = 0;  // QUOVIS_CC_NOTE, QUOVIS_CC_WARNING, QUOVIS_CC_ERROR
    std::string shown = {};     // the source line that the column was told in; empty where the log has none

    bool operator==(const Diagnostic&) const = default;
};

// The file of a message about the end of the source, for which NVIDIA's front end names none; its line is 0.
constexpr std::string_view end_of_source_file = "<end of source>";
// The number of the last line that an editor shows.
std::uint32_t last_line_of(std::string_view source);
// Puts messages about the end of the source on its last line: those above, and clang's, which sees the end behind the
// last line end, on a line that no editor shows.
void place_ends_of_source(std::vector<Diagnostic>& diagnostics, const std::string& name, std::uint32_t last_line);

// "FILE:LINE:COLUMN: error: TEXT", "FILE:LINE: …" and "error: TEXT" as clang writes them, and PoCL's
// "error: FILE:LINE:COLUMN: TEXT". Colour sequences are ignored; source lines, carets and counts are skipped.
std::vector<Diagnostic> parse_clang_log(std::string_view log);

// "FILE(LINE): error: TEXT" and "At end of source: error: TEXT", as NVRTC and nvcc write them, with lines of detail
// below that are joined to the message, then the source line and a caret that tells the column; and ptxas' "ptxas …;
// error : TEXT".
std::vector<Diagnostic> parse_nvidia_log(std::string_view log);

}  // namespace quovis::plugins

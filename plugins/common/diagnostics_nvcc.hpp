// The log of nvcc, which is that of all the programs it starts: the host's preprocessor, the front end, ptxas, nvlink.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/diagnostics.hpp"

namespace quovis::plugins {

// GCC's and clang's "FILE:LINE:COLUMN: error: TEXT", the front end's "FILE(LINE): error: TEXT" and its
// "At end of source: error: TEXT", and what nvcc, ptxas, nvlink and fatbinary say of themselves.
std::vector<Diagnostic> parse_nvcc_log(std::string_view log);

// The lines that speak of no place in a source, nor show one: what a tool says of itself, of the system or of its
// options. One text, lines kept.
std::string lines_about_tools(std::string_view log);

}  // namespace quovis::plugins

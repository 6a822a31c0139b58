// What a compiler made, or what was read from a file: bytes with a format and a target, and what was said about them.
#pragma once

#include "core/support/error.hpp"

#include <string>
#include <utility>
#include <vector>

namespace quovis::core {

struct Image {
    std::string name;  // for messages
    std::string bytes;
    std::string format;
    std::string target;    // empty when not known
    std::string compiler;  // plugin; empty for a file
    std::string log;
    std::string command;
    std::vector<Diagnostic> diagnostics;
    std::vector<std::pair<std::string, std::string>> symbols;  // name expression, symbol
};

}  // namespace quovis::core

// What a compiler made, or what was read from a file: bytes with a format and a target, and what was said about them.
#pragma once

#include "core/support/error.hpp"

#include <string>
#include <utility>
#include <vector>

namespace quovis::core {

// Where an image came from, as far as the program cache goes.
struct ImageOrigin {
    std::string found;   // "memory", "disk", "layer"; "compiled"; empty where the cache has no part in it
    std::string reason;  // of a compile: "no entry", "the entry was damaged", or why the cache was passed by
    std::string key;     // 32 hexadecimal digits; empty without a key

    bool hit() const { return found == "memory" || found == "disk" || found == "layer"; }
};

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
    std::vector<std::string> dependencies;                     // files that the compiler says it read
    ImageOrigin origin;
};

}  // namespace quovis::core

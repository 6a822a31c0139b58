// Finds the headers that a source reaches and makes them ready to be handed to a compiler in memory: for compilers
// that ignore -I (hiprtc, ROCm/hip #2182) or cannot take every path there (PoCL: none with a blank).
// Each header that is found gets a name of its own, without folders, and the #include lines that lead to it are
// rewritten to that name, in their place on their line, and so are the questions for it (__has_include). What is not
// found stays as it is, for the compiler to find or to complain about; so do #include MACRO and #include_next.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/header_search.hpp"

namespace quovis::plugins {

// A header as the compiler is given it.
struct GatheredHeader {
    std::string name;   // as the rewritten #include lines name it: "quovis-7.h"
    std::string text;   // with rewritten #include lines, behind a #line that names `place`
    std::string place;  // path of the file, or name of the header in memory
};

struct MissingHeader {
    std::string name;
    std::vector<std::string> looked_in;  // for people, in order
};

struct Gathered {
    std::string source;  // with rewritten #include lines
    std::vector<GatheredHeader> headers;
    std::vector<std::string> files;      // that were read
    std::vector<MissingHeader> missing;  // of which some may be the compiler's own, or in lines that an #if leaves out
};

// Throws PluginError for a header that cannot be read, and for more than anybody can want.
Gathered gather(std::string_view source, const IncludeSearch& search);

// Where the header was looked for that a compiler's message says is missing, as a sentence; empty for another message.
std::string where_looked_for(const Gathered& gathered, std::string_view message);

// The same for a compiler that finds headers itself, in `folders` behind the request's, and then in `others`.
std::string where_looked_for(const quovis_cc_request& request, const std::vector<std::string>& folders,
                             const std::string& others, std::string_view message);

}  // namespace quovis::plugins

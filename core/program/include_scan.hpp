// Which headers a compile would read: a walk over the #include lines from the source through the folders, as the
// compiler would search them. It is made at every look into the cache, so that an edited header, and one that appears
// earlier in the search, is seen.
// No #if is evaluated: a header in a branch that is not taken counts, which costs a compile too many and never serves
// one too few. What the compiler finds in its own covered folders is not read: its identity stands for it.
#pragma once

#include "core/program/options.hpp"
#include "core/support/hash.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quovis::core {

// A part of a cache key: what it is, and its value in a form for people.
struct KeyField {
    std::string label;  // "header 'a/v.h'"
    std::string value;  // "1f0c… 12 lines"

    bool operator==(const KeyField&) const = default;
};

struct CompilerFolder {
    std::string path;
    bool covered = false;  // by the compiler's identity
};

struct IncludeScanRequest {
    std::string_view name;  // of the source
    std::string_view source;
    const std::vector<Header>& headers;       // in memory, searched before the folders
    std::vector<std::string> folders;         // of the request, in order of search
    std::vector<CompilerFolder> own_folders;  // of the compiler, behind them
    std::vector<std::string> first_headers;   // included in front of the source, as a quoted #include
    const std::vector<std::pair<std::string, std::optional<std::string>>>& defines;
    bool beside_source = false;   // a quoted #include of the source is first looked for in the folder of `name`
    bool hidden_defines = false;  // options define macros that are not among `defines`
    bool keep_texts = false;      // of the headers, to take them along; a time in the image does no harm then
};

// A header in a file, under a name that an #include has for it.
struct NamedHeader {
    std::string name;
    std::string path;
    std::string text;
};

struct IncludeScan {
    // Equal for two scans when the compiler would read the same texts under the same names.
    std::vector<KeyField> fields;
    std::vector<std::string> files;  // that were read, for people and for a check after the compile
    std::vector<NamedHeader> texts;  // where they are kept: each name and file once
    std::string bypass;              // why the compile must not be cached; or empty
};

IncludeScan scan_includes(const IncludeScanRequest& request);

}  // namespace quovis::core

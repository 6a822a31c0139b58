// Where a compiler of Quovis looks for a header: one order for all that do it themselves. A quoted name is looked for
// beside its includer first; then come the request's headers in memory, then its folders.
#pragma once

#include <quovis/plugin.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::plugins {

// A header that is not a file: one of the request, a stand-in, or one that is refused.
struct MemoryHeader {
    std::string name;  // as an #include names it; of a refused one a '*' at its end stands for anything
    std::string content;
    bool refused = false;  // `content` is the reason, which takes the #include's place as an #error
};

// Where to look, in the order of the members. A quoted name is looked for beside its includer before all of them.
struct IncludeSearch {
    std::vector<MemoryHeader> first;          // the request's
    std::vector<std::string> folders;         // in order
    std::vector<MemoryHeader> last;           // stand-ins
    std::vector<std::string> vendor_folders;  // for names that begin with one of `vendor_prefixes`
    std::vector<std::string> vendor_prefixes;
    std::optional<std::string> source_folder = {};  // the source lies in it, and quoted names may beside it: "kernels/"
};

// The request's headers and include directories.
IncludeSearch search_of(const quovis_cc_request& request, const quovis_cc_options& options);

struct HeaderQuestion {
    std::string name;
    bool quoted = false;
    // Of the text that includes it: path of a file, or name of a header in memory; empty for the source itself.
    std::string includer = {};
    bool includer_is_file = false;
    // The first place that counts: FoundHeader::position and one more for #include_next.
    std::size_t from = 0;
};

struct FoundHeader {
    std::string place;                        // path of a file, or name of a header in memory
    const MemoryHeader* in_memory = nullptr;  // of the search; null for a file
    std::size_t position = 0;  // in the order of the search; 0: beside the includer, or by an absolute path

    // Equal for all ways to one header.
    std::string key() const;
};

std::optional<FoundHeader> find_header(const IncludeSearch& search, const HeaderQuestion& question);

// For people, in order: "in 'include'".
std::vector<std::string> places_of_search(const IncludeSearch& search, const HeaderQuestion& question);

// "kernels/" of "kernels/k.cl"; empty where there is none.
std::string folder_of(std::string_view path);

// Throws PluginError (SOURCE_INVALID).
std::string read_header(const std::string& path);

}  // namespace quovis::plugins

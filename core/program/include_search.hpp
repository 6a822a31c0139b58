// Where an #include may lead: headers in memory, files beside the includer, files in the folders.
// Compilers differ in their order as soon as headers are in memory: NVRTC takes one with exactly that name before all
// files; nvcc, and those that are handed headers by plugins/common/headers.cpp, look beside the includer first and
// know "./v.h" as "v.h"; only they find a header in memory beside another one. So what any of them would find is found,
// and where all agree that is one place.
#pragma once

#include "core/program/include_files.hpp"
#include "core/program/include_scan.hpp"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace quovis::core {

// A text that includes, or a place that is included.
struct HeaderPlace {
    enum class Kind {
        source,
        defines,
        memory,
        file,
        compilers  // in a covered folder; as an includer it stands for all of the compiler's headers
    };

    Kind kind = Kind::file;
    std::string path;  // or the name of a header in memory
    std::string name;  // of the compiler's: as it was included
    std::string_view text;
    std::string content;  // that `text` points to, of a file
    FileFacts file;
    Hash hash;
    bool is_reached = false;
    // Where #include_next goes on, for each way on which it was reached.
    std::vector<std::size_t> next_folders;
};

struct FoundHeader {
    HeaderPlace* place = nullptr;
    std::size_t next_folder = 0;
};

struct SearchFolder {
    std::string path;
    FileFacts facts;
    bool own = false;      // of the compiler, not of the request
    bool covered = false;  // by the compiler's identity
    bool twice = false;    // of the request, and the compiler's own too
};

class HeaderSearch {
  public:
    static constexpr std::size_t unknown_folder = static_cast<std::size_t>(-1);

    explicit HeaderSearch(const IncludeScanRequest& request);

    using Found = std::vector<FoundHeader>;
    Found find(const std::string& name, bool quoted, const HeaderPlace& includer);
    // `folder` is one of the includer's next_folders.
    Found find_next(const std::string& name, bool quoted, const HeaderPlace& includer, std::size_t folder);
    // One that is included in front of the source, from the current folder or the source's.
    Found find_first(const std::string& name);

    const std::vector<SearchFolder>& folders() const { return folders_; }  // that are there, in order
    std::deque<HeaderPlace>& in_memory() { return in_memory_; }

  private:
    void add_memory(Found& found, const std::string& name, bool exactly);
    void add_file(Found& found, const std::string& path);
    bool add_beside(Found& found, const std::string& name, const HeaderPlace& includer);
    void add_from_folders(Found& found, const std::string& name, std::size_t folder, bool all);
    void add_all(Found& found, const std::string& name, bool quoted, const HeaderPlace& includer);
    HeaderPlace* place_of(const std::string& path, const SearchFolder* folder, const std::string& name);

    const IncludeScanRequest& request_;
    std::vector<SearchFolder> folders_;
    bool folders_differ_ = true;
    std::deque<HeaderPlace> in_memory_;
    std::unordered_map<std::string, HeaderPlace*> by_name_;
    std::unordered_map<std::string, HeaderPlace*> by_plain_name_;
    std::unordered_map<std::string, std::unique_ptr<HeaderPlace>> files_;  // null: not there
    std::unordered_map<std::string, Found> from_folders_;
};

// The name without ".", ".." and doubled slashes, as far as the text tells.
std::string plain_name(const std::string& name);

}  // namespace quovis::core

// The file system as an include scan sees it: which regular files and folders there are, and their bytes.
// What is no file to a compiler (missing, a folder) is nothing here; pipes and devices are never opened. Failures are
// NotCacheable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quovis::core {

// Thrown where an image must not be cached; the reason is for people.
struct NotCacheable {
    std::string reason;
};

struct FileFacts {
    std::uint64_t device = 0;
    std::uint64_t number = 0;  // inode
    std::uint64_t size = 0;
    std::int64_t changed = 0;  // ns since 1970

    bool is_same_file(const FileFacts& other) const { return device == other.device && number == other.number; }
};

std::optional<FileFacts> file_at(const std::string& path);
std::optional<FileFacts> folder_at(const std::string& path);

bool is_readable(const std::string& path);

// All of a file of at most `limit` bytes. `facts` become those of the file that was read.
std::string read_header(const std::string& path, std::size_t limit, FileFacts& facts);

// Sorted; none when there is no such folder.
std::vector<std::string> names_in(const std::string& folder);

// "folder/name"; just the name for the current folder, which is "".
std::string path_in(const std::string& folder, const std::string& name);

}  // namespace quovis::core

// What tells one state of files from another without reading them: names, sizes and times of change. It goes into the
// identity of a compiler, so that a toolkit which is replaced in its place is another.
#pragma once

#include <string>
#include <vector>

namespace quovis::plugins {

// "3568-1700000000.123456789"; "none" where there is no such file.
std::string stamp_of(const std::string& path);

// Of several files, by their names without the folders.
std::string stamp_of(const std::vector<std::string>& files);

// Of the C library's headers: they come with each of its packages, and stand for the others of one.
inline constexpr const char* c_library_headers[] = {"/usr/include/features.h", "/usr/include/stdlib.h"};

struct FolderStamps {
    std::string stamp;                 // of all files in the folders and below them, by their names from there
    std::vector<std::string> folders;  // all of them, the given ones too
};

// Folders that are not there count as empty. Links are followed, each folder once.
FolderStamps stamps_below(const std::vector<std::string>& folders);

// Whether a folder of headers is that of all packages: /usr/include or /usr/local/include. Where a distribution puts a
// toolkit's headers there, they are left to the host's scan.
bool is_shared_folder(const std::string& folder);

}  // namespace quovis::plugins

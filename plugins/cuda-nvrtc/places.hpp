// Where a CUDA toolkit keeps libraries and headers: its own folder, a distribution's, a Python environment's.
// Only names of folders; what is in them is looked at by who asks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quovis::nvrtc {

struct Place {
    std::string root;                  // for messages
    std::string why;                   // "CUDA_PATH"
    std::vector<std::string> folders;  // that there are
};

// The library folders of the toolkit in `root`.
Place library_place(const std::string& root, std::string why);

// CUDA_PATH and CUDA_HOME.
std::vector<Place> library_places_before_linker();
// /usr/local/cuda, and the Python environments that are active.
std::vector<Place> library_places_after_linker();

// Those of `folders` that have a file of one of these names.
std::vector<std::string> folders_with(const std::vector<std::string>& folders, const std::vector<std::string>& names);

// The header folders that belong to a library folder, or to the toolkit in `root`.
std::vector<std::string> header_folders_near(const std::string& library_folder);
std::vector<std::string> header_folders_of(const std::string& root);

bool has_file(const std::string& folder, std::string_view name);

}  // namespace quovis::nvrtc

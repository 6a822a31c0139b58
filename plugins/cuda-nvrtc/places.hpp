// Where a CUDA toolkit keeps libraries and headers: its own folder, a distribution's, a Python environment's.
// Only names of folders; what is in them is looked at by who asks. What was looked at is added to the origin.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/cache_facts.hpp"

namespace quovis::nvrtc {

struct Place {
    std::string root;                  // for messages
    std::string why;                   // "CUDA_PATH"
    std::vector<std::string> folders;  // that there are
};

// The library folders of the toolkit in `root`.
Place library_place(const std::string& root, std::string why, plugins::Origin& origin);
// Of the toolkit that a variable names, and of the Python packages that it does; nothing where it is not set.
std::optional<Place> library_place_in(const char* variable, plugins::Origin& origin);
std::optional<Place> python_place_in(const char* variable, plugins::Origin& origin);

// Those of `folders` that have a file of one of these names.
std::vector<std::string> folders_with(const std::vector<std::string>& folders, const std::vector<std::string>& names,
                                      plugins::Origin& origin);

// The header folders that belong to a library folder, or to the toolkit in `root`.
std::vector<std::string> header_folders_near(const std::string& library_folder, plugins::Origin& origin);
std::vector<std::string> header_folders_of(const std::string& root, plugins::Origin& origin);

bool has_file(const std::string& folder, std::string_view name);

}  // namespace quovis::nvrtc

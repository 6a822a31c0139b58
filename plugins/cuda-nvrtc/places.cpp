// Lists folders. The layouts: CUDA Installation Guide for Linux; the wheels nvidia-cuda-nvrtc and nvidia-cuda-runtime.
#include "plugins/cuda-nvrtc/places.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "plugins/common/host.hpp"

namespace quovis::nvrtc {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
    std::error_code failure;
    return fs::is_directory(path, failure);
}

// The folders `root`/NAME/`below` for every NAME that begins with `start`, in the order of the names.
std::vector<fs::path> each_below(const fs::path& root, std::string_view start, const fs::path& below,
                                 plugins::Origin& origin) {
    std::vector<fs::path> found;
    std::error_code failure;
    origin.add_path(root.lexically_normal().string());
    for (fs::directory_iterator at(root, failure), end; !failure && at != end; at.increment(failure)) {
        if (at->path().filename().string().substr(0, start.size()) == start) {
            found.push_back(at->path() / below);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

void keep(std::vector<std::string>& folders, const fs::path& folder, plugins::Origin& origin) {
    std::string name = folder.lexically_normal().string();
    origin.add_path(name);
    if (is_folder(folder) && std::find(folders.begin(), folders.end(), name) == folders.end()) {
        folders.push_back(std::move(name));
    }
}

void keep(std::vector<std::string>& folders, const std::vector<fs::path>& all, plugins::Origin& origin) {
    for (const fs::path& folder : all) {
        keep(folders, folder, origin);
    }
}

}  // namespace

Place library_place(const std::string& root, std::string why, plugins::Origin& origin) {
    Place place{root, std::move(why), {}};
    const fs::path toolkit(root);
    keep(place.folders, toolkit / "lib64", origin);
    keep(place.folders, toolkit / "lib", origin);
    keep(place.folders, each_below(toolkit / "targets", "", "lib", origin), origin);
    return place;
}

std::optional<Place> library_place_in(const char* variable, plugins::Origin& origin) {
    origin.add_variable(variable);
    const auto root = plugins::environment(variable);
    return root ? std::optional(library_place(*root, variable, origin)) : std::nullopt;
}

// ENV/lib/python3.12/site-packages/nvidia/{cu13,cuda_nvrtc}/lib
std::optional<Place> python_place_in(const char* variable, plugins::Origin& origin) {
    origin.add_variable(variable);
    const auto root = plugins::environment(variable);
    if (!root) {
        return std::nullopt;
    }
    Place place{*root, std::string(variable) + ", Python packages", {}};
    for (const fs::path& packages : each_below(fs::path(*root) / "lib", "python3", "site-packages/nvidia", origin)) {
        keep(place.folders, each_below(packages, "", "lib", origin), origin);
    }
    return place;
}

std::vector<std::string> folders_with(const std::vector<std::string>& folders, const std::vector<std::string>& names,
                                      plugins::Origin& origin) {
    std::vector<std::string> found;
    for (const std::string& folder : folders) {
        for (const std::string& name : names) {
            origin.add_path(folder + "/" + name);
        }
        if (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return has_file(folder, name); })) {
            found.push_back(folder);
        }
    }
    return found;
}

std::vector<std::string> header_folders_near(const std::string& library_folder, plugins::Origin& origin) {
    const fs::path folder(library_folder);
    std::vector<std::string> found;
    keep(found, folder / "../include", origin);     // a toolkit, and the wheels of CUDA 13
    keep(found, folder / "../../include", origin);  // lib/x86_64-linux-gnu of a distribution
    keep(found, each_below(folder / "../targets", "", "include", origin), origin);
    keep(found, each_below(folder / "../..", "cuda_", "include", origin), origin);  // the wheels of CUDA 12, one each
    return found;
}

std::vector<std::string> header_folders_of(const std::string& root, plugins::Origin& origin) {
    std::vector<std::string> found;
    keep(found, fs::path(root) / "include", origin);
    keep(found, each_below(fs::path(root) / "targets", "", "include", origin), origin);
    return found;
}

bool has_file(const std::string& folder, std::string_view name) {
    std::error_code failure;
    return fs::exists(fs::path(folder) / name, failure);
}

}  // namespace quovis::nvrtc

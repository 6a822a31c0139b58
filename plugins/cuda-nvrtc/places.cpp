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
std::vector<fs::path> each_below(const fs::path& root, std::string_view start, const fs::path& below) {
    std::vector<fs::path> found;
    std::error_code failure;
    for (fs::directory_iterator at(root, failure), end; !failure && at != end; at.increment(failure)) {
        if (at->path().filename().string().substr(0, start.size()) == start && is_folder(at->path() / below)) {
            found.push_back(at->path() / below);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

void keep(std::vector<std::string>& folders, const fs::path& folder) {
    std::string name = folder.lexically_normal().string();
    if (is_folder(folder) && std::find(folders.begin(), folders.end(), name) == folders.end()) {
        folders.push_back(std::move(name));
    }
}

// ENV/lib/python3.12/site-packages/nvidia/{cu13,cuda_nvrtc}/lib
Place python_place(const std::string& environment, std::string why) {
    Place place{environment, std::move(why), {}};
    for (const fs::path& packages : each_below(fs::path(environment) / "lib", "python3", "site-packages/nvidia")) {
        for (const fs::path& folder : each_below(packages, "", "lib")) {
            keep(place.folders, folder);
        }
    }
    return place;
}

}  // namespace

Place library_place(const std::string& root, std::string why) {
    Place place{root, std::move(why), {}};
    const fs::path toolkit(root);
    keep(place.folders, toolkit / "lib64");
    keep(place.folders, toolkit / "lib");
    for (const fs::path& folder : each_below(toolkit / "targets", "", "lib")) {
        keep(place.folders, folder);
    }
    return place;
}

std::vector<Place> library_places_before_linker() {
    std::vector<Place> places;
    for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
        if (const auto root = plugins::environment(variable)) {
            places.push_back(library_place(*root, variable));
        }
    }
    return places;
}

std::vector<Place> library_places_after_linker() {
    std::vector<Place> places{library_place("/usr/local/cuda", "the usual place")};
    if (const auto environment = plugins::environment("VIRTUAL_ENV")) {
        places.push_back(python_place(*environment, "VIRTUAL_ENV"));
    }
    if (const auto environment = plugins::environment("CONDA_PREFIX")) {
        places.push_back(library_place(*environment, "CONDA_PREFIX"));
        places.push_back(python_place(*environment, "CONDA_PREFIX, Python packages"));
    }
    return places;
}

std::vector<std::string> folders_with(const std::vector<std::string>& folders, const std::vector<std::string>& names) {
    std::vector<std::string> found;
    for (const std::string& folder : folders) {
        if (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return has_file(folder, name); })) {
            found.push_back(folder);
        }
    }
    return found;
}

std::vector<std::string> header_folders_near(const std::string& library_folder) {
    const fs::path folder(library_folder);
    std::vector<std::string> found;
    keep(found, folder / "../include");     // a toolkit, and the wheels of CUDA 13
    keep(found, folder / "../../include");  // lib/x86_64-linux-gnu of a distribution
    for (const fs::path& include : each_below(folder / "../targets", "", "include")) {
        keep(found, include);
    }
    for (const fs::path& include : each_below(folder / "../..", "cuda_", "include")) {
        keep(found, include);  // the wheels of CUDA 12, one folder each
    }
    return found;
}

std::vector<std::string> header_folders_of(const std::string& root) {
    std::vector<std::string> found;
    keep(found, fs::path(root) / "include");
    for (const fs::path& include : each_below(fs::path(root) / "targets", "", "include")) {
        keep(found, include);
    }
    return found;
}

bool has_file(const std::string& folder, std::string_view name) {
    std::error_code failure;
    return fs::exists(fs::path(folder) / name, failure);
}

}  // namespace quovis::nvrtc

// Looks at one place after the other. Layouts: CUDA Installation Guide for Linux; the wheels nvidia-cuda-nvcc.
#include "plugins/cuda-nvcc/search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"

namespace quovis::nvcc {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
    std::error_code failure;
    return fs::is_regular_file(path, failure) && ::access(path.c_str(), X_OK) == 0;
}

class Search {
  public:
    // The first that is a program stays.
    void look_at(const fs::path& path, std::string_view why) {
        if (found_.empty() && is_program(path)) {
            found_ = path.lexically_normal().string();
        }
        tried_.push_back(fmt::format("{} ({})", path.string(), why));
    }
    // ROOT/lib/python3.12/site-packages/nvidia/{cu13,cuda_nvcc}/bin/nvcc
    void look_in_python(const fs::path& root, std::string_view why) {
        for (const fs::path& python : sorted(root / "lib", "python3")) {
            for (const fs::path& package : sorted(python / "site-packages/nvidia", "")) {
                if (is_program(package / "bin/nvcc")) {
                    look_at(package / "bin/nvcc", why);
                }
            }
        }
        tried_.push_back(fmt::format("{}/lib/python3*/site-packages/nvidia/*/bin/nvcc ({})", root.string(), why));
    }
    std::string found() const {
        if (found_.empty()) {
            throw plugins::PluginError(
                QUOVIS_PLUGIN_UNAVAILABLE, fmt::format("nvcc was not found. Tried: {}", fmt::join(tried_, "; ")),
                "Install the CUDA toolkit (or the Python package nvidia-cuda-nvcc), or name the program in "
                "`backends.cuda-nvcc.nvcc` or the toolkit's folder in `backends.cuda-nvcc.cuda`.");
        }
        return found_;
    }

  private:
    static std::vector<fs::path> sorted(const fs::path& folder, std::string_view start) {
        std::vector<fs::path> found;
        std::error_code failure;
        for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure)) {
            if (at->path().filename().string().substr(0, start.size()) == start) {
                found.push_back(at->path());
            }
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    std::string found_;
    std::vector<std::string> tried_;
};

void look_in_path(Search& search) {
    std::string list = plugins::environment("PATH").value_or("");
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(':', begin), list.size());
        // An empty or relative entry is the host's current folder, which nobody means.
        if (end > begin && list[begin] == '/') {
            search.look_at(fs::path(list.substr(begin, end - begin)) / "nvcc", "PATH");
        }
        begin = end + 1;
    }
}

void look_in_settings(Search& search, const plugins::Setting& setting, const fs::path& program) {
    std::error_code failure;
    const bool is_folder = fs::is_directory(setting.value, failure);
    search.look_at(is_folder ? fs::path(setting.value) / program : fs::path(setting.value),
                   "setting " + naming(setting));
}

}  // namespace

std::string find_nvcc(const plugins::Settings& settings) {
    Search search;
    // What a setting names is the only place.
    if (const auto program = settings.one("nvcc")) {
        look_in_settings(search, *program, "nvcc");
        return search.found();
    }
    if (const auto toolkit = settings.one("cuda")) {
        look_in_settings(search, *toolkit, "bin/nvcc");
        return search.found();
    }
    for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
        if (const auto root = plugins::environment(variable); root && !root->empty()) {
            search.look_at(fs::path(*root) / "bin/nvcc", variable);
        }
    }
    look_in_path(search);
    search.look_at("/usr/local/cuda/bin/nvcc", "the usual place");
    for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
        if (const auto root = plugins::environment(variable); root && !root->empty()) {
            search.look_at(fs::path(*root) / "bin/nvcc", variable);
            search.look_in_python(*root, variable);
        }
    }
    return search.found();
}

}  // namespace quovis::nvcc

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
    explicit Search(plugins::Origin& origin) : origin_(origin) {}

    // The first that is a program stays.
    void look_at(const fs::path& path, std::string_view why) {
        if (found_.empty()) {
            origin_.add_path(path.string());
            if (is_program(path)) {
                found_ = path.lexically_normal().string();
            }
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
    // The folder that a variable names, where nothing has been found before; or nothing.
    std::optional<fs::path> root_in(const char* variable) {
        if (found_.empty()) {
            origin_.add_variable(variable);
        }
        const auto root = plugins::environment(variable);
        return root && !root->empty() ? std::optional<fs::path>(*root) : std::nullopt;
    }
    void look_in_path();
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
    std::vector<fs::path> sorted(const fs::path& folder, std::string_view start) {
        std::vector<fs::path> found;
        std::error_code failure;
        if (found_.empty()) {
            origin_.add_path(folder.string());
        }
        for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure)) {
            if (at->path().filename().string().substr(0, start.size()) == start) {
                found.push_back(at->path());
            }
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    plugins::Origin& origin_;
    std::string found_;
    std::vector<std::string> tried_;
};

// An empty or relative entry is the host's current folder, which nobody means.
std::vector<fs::path> folders_in_path() {
    std::vector<fs::path> folders;
    const std::string list = plugins::environment("PATH").value_or("");
    for (std::size_t begin = 0; begin < list.size();) {
        const std::size_t end = std::min(list.find(':', begin), list.size());
        if (list[begin] == '/') {
            folders.emplace_back(list.substr(begin, end - begin));
        }
        begin = end + 1;
    }
    return folders;
}

void Search::look_in_path() {
    if (found_.empty()) {
        origin_.add_variable("PATH");
    }
    for (const fs::path& folder : folders_in_path()) {
        look_at(folder / "nvcc", "PATH");
    }
}

void look_in_settings(Search& search, const plugins::Setting& setting, const fs::path& program) {
    std::error_code failure;
    const bool is_folder = fs::is_directory(setting.value, failure);
    search.look_at(is_folder ? fs::path(setting.value) / program : fs::path(setting.value),
                   "setting " + naming(setting));
}

}  // namespace

std::string find_nvcc(const plugins::Settings& settings, plugins::Origin& origin) {
    Search search(origin);
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
        if (const auto root = search.root_in(variable)) {
            search.look_at(*root / "bin/nvcc", variable);
        }
    }
    search.look_in_path();
    search.look_at("/usr/local/cuda/bin/nvcc", "the usual place");
    for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
        if (const auto root = search.root_in(variable)) {
            search.look_at(*root / "bin/nvcc", variable);
            search.look_in_python(*root, variable);
        }
    }
    return search.found();
}

std::string find_program(const std::string& name, plugins::Origin& origin) {
    if (name.find('/') != std::string::npos) {
        origin.add_path(name);
        return name;
    }
    origin.add_variable("PATH");
    for (const fs::path& folder : folders_in_path()) {
        const fs::path path = folder / name;
        origin.add_path(path.string());
        std::error_code failure;
        if (fs::is_regular_file(path, failure)) {
            return path.string();
        }
    }
    return name;
}

}  // namespace quovis::nvcc

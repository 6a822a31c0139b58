// The layouts are GCC's and, with the folder of a triplet, Debian's.
#include "plugins/hip-hiprtc/system_headers.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>

#include "plugins/common/host.hpp"

namespace quovis::hip {
namespace {

namespace fs = std::filesystem;

constexpr const char* system_folder = "/usr/include";

bool is_folder(const fs::path& path) {
    std::error_code failure;
    return fs::is_directory(path, failure);
}

// The last name first: "/usr/include/c++/13" before "/usr/include/c++/12".
std::vector<fs::path> folders_in(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code failure;
    for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure)) {
        if (is_folder(at->path())) {
            found.push_back(at->path());
        }
    }
    std::sort(found.begin(), found.end(), std::greater<>());
    return found;
}

std::vector<fs::path> triplet_folders() {
    std::vector<fs::path> found = folders_in(system_folder);
    found.erase(std::remove_if(found.begin(), found.end(),
                               [](const fs::path& folder) {
                                   return folder.filename().string().find("-linux-gnu") == std::string::npos;
                               }),
                found.end());
    return found;
}

// Folders between colons; an empty one is the working directory.
void add_list(std::vector<plugins::IncludeFolder>& folders, const std::string& list) {
    for (std::size_t begin = 0; !list.empty() && begin <= list.size();) {
        const std::size_t end = std::min(list.find(':', begin), list.size());
        folders.push_back({end == begin ? "." : list.substr(begin, end - begin), false});
        begin = end + 1;
    }
}

}  // namespace

std::vector<plugins::IncludeFolder> system_header_folders(plugins::Origin& origin) {
    std::vector<plugins::IncludeFolder> folders;
    for (const char* variable : {"CPATH", "CPLUS_INCLUDE_PATH"}) {
        origin.add_variable(variable);
        add_list(folders, plugins::environment(variable).value_or(""));
    }
    origin.add_path(fs::path(system_folder) / "c++");
    const std::vector<fs::path> triplets = triplet_folders();
    for (const fs::path& release : folders_in(fs::path(system_folder) / "c++")) {
        folders.push_back({release.string(), true});
        for (const fs::path& triplet : triplets) {
            folders.push_back({(triplet / "c++" / release.filename()).string(), true});
        }
        folders.push_back({(release / "backward").string(), true});
    }
    folders.push_back({"/usr/local/include", false});
    for (const fs::path& triplet : triplets) {
        folders.push_back({triplet.string(), false});
    }
    folders.push_back({system_folder, false});
    return folders;
}

}  // namespace quovis::hip

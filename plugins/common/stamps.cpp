// Five thousand headers of a toolkit take some 20 ms.
#include "plugins/common/stamps.hpp"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace quovis::plugins {
namespace {

std::string stamp(const struct stat& file) {
    return fmt::format("{}-{}.{:09}", file.st_size, file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

// FNV-1a: nobody gains by two toolkits that look alike.
class Hash {
  public:
    void add(std::string_view text) {
        for (const char byte : text) {
            add(static_cast<unsigned char>(byte));
        }
        add(0);
    }
    std::string text() const { return fmt::format("{:016x}", value_); }

  private:
    void add(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3u; }

    std::uint64_t value_ = 0xcbf29ce484222325u;
};

std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    if (DIR* const stream = ::opendir(folder.c_str())) {
        while (const dirent* const entry = ::readdir(stream)) {
            const std::string_view name = entry->d_name;
            if (name != "." && name != "..") {
                names.emplace_back(name);
            }
        }
        ::closedir(stream);
    }
    std::sort(names.begin(), names.end());
    return names;
}

class Walk {
  public:
    // `name` is the folder's from the given one, with a slash behind it.
    void enter(const std::string& folder, const std::string& name) {
        struct stat found {};
        if (::stat(folder.c_str(), &found) != 0 || !entered_.emplace(found.st_dev, found.st_ino).second) {
            return;
        }
        folders_.push_back(folder);
        for (const std::string& one : names_in(folder)) {
            look_at(fmt::format("{}/{}", folder, one), name + one);
        }
    }
    FolderStamps finish() && { return {hash_.text(), std::move(folders_)}; }

    // Between the given folders.
    void divide() { hash_.add(std::string_view()); }

  private:
    void look_at(const std::string& path, const std::string& name) {
        struct stat found {};
        if (::stat(path.c_str(), &found) != 0) {
            return;
        }
        if (S_ISDIR(found.st_mode)) {
            enter(path, name + "/");
        } else {
            hash_.add(name);
            hash_.add(stamp(found));
        }
    }

    Hash hash_;
    std::vector<std::string> folders_;
    std::set<std::pair<dev_t, ino_t>> entered_;
};

}  // namespace

std::string stamp_of(const std::string& path) {
    struct stat found {};
    return ::stat(path.c_str(), &found) == 0 ? stamp(found) : "none";
}

std::string stamp_of(const std::vector<std::string>& files) {
    Hash hash;
    for (const std::string& file : files) {
        hash.add(std::string_view(file).substr(file.rfind('/') + 1));
        hash.add(stamp_of(file));
    }
    return hash.text();
}

FolderStamps stamps_below(const std::vector<std::string>& folders) {
    Walk walk;
    for (const std::string& folder : folders) {
        walk.enter(folder, {});
        walk.divide();
    }
    return std::move(walk).finish();
}

bool is_shared_folder(const std::string& folder) {
    std::error_code failure;
    const std::filesystem::path real = std::filesystem::canonical(folder, failure);
    return !failure && (real == "/usr/include" || real == "/usr/local/include");
}

}  // namespace quovis::plugins

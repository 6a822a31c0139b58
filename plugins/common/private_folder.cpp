// mkdtemp, and flock on the folder itself, which the system takes back however its holder ends.
#include "plugins/common/private_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"

namespace quovis::plugins {
namespace {

namespace fs = std::filesystem;

// A folder that is younger may not have been locked by its maker yet.
constexpr std::time_t youngest_swept = 60;

[[noreturn]] void cannot(std::string_view what, const std::string& path, int number) {
    const char* const name = strerrorname_np(number);
    throw PluginError(QUOVIS_PLUGIN_UNAVAILABLE, number, name == nullptr ? "" : name,
                      fmt::format("cannot {} '{}': {}", what, path, std::strerror(number)),
                      "Temporary files go to the folder that TMPDIR names; it must be writable and have room.");
}

int open_and_lock(const std::string& path) {
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (folder >= 0 && ::flock(folder, LOCK_EX | LOCK_NB) != 0) {
        ::close(folder);
        return -1;
    }
    return folder;
}

// Programs that were killed a moment ago may still write: what they leave is taken at the next turn.
void remove_whole(const std::string& path) {
    constexpr int turns = 100;
    std::error_code failure;
    for (int turn = 0; turn < turns; ++turn) {
        fs::remove_all(path, failure);
        if (!failure) {
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    log(QUOVIS_PLUGIN_LOG_WARNING, fmt::format("the temporary folder {} stays: {}", path, failure.message()));
}

bool is_left_over(const fs::path& path, std::string_view prefix) {
    struct stat state {};
    return path.filename().string().substr(0, prefix.size()) == prefix && ::lstat(path.c_str(), &state) == 0 &&
           S_ISDIR(state.st_mode) && state.st_uid == ::geteuid() &&
           std::time(nullptr) - state.st_mtime > youngest_swept;
}

}  // namespace

PrivateFolder::PrivateFolder(const std::string& parent, std::string_view prefix)
    : path_(fmt::format("{}/{}XXXXXX", parent, prefix)) {
    if (::mkdtemp(path_.data()) == nullptr) {
        cannot("make a temporary folder", fmt::format("{}/{}XXXXXX", parent, prefix), errno);
    }
    lock_ = open_and_lock(path_);
}

PrivateFolder::~PrivateFolder() {
    contain("removing a temporary folder", [&] { remove_whole(path_); });
    if (lock_ >= 0) {
        ::close(lock_);
    }
}

void PrivateFolder::make_folders(const std::string& name) const {
    std::error_code failure;
    fs::create_directories(path(name), failure);
    if (failure) {
        cannot("make the folder", path(name), failure.value());
    }
}

void PrivateFolder::write(const std::string& name, std::string_view bytes) const {
    if (const std::size_t slash = name.rfind('/'); slash != std::string::npos) {
        make_folders(name.substr(0, slash));
    }
    const std::string file = path(name);
    const int number = ::open(file.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (number < 0) {
        cannot("write", file, errno);
    }
    while (!bytes.empty()) {
        const ssize_t count = ::write(number, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) {
            const int reason = errno;
            ::close(number);
            cannot("write", file, reason);
        }
        bytes.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
    }
    if (::close(number) != 0) {
        cannot("write", file, errno);
    }
}

std::string PrivateFolder::read(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void sweep_private_folders(const std::string& parent, std::string_view prefix) noexcept {
    contain("sweeping temporary folders", [&] {
        std::error_code failure;
        for (fs::directory_iterator at(parent, failure), end; !failure && at != end; at.increment(failure)) {
            const int lock = is_left_over(at->path(), prefix) ? open_and_lock(at->path().string()) : -1;
            if (lock >= 0) {
                remove_whole(at->path().string());
                ::close(lock);
            }
        }
    });
}

std::string temporary_folder() {
    const auto named = environment("TMPDIR");
    return named && !named->empty() ? *named : "/tmp";
}

}  // namespace quovis::plugins

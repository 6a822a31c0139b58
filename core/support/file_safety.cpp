// Whether someone else could write to a file: the check before code or settings are taken from it.
// The rules stand in files.hpp beside unsafe_reason.
#include "core/support/error.hpp"
#include "core/support/files.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

namespace quovis::core {

namespace {

constexpr std::size_t entry_storage = 65536;  // for the texts of one user or group entry

std::string shown(const std::string& path) {
    return in_quotes(path, PATH_MAX);
}

std::string user_name(uid_t user) {
    std::vector<char> storage(entry_storage);
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(user, &entry, storage.data(), storage.size(), &found) == 0 && found) {
        return fmt::format("{} (uid {})", found->pw_name, user);
    }
    return fmt::format("uid {}", user);
}

// Many systems give each user a group of their own name, and a umask that lets it write. Such a group is the user. All
// that cannot be looked up counts as shared.
bool is_private_group(gid_t group, uid_t owner) {
    if (owner == 0) {
        return false;
    }
    std::vector<char> user_storage(entry_storage);
    passwd user{};
    passwd* user_found = nullptr;
    std::vector<char> group_storage(entry_storage);
    ::group members{};
    ::group* group_found = nullptr;
    if (::getpwuid_r(owner, &user, user_storage.data(), user_storage.size(), &user_found) != 0 || !user_found ||
        ::getgrgid_r(group, &members, group_storage.data(), group_storage.size(), &group_found) != 0 || !group_found) {
        return false;
    }
    if (user.pw_gid != group || std::strcmp(members.gr_name, user.pw_name) != 0) {
        return false;
    }
    for (char** member = members.gr_mem; member && *member; ++member) {
        if (std::strcmp(*member, user.pw_name) != 0) {
            return false;
        }
    }
    return true;
}

std::optional<std::string> unsafe_entry(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return fmt::format("{} cannot be examined: {}", shown(path), std::strerror(errno));
    }
    if (status.st_uid != 0 && status.st_uid != ::geteuid()) {
        return fmt::format("{} belongs to {}", shown(path), user_name(status.st_uid));
    }
    if (status.st_mode & S_IWOTH) {
        return fmt::format("{} can be written to by all users (mode {:04o})", shown(path), status.st_mode & 07777u);
    }
    if ((status.st_mode & S_IWGRP) && !is_private_group(status.st_gid, status.st_uid)) {
        return fmt::format("{} can be written to by its group {} (mode {:04o})", shown(path), status.st_gid,
                           status.st_mode & 07777u);
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> unsafe_reason(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    if (!resolved) {
        return fmt::format("{} cannot be examined: {}", shown(path), std::strerror(errno));
    }
    namespace fs = std::filesystem;
    const std::string target = resolved.get();
    std::error_code error;
    if (auto reason = unsafe_entry(target)) {
        return reason;
    }
    if (!fs::is_directory(target, error)) {
        if (auto reason = unsafe_entry(fs::path(target).parent_path().string())) {
            return reason;
        }
    }
    // Who can write to the folder of a link can make it lead elsewhere.
    if (fs::is_symlink(path, error)) {
        const std::string folder = fs::path(path).parent_path().string();
        return unsafe_entry(folder.empty() ? "." : folder);
    }
    return std::nullopt;
}

}  // namespace quovis::core

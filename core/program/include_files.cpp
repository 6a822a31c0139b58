// Plain system calls: a scan looks at hundreds of paths, most of them in vain.
#include "core/program/include_files.hpp"

#include "core/support/descriptor.hpp"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace quovis::core {
namespace {

FileFacts facts_of(const struct stat& status) {
    return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
            static_cast<std::uint64_t>(status.st_size),
            std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec};
}

NotCacheable failure(const std::string& path, const char* what, int number) {
    return {fmt::format("'{}' cannot be {}: {}", path, what, std::strerror(number))};
}

// Whether something is there. Where a folder cannot be entered, a link leads in a circle or a name is too long, some
// compilers look further and others fail.
bool look_at(const std::string& path, struct stat& status) {
    if (::stat(path.c_str(), &status) == 0)
        return true;
    if (errno == ENOENT || errno == ENOTDIR)
        return false;
    throw failure(path, "looked at", errno);
}

NotCacheable no_file(const std::string& path) {
    return {fmt::format("'{}' is neither a file nor a folder", path)};
}

}  // namespace

std::optional<FileFacts> file_at(const std::string& path) {
    struct stat status {};
    if (!look_at(path, status) || S_ISDIR(status.st_mode))
        return std::nullopt;
    if (!S_ISREG(status.st_mode))
        throw no_file(path);
    return facts_of(status);
}

std::optional<FileFacts> folder_at(const std::string& path) {
    struct stat status {};
    if (!look_at(path.empty() ? "." : path, status) || !S_ISDIR(status.st_mode))
        return std::nullopt;
    return facts_of(status);
}

bool is_readable(const std::string& path) {
    return ::faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) == 0;
}

std::string read_header(const std::string& path, std::size_t limit, FileFacts& facts) {
    // Not blocked by what has taken the file's place since it was looked at.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status {};
    if (!file.open() || ::fstat(file.number(), &status) != 0)
        throw failure(path, "read", errno);
    if (!S_ISREG(status.st_mode))
        throw no_file(path);
    facts = facts_of(status);
    std::string content(facts.size <= limit ? facts.size + 1 : 0, '\0');  // the byte more shows the end
    for (std::size_t size = facts.size <= limit ? 0 : facts.size; size <= limit;) {
        if (size == content.size())
            content.resize(size * 2);
        const ssize_t count = ::read(file.number(), content.data() + size, content.size() - size);
        if (count < 0 && errno != EINTR)
            throw failure(path, "read", errno);
        if (count == 0) {
            content.resize(size);
            return content;
        }
        size += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    throw NotCacheable{fmt::format("with '{}' the headers are too large to be looked through", path)};
}

std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.empty() ? "." : folder.c_str()), ::closedir);
    if (!open) {
        if (errno == ENOENT || errno == ENOTDIR)
            return names;
        throw failure(folder, "listed", errno);
    }
    errno = 0;
    while (const dirent* entry = ::readdir(open.get()))
        names.emplace_back(entry->d_name);
    if (errno != 0)
        throw failure(folder, "listed", errno);
    std::erase_if(names, [](const std::string& name) { return name == "." || name == ".."; });
    std::sort(names.begin(), names.end());
    return names;
}

std::string path_in(const std::string& folder, const std::string& name) {
    std::string path;
    path.reserve(folder.size() + 1 + name.size());
    path += folder;
    if (!folder.empty() && folder.back() != '/')
        path += '/';
    return path += name;
}

}  // namespace quovis::core

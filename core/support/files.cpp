// Reading, atomic writing and the paths that Quovis starts from.
// Whether others can write to a file is decided in file_safety.cpp.
#include "core/support/files.hpp"

#include "core/support/descriptor.hpp"
#include "core/support/environment.hpp"
#include "core/support/error.hpp"
#include "core/support/text.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace quovis::core {

namespace {

// A file that is removed with its scope, unless it has been renamed.
struct TemporaryFile {
    explicit TemporaryFile(std::string name) : path(std::move(name)) {}
    ~TemporaryFile() {
        if (!renamed) {
            ::unlink(path.c_str());
        }
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    std::string path;
    bool renamed = false;
};

[[noreturn]] void fail(std::string_view verb, std::string_view what, const std::string& path, int number) {
    Error error(QUOVIS_ERROR_FILE, "file",
                fmt::format("cannot {} the {} {}: {}", verb, what, in_quotes(path, PATH_MAX), std::strerror(number)));
    error.native_code = number;
    if (const char* name = ::strerrorname_np(number)) {
        error.native_name = name;
    }
    throw error;
}

void check_limit(std::uint64_t size, std::uint64_t limit, std::string_view what, const std::string& path) {
    if (size > limit) {
        throw Error(
            QUOVIS_ERROR_FILE, "file",
            fmt::format("cannot read the {} {}: it is larger than {} bytes", what, in_quotes(path, PATH_MAX), limit));
    }
}

int open_retrying(const std::string& path, int flags, mode_t mode = 0) {
    int number = -1;
    do {
        number = ::open(path.c_str(), flags | O_CLOEXEC, mode);
    } while (number < 0 && errno == EINTR);
    return number;
}

// 0, or the errno of the first failure.
int write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (written < 0 && errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

std::string temporary_name(const std::string& path) {
    std::uint64_t random = 0;
    if (::getrandom(&random, sizeof random, 0) != sizeof random) {
        random = static_cast<std::uint64_t>(::getpid());
    }
    const std::filesystem::path target(path);
    // A name may have 255 bytes; what is kept of the long ones is for people who find a file after a crash.
    const std::string name = target.filename().string().substr(0, 100);
    return (target.parent_path() / fmt::format(".{}.{:016x}", name, random)).string();
}

// A name in the folder survives a power failure only when the folder is synced too. Not every file system can.
void sync_folder(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const Descriptor descriptor(open_retrying(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY));
    if (descriptor.open()) {
        ::fsync(descriptor.number());
    }
}

void write_in_place(const std::string& path, std::string_view bytes, std::string_view what) {
    Descriptor file(open_retrying(path, O_WRONLY));
    if (!file.open()) {
        fail("open", what, path, errno);
    }
    if (const int number = write_all(file.number(), bytes)) {
        fail("write", what, path, number);
    }
    if (file.close() != 0) {
        fail("write", what, path, errno);
    }
}

// `replaced` is the file that was there, whose rights are kept; null for a new one, which gets those that the umask
// leaves.
void replace_file(const std::string& path, std::string_view bytes, std::string_view what, const struct stat* replaced,
                  Durable durable) {
    const std::string temporary_path = temporary_name(path);
    Descriptor file(open_retrying(temporary_path, O_WRONLY | O_CREAT | O_EXCL, replaced != nullptr ? 0600 : 0666));
    if (!file.open()) {
        fail("create", what, path, errno);
    }
    TemporaryFile temporary(temporary_path);
    if (const int number = write_all(file.number(), bytes)) {
        fail("write", what, path, number);
    }
    if (replaced != nullptr && ::fchmod(file.number(), replaced->st_mode & 0777u) != 0) {
        fail("set the rights of", what, path, errno);
    }
    if (::fsync(file.number()) != 0 && errno != EINVAL && errno != ENOTSUP) {
        fail("write", what, path, errno);
    }
    if (file.close() != 0) {
        fail("write", what, path, errno);
    }
    if (::rename(temporary.path.c_str(), path.c_str()) != 0) {
        fail("replace", what, path, errno);
    }
    temporary.renamed = true;
    if (durable == Durable::name) {
        sync_folder(path);
    }
}

std::string canonical(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    return resolved ? std::string(resolved.get()) : path;
}

}  // namespace

std::string read_file(const std::string& path, std::string_view what, std::uint64_t limit) {
    const Descriptor file(open_retrying(path, O_RDONLY));
    if (!file.open()) {
        fail("read", what, path, errno);
    }
    std::string bytes;
    struct stat status {};
    if (::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        const auto size = static_cast<std::uint64_t>(status.st_size);
        check_limit(size, limit, what, path);
        bytes.reserve(size);
    }
    std::array<char, 65536> block;
    for (;;) {
        const ssize_t count = ::read(file.number(), block.data(), block.size());
        if (count == 0) {
            return bytes;
        }
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            fail("read", what, path, errno);
        }
        check_limit(bytes.size() + static_cast<std::size_t>(count), limit, what, path);
        bytes.append(block.data(), static_cast<std::size_t>(count));
    }
}

void write_file(const std::string& path, std::string_view bytes, std::string_view what, Durable durable) {
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        fail("write", what, path, EISDIR);
    }
    if (exists && !S_ISREG(status.st_mode)) {
        write_in_place(path, bytes, what);
        return;
    }
    // Through a symbolic link the file that it leads to is replaced, not the link.
    replace_file(exists ? canonical(path) : path, bytes, what, exists ? &status : nullptr, durable);
}

std::string library_path() {
    Dl_info info{};
    if (::dladdr(reinterpret_cast<const void*>(&library_path), &info) == 0 || !info.dli_fname) {
        return {};
    }
    // A program's own name may be relative to a working directory that has changed since.
    const std::string path = info.dli_fname;
    if (path.find('/') == std::string::npos || !std::filesystem::path(path).is_absolute()) {
        const std::string program = canonical("/proc/self/exe");
        return std::filesystem::path(program).filename() == std::filesystem::path(path).filename() ? program
                                                                                                   : canonical(path);
    }
    return canonical(path);
}

std::string installed_plugin_folder() {
    return (std::filesystem::path(library_path()).parent_path() / "quovis").string();
}

std::string installed_program(std::string_view name) {
    const auto prefix = std::filesystem::path(library_path()).parent_path().parent_path();
    return (prefix / "libexec" / "quovis" / name).string();
}

std::string home_directory() {
    if (auto home = environment("HOME"); home && !home->empty()) {
        return *home;
    }
    std::vector<char> storage(16384);
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(::geteuid(), &entry, storage.data(), storage.size(), &found) != 0 || !found || !found->pw_dir) {
        return {};
    }
    return found->pw_dir;
}

std::string expand_user(const std::string& path) {
    const bool users = path == "~" || path.starts_with("~/");
    const std::string home = users ? home_directory() : std::string();
    return home.empty() ? path : home + path.substr(1);
}

std::string absolute_path(const std::string& path, const std::string& folder) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path base = folder.empty() ? fs::current_path(error) : fs::path(folder);
    const fs::path joined = fs::path(path).is_absolute() ? fs::path(path) : base / path;
    fs::path normal = joined.lexically_normal();
    if (!normal.has_filename() && normal.has_relative_path()) {
        normal = normal.parent_path();  // "/a/b/" and "/a/b" are one folder
    }
    return normal.string();
}

}  // namespace quovis::core

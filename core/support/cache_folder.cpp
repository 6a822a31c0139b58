// Reads by plain calls, since a cache is read far more often than written; writes by write_file.
#include "core/support/cache_folder.hpp"

#include "core/support/descriptor.hpp"
#include "core/support/error.hpp"
#include "core/support/sealed.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace quovis::core {
namespace {

constexpr std::uint64_t largest = std::uint64_t{1} << 32;

using Found = CacheFolder::Found;

int read_descriptor(int descriptor, std::string& bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto count = ::read(descriptor, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno;
        if (count == 0)
            break;  // it was cut while it was read
        done += static_cast<std::size_t>(count);
    }
    bytes.resize(done);
    return 0;
}

}  // namespace

CacheFolder::CacheFolder(std::string path, bool writable, bool trusted)
    : path_(std::move(path)), writable_(writable), fault_() {
    if (path_.empty()) {
        fault_ = "there is no home directory to keep it in";
        return;
    }
    struct stat status {};
    if (::stat(path_.c_str(), &status) != 0) {
        if (errno != ENOENT)
            fault_ = "'" + path_ + "' cannot be examined: " + std::strerror(errno);
        return;  // made when something is written
    }
    if (!S_ISDIR(status.st_mode)) {
        fault_ = "'" + path_ + "' is no folder";
    } else if (!trusted) {
        if (const auto reason = unsafe_reason(path_))
            fault_ = "it is not safe to use: " + *reason;
    }
}

Found CacheFolder::read(std::string_view name, std::string& bytes) const {
    if (!usable())
        return Found::absent;
    const Descriptor file(::open(place(name).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.open())
        return errno == ENOENT || errno == ENOTDIR || errno == ESTALE ? Found::absent : Found::unreadable;
    struct stat status {};
    if (::fstat(file.number(), &status) != 0)
        return Found::unreadable;
    if (!S_ISREG(status.st_mode) || static_cast<std::uint64_t>(status.st_size) > largest)
        return Found::damaged;
    bytes.resize(static_cast<std::size_t>(status.st_size));
    return read_descriptor(file.number(), bytes) == 0 ? Found::whole : Found::unreadable;
}

Found CacheFolder::read_sealed(std::string_view name, std::string& content) const {
    std::string bytes;
    const auto found = read(name, bytes);
    if (found != Found::whole)
        return found;
    const auto unsealed = unseal(bytes);
    if (!unsealed)
        return Found::damaged;
    content = *unsealed;
    return Found::whole;
}

std::optional<std::string> CacheFolder::write(std::string_view name, std::string_view bytes, Durable durable) const {
    if (!usable())
        return fault_;
    const auto file = place(name);
    // A second time, because the folder may be removed by another process between the two steps.
    for (int attempt = 0;; ++attempt) {
        const auto folder = std::filesystem::path(file).parent_path().string();
        if (const int number = make_private_folders(folder))
            return "cannot make the folder '" + folder + "': " + std::strerror(number);
        try {
            write_file(file, bytes, "cache file", durable);
            return std::nullopt;
        } catch (const Error& error) {
            if (error.native_code != ENOENT || attempt == 1)
                return error.message;
        }
    }
}

void CacheFolder::remove(std::string_view name) const noexcept {
    if (writable())
        ::unlink(place(name).c_str());
}

int make_private_folders(const std::string& path) noexcept {
    if (::mkdir(path.c_str(), 0700) == 0)
        return 0;
    if (errno == EEXIST) {
        struct stat status {};
        return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
    }
    const auto slash = path.rfind('/');
    if (errno != ENOENT || slash == std::string::npos || slash == 0)
        return errno;
    if (const int number = make_private_folders(path.substr(0, slash)))
        return number;
    return ::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST ? 0 : errno;
}

}  // namespace quovis::core

// Where results go: standard output, and files that appear whole or not at all.
#include "tools/quovis/output.hpp"

#include "tools/quovis/failure.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace quovis::cli {
namespace {

Failure output_failure(const std::string& what, int error) {
    return {Exit::failed, "output", fmt::format("cannot write {}: {}", what, std::strerror(error))};
}

// 0, or the errno of what stopped it.
int write_all(int descriptor, const void* data, std::size_t size) {
    const char* next = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t written = ::write(descriptor, next, size);
        if (written < 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno;
        }
        next += written;
        size -= static_cast<std::size_t>(written);
    }
    return 0;
}

std::string resolved(const std::string& path) {
    char* real = ::realpath(path.c_str(), nullptr);
    if (real == nullptr) {
        return path;
    }
    std::string place(real);
    std::free(real);
    return place;
}

mode_t current_umask() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return mask;
}

}  // namespace

void print(std::string_view text) {
    if (const int error = write_all(STDOUT_FILENO, text.data(), text.size()); error != 0) {
        throw output_failure("to standard output", error);
    }
}

void print_error_text(std::string_view text) {
    (void)write_all(STDERR_FILENO, text.data(), text.size());
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)), place_(resolved(path_)) {
    struct stat found {};
    if (::stat(place_.c_str(), &found) == 0 && !S_ISREG(found.st_mode)) {
        descriptor_ = ::open(place_.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
        const std::size_t slash = place_.rfind('/');
        const std::string folder = slash == std::string::npos ? "" : place_.substr(0, slash + 1);
        temporary_ = folder + ".quovis-XXXXXX";
        descriptor_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
    }
    if (descriptor_ < 0) {
        const int error = errno;
        temporary_.clear();
        throw output_failure(fmt::format("'{}'", path_), error);
    }
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
        if (!temporary_.empty()) {
            ::unlink(temporary_.c_str());
        }
    }
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      place_(std::move(other.place_)),
      temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

void OutputFile::write(const void* data, std::size_t size) {
    if (const int error = write_all(descriptor_, data, size); error != 0) {
        throw output_failure(fmt::format("'{}'", path_), error);
    }
}

void OutputFile::commit() {
    // What mkostemp made is private; the result gets the rights of any new file.
    if (!temporary_.empty() &&
        (::fchmod(descriptor_, 0666 & ~current_umask()) != 0 || ::rename(temporary_.c_str(), place_.c_str()) != 0)) {
        throw output_failure(fmt::format("'{}'", path_), errno);
    }
    temporary_.clear();
    if (::close(std::exchange(descriptor_, -1)) != 0) {
        throw output_failure(fmt::format("'{}'", path_), errno);
    }
}

}  // namespace quovis::cli

// A file that is read piece by piece, so that one larger than the memory can be given to a device.
#include "tools/quovis/input.hpp"

#include "tools/quovis/failure.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace quovis::cli {
namespace {

Failure input_failure(const std::string& path, const std::string& why) {
    return {Exit::usage, "file", fmt::format("cannot read '{}': {}", path, why)};
}

}  // namespace

InputFile::InputFile(std::string path) : path_(std::move(path)) {
    // Without O_NONBLOCK the opening of a pipe would wait for a writer.
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat found {};
    if (descriptor_ < 0 || ::fstat(descriptor_, &found) != 0) {
        const int error = errno;
        ::close(std::exchange(descriptor_, -1));
        throw input_failure(path_, std::strerror(error));
    }
    if (!S_ISREG(found.st_mode)) {
        ::close(std::exchange(descriptor_, -1));
        throw input_failure(path_, "it is not a regular file");
    }
    size_ = static_cast<std::uint64_t>(found.st_size);
}

InputFile::~InputFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

void InputFile::read(std::uint64_t offset, void* data, std::size_t size) const {
    char* next = static_cast<char*>(data);
    while (size > 0) {
        const ssize_t got = ::pread(descriptor_, next, size, static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            throw input_failure(path_, got < 0 ? std::strerror(errno) : "it ends too early");
        }
        next += got;
        offset += static_cast<std::uint64_t>(got);
        size -= static_cast<std::size_t>(got);
    }
}

std::vector<unsigned char> InputFile::all() const {
    std::vector<unsigned char> bytes(static_cast<std::size_t>(size_));
    read(0, bytes.data(), bytes.size());
    return bytes;
}

}  // namespace quovis::cli

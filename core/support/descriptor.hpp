// A file descriptor that is closed with its scope.
// -1 stands for none, as the system's calls return it.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace quovis::core {

class Descriptor {
  public:
    explicit Descriptor(int number = -1) noexcept : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const noexcept { return number_; }
    bool open() const noexcept { return number_ >= 0; }

    void reset(int number) noexcept {
        close();
        number_ = number;
    }

    // The result of close(2): network file systems report here what write(2) did not.
    int close() noexcept { return open() ? ::close(std::exchange(number_, -1)) : 0; }

  private:
    int number_;
};

// A pipe with O_CLOEXEC, its ends numbered `lowest` or above: a host may have closed its standard streams, and what a
// child's streams become must not stand where they will be put. The error's number, or 0.
inline int open_pipe(int lowest, Descriptor& reading, Descriptor& writing) noexcept {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return errno;
    }
    reading.reset(::fcntl(ends[0], F_DUPFD_CLOEXEC, lowest));
    writing.reset(::fcntl(ends[1], F_DUPFD_CLOEXEC, lowest));
    const int number = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    return reading.open() && writing.open() ? 0 : number;
}

}  // namespace quovis::core

// A file descriptor that is closed with its scope.
// -1 stands for none, as the system's calls return it.
#pragma once

#include <unistd.h>

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

}  // namespace quovis::core

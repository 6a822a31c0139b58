// A lock between processes that name the same file: a record lock of fcntl(2), which ends with its process however that
// ends, is not inherited by children, and works on network file systems that have locks at all. It keeps no order among
// the threads of one process.
#pragma once

#include "core/support/descriptor.hpp"

#include <string>

namespace quovis::core {

class CacheLock {
  public:
    enum class State {
        held,
        busy,        // another process has it
        impossible,  // there are no locks here, or the file cannot be made
    };

    // Tries once, without waiting. The folder of the file is made where it lacks.
    explicit CacheLock(std::string path);
    // Removes the file, while it is still locked where it can be: who waits for it finds that the name leads elsewhere
    // and tries again.
    ~CacheLock();
    CacheLock(const CacheLock&) = delete;
    CacheLock& operator=(const CacheLock&) = delete;

    State state() const { return state_; }

  private:
    std::string path_;
    Descriptor file_;
    State state_ = State::impossible;
};

}  // namespace quovis::core

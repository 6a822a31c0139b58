// A child process from its start until it has been collected, with what it writes. The ground of run_child and of the
// compile workers.
#pragma once

#include "core/support/descriptor.hpp"
#include "core/support/start_process.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quovis::core {

// Throws Error(QUOVIS_ERROR_UNAVAILABLE) of phase "child process", with the system's words for the error's number.
[[noreturn]] void throw_cannot_start(const std::string& program, int number);

// One captured stream of a child.
class Capture {
  public:
    Capture(const std::string& program, std::size_t limit);  // throws Error

    int ours() const { return ours_.number(); }
    int theirs() const { return theirs_.number(); }
    bool open() const { return ours_.open(); }
    void close_theirs() { theirs_.close(); }

    // Takes what is there. What is over the limit is read too, so that the child does not block on a full pipe.
    void drain();

    std::string text;
    bool cut = false;

  private:
    std::size_t limit_;
    Descriptor ours_;
    Descriptor theirs_;
};

// How a child ended.
struct ChildEnd {
    std::optional<int> exit_code;  // empty: ended by a signal, or collected by the host before we could
    int signal = 0;                // that ended it; 0 none
};

// "exit status 3", "signal 11 (SIGSEGV)": for messages.
std::string describe_end(const ChildEnd& end);

// Its process group ends with this process, and with this object. Its number, and so that of its group, stays taken
// until it has been collected.
class RunningChild {
  public:
    struct Streams {
        int input = -1;  // -1: /dev/null
        int output = -1;
        int error = -1;
    };
    // Throws Error(QUOVIS_ERROR_UNAVAILABLE). The program is looked up in PATH when its name has no '/', but not in a
    // set-user-id process.
    RunningChild(const std::vector<std::string>& arguments,
                 const std::vector<std::pair<std::string, std::string>>& environment,
                 const std::string& working_directory, const Streams& streams);
    ~RunningChild();
    RunningChild(const RunningChild&) = delete;
    RunningChild& operator=(const RunningChild&) = delete;

    // Readable when it has ended; -1 where the kernel has no such thing (before Linux 5.3).
    int handle() const { return handle_.number(); }
    // Whether it has ended; it is not collected by this. The host may have told the system to collect children.
    bool ended() const;
    void kill_group() const;
    ChildEnd collect();  // waits for its end

  private:
    Descriptor watch_;
    pid_t number_ = -1;
    bool collected_ = false;
    Descriptor handle_;
};

// Waits until one of the descriptors (-1 is passed over) is readable, at most so long.
void wait_readable(std::initializer_list<int> descriptors, std::chrono::milliseconds longest);

}  // namespace quovis::core

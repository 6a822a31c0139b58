// Starts a program in a process group of its own that ends with this process. The ground of run_child.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace quovis::core {

struct Start {
    // The program and its arguments; a name without '/' is looked up in this process's PATH.
    std::vector<std::string> arguments;
    std::vector<std::string> environment;  // "NAME=VALUE", all of it
    std::string working_directory;         // empty: this process's own
    int input = -1;                        // becomes the child's stdin; -1: /dev/null
    int output = -1;                       // becomes the child's stdout
    int error = -1;                        // becomes its stderr
    // The reading end of a pipe whose writing end is open in this process only, with O_CLOEXEC. Becomes the child's
    // descriptor `watch_in_child`. When this process ends, however it ends, the system kills the child's group.
    int watch = -1;

    static constexpr int watch_in_child = 3;
};

// The number of the new process, in `child`, or the error's number. No other descriptor reaches the
// child, all signals are as the system has them, and none is blocked. The descriptors given must be above 2, and
// `watch` above `watch_in_child`. May be called from any thread.
int start_process(const Start& start, pid_t& child);

}  // namespace quovis::core

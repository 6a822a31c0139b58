// Runs a program and waits for it: no shell, its own process group, bounded output, a deadline.
// The host is left alone: no signal handler, no descriptor that stays, no change of the working directory.
#pragma once

#include "core/support/running_child.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quovis::core {

struct ChildCommand {
    // The program and its arguments, passed as they are. A name without '/' is looked up in PATH, but not in a
    // set-user-id process.
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment;  // added to the process's own
    std::string working_directory;                                 // empty: the process's own
    std::size_t output_limit = std::size_t{1} << 20;               // bytes kept of each of the two streams
    std::optional<std::chrono::milliseconds> deadline;             // from the start
    std::function<bool()> cancelled;  // asked about fifty times a second, from the calling thread
};

struct ChildResult : ChildEnd {
    bool timed_out = false;
    bool cancelled = false;
    std::string output;  // of stdout
    std::string error;   // of stderr
    bool output_cut = false;
    bool error_cut = false;

    bool succeeded() const { return exit_code == 0 && !timed_out && !cancelled; }
};

// Stdin is /dev/null; of the host's descriptors none reaches the child. (Its 3 is a pipe by which the system kills the
// group when the host dies.) When the child ends, is late or is cancelled, all that is left of its process group is
// killed. Throws Error(QUOVIS_ERROR_UNAVAILABLE) of phase "child process" when it cannot be started.
ChildResult run_child(const ChildCommand& command);

// "exit status 3", "signal 11 (SIGSEGV)", "killed after 500 ms": how it ended, for messages.
std::string describe_end(const ChildCommand& command, const ChildResult& result);

}  // namespace quovis::core

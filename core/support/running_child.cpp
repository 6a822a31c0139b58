// The end is seen by a pidfd where the kernel has them, else by asking.
#include "core/support/running_child.hpp"

#include "core/support/environment.hpp"
#include "core/support/error.hpp"
#include "core/support/text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace quovis::core {

void throw_cannot_start(const std::string& program, int number) {
    Error error(QUOVIS_ERROR_UNAVAILABLE, "child process",
                fmt::format("cannot start {}: {}", in_quotes(program), std::strerror(number)));
    error.native_code = number;
    if (const char* name = ::strerrorname_np(number)) {
        error.native_name = name;
    }
    throw error;
}

Capture::Capture(const std::string& program, std::size_t limit) : limit_(limit) {
    if (const int number = open_pipe(STDERR_FILENO + 1, ours_, theirs_)) {
        throw_cannot_start(program, number);
    }
    ::fcntl(ours_.number(), F_SETFL, O_NONBLOCK);
}

void Capture::drain() {
    constexpr int most_blocks = 64;  // a child that writes without end must not keep us from looking at the time
    std::array<char, 65536> block;
    for (int count_of_blocks = 0; count_of_blocks < most_blocks && ours_.open(); ++count_of_blocks) {
        const ssize_t count = ::read(ours_.number(), block.data(), block.size());
        if (count > 0) {
            const auto size = static_cast<std::size_t>(count);
            const std::size_t kept = std::min(size, limit_ - text.size());
            text.append(block.data(), kept);
            cut = cut || kept < size;
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            ours_.close();
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

std::string describe_end(const ChildEnd& end) {
    if (end.signal != 0) {
        const char* name = ::sigabbrev_np(end.signal);
        return name ? fmt::format("signal {} (SIG{})", end.signal, name) : fmt::format("signal {}", end.signal);
    }
    return end.exit_code ? fmt::format("exit status {}", *end.exit_code) : "an end that the host has collected";
}

RunningChild::RunningChild(const std::vector<std::string>& arguments,
                           const std::vector<std::pair<std::string, std::string>>& environment,
                           const std::string& working_directory, const Streams& streams) {
    if (arguments.empty() || arguments[0].empty()) {
        throw_cannot_start({}, EINVAL);
    }
    const std::string& program = arguments[0];
    if (program.find('/') == std::string::npos && !environment_trusted()) {
        throw_cannot_start(program, EPERM);
    }
    // The pipe whose writing end only this process holds; see Start::watch.
    Descriptor watched;
    if (const int number = open_pipe(Start::watch_in_child + 1, watched, watch_)) {
        throw_cannot_start(program, number);
    }
    Start wanted;
    wanted.arguments = arguments;
    wanted.environment = environment_for_child(environment);
    wanted.working_directory = working_directory;
    wanted.input = streams.input;
    wanted.output = streams.output;
    wanted.error = streams.error;
    wanted.watch = watched.number();
    if (const int number = start_process(wanted, number_)) {
        throw_cannot_start(program, number);
    }
#ifdef SYS_pidfd_open
    handle_.reset(static_cast<int>(::syscall(SYS_pidfd_open, number_, 0)));
#endif
}

// No process is left behind.
RunningChild::~RunningChild() {
    if (!collected_) {
        kill_group();
        collect();
    }
}

bool RunningChild::ended() const {
    if (collected_) {
        return true;
    }
    siginfo_t info{};
    const int status = ::waitid(P_PID, static_cast<id_t>(number_), &info, WEXITED | WNOHANG | WNOWAIT);
    return status == 0 ? info.si_pid == number_ : errno == ECHILD;
}

void RunningChild::kill_group() const {
    ::kill(-number_, SIGKILL);
}

ChildEnd RunningChild::collect() {
    siginfo_t info{};
    int status = 0;
    do {
        status = ::waitid(P_PID, static_cast<id_t>(number_), &info, WEXITED);
    } while (status != 0 && errno == EINTR);
    collected_ = true;
    ChildEnd end;
    if (status != 0 || info.si_pid != number_) {
        return end;
    }
    if (info.si_code == CLD_EXITED) {
        end.exit_code = info.si_status;
    } else {
        end.signal = info.si_status;
    }
    return end;
}

void wait_readable(std::initializer_list<int> descriptors, std::chrono::milliseconds longest) {
    std::vector<pollfd> waited;
    for (const int descriptor : descriptors) {
        if (descriptor >= 0) {
            waited.push_back({descriptor, POLLIN, 0});
        }
    }
    ::poll(waited.data(), waited.size(), static_cast<int>(longest.count()));
}

}  // namespace quovis::core

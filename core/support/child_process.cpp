// run_child: a start, two pipes, and one loop that waits for output, the end, the deadline and a cancellation.
// The end is seen by a pidfd where the kernel has them (Linux 5.3), else by asking at each turn of the loop.
#include "core/support/child_process.hpp"

#include "core/support/descriptor.hpp"
#include "core/support/environment.hpp"
#include "core/support/error.hpp"
#include "core/support/start_process.hpp"
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

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds turn{20};         // the longest wait between two questions
constexpr std::chrono::milliseconds last_words{200};  // for output that is still in a pipe after the end

[[noreturn]] void cannot_start(const std::string& program, int number) {
    Error error(QUOVIS_ERROR_UNAVAILABLE, "child process",
                fmt::format("cannot start {}: {}", quoted(program), std::strerror(number)));
    error.native_code = number;
    if (const char* name = ::strerrorname_np(number)) {
        error.native_name = name;
    }
    throw error;
}

// One captured stream of the child.
class Capture {
  public:
    Capture(const std::string& program, std::size_t limit) : limit_(limit) {
        if (const int number = open_pipe(STDERR_FILENO + 1, ours_, theirs_)) {
            cannot_start(program, number);
        }
        ::fcntl(ours_.number(), F_SETFL, O_NONBLOCK);
    }

    int ours() const { return ours_.number(); }
    int theirs() const { return theirs_.number(); }
    bool open() const { return ours_.open(); }
    void close_theirs() { theirs_.close(); }

    // Takes what is there. What is over the limit is read too, so that the child does not block on a full pipe.
    void drain() {
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

    std::string text;
    bool cut = false;

  private:
    std::size_t limit_;
    Descriptor ours_;
    Descriptor theirs_;
};

// The pipe whose writing end only this process holds; see Start::watch.
class HostWatch {
  public:
    explicit HostWatch(const std::string& program) {
        if (const int number = open_pipe(Start::watch_in_child + 1, theirs_, ours_)) {
            cannot_start(program, number);
        }
    }

    int theirs() const { return theirs_.number(); }
    void close_theirs() { theirs_.close(); }

  private:
    Descriptor ours_;
    Descriptor theirs_;
};

pid_t start(const ChildCommand& command, const Capture& output, const Capture& error, HostWatch& watch) {
    if (command.arguments.empty() || command.arguments[0].empty()) {
        cannot_start({}, EINVAL);
    }
    const std::string& program = command.arguments[0];
    if (program.find('/') == std::string::npos && !environment_trusted()) {
        cannot_start(program, EPERM);
    }
    Start wanted;
    wanted.arguments = command.arguments;
    wanted.environment = environment_for_child(command.environment);
    wanted.working_directory = command.working_directory;
    wanted.output = output.theirs();
    wanted.error = error.theirs();
    wanted.watch = watch.theirs();
    pid_t child = -1;
    if (const int number = start_process(wanted, child)) {
        cannot_start(program, number);
    }
    watch.close_theirs();
    return child;
}

// A child process until it has been collected. Its number, and so that of its group, stays taken until then.
class Child {
  public:
    explicit Child(pid_t number) : number_(number) {
#ifdef SYS_pidfd_open
        handle_.reset(static_cast<int>(::syscall(SYS_pidfd_open, number, 0)));
#endif
    }
    // Also when a callback has thrown: no process is left behind.
    ~Child() {
        if (!collected_) {
            kill_group();
            siginfo_t ignored{};
            while (::waitid(P_PID, static_cast<id_t>(number_), &ignored, WEXITED) != 0 && errno == EINTR) {
            }
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    int handle() const {
        return handle_.number();
    }

    void kill_group() const {
        ::kill(-number_, SIGKILL);
    }

    // Whether it has ended; it is not collected by this. The host may have told the system to collect children.
    bool ended() const {
        siginfo_t info{};
        const int status = ::waitid(P_PID, static_cast<id_t>(number_), &info, WEXITED | WNOHANG | WNOWAIT);
        return status == 0 ? info.si_pid == number_ : errno == ECHILD;
    }

    void collect(ChildResult& result) {
        siginfo_t info{};
        int status = 0;
        do {
            status = ::waitid(P_PID, static_cast<id_t>(number_), &info, WEXITED);
        } while (status != 0 && errno == EINTR);
        collected_ = true;
        if (status != 0 || info.si_pid != number_) {
            return;
        }
        if (info.si_code == CLD_EXITED) {
            result.exit_code = info.si_status;
        } else {
            result.signal = info.si_status;
        }
    }

  private:
    pid_t number_;
    bool collected_ = false;
    Descriptor handle_;
};

void wait_a_turn(const Capture& output, const Capture& error, int handle, std::chrono::milliseconds longest) {
    std::array<pollfd, 3> waited{};
    nfds_t count = 0;
    for (const int descriptor : {output.ours(), error.ours(), handle}) {
        if (descriptor >= 0) {
            waited[count++] = {descriptor, POLLIN, 0};
        }
    }
    ::poll(waited.data(), count, static_cast<int>(longest.count()));
}

std::chrono::milliseconds next_wait(const ChildCommand& command, Clock::time_point started, bool has_handle) {
    auto wait = command.cancelled || !has_handle ? turn : std::chrono::milliseconds(1000);
    if (command.deadline) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(started + *command.deadline - Clock::now());
        wait = std::clamp(left, std::chrono::milliseconds(0), wait);
    }
    return wait;
}

void wait_for_end(const ChildCommand& command, const Child& child, Capture& output, Capture& error,
                  ChildResult& result) {
    const auto started = Clock::now();
    while (!child.ended()) {
        wait_a_turn(output, error, child.handle(), next_wait(command, started, child.handle() >= 0));
        output.drain();
        error.drain();
        const bool late = command.deadline && Clock::now() - started >= *command.deadline;
        if (!late && command.cancelled && command.cancelled()) {
            result.cancelled = true;
        }
        if ((late || result.cancelled) && !child.ended()) {
            result.timed_out = late;
            child.kill_group();
            return;
        }
        result.cancelled = false;  // it had ended by itself
    }
}

}  // namespace

ChildResult run_child(const ChildCommand& command) {
    const std::string program = command.arguments.empty() ? std::string() : command.arguments[0];
    Capture output(program, command.output_limit);
    Capture error(program, command.output_limit);
    HostWatch watch(program);
    Child child(start(command, output, error, watch));
    output.close_theirs();
    error.close_theirs();

    ChildResult result;
    wait_for_end(command, child, output, error, result);
    child.kill_group();  // what it has left running
    child.collect(result);

    // A grandchild that moved to another group may keep the pipes open for ever.
    const auto until = Clock::now() + last_words;
    while ((output.open() || error.open()) && Clock::now() < until) {
        wait_a_turn(output, error, -1, turn);
        output.drain();
        error.drain();
    }
    result.output = std::move(output.text);
    result.output_cut = output.cut;
    result.error = std::move(error.text);
    result.error_cut = error.cut;
    return result;
}

std::string describe_end(const ChildCommand& command, const ChildResult& result) {
    if (result.timed_out) {
        return fmt::format("killed after {} ms", command.deadline ? command.deadline->count() : 0);
    }
    if (result.cancelled) {
        return "cancelled";
    }
    if (result.signal != 0) {
        const char* name = ::sigabbrev_np(result.signal);
        return name ? fmt::format("signal {} (SIG{})", result.signal, name) : fmt::format("signal {}", result.signal);
    }
    return result.exit_code ? fmt::format("exit status {}", *result.exit_code) : "an end that the host has collected";
}

}  // namespace quovis::core

// run_child: posix_spawn, two pipes, and one loop that waits for output, the end, the deadline and a cancellation.
// The end is seen by a pidfd where the kernel has them (Linux 5.3), else by asking at each turn of the loop.
#include "core/support/child_process.hpp"

#include "core/support/descriptor.hpp"
#include "core/support/environment.hpp"
#include "core/support/error.hpp"
#include "core/support/text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
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
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) {
            cannot_start(program, errno);
        }
        // Away from 0 to 2: a host may have closed these, and the child's are put there one after the other.
        for (int i = 0; i < 2; ++i) {
            Descriptor& end = i == 0 ? ours_ : theirs_;
            end.reset(::fcntl(ends[i], F_DUPFD_CLOEXEC, 3));
        }
        const int number = errno;
        ::close(ends[0]);
        ::close(ends[1]);
        if (!ours_.open() || !theirs_.open()) {
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

// Has the system kill the child's group when this process ends, however it ends. The children hold the reading end of
// a pipe and this process the only writing end: when that is gone the system signals the owner of the reading end,
// which is made the group (fcntl(2), "Signals"). A death signal (prctl) would reach the child alone, not its children.
class HostWatch {
  public:
    explicit HostWatch(const std::string& program) {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) {
            cannot_start(program, errno);
        }
        theirs_.reset(::fcntl(ends[0], F_DUPFD_CLOEXEC, 4));
        ours_.reset(::fcntl(ends[1], F_DUPFD_CLOEXEC, 4));
        const int number = errno;
        ::close(ends[0]);
        ::close(ends[1]);
        if (!ours_.open() || !theirs_.open()) {
            cannot_start(program, number);
        }
    }

    static constexpr int in_child = STDERR_FILENO + 1;
    int theirs() const { return theirs_.number(); }

    void watch_over(pid_t group) {
        ::fcntl(theirs_.number(), F_SETSIG, SIGKILL);
        ::fcntl(theirs_.number(), F_SETOWN, -group);
        ::fcntl(theirs_.number(), F_SETFL, O_ASYNC);
        theirs_.close();
    }

  private:
    Descriptor ours_;
    Descriptor theirs_;
};

// What posix_spawn is told, released with its scope.
struct SpawnSetup {
    SpawnSetup() {
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawnattr_init(&attributes);
    }
    ~SpawnSetup() {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }
    SpawnSetup(const SpawnSetup&) = delete;
    SpawnSetup& operator=(const SpawnSetup&) = delete;

    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
};

void describe_descriptors(SpawnSetup& setup, const Capture& output, const Capture& error, const HostWatch& watch) {
    ::posix_spawn_file_actions_addopen(&setup.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&setup.actions, output.theirs(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&setup.actions, error.theirs(), STDERR_FILENO);
    ::posix_spawn_file_actions_adddup2(&setup.actions, watch.theirs(), HostWatch::in_child);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    // The host's descriptors that were opened without O_CLOEXEC.
    ::posix_spawn_file_actions_addclosefrom_np(&setup.actions, HostWatch::in_child + 1);
#endif
}

// A host may ignore or block signals; the child starts with all of them as the system has them.
void describe_signals(SpawnSetup& setup) {
    sigset_t all;
    sigset_t none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigdefault(&setup.attributes, &all);
    ::posix_spawnattr_setsigmask(&setup.attributes, &none);
    ::posix_spawnattr_setpgroup(&setup.attributes, 0);
    ::posix_spawnattr_setflags(&setup.attributes,
                               POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        result.push_back(text.data());
    }
    result.push_back(nullptr);
    return result;
}

pid_t spawn(const ChildCommand& command, const Capture& output, const Capture& error, HostWatch& watch) {
    if (command.arguments.empty() || command.arguments[0].empty()) {
        cannot_start({}, EINVAL);
    }
    const std::string& program = command.arguments[0];
    const bool search = program.find('/') == std::string::npos;
    if (search && !environment_trusted()) {
        cannot_start(program, EPERM);
    }
    SpawnSetup setup;
    describe_descriptors(setup, output, error, watch);
    describe_signals(setup);
    if (!command.working_directory.empty()) {
        ::posix_spawn_file_actions_addchdir_np(&setup.actions, command.working_directory.c_str());
    }
    std::vector<std::string> arguments = command.arguments;
    std::vector<std::string> variables = environment_for_child(command.environment);
    const auto start = search ? ::posix_spawnp : ::posix_spawn;
    pid_t child = -1;
    const int number = start(&child, program.c_str(), &setup.actions, &setup.attributes, pointers(arguments).data(),
                             pointers(variables).data());
    if (number != 0) {
        cannot_start(program, number);
    }
    watch.watch_over(child);
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
    Child child(spawn(command, output, error, watch));
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

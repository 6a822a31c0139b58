// vfork and exec. posix_spawn would do but for one thing: the child must bind itself to its host before it runs, and
// posix_spawn has no place for that. Bound afterwards, by the host, it would be left behind by a host that dies
// between.
#include "core/support/start_process.hpp"

#include "core/support/descriptor.hpp"
#include "core/support/environment.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>

namespace quovis::core {
namespace {

std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (const std::string& text : texts) {
        result.push_back(const_cast<char*>(text.c_str()));
    }
    result.push_back(nullptr);
    return result;
}

bool is_program(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

// Empty when it is not there.
std::string find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        return name;
    }
    const std::string path_list = environment("PATH").value_or("/bin:/usr/bin");
    std::string_view folders = path_list;
    while (!folders.empty()) {
        const auto end = std::min(folders.find(':'), folders.size());
        const std::string folder(folders.substr(0, end));
        folders.remove_prefix(std::min(end + 1, folders.size()));
        const std::string path = folder + "/" + name;
        // A relative folder would name another program from each working directory.
        if (!folder.empty() && folder.front() == '/' && is_program(path)) {
            return path;
        }
    }
    return {};
}

// What the child needs, made before it is there: it shares this process's memory and must not allocate.
struct Prepared {
    const char* program;
    char* const* arguments;
    char* const* environment;
    const char* working_directory;  // null: stays
    int input;
    int output;
    int error;
    int watch;
};

void reset_signals() {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number) {
        ::sigaction(number, &action, nullptr);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// When the last writing end of the pipe is closed, the system signals the owner of the reading end (fcntl(2),
// "Signals"), which is made the group. A death signal (prctl) would reach the child alone, not its children. The child
// has a copy of the writing end until it runs its program, so a host that is gone by then is noticed there.
bool bind_to_host(int watch) {
    return ::fcntl(watch, F_SETSIG, SIGKILL) == 0 && ::fcntl(watch, F_SETOWN, -::getpid()) == 0 &&
           ::fcntl(watch, F_SETFL, O_ASYNC) == 0;
}

// The host's descriptors, also those without O_CLOEXEC, end with the exec.
void close_the_rest_on_exec(unsigned first) {
    if (::syscall(SYS_close_range, first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) {
        return;
    }
    // Before Linux 5.11.
    constexpr rlim_t most = 65536;
    struct rlimit limit {};
    const rlim_t end = ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? std::min(limit.rlim_cur, most) : most;
    for (rlim_t number = first; number < end; ++number) {
        ::fcntl(static_cast<int>(number), F_SETFD, FD_CLOEXEC);
    }
}

// In the child: calls of the system only. Returns when something failed, with errno.
void become_program(const Prepared& prepared) {
    if (::setpgid(0, 0) != 0 || !bind_to_host(prepared.watch)) {
        return;
    }
    const int input = prepared.input >= 0 ? prepared.input : ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (input < 0 || ::dup2(input, STDIN_FILENO) < 0 || ::dup2(prepared.output, STDOUT_FILENO) < 0 ||
        ::dup2(prepared.error, STDERR_FILENO) < 0 || ::dup2(prepared.watch, Start::watch_in_child) < 0) {
        return;
    }
    ::fcntl(STDIN_FILENO, F_SETFD, 0);  // where it was stdin already
    close_the_rest_on_exec(Start::watch_in_child + 1);
    if (prepared.working_directory != nullptr && ::chdir(prepared.working_directory) != 0) {
        return;
    }
    reset_signals();
    ::execve(prepared.program, prepared.arguments, prepared.environment);
}

// Apart from its caller, whose variables the child must not touch: until its exec both run on one stack, one after the
// other (vfork(2)).
[[gnu::noinline]] pid_t vfork_prepared(const Prepared& prepared, int failure_pipe) {
    const pid_t child = ::vfork();
    if (child == 0) {
        become_program(prepared);
        const int failure = errno;
        static_cast<void>(!::write(failure_pipe, &failure, sizeof(failure)));
        ::_exit(127);
    }
    return child;
}

int start_prepared(const Prepared& prepared, pid_t& child) {
    Descriptor ours;
    Descriptor theirs;
    if (const int number = open_pipe(Start::watch_in_child + 1, ours, theirs)) {
        return number;
    }
#if !defined(QUOVIS_SANITIZE_THREAD)
    // ThreadSanitizer makes a fork of a vfork: there the end of the pipe must be awaited. Here it has been reached,
    // unless a child that another thread of the host has forked holds it too.
    ::fcntl(ours.number(), F_SETFL, O_NONBLOCK);
#endif
    child = vfork_prepared(prepared, theirs.number());
    if (child < 0) {
        return errno;
    }
    theirs.close();
    int failure = 0;
    if (::read(ours.number(), &failure, sizeof(failure)) != sizeof(failure)) {
        return 0;
    }
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    return failure;
}

}  // namespace

int start_process(const Start& start, pid_t& child) {
    const std::string program = find_program(start.arguments.front());
    if (program.empty()) {
        return ENOENT;
    }
    const std::vector<char*> arguments = pointers(start.arguments);
    const std::vector<char*> environment = pointers(start.environment);
    const Prepared prepared{
        program.c_str(),    arguments.data(),
        environment.data(), start.working_directory.empty() ? nullptr : start.working_directory.c_str(),
        start.input,        start.output,
        start.error,        start.watch};
    // A handler of the host's must not run in the child, which shares its memory.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failure = start_prepared(prepared, child);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return failure;
}

}  // namespace quovis::core

// Preloaded into a process (LD_PRELOAD): what happens to the files below one folder goes wrong as the variables say.
//   FILE_FAULT_FOLDER       the folder; calls on other files are left alone
//   FILE_FAULT_KILL_AT=N    the N-th call that changes something kills the process; a write writes half before
//   FILE_FAULT_COUNT=FILE   the number of such calls is written there when the process ends
//   FILE_FAULT_FAIL=CALL:ERRNO[,CALL:ERRNO]   each such call fails: open write fsync rename mkdir lock
//   FILE_FAULT_LAG=MS       files younger than so many milliseconds are not there yet for open and stat, as on a
//                             network file system whose client remembers that they were not
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<long> calls{0};
std::atomic<bool> watched[4096];  // descriptors of files below the folder

template <typename Function>
Function next(Function, const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

bool is_below(const char* path) {
    const char* folder = std::getenv("FILE_FAULT_FOLDER");
    return folder != nullptr && path != nullptr && std::strncmp(path, folder, std::strlen(folder)) == 0;
}

bool is_watched(int descriptor) {
    return descriptor >= 0 && descriptor < 4096 && watched[descriptor];
}

// 0, or the errno with which the call is to fail.
int failure_of(const char* call) {
    const char* list = std::getenv("FILE_FAULT_FAIL");
    while (list != nullptr && *list != '\0') {
        const std::size_t size = std::strlen(call);
        if (std::strncmp(list, call, size) == 0 && list[size] == ':') {
            return std::atoi(list + size + 1);
        }
        list = std::strchr(list, ',');
        list = list == nullptr ? nullptr : list + 1;
    }
    return 0;
}

bool is_last_call() {
    const char* at = std::getenv("FILE_FAULT_KILL_AT");
    const long number = ++calls;
    return at != nullptr && number == std::atol(at);
}

[[noreturn]] void die() {
    ::kill(::getpid(), SIGKILL);
    for (;;) {
        ::pause();
    }
}

// Counts a call that changes something; the failure's errno, or 0.
int change(const char* call) {
    if (is_last_call()) {
        die();
    }
    return failure_of(call);
}

int fail(int number) {
    errno = number;
    return -1;
}

bool is_too_young(const char* path) {
    const char* lag = std::getenv("FILE_FAULT_LAG");
    struct stat status {};
    timespec now{};
    if (lag == nullptr || !is_below(path) || next(&::stat, "stat")(path, &status) != 0 || !S_ISREG(status.st_mode)) {
        return false;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    const auto age = (now.tv_sec - status.st_ctim.tv_sec) * 1000 + (now.tv_nsec - status.st_ctim.tv_nsec) / 1000000;
    return age < std::atol(lag);
}

struct Report {
    ~Report() {
        if (const char* file = std::getenv("FILE_FAULT_COUNT")) {
            if (std::FILE* out = std::fopen(file, "w")) {
                std::fprintf(out, "%ld\n", calls.load());
                std::fclose(out);
            }
        }
    }
};
Report report;

int open_file(const char* name, const char* path, int flags, mode_t mode) {
    const bool below = is_below(path);
    const bool writes = (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0;
    if (below && writes) {
        if (const int number = change("open")) {
            return fail(number);
        }
    }
    if (below && !writes && is_too_young(path)) {
        return fail(ENOENT);
    }
    const int descriptor = next(&::open, name)(path, flags, mode);
    if (descriptor >= 0 && descriptor < 4096) {
        watched[descriptor] = below;
    }
    return descriptor;
}

mode_t mode_of(int flags, va_list arguments) {
    return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(arguments, int)) : 0;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_file("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return open_file("open64", path, flags, mode);
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
    const auto original = next(&::write, "write");
    if (is_watched(descriptor)) {
        if (is_last_call()) {
            original(descriptor, bytes, size / 2);
            die();
        }
        if (const int number = failure_of("write")) {
            // A full disk takes a part first.
            return size > 1 ? original(descriptor, bytes, size / 2) : fail(number);
        }
    }
    return original(descriptor, bytes, size);
}

int fsync(int descriptor) {
    if (is_watched(descriptor)) {
        if (const int number = change("fsync")) {
            return fail(number);
        }
    }
    return next(&::fsync, "fsync")(descriptor);
}

int rename(const char* from, const char* to) {
    if (is_below(to)) {
        if (const int number = change("rename")) {
            return fail(number);
        }
    }
    return next(&::rename, "rename")(from, to);
}

int unlink(const char* path) {
    if (is_below(path)) {
        change("unlink");
    }
    return next(&::unlink, "unlink")(path);
}

int mkdir(const char* path, mode_t mode) {
    if (is_below(path)) {
        if (const int number = change("mkdir")) {
            return fail(number);
        }
    }
    return next(&::mkdir, "mkdir")(path, mode);
}

int stat(const char* path, struct stat* status) {
    if (is_too_young(path)) {
        return fail(ENOENT);
    }
    return reinterpret_cast<int (*)(const char*, struct stat*)>(dlsym(RTLD_NEXT, "stat"))(path, status);
}

int fcntl(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void* argument = va_arg(arguments, void*);
    va_end(arguments);
    if (command == F_SETLK && is_watched(descriptor)) {
        if (const int number = change("lock")) {
            return fail(number);
        }
    }
    return next(&::fcntl, "fcntl")(descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void* argument = va_arg(arguments, void*);
    va_end(arguments);
    return fcntl(descriptor, command, argument);
}

}  // extern "C"
#pragma GCC visibility pop

// A thread waits for the signals, which all others block; child processes get their own mask from who starts them.
#include "tools/quovis/interruption.hpp"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace quovis::cli {
namespace {

struct Watch {
    std::mutex mutex;
    std::condition_variable changed;
    std::function<void()> stop;  // what an interruption does now; empty: it ends the program
    int came = 0;                // the signal that has stopped something
};

// The thread uses it until the process ends, so it is never destroyed.
Watch& watch() {
    static Watch* const made = new Watch;
    return *made;
}

[[noreturn]] void end_by(int signal) {
    sigset_t only;
    ::sigemptyset(&only);
    ::sigaddset(&only, signal);
    ::signal(signal, SIG_DFL);
    ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    ::raise(signal);
    ::_exit(128 + signal);
}

// What was ignored when the program was started, as by nohup, stays so.
sigset_t signals_to_watch() {
    sigset_t watched;
    ::sigemptyset(&watched);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before {};
        if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
            ::sigaddset(&watched, signal);
        }
    }
    return watched;
}

void on_interruption(int signal) {
    constexpr auto patience = std::chrono::seconds(2);
    Watch& self = watch();
    std::unique_lock lock(self.mutex);
    if (!self.stop) {
        end_by(signal);
    }
    self.came = signal;
    self.stop();
    if (!self.changed.wait_for(lock, patience, [&] { return !self.stop; })) {
        end_by(signal);
    }
}

}  // namespace

void watch_interruptions() {
    const sigset_t watched = signals_to_watch();
    ::pthread_sigmask(SIG_BLOCK, &watched, nullptr);
    try {
        std::thread([watched] {
            for (int signal = 0; ::sigwait(&watched, &signal) == 0;) {
                on_interruption(signal);
            }
        }).detach();
    } catch (const std::system_error&) {
        ::pthread_sigmask(SIG_UNBLOCK, &watched, nullptr);  // Without a thread they end the program, as ever.
    }
}

Stoppable::Stoppable(std::function<void()> stop) {
    const std::lock_guard lock(watch().mutex);
    watch().stop = std::move(stop);
}

Stoppable::~Stoppable() {
    const std::lock_guard lock(watch().mutex);
    watch().stop = nullptr;
    watch().changed.notify_all();
}

void end_if_interrupted() {
    int came = 0;
    {
        const std::lock_guard lock(watch().mutex);
        came = watch().came;
    }
    if (came != 0) {
        end_by(came);
    }
}

}  // namespace quovis::cli

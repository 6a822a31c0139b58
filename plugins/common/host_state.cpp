// Saves and restores signal handlers, nested over threads.
#include "plugins/common/host_state.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace quovis::plugins {
namespace {

// What hwloc's users set so that it loads no plugins.
constexpr const char* vendor_variable = "HWLOC_PLUGINS_PATH";

struct Saved {
    std::mutex mutex;
    int depth = 0;
    std::array<struct sigaction, NSIG> actions{};
    bool variable_was_set = false;
};

Saved& saved() {
    static auto* state = new Saved;  // never destroyed: rule 10
    return *state;
}

// Whether the program set it: the vendor's library may have been there before us.
bool is_set() {
    return std::getenv(vendor_variable) != nullptr;
}

bool is_left_alone(int number) {
    return number == SIGFPE || number == SIGKILL || number == SIGSTOP;
}

bool same(const struct sigaction& a, const struct sigaction& b) {
    constexpr int restorer = 0x04000000;  // the C library's own, there after the first call whatever that changes
    return ((a.sa_flags ^ b.sa_flags) & ~restorer) == 0 && a.sa_handler == b.sa_handler;
}

}  // namespace

HostState::HostState() {
    auto& state = saved();
    const std::lock_guard lock(state.mutex);
    if (state.depth++ != 0) {
        return;
    }
    state.variable_was_set = is_set();
    for (int number = 1; number < NSIG; ++number) {
        if (sigaction(number, nullptr, &state.actions[static_cast<std::size_t>(number)]) != 0) {
            state.actions[static_cast<std::size_t>(number)] = {};
        }
    }
}

HostState::~HostState() {
    auto& state = saved();
    const std::lock_guard lock(state.mutex);
    if (--state.depth != 0) {
        return;
    }
    if (!state.variable_was_set && is_set()) {
        unsetenv(vendor_variable);
    }
    for (int number = 1; number < NSIG; ++number) {
        const auto& before = state.actions[static_cast<std::size_t>(number)];
        struct sigaction now {};
        if (!is_left_alone(number) && sigaction(number, nullptr, &now) == 0 && !same(before, now)) {
            sigaction(number, &before, nullptr);
        }
    }
}

}  // namespace quovis::plugins

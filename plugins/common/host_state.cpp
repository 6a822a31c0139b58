// Saves and restores signal handlers and some variables, nested over threads.
#include "plugins/common/host_state.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>

namespace quovis::plugins {
namespace {

// PoCL sets the first, so that hwloc loads no plugins; NVIDIA's OpenCL takes itself out of the second.
constexpr std::array vendor_variables{"HWLOC_PLUGINS_PATH", "OCL_ICD_FILENAMES"};

using Values = std::array<std::optional<std::string>, vendor_variables.size()>;

struct Saved {
    std::mutex mutex;
    int depth = 0;
    std::array<struct sigaction, NSIG> actions{};
    Values values;
};

Saved& saved() {
    static auto* state = new Saved;  // never destroyed: rule 10
    return *state;
}

Values current_values() {
    Values values;
    for (std::size_t index = 0; index < values.size(); ++index) {
        if (const char* value = std::getenv(vendor_variables[index])) {
            values[index] = value;
        }
    }
    return values;
}

void put_back(const Values& before) {
    const Values now = current_values();
    for (std::size_t index = 0; index < before.size(); ++index) {
        if (now[index] == before[index]) {
            continue;
        }
        if (before[index]) {
            setenv(vendor_variables[index], before[index]->c_str(), 1);
        } else {
            unsetenv(vendor_variables[index]);
        }
    }
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
    state.values = current_values();
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
    put_back(state.values);
    for (int number = 1; number < NSIG; ++number) {
        const auto& before = state.actions[static_cast<std::size_t>(number)];
        struct sigaction now {};
        if (!is_left_alone(number) && sigaction(number, nullptr, &now) == 0 && !same(before, now)) {
            sigaction(number, &before, nullptr);
        }
    }
}

}  // namespace quovis::plugins

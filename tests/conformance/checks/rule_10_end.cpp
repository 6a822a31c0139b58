// Rule 10: a process that ends while the plugin is open and in use ends as if it were not there.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/process.hpp"
#include "tests/conformance/kit/runtime.hpp"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace quovis::conformance {
namespace {

// In a child: opens the plugin, uses what is there, and leaves everything as it is.
[[noreturn]] void use_and_exit(Trial& trial) {
    try {
        static const auto* const left = new Instance(trial.start());  // never ended
        const quovis_plugin_table& table = trial.plugin();
        if (offers(table, &quovis_plugin_table::compiler)) {
            describe(trial, *table.compiler, left->get());
        }
        if (offers(table, &quovis_plugin_table::runtime)) {
            quovis_rt_device* const* devices = nullptr;
            std::size_t count = 0;
            ErrorSlot error;
            table.runtime->devices(left->get(), &devices, &count, error.get());
        }
    } catch (...) {
        std::_Exit(3);
    }
    std::exit(0);
}

// The status that waitpid gives; -1 after ten seconds.
int wait_for(pid_t child) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    int status = 0;
    while (std::chrono::steady_clock::now() < end) {
        if (waitpid(child, &status, WNOHANG) == child) {
            return status;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
}

void process_ends(Trial& trial) {
    if (dlopen(trial.subject().path.c_str(), RTLD_NOW | RTLD_NOLOAD) != nullptr || thread_count() != 1) {
        trial.skip("the plugin is open already, and a child of a process with its threads would prove nothing");
    }
    const pid_t child = fork();
    trial.require(child >= 0, "fork fails");
    if (child == 0) {
        use_and_exit(trial);
    }
    const int status = wait_for(child);
    trial.expect(status != -1, "the process did not end within ten seconds");
    trial.expect(status == -1 || !WIFSIGNALED(status), fmt::format("the process ended by signal {}", WTERMSIG(status)));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 3) {
        trial.skip("no role of the plugin can be used on this machine");
    }
    trial.expect(status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) == 0,
                 fmt::format("the process ended with status {}", WEXITSTATUS(status)));
}

}  // namespace

void add_rule_10(std::vector<Check>& checks) {
    checks.push_back(
        {"rule_10_process_ends_with_an_open_plugin", "exit works while an instance is alive", process_ends});
}

}  // namespace quovis::conformance

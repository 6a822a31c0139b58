// Rule 7: a plugin leaves the host as it was, over a whole life: initialize, describe, devices, compile, shutdown.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/process.hpp"
#include "tests/conformance/kit/runtime.hpp"

#include <clocale>
#include <optional>

namespace quovis::conformance {
namespace {

void use_compiler(Trial& trial) {
    const Compiler compiler(trial);
    const Kernels& kernels = compiler.first();
    Request(compiler, kernels.language, compiler.newest(), kernels.saxpy).compile();
    Request(compiler, kernels.language, compiler.newest(), "#error broken\n").compile();
}

void use_runtime(Trial& trial) {
    const Runtime runtime(trial);
    runtime.info();
    const Stream stream = runtime.stream();
    const Buffer buffer = runtime.buffer(64);
    runtime.write(stream, buffer, varied_bytes(64));
    runtime.read(stream, buffer, 64);
}

// What is not there is left out: the check is of what was done.
void live(Trial& trial) {
    for (const auto use : {use_compiler, use_runtime}) {
        try {
            use(trial);
        } catch (const Skip&) {
            continue;
        }
    }
}

void state(Trial& trial) {
    trial.plugin();
    const auto before = host_state();
    live(trial);
    const auto after = host_state();
    trial.expect(before == after, "changed: " + difference(before, after));
}

void output(Trial& trial) {
    trial.plugin();
    std::optional<OutputCapture> capture(std::in_place);
    live(trial);
    const std::string written = capture->text();
    capture.reset();
    trial.expect(written.empty(), "written to stdout or stderr: " + written);
}

// The first life may leave what a vendor's driver keeps for the process; a second must add nothing.
void open_descriptors(Trial& trial) {
    live(trial);
    const auto before = descriptors();
    live(trial);
    live(trial);
    const auto after = descriptors();
    std::string more;
    for (const auto& [number, what] : after) {
        more += before.count(number) != 0 ? "" : fmt::format("{} ({}) ", number, what);
    }
    trial.expect(more.empty(), "left open after shutdown: " + more);
}

// A host's locale, with a decimal comma where one is installed, must not be changed.
void other_locale(Trial& trial) {
    const char* chosen = nullptr;
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8", "C.UTF-8"}) {
        chosen = chosen != nullptr ? chosen : std::setlocale(LC_ALL, name);
    }
    if (chosen == nullptr) {
        trial.skip("no locale but the plain one is installed");
    }
    const std::string wanted = chosen;
    live(trial);
    const std::string now = std::setlocale(LC_ALL, nullptr);
    std::setlocale(LC_ALL, "C");
    trial.expect(now == wanted, fmt::format("the locale '{}' became '{}'", wanted, now));
}

}  // namespace

void add_rule_7(std::vector<Check>& checks) {
    checks.insert(
        checks.end(),
        {{"rule_7_host_state_stays", "locale, signals, folder, environment and umask stay as they were", state},
         {"rule_7_nothing_is_printed", "nothing is written to stdout and stderr", output},
         {"rule_7_no_descriptor_stays_open", "a life leaves no descriptor open", open_descriptors},
         {"rule_7_other_locales_are_kept", "a locale that the host chose stays", other_locale}});
}

}  // namespace quovis::conformance

// Rule 4: the entry opens no library, starts no thread and reads no file.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/process.hpp"
#include "tests/conformance/kit/trial.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <iterator>

namespace quovis::conformance {
namespace {

quovis_plugin_entry entry_of(Trial& trial) {
    void* library = dlopen(trial.subject().path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    trial.require(library != nullptr, library == nullptr ? dlerror() : "");
    const auto entry = reinterpret_cast<quovis_plugin_entry>(dlsym(library, QUOVIS_PLUGIN_ENTRY_NAME));
    trial.require(entry != nullptr, "there is no " QUOVIS_PLUGIN_ENTRY_NAME);
    return entry;
}

void touches_nothing(Trial& trial) {
    const quovis_plugin_entry entry = entry_of(trial);
    const auto files = mapped_files();
    const auto open = descriptors();
    const auto state = host_state();
    const std::size_t threads = thread_count();
    trial.require(entry(&kit_host()) != nullptr, "the entry returns null");
    std::set<std::string> more;
    const auto now = mapped_files();
    std::set_difference(now.begin(), now.end(), files.begin(), files.end(), std::inserter(more, more.end()));
    trial.expect(more.empty(), fmt::format("the entry opened {}", fmt::join(more, ", ")));
    trial.expect(thread_count() == threads, "the entry started a thread");
    trial.expect(descriptors() == open, fmt::format("the entry left open: {}", [&] {
                     std::string words;
                     for (const auto& [number, what] : descriptors()) {
                         words += open.count(number) != 0 ? "" : what + " ";
                     }
                     return words;
                 }()));
    trial.expect(host_state() == state, fmt::format("the entry changed {}", difference(state, host_state())));
}

}  // namespace

void add_rule_4(std::vector<Check>& checks) {
    checks.push_back({"rule_4_entry_touches_nothing", "the entry opens nothing, starts nothing and changes nothing",
                      touches_nothing});
}

}  // namespace quovis::conformance

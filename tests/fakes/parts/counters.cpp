// The counters of one shared object and their table, the extension "fake_counters".
#include "tests/fakes/parts/counters.hpp"

#include "tests/fakes/fake_counters.hpp"
#include "tests/fakes/fake_plugin.hpp"

#include <array>

namespace quovis::fakes {
namespace {

constexpr auto count_of_counters = static_cast<std::size_t>(Count::end);

constexpr std::array<std::string_view, count_of_counters> names = {
    "live.instances",      "live.results",  "live.buffers",     "live.streams",      "live.events",
    "live.modules",        "live.kernels",  "calls.entry",      "calls.initialize",  "calls.shutdown",
    "calls.describe",      "calls.targets", "calls.compile",    "calls.link",        "calls.devices",
    "calls.buffer_create", "calls.copy",    "calls.fill",       "calls.module_load", "calls.kernel_create",
    "calls.kernel_info",   "calls.launch",  "running.compiles", "peak.compiles",
};

std::array<std::atomic<std::int64_t>, count_of_counters> numbers{};

std::int64_t read(quovis_plugin_text name) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == view(name)) {
            return numbers[i];
        }
    }
    return -1;
}

void reset() {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].substr(0, 5) != "live." && names[i].substr(0, 8) != "running.") {
            numbers[i] = 0;
        }
    }
}

std::int64_t live() {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].substr(0, 5) == "live.") {
            sum += numbers[i];
        }
    }
    return sum;
}

constexpr fake_counters_table table = {sizeof(fake_counters_table), read, reset, live};

}  // namespace

std::atomic<std::int64_t>& counter(Count which) {
    return numbers[static_cast<std::size_t>(which)];
}

std::string counters_as_text() {
    std::string all;
    for (std::size_t i = 0; i < names.size(); ++i) {
        all.append(names[i]).append(" ").append(std::to_string(numbers[i].load())).append("\n");
    }
    return all;
}

const void* extension(quovis_plugin_text name) {
    return view(name) == "fake_counters" ? &table : nullptr;
}

}  // namespace quovis::fakes

// The environment: secure_getenv for single variables, the list for names and for children.
// Like every reader of the environment it must not run while another thread changes it.
#include "core/support/environment.hpp"

#include <fmt/format.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <set>

namespace quovis::core {

namespace {

std::string_view name_of(std::string_view entry) {
    return entry.substr(0, entry.find('='));
}

}  // namespace

bool environment_trusted() noexcept {
    return ::getauxval(AT_SECURE) == 0;
}

std::optional<std::string> environment(const std::string& name) {
    const char* value = ::secure_getenv(name.c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
}

const char* environment_interned(const std::string& name) {
    const std::optional<std::string> value = environment(name);
    if (!value) {
        return nullptr;
    }
    // Never destroyed: plugins hold these texts until the process ends.
    static std::mutex& mutex = *new std::mutex;
    static std::set<std::string>& entries = *new std::set<std::string>;
    const std::lock_guard lock(mutex);
    return entries.insert(name + '=' + *value).first->c_str() + name.size() + 1;
}

std::vector<std::string> environment_names(std::string_view prefix) {
    std::vector<std::string> names;
    if (!environment_trusted()) {
        return names;
    }
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view name = name_of(*entry);
        if (name.substr(0, prefix.size()) == prefix) {
            names.emplace_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::string> environment_for_child(const std::vector<std::pair<std::string, std::string>>& extra) {
    std::vector<std::string> entries;
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view name = name_of(*entry);
        const bool replaced =
            std::any_of(extra.begin(), extra.end(), [&](const auto& pair) { return pair.first == name; });
        if (!replaced) {
            entries.emplace_back(*entry);
        }
    }
    for (const auto& [name, value] : extra) {
        entries.push_back(fmt::format("{}={}", name, value));
    }
    return entries;
}

}  // namespace quovis::core

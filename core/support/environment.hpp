// The environment, read here and nowhere else. A set-user-id process sees an empty one, because its variables are
// the caller's while its rights are not.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quovis::core {

// False in a process that runs with rights of another user or group (set-user-id, set-group-id, file capabilities).
bool environment_trusted() noexcept;

// The value of a variable; nothing when it is not set or not to be trusted. An empty value is a value.
std::optional<std::string> environment(const std::string& name);

// The same for C: null, or a text that is valid until the process ends, whatever happens to the variable. One value
// of one variable is stored once, however often it is asked for.
const char* environment_interned(const std::string& name);

// Names of the variables that begin with `prefix`, sorted.
std::vector<std::string> environment_names(std::string_view prefix);

// "NAME=VALUE" of this process for a child, with `extra` laid over it. It is not filtered: a child has no more rights.
std::vector<std::string> environment_for_child(const std::vector<std::pair<std::string, std::string>>& extra);

}  // namespace quovis::core

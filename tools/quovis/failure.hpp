// What the program itself has to complain about, and the exit statuses.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace quovis::cli {

enum class Exit {
    done = 0,
    failed = 1,    // the work failed
    usage = 2,     // the command line or the configuration is wrong
    no_match = 3,  // no device, plugin or kernel of that name
    source = 4,    // the source does not compile
};

class Failure : public std::runtime_error {
  public:
    Failure(Exit status, std::string where, const std::string& message, std::string advice = {})
        : std::runtime_error(message), exit(status), phase(std::move(where)), hint(std::move(advice)) {}

    Exit exit;
    std::string phase;
    std::string hint;
};

// The user typed something that cannot be.
inline Failure usage_failure(const std::string& message, std::string hint = {}) {
    return {Exit::usage, "command line", message, std::move(hint)};
}

}  // namespace quovis::cli

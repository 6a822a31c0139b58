// Reads and compares targets.
#include "plugins/cuda/target.hpp"

#include <fmt/format.h>

#include <charconv>

namespace quovis::cuda {

std::string Target::real_name() const {
    return fmt::format("sm_{}{}", number(), feature == '\0' ? "" : std::string(1, feature));
}

std::string Target::virtual_name() const {
    return fmt::format("compute_{}{}", number(), feature == '\0' ? "" : std::string(1, feature));
}

Target target_of(int number) {
    return {number / 10, number % 10, '\0', false};
}

std::optional<Target> parse_target(std::string_view word) {
    bool is_virtual = false;
    if (word.substr(0, 3) == "sm_") {
        word.remove_prefix(3);
    } else if (word.substr(0, 8) == "compute_") {
        word.remove_prefix(8);
        is_virtual = true;
    } else {
        return std::nullopt;
    }
    int number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, failure] = std::from_chars(word.data(), end, number);
    if (failure != std::errc() || number < 10 || number > 9999) {
        return std::nullopt;
    }
    Target target = target_of(number);
    target.is_virtual = is_virtual;
    if (stop != end) {
        if (end - stop != 1 || (*stop != 'a' && *stop != 'f')) {
            return std::nullopt;
        }
        target.feature = *stop;
    }
    return target;
}

bool runs_binary(const Target& target, int major, int minor) {
    if (target.feature == 'a') {
        return target.major == major && target.minor == minor;
    }
    return target.major == major && target.minor <= minor;
}

bool runs_ptx(const Target& target, int major, int minor) {
    if (target.feature != '\0') {
        return runs_binary(target, major, minor);
    }
    return target.number() <= major * 10 + minor;
}

}  // namespace quovis::cuda

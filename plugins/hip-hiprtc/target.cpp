// Reads and compares targets.
#include "plugins/hip-hiprtc/target.hpp"

#include <algorithm>
#include <cctype>

namespace quovis::hip {
namespace {

constexpr std::string_view triple_end = "--";
constexpr std::string_view generic_end = "-generic";

bool is_word(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
    });
}

}  // namespace

std::string Target::name() const {
    std::string made = processor;
    for (const auto& [feature, is_on] : features) {
        made += ":" + feature + (is_on ? "+" : "-");
    }
    return made;
}

bool Target::is_generic() const {
    return processor.size() > generic_end.size() &&
           std::string_view(processor).substr(processor.size() - generic_end.size()) == generic_end;
}

std::optional<Target> parse_target(std::string_view word) {
    if (const std::size_t end = word.find(triple_end); end != std::string_view::npos) {
        word.remove_prefix(end + triple_end.size());
    }
    Target target;
    const std::size_t colon = word.find(':');
    target.processor = word.substr(0, colon);
    if (target.processor.compare(0, 3, "gfx") != 0 || target.processor.size() < 6 || !is_word(target.processor)) {
        return std::nullopt;
    }
    word = colon == std::string_view::npos ? std::string_view() : word.substr(colon);
    while (!word.empty()) {
        word.remove_prefix(1);
        const std::string_view feature = word.substr(0, word.find(':'));
        if (feature.size() < 2 || (feature.back() != '+' && feature.back() != '-') ||
            !is_word(feature.substr(0, feature.size() - 1))) {
            return std::nullopt;
        }
        target.features.emplace_back(feature.substr(0, feature.size() - 1), feature.back() == '+');
        word.remove_prefix(feature.size());
    }
    std::sort(target.features.begin(), target.features.end());
    return target;
}

bool runs(const Target& device, const Target& code) {
    if (code.is_generic()) {
        return true;
    }
    if (device.processor != code.processor) {
        return false;
    }
    return std::all_of(code.features.begin(), code.features.end(), [&](const auto& wanted) {
        return std::all_of(device.features.begin(), device.features.end(), [&](const auto& given) {
            return given.first != wanted.first || given.second == wanted.second;
        });
    });
}

}  // namespace quovis::hip

// Globs, edit distance, lists, sizes and quoting.
// Inputs may be hostile (names in a file, a compiler's log): every loop is bounded by their lengths.
#include "core/support/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace quovis::core {

namespace {

// Words longer than this are no typing mistakes, and the table of distances would grow with their product.
constexpr std::size_t longest_word = 64;

template <typename Candidates>
std::optional<std::string> nearest_of(std::string_view word, const Candidates& candidates) {
    if (word.empty() || word.size() > longest_word) {
        return std::nullopt;
    }
    const std::size_t allowed = std::max<std::size_t>(1, std::min<std::size_t>(3, word.size() / 3));
    std::size_t best = allowed + 1;
    std::optional<std::string> found;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best && distance < candidate.size()) {
            best = distance;
            found = std::string(candidate);
        }
    }
    return found;
}

template <typename Words>
std::string joined(const Words& words, std::string_view separator) {
    std::string text;
    for (const std::string_view word : words) {
        if (!text.empty()) {
            text += separator;
        }
        text += word;
    }
    return text;
}

std::optional<double> unit_of_size(std::string_view unit) {
    constexpr std::array<std::pair<std::string_view, double>, 10> units{{{"", 1.0},
                                                                         {"B", 1.0},
                                                                         {"kB", 1e3},
                                                                         {"MB", 1e6},
                                                                         {"GB", 1e9},
                                                                         {"TB", 1e12},
                                                                         {"KiB", 1024.0},
                                                                         {"MiB", 1048576.0},
                                                                         {"GiB", 1073741824.0},
                                                                         {"TiB", 1099511627776.0}}};
    for (const auto& [name, bytes] : units) {
        if (unit == name) {
            return bytes;
        }
    }
    return std::nullopt;
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

bool glob_match(std::string_view pattern, std::string_view text) noexcept {
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;  // the last '*' seen
    std::size_t resume = 0;                     // where the run of that '*' ends so far
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    if (a.size() > longest_word || b.size() > longest_word) {
        return std::max(a.size(), b.size());
    }
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> table((a.size() + 1) * width);
    const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * width + j]; };
    for (std::size_t i = 0; i <= a.size(); ++i) {
        at(i, 0) = i;
    }
    for (std::size_t j = 0; j <= b.size(); ++j) {
        at(0, j) = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
            at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
            }
        }
    }
    return at(a.size(), b.size());
}

std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
    return nearest_of(word, candidates);
}

std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
    return nearest_of(word, candidates);
}

std::string join(std::span<const std::string_view> words, std::string_view separator) {
    return joined(words, separator);
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
    return joined(words, separator);
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> pieces;
    while (!text.empty()) {
        const std::size_t end = text.find(separator);
        const std::string_view piece = trim(text.substr(0, end));
        if (!piece.empty()) {
            pieces.emplace_back(piece);
        }
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return pieces;
}

std::string_view trim(std::string_view text) noexcept {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

std::optional<std::uint64_t> parse_byte_size(std::string_view text) noexcept {
    const std::size_t number_end = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string_view number = text.substr(0, number_end);
    const std::optional<double> unit = unit_of_size(trim(text.substr(number_end)));
    if (number.empty() || !unit) {
        return std::nullopt;
    }
    // Whole numbers stay exact; only "1.5GiB" goes through floating point.
    const char* const last = number.data() + number.size();
    const auto scale = static_cast<std::uint64_t>(*unit);
    std::uint64_t whole = 0;
    if (const auto [end, error] = std::from_chars(number.data(), last, whole); error == std::errc() && end == last) {
        const bool fits = whole <= std::numeric_limits<std::uint64_t>::max() / scale;
        return fits ? std::optional<std::uint64_t>(whole * scale) : std::nullopt;
    }
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), last, value, std::chars_format::fixed);
    const double bytes = std::floor(value * *unit);
    if (error != std::errc() || end != last || bytes >= 18446744073709551616.0) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(bytes);
}

std::string in_quotes(std::string_view text, std::size_t limit) {
    const bool cut = text.size() > limit;
    return "'" + printable(text.substr(0, limit)) + (cut ? "…'" : "'");
}

std::string printable(std::string_view text) {
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    std::string result;
    result.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7f) {
            result += c;
        } else if (c == '\n') {
            result += "\\n";
        } else if (c == '\t') {
            result += "\\t";
        } else if (c == '\r') {
            result += "\\r";
        } else {
            result += "\\x";
            result += hexadecimal[byte >> 4];
            result += hexadecimal[byte & 15];
        }
    }
    return result;
}

std::string last_line(std::string_view text) {
    text = trim(text);
    const auto end_of_others = text.find_last_of('\n');
    return printable(end_of_others == std::string_view::npos ? text : text.substr(end_of_others + 1));
}

}  // namespace quovis::core

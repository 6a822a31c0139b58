// Small work on texts: the nearest word, lists, texts of others made safe for a terminal.
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace quovis::cli {
namespace {

constexpr std::int64_t minute = 60;
constexpr std::int64_t hour = 60 * minute;
constexpr std::int64_t day = 24 * hour;

// How many letters must be put in, taken out or changed.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::vector<std::string> nearest_first(std::vector<std::string> words, std::string_view word) {
    std::stable_sort(words.begin(), words.end(), [word](const std::string& a, const std::string& b) {
        return edit_distance(a, word) < edit_distance(b, word);
    });
    return words;
}

std::string did_you_mean(const std::vector<std::string>& words, std::string_view word) {
    const std::vector<std::string> sorted = nearest_first(words, word);
    if (sorted.empty() || edit_distance(sorted.front(), word) > std::max<std::size_t>(2, word.size() / 3)) {
        return {};
    }
    return fmt::format("did you mean '{}'?", sorted.front());
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
    return fmt::format("{}", fmt::join(words, separator));
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

std::string bytes_for_people(std::uint64_t bytes) {
    const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double amount = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (amount >= 1024 && unit + 1 < std::size(units)) {
        amount /= 1024;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", amount, units[unit]);
}

std::string duration_for_people(double nanoseconds) {
    if (nanoseconds < 1e3) {
        return fmt::format("{:.0f} ns", nanoseconds);
    }
    if (nanoseconds < 1e6) {
        return fmt::format("{:.2f} us", nanoseconds / 1e3);
    }
    return nanoseconds < 1e9 ? fmt::format("{:.3f} ms", nanoseconds / 1e6) : fmt::format("{:.3f} s", nanoseconds / 1e9);
}

std::string age_for_people(std::chrono::seconds age) {
    const auto seconds = std::max<std::chrono::seconds::rep>(age.count(), 0);
    if (seconds < minute) {
        return fmt::format("{} s", seconds);
    }
    if (seconds < hour) {
        return fmt::format("{} min", seconds / minute);
    }
    return seconds < day ? fmt::format("{} h", seconds / hour) : fmt::format("{} d", seconds / day);
}

std::string printable(std::string_view text) {
    std::string clean(text);
    for (char& letter : clean) {
        const auto byte = static_cast<unsigned char>(letter);
        if ((byte < 0x20 && letter != '\n' && letter != '\t') || byte == 0x7f) {
            letter = '?';
        }
    }
    return clean;
}

std::string trimmed(std::string_view text) {
    const std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

std::optional<std::chrono::milliseconds> parse_seconds(std::string_view text) {
    constexpr double most = 86400;
    double seconds = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), seconds, std::chars_format::fixed);
    if (error != std::errc() || end != text.data() + text.size() || !(seconds >= 0 && seconds <= most)) {
        return std::nullopt;
    }
    return std::chrono::milliseconds(std::llround(seconds * 1000));
}

std::optional<std::chrono::seconds> parse_duration(std::string_view text) {
    const std::pair<char, std::int64_t> units[] = {{'s', 1}, {'m', minute}, {'h', hour}, {'d', day}, {'w', 7 * day}};
    for (const auto& [letter, seconds] : units) {
        if (!text.ends_with(letter)) {
            continue;
        }
        const std::optional<std::uint64_t> count = parse_count(text.substr(0, text.size() - 1));
        const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max() / seconds);
        if (!count || *count == 0 || *count > most) {
            return std::nullopt;
        }
        return std::chrono::seconds(static_cast<std::int64_t>(*count) * seconds);
    }
    return std::nullopt;
}

}  // namespace quovis::cli

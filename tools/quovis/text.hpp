// Small work on texts: the nearest word, lists, texts of others made safe for a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::cli {

// The words with the one most like `word` first.
std::vector<std::string> nearest_first(std::vector<std::string> words, std::string_view word);
// "did you mean 'devices'?", or empty when none of the words is near.
std::string did_you_mean(const std::vector<std::string>& words, std::string_view word);

std::string join(const std::vector<std::string>& words, std::string_view separator = ", ");
std::vector<std::string> split(std::string_view text, char separator);
// "139.8 GiB".
std::string bytes_for_people(std::uint64_t bytes);
// "417 ns", "12.50 us", "1.250 s".
std::string duration_for_people(double nanoseconds);
// How long ago, in the largest unit that it fills: "40 s", "5 min", "3 h", "12 d".
std::string age_for_people(std::chrono::seconds age);
// Without the control characters by which a text could write over the terminal; lines and tabs stay.
std::string printable(std::string_view text);
std::string trimmed(std::string_view text);

// A whole number in decimal digits, nothing else.
std::optional<std::uint64_t> parse_count(std::string_view text);

// "30", "0.5": seconds of at most a day, to the millisecond.
std::optional<std::chrono::milliseconds> parse_seconds(std::string_view text);
// "90s", "15m", "12h", "30d", "2w": at least a second.
std::optional<std::chrono::seconds> parse_duration(std::string_view text);

}  // namespace quovis::cli

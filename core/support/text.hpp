// Small things with words: globs, the nearest word for "did you mean", lists and sizes for messages.
// All work on bytes; none depends on the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::core {

// Whether the whole text matches: '*' is any run of characters, '?' any single one, all others are themselves.
bool glob_match(std::string_view pattern, std::string_view text) noexcept;

// Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The nearest candidate, when it is near enough to be meant; the first of equals.
std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string_view> candidates);
std::optional<std::string> nearest_word(std::string_view word, const std::vector<std::string>& candidates);

// "a, b, c"
std::string join(std::span<const std::string_view> words, std::string_view separator = ", ");
std::string join(const std::vector<std::string>& words, std::string_view separator = ", ");

// Pieces between separators without the blanks around them; empty pieces are left out.
std::vector<std::string> split(std::string_view text, char separator);

std::string_view trim(std::string_view text) noexcept;

// What a process said last: the last line that is not blank, printable.
std::string last_line(std::string_view text);

// Bytes: "4096", "512KiB", "2 GiB", "100MB", "1.5GiB". Units are B, kB, MB, GB, TB (1000) and KiB, MiB, GiB, TiB
// (1024). Nothing when it is no size or does not fit.
std::optional<std::uint64_t> parse_byte_size(std::string_view text) noexcept;

// The text in single quotes for a message: control characters as escapes, cut when it is longer than `limit` bytes.
std::string in_quotes(std::string_view text, std::size_t limit = 120);

// Control characters (all below a blank, and DEL) as escapes: "\n", "\t", "\x1b".
std::string printable(std::string_view text);

}  // namespace quovis::core

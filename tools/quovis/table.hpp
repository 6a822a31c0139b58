// Tables that fit the terminal, and colour where it is wanted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::cli {

enum class Stream { output, error };

// Columns of the terminal that `stream` is; 0 when it is none.
std::size_t terminal_width(Stream stream);

// Columns for a line on standard error that is drawn over again; 0 where that cannot be done.
std::size_t drawing_width();
// At most `width` letters of it, the last of them "…" where some are left out.
std::string cut(const std::string& text, std::size_t width);

enum class Colour { bold, dim, red, green, yellow };
// `text` in a colour, where `stream` is a terminal and NO_COLOR is not set (https://no-color.org).
std::string coloured(Stream stream, Colour colour, std::string_view text);

// Rows of cells under a heading. Columns are as wide as they need; where that is too wide, the widest
// but the first give way.
class Table {
  public:
    explicit Table(std::vector<std::string> heading) : rows_{std::move(heading)} {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    // For a terminal of `width` columns; 0: no limit. A column that is empty in all rows is left out.
    std::string text(std::size_t width) const;

  private:
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace quovis::cli

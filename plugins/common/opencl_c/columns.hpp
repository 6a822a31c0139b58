// Where a column of the translated text stands in the user's line.
#pragma once

#include <cstdint>
#include <vector>

namespace quovis::opencl_c {

class ColumnMap {
  public:
    // From `out` on, a column of (file, line) stands at `user`, and each further one by one more unless all belong to
    // the one column of a macro's use.
    void add(std::uint32_t file, std::uint32_t line, std::uint32_t out, std::uint32_t user, bool is_fixed) {
        if (lines_.empty() || lines_.back().line != line || lines_.back().file != file) {
            begin(file, line);
        } else if (const Piece& last = pieces_.back(); !last.is_fixed && !is_fixed && last.out <= out) {
            if (user - last.user == out - last.out) {
                return;
            }
        }
        pieces_.push_back({out, user & most, is_fixed});
    }

    // The column itself where nothing is known of the line. The first question sorts the map.
    std::uint32_t user_column(std::uint32_t file, std::uint32_t line, std::uint32_t out) const;

  private:
    static constexpr std::uint32_t most = UINT32_MAX >> 1U;

    struct Piece {
        std::uint32_t out;
        std::uint32_t user : 31;
        std::uint32_t is_fixed : 1;
    };
    // Pieces up to where the next line's begin. A line may come again.
    struct Line {
        std::uint32_t file, line, first, end;
    };
    static bool before(const Line& a, const Line& b);
    void begin(std::uint32_t file, std::uint32_t line);

    std::vector<Piece> pieces_;
    mutable std::vector<Line> lines_;
    mutable bool is_sorted_ = true;
};

}  // namespace quovis::opencl_c

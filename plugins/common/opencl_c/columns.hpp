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
        if (!pieces_.empty()) {
            const Piece& last = pieces_.back();
            const bool same_line = last.file == file && last.line == line && last.out <= out;
            if (same_line && !last.is_fixed && !is_fixed && user - last.user == out - last.out) {
                return;
            }
            is_sorted_ = is_sorted_ && (same_line || !before({file, line, out, user, is_fixed}, last));
        }
        pieces_.push_back({file, line, out, user, is_fixed});
    }

    // The column itself where nothing is known of the line. The first question sorts the map.
    std::uint32_t user_column(std::uint32_t file, std::uint32_t line, std::uint32_t out) const;

  private:
    struct Piece {
        std::uint32_t file, line, out, user;
        bool is_fixed;
    };
    static bool before(const Piece& a, const Piece& b);

    mutable std::vector<Piece> pieces_;
    mutable bool is_sorted_ = true;
};

}  // namespace quovis::opencl_c

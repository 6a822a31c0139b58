// Only the places where the distance between the two columns changes are kept.
#include "plugins/common/opencl_c/columns.hpp"

#include <algorithm>
#include <tuple>

namespace quovis::opencl_c {

bool ColumnMap::before(const Line& a, const Line& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
}

void ColumnMap::begin(std::uint32_t file, std::uint32_t line) {
    const auto first = static_cast<std::uint32_t>(pieces_.size());
    const Line begun{file, line, first, UINT32_MAX};
    if (!lines_.empty()) {
        lines_.back().end = first;
        is_sorted_ = is_sorted_ && !before(begun, lines_.back());
    }
    lines_.push_back(begun);
}

std::uint32_t ColumnMap::user_column(std::uint32_t file, std::uint32_t line, std::uint32_t out) const {
    if (!is_sorted_) {
        std::stable_sort(lines_.begin(), lines_.end(), before);
        is_sorted_ = true;
    }
    const auto [begin, end] = std::equal_range(lines_.begin(), lines_.end(), Line{file, line, 0, 0}, before);
    const Piece* found = nullptr;  // the last that begins there or before; of several the one that was added last
    for (auto at = begin; at != end; ++at) {
        const auto last = std::min<std::size_t>(at->end, pieces_.size());
        for (std::size_t index = at->first; index != last; ++index) {
            const Piece& piece = pieces_[index];
            if (piece.out <= out && (found == nullptr || piece.out >= found->out)) {
                found = &piece;
            }
        }
    }
    if (found == nullptr) {
        return out;
    }
    return found->is_fixed != 0 ? found->user : found->user + (out - found->out);
}

}  // namespace quovis::opencl_c

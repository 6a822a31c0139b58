// Only the places where the distance between the two columns changes are kept.
#include "plugins/common/opencl_c/columns.hpp"

#include <algorithm>
#include <tuple>

namespace quovis::opencl_c {

bool ColumnMap::before(const Piece& a, const Piece& b) {
    return std::tie(a.file, a.line, a.out) < std::tie(b.file, b.line, b.out);
}

std::uint32_t ColumnMap::user_column(std::uint32_t file, std::uint32_t line, std::uint32_t out) const {
    if (!is_sorted_) {
        std::stable_sort(pieces_.begin(), pieces_.end(), before);
        is_sorted_ = true;
    }
    const Piece wanted{file, line, out, 0, false};
    auto at = std::upper_bound(pieces_.begin(), pieces_.end(), wanted, before);
    if (at == pieces_.begin()) {
        return out;
    }
    --at;
    if (at->file != file || at->line != line) {
        return out;
    }
    return at->is_fixed ? at->user : at->user + (out - at->out);
}

}  // namespace quovis::opencl_c

// One line, drawn over again.
#include "tools/quovis/progress_bar.hpp"

#include "tools/quovis/output.hpp"
#include "tools/quovis/table.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quovis::cli {
namespace {

constexpr std::size_t bar_columns = 20;

}  // namespace

std::string bar_text(std::size_t done, std::size_t count, const std::string& what, std::size_t width) {
    const std::size_t full = count == 0 ? bar_columns : std::min(done, count) * bar_columns / count;
    std::string bar;
    for (std::size_t column = 0; column < bar_columns; ++column) {
        bar += column < full ? "█" : "░";
    }
    const std::string words = fmt::format("{}/{} {}", done, count, printable(what));
    return width < 2 * bar_columns ? cut(words, width) : bar + " " + cut(words, width - bar_columns - 1);
}

ProgressBar::ProgressBar() : width_(drawing_width()) {}

void ProgressBar::show(std::size_t done, std::size_t count, const std::string& what) {
    if (width_ == 0) {
        return;
    }
    shown_ = true;
    print_error_text("\r" + bar_text(done, count, what, width_ - 1) + "\033[K");
}

void ProgressBar::clear() {
    if (shown_) {
        shown_ = false;
        print_error_text("\r\033[K");
    }
}

}  // namespace quovis::cli

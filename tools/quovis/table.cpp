// Tables that fit the terminal, and colour where it is wanted.
#include "tools/quovis/table.hpp"

#include "tools/quovis/text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace quovis::cli {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t narrowest = 6;

int descriptor(Stream stream) {
    return stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO;
}

bool begins_letter(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

// Letters, not bytes.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_letter));
}

std::vector<std::size_t> natural_widths(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths(rows.front().size(), 0);
    for (std::size_t row = 1; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < widths.size(); ++column) {
            widths[column] = std::max(widths[column], width_of(rows[row][column]));
        }
    }
    for (std::size_t column = 0; column < widths.size(); ++column) {
        if (widths[column] > 0 || rows.size() == 1) {
            widths[column] = std::max(widths[column], width_of(rows.front()[column]));
        }
    }
    return widths;
}

void narrow(std::vector<std::size_t>& widths, std::size_t limit) {
    const auto shown =
        static_cast<std::size_t>(std::count_if(widths.begin(), widths.end(), [](auto w) { return w > 0; }));
    const std::size_t gaps = shown == 0 ? 0 : gap * (shown - 1);
    while (std::accumulate(widths.begin(), widths.end(), gaps) > limit) {
        // The first column holds what can be typed back, so it stays whole.
        const auto widest = std::max_element(widths.begin() + 1, widths.end());
        if (widest == widths.end() || *widest <= narrowest) {
            return;
        }
        --*widest;
    }
}

}  // namespace

std::string cut(const std::string& text, std::size_t width) {
    if (width_of(text) <= width) {
        return text;
    }
    std::size_t end = 0;
    for (std::size_t letters = 0; end < text.size(); ++end) {
        if (begins_letter(text[end]) && letters++ + 1 >= width) {
            break;
        }
    }
    return text.substr(0, end) + "…";
}

std::size_t terminal_width(Stream stream) {
    winsize size{};
    if (::isatty(descriptor(stream)) == 0 || ::ioctl(descriptor(stream), TIOCGWINSZ, &size) != 0) {
        return 0;
    }
    return size.ws_col;
}

std::size_t drawing_width() {
    const char* const terminal = std::getenv("TERM");
    const bool is_dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
    return is_dumb ? 0 : terminal_width(Stream::error);
}

std::string coloured(Stream stream, Colour colour, std::string_view text) {
    static const char* const no_color = std::getenv("NO_COLOR");
    const bool wanted = (no_color == nullptr || *no_color == '\0') && ::isatty(descriptor(stream)) != 0;
    if (!wanted || text.empty()) {
        return std::string(text);
    }
    const char* const codes[] = {"1", "2", "31", "32", "33"};
    return std::string("\033[") + codes[static_cast<int>(colour)] + "m" + std::string(text) + "\033[0m";
}

std::string Table::text(std::size_t width) const {
    std::vector<std::size_t> widths = natural_widths(rows_);
    if (width > 0) {
        narrow(widths, width);
    }
    std::string all;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        std::string line;
        for (std::size_t column = 0; column < widths.size(); ++column) {
            if (widths[column] > 0) {
                const std::string cell = cut(printable(rows_[row][column]), widths[column]);
                line += cell + std::string(widths[column] - width_of(cell) + gap, ' ');
            }
        }
        line.erase(line.find_last_not_of(' ') + 1);
        if (width > 0) {
            line = cut(line, width);
        }
        all += (row == 0 ? coloured(Stream::output, Colour::bold, line) : line) + "\n";
    }
    return all;
}

}  // namespace quovis::cli

// A scanner that knows just enough of C++ to tell code from comments and strings.
#include "plugins/common/include_lines.hpp"

#include <cctype>
#include <optional>

namespace quovis::plugins {
namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    std::vector<IncludeLine> run() {
        while (at_ < text_.size()) {
            step();
        }
        return std::move(lines_);
    }

  private:
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    void step() {
        const char c = peek();
        if (c == '\n') {
            line_start_ = true;
            ++at_;
        } else if (c == '/' && peek(1) == '/') {
            skip_line();
        } else if (c == '/' && peek(1) == '*') {
            skip_comment();
        } else if (c == '#' && line_start_) {
            read_directive();
        } else if (c == '"') {
            is_raw_string() ? skip_raw_string() : skip_string('"');
        } else if (c == '\'' && !is_digit_separator()) {
            skip_string('\'');
        } else {
            line_start_ = line_start_ && std::isspace(static_cast<unsigned char>(c)) != 0;
            ++at_;
        }
    }

    // To the end of the line, over a backslash at its end.
    void skip_line() {
        while (at_ < text_.size() && peek() != '\n') {
            at_ += peek() == '\\' ? 2 : 1;
        }
    }

    void skip_comment() {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
    }

    // R"delimiter( … )delimiter", with any encoding prefix.
    bool is_raw_string() const {
        if (at_ == 0 || text_[at_ - 1] != 'R') {
            return false;
        }
        std::size_t start = at_ - 1;
        while (start > 0 && is_word(text_[start - 1])) {
            --start;
        }
        const std::string_view prefix = text_.substr(start, at_ - start);
        return prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R";
    }

    void skip_raw_string() {
        const std::size_t open = text_.find('(', at_);
        if (open == std::string_view::npos) {
            at_ = text_.size();
            return;
        }
        const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
        const std::size_t end = text_.find(close, open);
        at_ = end == std::string_view::npos ? text_.size() : end + close.size();
        line_start_ = false;
    }

    bool is_digit_separator() const { return at_ > 0 && is_word(text_[at_ - 1]) && is_word(peek(1)); }

    // A string ends on its line: an apostrophe in an #error must not swallow the rest of the file.
    void skip_string(char end) {
        for (++at_; at_ < text_.size() && peek() != '\n'; ++at_) {
            if (peek() == '\\') {
                ++at_;
            } else if (peek() == end) {
                ++at_;
                break;
            }
        }
        line_start_ = false;
    }

    void skip_blanks() {
        while (peek() == ' ' || peek() == '\t' || (peek() == '/' && peek(1) == '*')) {
            peek() == '/' ? skip_comment() : static_cast<void>(++at_);
        }
    }

    std::string_view read_word() {
        const std::size_t start = at_;
        while (is_word(peek())) {
            ++at_;
        }
        return text_.substr(start, at_ - start);
    }

    void read_directive() {
        const std::size_t hash = at_++;
        line_start_ = false;
        skip_blanks();
        const std::string_view word = read_word();
        if (word == "include") {
            read_name(hash, false);
        } else if (word == "if" || word == "elif") {
            read_questions(hash);
        }
    }

    // To the end of the line or to a comment, which step() goes on with.
    void read_questions(std::size_t hash) {
        while (at_ < text_.size() && peek() != '\n' && peek() != '/') {
            if (peek() == '\\') {
                at_ += 2;
            } else if (!is_word(peek())) {
                ++at_;
            } else if (read_word() == "__has_include") {
                skip_blanks();
                at_ += peek() == '(' ? 1 : 0;
                read_name(hash, true);
            }
        }
    }

    void read_name(std::size_t hash, bool is_question) {
        skip_blanks();
        IncludeLine line;
        line.hash = hash;
        line.begin = at_;
        line.quoted = peek() == '"';
        line.is_question = is_question;
        if (peek() != '<' && !line.quoted) {
            return;
        }
        const std::size_t close = text_.find_first_of(line.quoted ? "\"\n" : ">\n", at_ + 1);
        if (close == std::string_view::npos || text_[close] == '\n') {
            return;
        }
        line.name = text_.substr(at_ + 1, close - at_ - 1);
        line.end = at_ = close + 1;
        lines_.push_back(std::move(line));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool line_start_ = true;
    std::vector<IncludeLine> lines_;
};

}  // namespace

std::vector<IncludeLine> include_lines(std::string_view text) {
    return Scanner(text).run();
}

}  // namespace quovis::plugins

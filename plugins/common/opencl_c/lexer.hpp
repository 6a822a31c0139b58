// Text to preprocessing tokens of C99, one after the other, each with its place.
// Lines that end in a backslash are joined before; a token's place is where it stands in the text as it was given.
// What is no token of C (an open quote, '@', a byte above 127) is `stray`: it does no harm where it is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/opencl_c/codes.hpp"
#include "plugins/common/opencl_c/token.hpp"

namespace quovis::opencl_c {

// A text with its lines joined, where every line end is a '\n' and a zero byte stands behind.
struct JoinedText {
    std::string_view text;
    std::vector<std::uint32_t> joints;  // offsets at which the next line of the given text begins
};

// The text lives in the store. A byte order mark is taken off. Throws std::length_error for 4 GiB and more.
JoinedText join_lines(std::string_view given, TextStore& store);

struct HeaderName {
    std::string_view name;
    bool quoted = false;
};

// Throws Refusal for a comment that has no end.
class Lexer {
  public:
    // `file` is for the places.
    Lexer(JoinedText text, std::uint32_t file);

    // An `end` at the end, again and again. The token is made in its place: copying what was just written is slow.
    void next(Token& token) {
        if (has_next_) {
            has_next_ = false;
            token = next_;
            return;
        }
        read(token);
    }
    // What next() will give.
    const Token& peek();

    // For a directive, behind a next() that was not peeked:
    // The next token of this line; an `end` where there is none.
    Token next_on_line();
    // Without comments, and without blanks around it.
    std::string rest_of_line();
    // <...> or "..." if that is what stands there.
    std::optional<HeaderName> header_name();
    // The line behind this one gets another number, and the places another file.
    void renumber(std::uint32_t file, std::uint32_t line);

  private:
    void read(Token& token);
    bool skip_blanks_on_line();
    void skip_blanks();
    void skip_block_comment();
    void pass_line_end();
    // To the line of the given text that `at` stands on.
    void catch_up(const char* at) {
        if (joint_ <= at) {
            pass_joints(at);
        }
    }
    void pass_joints(const char* at);
    const char* joint_at(std::size_t index) const;
    Place place_at(const char* at);
    void scan(Token& token);
    void make(Token& token, TokenKind kind, const char* end, Code sign = 0);
    void quoted(Token& token, const char* quote, TokenKind kind);
    void number(Token& token);
    void punctuator(Token& token);

    JoinedText text_;
    const char* at_;
    const char* end_;
    const char* line_begin_;
    std::size_t next_joint_ = 0;
    const char* joint_;       // where that one is; behind the text where there is none
    std::uint32_t line_ = 1;  // of the given text
    std::uint32_t file_;
    std::uint32_t shift_ = 0;  // what #line adds, modulo 2^32
    bool first_on_line_ = true;
    bool space_ = true;
    bool has_next_ = false;
    Token next_;
};

// Why a stray token cannot be part of a program.
std::string stray_reason(const Token& token);

// The token that a text is, as ## must make one. A zero byte stands behind the text.
std::optional<Token> one_token(std::string_view text);

}  // namespace quovis::opencl_c

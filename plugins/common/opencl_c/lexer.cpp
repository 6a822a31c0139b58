// C99, sections 5.1.1.2, 6.4 and 6.4.6 (digraphs); no trigraphs, which no OpenCL compiler reads.
#include "plugins/common/opencl_c/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "plugins/common/opencl_c/refusal.hpp"
#include "plugins/common/source_text.hpp"

namespace quovis::opencl_c {
namespace {

// `gap`: a blank, a line end, or what may begin a comment.
enum Class : std::uint8_t { other = 0, letter = 1, digit = 2, blank = 4, sign = 8, gap = 16 };

constexpr std::array<std::uint8_t, 256> make_classes() {
    std::array<std::uint8_t, 256> classes{};
    for (unsigned c = 'a'; c <= 'z'; ++c) {
        classes[c] = classes[c - 'a' + 'A'] = letter;
    }
    for (unsigned c = '0'; c <= '9'; ++c) {
        classes[c] = digit;
    }
    classes['_'] = classes['$'] = letter;
    classes[' '] = classes['\t'] = classes['\v'] = classes['\f'] = blank | gap;
    for (const char c : std::string_view("(),;{}[]=+-*/.<>&|^!?:%~#")) {
        classes[static_cast<unsigned char>(c)] = sign;
    }
    classes['/'] |= gap;
    classes['\n'] = gap;
    return classes;
}

constexpr std::array<std::uint8_t, 256> classes = make_classes();

bool is(char c, unsigned wanted) {
    return (classes[static_cast<unsigned char>(c)] & wanted) != 0;
}

// Where the line ends; `end` where it does not before.
const char* line_end(const char* at, const char* end) {
    const void* const found = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
    return found == nullptr ? end : static_cast<const char*>(found);
}

// Where the line ends that a backslash at `at` joins to the next; null where it joins nothing.
const char* joined_line_end(const char* at, const char* end) {
    ++at;
    while (at != end && (*at == ' ' || *at == '\t')) {
        ++at;
    }
    if (at == end || (*at != '\n' && *at != '\r')) {
        return nullptr;
    }
    return *at == '\r' && at + 1 != end && at[1] == '\n' ? at + 2 : at + 1;
}

struct Sign {
    Code code;
    std::uint8_t size;
    std::string_view meaning = {};  // of a digraph
};

// Where the sign goes on with a `=`, the other code.
Sign with_assign(const char* behind, Code with, Code without, std::uint8_t size) {
    return *behind == '=' ? Sign{with, static_cast<std::uint8_t>(size + 1)} : Sign{without, size};
}

Sign less_sign(const char* at) {
    switch (at[1]) {
        case '<':
            return with_assign(at + 2, shift_left_assign, shift_left, 2);
        case ':':
            return {left_bracket, 2, "["};
        case '%':
            return {left_brace, 2, "{"};
        default:
            return with_assign(at + 1, less_equal, less, 1);
    }
}

Sign percent_sign(const char* at) {
    if (at[1] == ':') {
        return at[2] == '%' && at[3] == ':' ? Sign{hash_hash, 4, "##"} : Sign{hash, 2, "#"};
    }
    return at[1] == '>' ? Sign{right_brace, 2, "}"} : with_assign(at + 1, percent_assign, percent, 1);
}

Sign minus_sign(const char* at) {
    if (at[1] == '>') {
        return {arrow, 2};
    }
    return at[1] == '-' ? Sign{minus_minus, 2} : with_assign(at + 1, minus_assign, minus, 1);
}

// The longest that begins here.
Sign sign_at(const char* at) {
    const char second = at[1];
    switch (at[0]) {
        case '(':
            return {left_paren, 1};
        case ')':
            return {right_paren, 1};
        case ',':
            return {comma, 1};
        case ';':
            return {semicolon, 1};
        case '[':
            return {left_bracket, 1};
        case ']':
            return {right_bracket, 1};
        case '{':
            return {left_brace, 1};
        case '}':
            return {right_brace, 1};
        case '.':
            return second == '.' && at[2] == '.' ? Sign{ellipsis, 3} : Sign{dot, 1};
        case '=':
            return with_assign(at + 1, equal_equal, assign, 1);
        case '*':
            return with_assign(at + 1, star_assign, star, 1);
        case '+':
            return second == '+' ? Sign{plus_plus, 2} : with_assign(at + 1, plus_assign, plus, 1);
        case '-':
            return minus_sign(at);
        case '/':
            return with_assign(at + 1, slash_assign, slash, 1);
        case '<':
            return less_sign(at);
        case '>':
            return second == '>' ? with_assign(at + 2, shift_right_assign, shift_right, 2)
                                 : with_assign(at + 1, greater_equal, greater, 1);
        case '&':
            return second == '&' ? Sign{and_and, 2} : with_assign(at + 1, and_assign, ampersand, 1);
        case '|':
            return second == '|' ? Sign{bar_bar, 2} : with_assign(at + 1, or_assign, bar, 1);
        case '^':
            return with_assign(at + 1, xor_assign, caret, 1);
        case '!':
            return with_assign(at + 1, not_equal, exclamation, 1);
        case '?':
            return {question, 1};
        case ':':
            return second == '>' ? Sign{right_bracket, 2, "]"} : Sign{colon, 1};
        case '%':
            return percent_sign(at);
        case '#':
            return second == '#' ? Sign{hash_hash, 2} : Sign{hash, 1};
        default:
            return {tilde, 1};
    }
}

}  // namespace

JoinedText join_lines(std::string_view given, TextStore& store) {
    if (given.size() > std::numeric_limits<std::uint32_t>::max()) {
        throw std::length_error("a source of 4 GiB or more");
    }
    given = plugins::without_byte_order_mark(given);
    JoinedText joined;
    char* const begin = store.room(given.size());
    char* out = begin;
    const char* const end = given.data() + given.size();
    std::size_t backslash = given.find('\\');
    std::size_t carriage_return = given.find('\r');
    for (std::size_t at = 0; at != given.size();) {
        backslash = backslash < at ? given.find('\\', at) : backslash;
        carriage_return = carriage_return < at ? given.find('\r', at) : carriage_return;
        const std::size_t next = std::min({backslash, carriage_return, given.size()});
        out = std::copy(given.begin() + at, given.begin() + next, out);
        if (next == given.size()) {
            break;
        }
        const char* const line_end = next == backslash ? joined_line_end(given.data() + next, end) : nullptr;
        if (line_end != nullptr) {
            joined.joints.push_back(static_cast<std::uint32_t>(out - begin));
            at = static_cast<std::size_t>(line_end - given.data());
            continue;
        }
        *out++ = given[next] == '\r' ? '\n' : given[next];
        at = next + (given.substr(next, 2) == "\r\n" ? 2 : 1);
    }
    *out = '\0';
    joined.text = {begin, static_cast<std::size_t>(out - begin)};
    return joined;
}

inline Place Lexer::place_at(const char* at) {
    catch_up(at);
    return {file_, line_ + shift_, static_cast<std::uint32_t>(at - line_begin_) + 1};
}

Lexer::Lexer(JoinedText text, std::uint32_t file)
    : text_(std::move(text)),
      at_(text_.text.data()),
      end_(at_ + text_.text.size()),
      line_begin_(at_),
      joint_(joint_at(0)),
      file_(file) {}

const Token& Lexer::peek() {
    if (!has_next_) {
        next(next_);
        has_next_ = true;
    }
    return next_;
}

std::string Lexer::rest_of_line() {
    std::string rest;
    for (Token token = next_on_line(); token.kind != TokenKind::end; token = next_on_line()) {
        if (token.space_before && !rest.empty()) {
            rest += ' ';
        }
        rest += token.text;
    }
    return rest;
}

std::optional<HeaderName> Lexer::header_name() {
    if (!skip_blanks_on_line() || (*at_ != '<' && *at_ != '"')) {
        return std::nullopt;
    }
    const bool quoted = *at_ == '"';
    const char* const close =
        std::find_if(at_ + 1, end_, [&](char c) { return c == (quoted ? '"' : '>') || c == '\n'; });
    if (close == end_ || *close == '\n') {
        return std::nullopt;
    }
    const HeaderName name{{at_ + 1, static_cast<std::size_t>(close - at_ - 1)}, quoted};
    at_ = close + 1;
    return name;
}

void Lexer::renumber(std::uint32_t file, std::uint32_t line) {
    catch_up(at_);
    file_ = file;
    shift_ = line - (line_ + 1);
}

// Whether the line goes on.
bool Lexer::skip_blanks_on_line() {
    while (at_ != end_) {
        if (is(*at_, blank)) {
            const char* at = at_ + 1;
            while (is(*at, blank)) {
                ++at;  // the zero byte at the end is none
            }
            at_ = at;
        } else if (at_[0] == '/' && at_[1] == '*') {
            skip_block_comment();
        } else if (at_[0] == '/' && at_[1] == '/') {
            at_ = line_end(at_, end_);
        } else {
            return *at_ != '\n';
        }
        space_ = true;
    }
    return false;
}

void Lexer::skip_blanks() {
    while (!skip_blanks_on_line() && at_ != end_) {
        pass_line_end();
    }
}

// Its lines are no line ends to the directive or the token in front of it.
void Lexer::skip_block_comment() {
    const auto from = static_cast<std::size_t>(at_ - text_.text.data());
    const std::size_t close = text_.text.find("*/", from + 2);
    if (close == std::string_view::npos) {
        throw Refusal{place_at(at_), "this comment has no end"};
    }
    const char* const end = text_.text.data() + close + 2;
    for (at_ = line_end(at_, end); at_ != end; at_ = line_end(at_, end)) {
        catch_up(at_);
        ++line_;
        line_begin_ = ++at_;
    }
}

void Lexer::pass_line_end() {
    catch_up(at_);
    ++line_;
    line_begin_ = ++at_;
    first_on_line_ = space_ = true;
}

void Lexer::pass_joints(const char* at) {
    for (; joint_ <= at; joint_ = joint_at(++next_joint_)) {
        ++line_;
        line_begin_ = joint_;
    }
}

const char* Lexer::joint_at(std::size_t index) const {
    return index < text_.joints.size() ? text_.text.data() + text_.joints[index] : end_ + 1;
}

// Of what stands between at_ and `end`, which is passed.
inline void Lexer::make(Token& token, TokenKind kind, const char* end, Code sign) {
    token = {{at_, static_cast<std::size_t>(end - at_)},
             place_at(at_),
             kind,
             static_cast<std::uint8_t>(sign),
             space_,
             first_on_line_,
             false,
             false};
    at_ = end;
    space_ = first_on_line_ = false;
}

inline void Lexer::punctuator(Token& token) {
    const Sign sign = sign_at(at_);
    make(token, TokenKind::punctuator, at_ + sign.size, sign.code);
    if (!sign.meaning.empty()) {
        token.text = sign.meaning;
    }
}

inline void Lexer::scan(Token& token) {
    const char c = *at_;
    if (is(c, letter)) {
        if (c == 'L' && (at_[1] == '"' || at_[1] == '\'')) {
            quoted(token, at_ + 1, at_[1] == '"' ? TokenKind::string : TokenKind::character);
            return;
        }
        const char* end = at_ + 1;
        while (is(*end, letter | digit)) {
            ++end;
        }
        make(token, TokenKind::identifier, end);
    } else if (is(c, digit) || (c == '.' && is(at_[1], digit))) {
        number(token);
    } else if (is(c, sign)) {
        punctuator(token);
    } else if (at_ == end_) {
        make(token, TokenKind::end, at_);
    } else if (c == '"' || c == '\'') {
        quoted(token, at_, c == '"' ? TokenKind::string : TokenKind::character);
    } else {
        const char* end = at_ + 1;
        while (static_cast<unsigned char>(c) >= 0xC0U && end != end_ &&
               (static_cast<unsigned char>(*end) & 0xC0U) == 0x80U) {
            ++end;  // the rest of a UTF-8 sequence
        }
        make(token, TokenKind::stray, end);
    }
}

void Lexer::read(Token& token) {
    if (*at_ == ' ') {  // mostly one
        ++at_;
        space_ = true;
    }
    if (is(*at_, gap)) {
        skip_blanks();
    }
    scan(token);
}

Token Lexer::next_on_line() {
    Token token;
    if (skip_blanks_on_line()) {
        scan(token);
    } else {
        make(token, TokenKind::end, at_);
    }
    return token;
}

// An open one takes the rest of its line.
void Lexer::quoted(Token& token, const char* quote, TokenKind kind) {
    const char* at = quote + 1;
    while (at != end_ && *at != *quote && *at != '\n') {
        at += *at == '\\' && at + 1 != end_ && at[1] != '\n' ? 2 : 1;
    }
    const bool is_closed = at != end_ && *at == *quote;
    make(token, kind, is_closed ? at + 1 : at);
    if (!is_closed || token.text.find('\0') != std::string_view::npos) {
        token.kind = TokenKind::stray;
    }
}

void Lexer::number(Token& token) {
    const char* end = at_ + 1;
    for (;; ++end) {
        if ((*end == '+' || *end == '-') && std::memchr("eEpP", end[-1], 4) != nullptr) {
            continue;
        }
        if (!is(*end, letter | digit) && *end != '.') {
            break;
        }
    }
    make(token, TokenKind::number, end);
}

std::string stray_reason(const Token& token) {
    const std::string_view text = token.text;
    if (text.find('\0') != std::string_view::npos) {
        return "a zero byte is no part of a program";
    }
    const char quote = text.front() == 'L' ? text[1] : text.front();
    if (quote == '"' || quote == '\'') {
        return fmt::format("this {} is not closed on its line", quote == '"' ? "string literal" : "character constant");
    }
    const auto byte = static_cast<unsigned char>(text.front());
    return byte < 0x20 || byte == 0x7F
               ? fmt::format("a byte of value {} is no part of a program", byte)
               : fmt::format("'{}' is no character of OpenCL C outside strings and comments", text);
}

std::optional<Token> one_token(std::string_view text) {
    Lexer lexer({text, {}}, 0);
    try {
        Token first;
        Token second;
        lexer.next(first);
        lexer.next(second);
        const bool is_one =
            first.kind != TokenKind::stray && first.text.size() == text.size() && second.kind == TokenKind::end;
        return is_one ? std::optional(first) : std::nullopt;
    } catch (const Refusal&) {
        return std::nullopt;
    }
}

}  // namespace quovis::opencl_c

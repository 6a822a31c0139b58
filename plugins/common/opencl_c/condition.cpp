// C99, section 6.10.1: integers of 64 bits, signed or not; a name that is no macro is 0. What && || ?: leave out is not
// computed, so that it may divide by zero.
#include "plugins/common/opencl_c/condition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "plugins/common/opencl_c/codes.hpp"
#include "plugins/common/opencl_c/refusal.hpp"

namespace quovis::opencl_c {
namespace {

constexpr std::size_t most_nested = 200;

struct Value {
    std::uint64_t bits = 0;
    bool is_unsigned = false;

    std::int64_t as_signed() const { return static_cast<std::int64_t>(bits); }
};

Value truth(bool holds) {
    return {holds ? 1U : 0U, false};
}

Value shifted(const Value& left, const Value& right, bool to_the_left) {
    const bool is_negative = !right.is_unsigned && right.as_signed() < 0;
    const std::uint64_t amount = is_negative ? std::uint64_t{0} - right.bits : right.bits;
    if (to_the_left != is_negative) {
        return {amount > 63 ? 0 : left.bits << amount, left.is_unsigned};
    }
    if (left.is_unsigned) {
        return {amount > 63 ? 0 : left.bits >> amount, true};
    }
    return {static_cast<std::uint64_t>(left.as_signed() >> std::min<std::uint64_t>(amount, 63)), false};
}

bool is_less(const Value& left, const Value& right, bool is_unsigned) {
    return is_unsigned ? left.bits < right.bits : left.as_signed() < right.as_signed();
}

class Reader {
  public:
    Reader(const std::vector<Token>& tokens, const Place& at) : tokens_(tokens), at_(at) {}

    bool read() {
        const Value value = conditional(true);
        if (next_ != tokens_.size()) {
            refuse(fmt::format("'{}' does not belong into this #if", tokens_[next_].text));
        }
        return value.bits != 0;
    }

  private:
    [[noreturn]] void refuse(std::string message) const {
        throw Refusal{next_ < tokens_.size() ? tokens_[next_].place : at_, std::move(message)};
    }

    bool is_next(Code sign) const { return next_ < tokens_.size() && tokens_[next_].sign == sign; }

    bool take(Code sign) {
        const bool is_there = is_next(sign);
        next_ += is_there ? 1 : 0;
        return is_there;
    }

    // `counts`: whether the value matters.
    Value conditional(bool counts) {
        if (++depth_ > most_nested) {
            refuse(fmt::format("this #if is nested more than {} deep", most_nested));
        }
        Value value = binary(1, counts);
        if (take(question)) {
            const bool holds = value.bits != 0;
            const Value one = conditional(counts && holds);
            if (!take(colon)) {
                refuse("a '?' in this #if lacks its ':'");
            }
            const Value other = conditional(counts && !holds);
            value = holds ? one : other;
            value.is_unsigned = one.is_unsigned || other.is_unsigned;
        }
        --depth_;
        return value;
    }

    Value binary(int lowest, bool counts) {
        Value left = unary(counts);
        for (;;) {
            const int own = next_ < tokens_.size() ? precedence(tokens_[next_].sign) : 0;
            if (own < lowest || own == 0) {
                return left;
            }
            const Token& op = tokens_[next_++];
            if (op.sign == and_and || op.sign == bar_bar) {
                const bool decided = (left.bits != 0) == (op.sign == bar_bar);
                const Value right = binary(own + 1, counts && !decided);
                left = truth(decided ? op.sign == bar_bar : right.bits != 0);
            } else {
                const Value right = binary(own + 1, counts);
                left = computed(op, left, right, counts);
            }
        }
    }

    static Value computed(const Token& op, const Value& left, const Value& right, bool counts) {
        const bool is_unsigned = left.is_unsigned || right.is_unsigned;
        switch (op.sign) {
            case slash:
            case percent:
                return divided(op, left, right, counts);
            case shift_left:
            case shift_right:
                return shifted(left, right, op.sign == shift_left);
            case less:
            case greater_equal:
                return truth(is_less(left, right, is_unsigned) == (op.sign == less));
            case greater:
            case less_equal:
                return truth(is_less(right, left, is_unsigned) == (op.sign == greater));
            case equal_equal:
            case not_equal:
                return truth((left.bits == right.bits) == (op.sign == equal_equal));
            case star:
                return {left.bits * right.bits, is_unsigned};
            case plus:
                return {left.bits + right.bits, is_unsigned};
            case minus:
                return {left.bits - right.bits, is_unsigned};
            case ampersand:
                return {left.bits & right.bits, is_unsigned};
            case caret:
                return {left.bits ^ right.bits, is_unsigned};
            default:
                return {left.bits | right.bits, is_unsigned};
        }
    }

    static Value divided(const Token& op, const Value& left, const Value& right, bool counts) {
        const bool is_unsigned = left.is_unsigned || right.is_unsigned;
        const bool is_quotient = op.sign == slash;
        if (right.bits == 0) {
            if (counts) {
                throw Refusal{op.place, "this #if divides by zero"};
            }
            return {0, is_unsigned};
        }
        if (is_unsigned) {
            return {is_quotient ? left.bits / right.bits : left.bits % right.bits, true};
        }
        if (right.as_signed() == -1) {  // which may leave the range
            return {is_quotient ? std::uint64_t{0} - left.bits : 0, false};
        }
        const std::int64_t value =
            is_quotient ? left.as_signed() / right.as_signed() : left.as_signed() % right.as_signed();
        return {static_cast<std::uint64_t>(value), false};
    }

    Value unary(bool counts) {
        std::vector<Code> signs;
        while (is_next(plus) || is_next(minus) || is_next(exclamation) || is_next(tilde)) {
            signs.push_back(tokens_[next_++].sign);
        }
        Value value = primary(counts);
        for (auto sign = signs.rbegin(); sign != signs.rend(); ++sign) {
            if (*sign == minus) {
                value.bits = std::uint64_t{0} - value.bits;
            } else if (*sign == tilde) {
                value.bits = ~value.bits;
            } else if (*sign == exclamation) {
                value = truth(value.bits == 0);
            }
        }
        return value;
    }

    Value primary(bool counts) {
        if (next_ == tokens_.size()) {
            refuse(tokens_.empty() ? "an #if without a condition" : "the condition of this #if breaks off");
        }
        if (take(left_paren)) {
            const Value value = conditional(counts);
            if (!take(right_paren)) {
                refuse("a '(' in this #if lacks its ')'");
            }
            return value;
        }
        const Token& token = tokens_[next_];
        Value value;
        if (token.kind == TokenKind::number) {
            value = number(token);
        } else if (token.kind == TokenKind::character) {
            value = character(token);
        } else if (token.kind != TokenKind::identifier) {
            refuse(fmt::format("'{}' is no part of a condition", token.text));
        }
        ++next_;
        if (token.kind == TokenKind::identifier && is_next(left_paren)) {
            refuse(fmt::format("'{}' is no macro that takes arguments", token.text));
        }
        return value;
    }

    Value number(const Token& token) const {
        std::string_view digits = token.text;
        int base = 10;
        if (digits.size() > 1 && digits[0] == '0') {
            const char mark = digits[1];
            base = mark == 'x' || mark == 'X' ? 16 : mark == 'b' || mark == 'B' ? 2 : 8;
            digits.remove_prefix(base == 8 ? 1 : 2);
        }
        Value value;
        const char* const end = digits.data() + digits.size();
        const auto [stop, failure] = std::from_chars(digits.data(), end, value.bits, base);
        const std::string_view suffix(stop, static_cast<std::size_t>(end - stop));
        if (failure == std::errc::result_out_of_range) {
            refuse(fmt::format("{} does not fit into 64 bits", token.text));
        }
        if ((failure != std::errc() && !(base == 8 && digits.size() == suffix.size())) || !is_suffix(suffix)) {
            refuse(fmt::format("{} is no integer", token.text));
        }
        value.is_unsigned = suffix.find_first_of("uU") != std::string_view::npos || value.as_signed() < 0;
        return value;
    }

    static bool is_suffix(std::string_view suffix) {
        constexpr std::array<std::string_view, 23> suffixes{"",    "u",   "U",   "l",   "L",   "ll",  "LL", "ul",
                                                            "uL",  "Ul",  "UL",  "lu",  "lU",  "Lu",  "LU", "ull",
                                                            "uLL", "Ull", "ULL", "llu", "llU", "LLu", "LLU"};
        return std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end();
    }

    // Of several characters the value is the compiler's choice: that of gcc and clang.
    Value character(const Token& token) const {
        std::string_view text = token.text;
        text.remove_prefix(text.front() == 'L' ? 2 : 1);
        text.remove_suffix(1);
        if (text.empty()) {
            refuse("an empty character constant");
        }
        std::uint32_t value = 0;
        bool is_single = true;
        for (bool is_first = true; !text.empty(); is_first = false) {
            is_single = is_first;
            value = (value << 8U) | (one_character(text) & 0xFFU);
        }
        const std::int64_t extended =
            is_single ? static_cast<std::int8_t>(value) : static_cast<std::int64_t>(static_cast<std::int32_t>(value));
        return {static_cast<std::uint64_t>(extended), false};
    }

    static std::uint32_t one_character(std::string_view& text) {
        const char c = text.front();
        text.remove_prefix(1);
        if (c != '\\' || text.empty()) {
            return static_cast<unsigned char>(c);
        }
        const char escape = text.front();
        if (escape == 'x' || (escape >= '0' && escape <= '7')) {
            const bool is_hex = escape == 'x';
            text.remove_prefix(is_hex ? 1 : 0);
            const std::size_t most = is_hex ? text.size() : std::min<std::size_t>(3, text.size());
            std::uint32_t value = 0;
            const auto [stop, failure] = std::from_chars(text.data(), text.data() + most, value, is_hex ? 16 : 8);
            text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
            return failure == std::errc() ? value : 0;
        }
        text.remove_prefix(1);
        constexpr std::string_view names = "abfnrtv";
        constexpr std::string_view values = "\a\b\f\n\r\t\v";
        const std::size_t index = names.find(escape);
        return static_cast<unsigned char>(index == std::string_view::npos ? escape : values[index]);
    }

    const std::vector<Token>& tokens_;
    const Place at_;
    std::size_t next_ = 0;
    std::size_t depth_ = 0;
};

}  // namespace

bool is_true(const std::vector<Token>& tokens, const Place& at) {
    return Reader(tokens, at).read();
}

}  // namespace quovis::opencl_c

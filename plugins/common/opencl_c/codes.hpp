// The signs and keywords of OpenCL C as numbers: what is read once by the lexer is only compared from there on.
#pragma once

#include <array>
#include <cstdint>

namespace quovis::opencl_c {

// What a token is: one of these, or a name (first_name and above).
using Code = std::uint32_t;
enum : Code {
    code_end,
    code_number,
    code_character,
    code_string,
    code_pragma,
    // signs of the preprocessor alone
    hash,
    hash_hash,
    // signs
    left_paren,
    right_paren,
    left_bracket,
    right_bracket,
    left_brace,
    right_brace,
    dot,
    arrow,
    plus_plus,
    minus_minus,
    ampersand,
    star,
    plus,
    minus,
    tilde,
    exclamation,
    slash,
    percent,
    shift_left,
    shift_right,
    less,
    greater,
    less_equal,
    greater_equal,
    equal_equal,
    not_equal,
    caret,
    bar,
    and_and,
    bar_bar,
    question,
    colon,
    semicolon,
    ellipsis,
    comma,
    assign,
    star_assign,
    slash_assign,
    percent_assign,
    plus_assign,
    minus_assign,
    shift_left_assign,
    shift_right_assign,
    and_assign,
    xor_assign,
    or_assign,
    end_of_signs,
    // keywords
    kw_first = end_of_signs,
    kw_alignof = kw_first,
    kw_asm,
    kw_attribute,
    kw_auto,
    kw_bool,
    kw_break,
    kw_case,
    kw_char,
    kw_const,
    kw_constant,
    kw_continue,
    kw_default,
    kw_do,
    kw_double,
    kw_else,
    kw_enum,
    kw_extension,
    kw_extern,
    kw_float,
    kw_for,
    kw_generic,
    kw_global,
    kw_goto,
    kw_half,
    kw_if,
    kw_inline,
    kw_int,
    kw_kernel,
    kw_local,
    kw_long,
    kw_private,
    kw_register,
    kw_restrict,
    kw_return,
    kw_short,
    kw_signed,
    kw_sizeof,
    kw_static,
    kw_static_assert,
    kw_struct,
    kw_switch,
    kw_typedef,
    kw_typeof,
    kw_union,
    kw_unsigned,
    kw_void,
    kw_volatile,
    kw_while,
    first_name,
};

static_assert(end_of_signs < 256, "a Token keeps its sign in a byte");

inline constexpr std::array<std::uint8_t, end_of_signs> precedences = [] {
    std::array<std::uint8_t, end_of_signs> made{};
    made[star] = made[slash] = made[percent] = 10;
    made[plus] = made[minus] = 9;
    made[shift_left] = made[shift_right] = 8;
    made[less] = made[greater] = made[less_equal] = made[greater_equal] = 7;
    made[equal_equal] = made[not_equal] = 6;
    made[ampersand] = 5;
    made[caret] = 4;
    made[bar] = 3;
    made[and_and] = 2;
    made[bar_bar] = 1;
    return made;
}();

// Of binary operators, the higher the tighter; 0: none.
constexpr int precedence(Code op) {
    return op < end_of_signs ? precedences[op] : 0;
}

}  // namespace quovis::opencl_c

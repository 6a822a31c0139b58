// The words and signs of OpenCL C as numbers, so that the parser compares numbers and looks nothing up twice.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "plugins/common/opencl_c/name_index.hpp"
#include "plugins/common/opencl_c/types.hpp"

namespace quovis::opencl_c {

// What a token is: one of these, or a name (first_name and above).
using Code = std::uint32_t;
enum : Code {
    code_end,
    code_number,
    code_character,
    code_string,
    code_pragma,
    code_stray,  // a sign that OpenCL C has not
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
    // keywords
    kw_first,
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

// What is known about a name that the user has not declared.
enum class Role : std::uint8_t {
    plain,
    type,         // detail: the node of the type
    cpp_keyword,  // a keyword of C++ alone
    refused,      // detail: which feature, for refused_feature()
    function,     // detail: a Result
};

// What a built-in function gives.
enum class Result : std::uint16_t {
    like_first,  // the first vector among the arguments, else the first argument's type
    nothing,
    integer,
    unsigned_integer,
    size,
    size_of_axis,    // of the axis that the argument numbers
    offset_of_axis,  // likewise
    element,         // of the first argument
    relational,      // int, or as many signed integers of the same size
    unsigned_first,  // the first argument's type without a sign
    wider,           // twice as wide
    pointee,         // what the first argument points to
    event,
    as_mask,        // the first argument's elements, as many as the last argument has
    integer_like,   // as many ints as the first argument has elements
    floating_like,  // nan(): the floating type of the same size
};

struct Word {
    std::string_view text;
    Role role = Role::plain;
    std::uint16_t detail = 0;

    // Of a function.
    bool is(Result result) const { return detail == static_cast<std::uint16_t>(result); }
};

// Knows the language's words from the start and takes in the user's.
class Words {
  public:
    Words() : Words(language()) {}

    Code code(std::string_view text);
    // 0 where it is not known.
    Code find(std::string_view text) const;
    const Word& operator[](Code name) const { return words_[name - first_name]; }
    std::size_t count() const { return words_.size(); }

  private:
    // The language's own, which are looked up once per process.
    struct Language {
        Language();
        void add(std::string_view name, Role role, std::size_t detail);
        void add_all(std::string_view list, Role role, std::size_t detail);

        NameIndex codes{1000};
        std::vector<Word> words;
    };

    static const Language& language();
    explicit Words(const Language& language) : language_(language.codes), words_(language.words) {}

    const NameIndex& language_;
    NameIndex users_;
    std::vector<Word> words_;
};

Code code_of_sign(std::string_view text);
std::string_view refused_feature(std::uint16_t detail);

}  // namespace quovis::opencl_c

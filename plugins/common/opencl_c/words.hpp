// The words of OpenCL C, what is known about them, and the numbers that names get.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "plugins/common/opencl_c/codes.hpp"
#include "plugins/common/opencl_c/name_index.hpp"
#include "plugins/common/opencl_c/types.hpp"

namespace quovis::opencl_c {

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

    Code code(std::string_view text) {
        const std::uint32_t hash = hash_of_name(text);
        const Code known = met_.find(text, hash);
        return known != 0 ? known : meet(text, hash);
    }
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
    Code meet(std::string_view text, std::uint32_t hash);
    explicit Words(const Language& language) : language_(language.codes), words_(language.words) {}

    const NameIndex& language_;
    NameIndex met_;  // what the program has of them, and the user's
    std::vector<Word> words_;
};

std::string_view refused_feature(std::uint16_t detail);

}  // namespace quovis::opencl_c

// Macros: their definitions, the table of them, and the operators # and ##.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/opencl_c/name_index.hpp"
#include "plugins/common/opencl_c/token.hpp"

namespace quovis::opencl_c {

// The macros that a compiler makes up where they are used.
enum class BuiltIn : std::uint8_t { none, file, line, counter, pragma, has_include, has_include_next, has_other };

struct BodyToken {
    static constexpr int no_parameter = -1;

    Token token;
    int parameter = no_parameter;  // its number where the token names one
    bool stringized = false;       // behind #
    bool pasted = false;           // behind ##, to what stands before
};

struct Macro {
    std::string_view name;
    Place place;  // of its definition
    BuiltIn built_in = BuiltIn::none;
    bool takes_arguments = false;
    bool is_variadic = false;  // the last parameter takes what is left
    bool is_plain = true;      // no parameters, no # and no ## in the body
    bool is_disabled = false;  // while its own replacement is read
    std::vector<std::string_view> parameters;
    std::vector<BodyToken> body;
    std::vector<Token> plain_body;  // of a plain one

    bool is_same_as(const Macro& other) const;
};

class MacroTable {
  public:
    MacroTable() = default;
    // With the macros of another table, which must outlive this one and is not changed by it.
    explicit MacroTable(const MacroTable* others) : others_(others) {
        if (others != nullptr) {
            lengths_ = others->lengths_;
        }
    }

    // Null for what is no macro.
    Macro* find(std::string_view name);
    void define(Macro macro);
    void undefine(std::string_view name);

  private:
    bool may_be_known(std::string_view name) const {
        return (lengths_[static_cast<unsigned char>(name.front())] >> (name.size() & 31U) & 1U) != 0;
    }

    static constexpr std::uint32_t undefined = UINT32_MAX;

    std::deque<Macro> macros_;  // those that are no more, too: they may be in use
    NameIndex numbers_;         // in macros_, from 1
    const MacroTable* others_ = nullptr;
    std::array<std::uint32_t, 256> lengths_{};  // of the names that begin with a character
};

struct Arguments {
    struct Argument {
        std::vector<Token> tokens;
        std::vector<Token> replaced;  // the same with its macros replaced, where that is wanted
        bool is_replaced = false;
    };
    std::vector<Argument> lists;
    bool has_rest = true;  // one was given for a variadic parameter, if only an empty one
};

// "TEXT" as the operator # makes it of an argument.
std::string stringized(const std::vector<Token>& argument);

// The text of a string literal without its quotes, with \" and \\ undone: what _Pragma says.
std::string destringized(std::string_view literal);

}  // namespace quovis::opencl_c

// What the preprocessor hands to the translator: tokens with the user's places, and how either refuses a source.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/common/opencl_c/text_store.hpp"

namespace quovis::opencl_c {

struct Place {
    std::uint32_t file = 0;    // index into Preprocessed::files
    std::uint32_t line = 0;    // from 1
    std::uint32_t column = 0;  // from 1, in bytes

    bool operator==(const Place&) const = default;
};

enum class TokenKind : std::uint8_t {
    identifier,
    number,
    character,
    string,
    punctuator,
    pragma,
    end,
    stray  // no token of C: the preprocessor lets none out
};

// There are many of them, and each is copied a few times.
struct Token {
    std::string_view text;  // of a pragma: all behind `#pragma`
    Place place;  // of one that a macro made: the outermost use of a macro; of an argument on that line: its own
    TokenKind kind = TokenKind::end;
    std::uint8_t sign = 0;          // the Code of a punctuator, 0: it is none
    bool space_before : 1 = false;  // a blank, a comment, a line end or the start of a file
    bool first_on_line : 1 = false;
    bool from_macro : 1 = false;
    bool is_final : 1 = false;  // a macro's name that is not replaced: for the preprocessor alone
};
static_assert(sizeof(Token) == 32);

// Line numbers and file names are those that #line gives.
struct SourceWarning {
    Place place;
    std::string message;
};

struct Preprocessed {
    std::vector<Token> tokens;       // the last is an `end`
    std::vector<std::string> files;  // [0]: the source's own name
    std::vector<SourceWarning> warnings;
    std::vector<std::string> dependencies;  // paths of the headers that were read
    TextStore texts;                        // what the tokens' texts point into
};

// A source that is refused, with the user's place.
class SourceError : public std::exception {
  public:
    SourceError(Place where, std::string in, std::string why)
        : place(where), file(std::move(in)), message(std::move(why)) {}

    const char* what() const noexcept override { return message.c_str(); }

    Place place;
    std::string file;
    std::string message;
};

}  // namespace quovis::opencl_c

// Demangles, and takes the last parentheses apart: before them are the name and, of a template, the return type.
#include "plugins/cuda/mangled_types.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace quovis::cuda {
namespace {

constexpr std::size_t longest_name = 16384;  // a name that repeats itself grows a lot when it is spelled out
constexpr std::size_t address_size = 8;

struct Scalar {
    std::string_view name;
    std::size_t size;
};
// CUDA C++ Programming Guide: sizes are those of the host compiler, which is an LP64 one on Linux.
constexpr std::array scalars{Scalar{"bool", 1},
                             Scalar{"char", 1},
                             Scalar{"signed char", 1},
                             Scalar{"unsigned char", 1},
                             Scalar{"char8_t", 1},
                             Scalar{"short", 2},
                             Scalar{"unsigned short", 2},
                             Scalar{"char16_t", 2},
                             Scalar{"int", 4},
                             Scalar{"unsigned int", 4},
                             Scalar{"wchar_t", 4},
                             Scalar{"char32_t", 4},
                             Scalar{"float", 4},
                             Scalar{"long", 8},
                             Scalar{"unsigned long", 8},
                             Scalar{"long long", 8},
                             Scalar{"unsigned long long", 8},
                             Scalar{"double", 8},
                             Scalar{"__int128", 16},
                             Scalar{"unsigned __int128", 16}};

std::string demangled(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    return text == nullptr ? std::string() : std::string(text.get());
}

// What is between the last parentheses and their partner.
std::optional<std::string_view> last_parentheses(std::string_view text) {
    if (text.empty() || text.back() != ')') {
        return std::nullopt;
    }
    int open = 0;
    for (std::size_t at = text.size(); at-- > 0;) {
        open += text[at] == ')' ? 1 : text[at] == '(' ? -1 : 0;
        if (open == 0) {
            return text.substr(at + 1, text.size() - at - 2);
        }
    }
    return std::nullopt;
}

// Brackets that are open at a place of the text. In an expression `<` and `>` may be operators: a `>` closes a `<`
// only, and a bracket that closes takes what was opened after its partner with it.
class Brackets {
  public:
    void see(char byte) {
        constexpr std::string_view opening = "([{<";
        constexpr std::string_view closing = ")]}>";
        if (opening.find(byte) != std::string_view::npos) {
            open_.push_back(byte);
        } else if (const std::size_t which = closing.find(byte); which != std::string_view::npos) {
            const std::size_t partner = open_.rfind(opening[which]);
            const bool is_operator = byte == '>' && (open_.empty() || open_.back() != '<');
            if (!is_operator && partner != std::string::npos) {
                open_.resize(partner);
            }
        }
    }
    bool are_closed() const { return open_.empty(); }

  private:
    std::string open_;
};

std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> parts;
    if (list.empty()) {
        return parts;
    }
    Brackets brackets;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < list.size(); ++at) {
        if (list[at] == ',' && brackets.are_closed()) {
            parts.emplace_back(list.substr(begin, at - begin));
            begin = at + 2;  // after a blank
        } else if (list.substr(at, 2) == "->") {
            ++at;
        } else {
            brackets.see(list[at]);
        }
    }
    parts.emplace_back(list.substr(std::min(begin, list.size())));
    return parts;
}

// "float*", "int const&", "float (*) [3]", "int (&) [4]"; not "int (*)(float)", which is code and passed as a value.
bool is_address_of_data(std::string_view type) {
    if (type.back() == '*') {
        return type.size() < 3 || type.substr(type.size() - 3) != "::*";  // a pointer to a member is an offset
    }
    const bool is_array = type.back() == ']';
    return type.back() == '&' ||
           (is_array && (type.find("(*") != std::string_view::npos || type.find("(&") != std::string_view::npos));
}

MangledType describe(std::string text) {
    if (is_address_of_data(text)) {
        return {std::move(text), QUOVIS_RT_PARAMETER_POINTER, address_size};
    }
    const auto* const scalar =
        std::find_if(scalars.begin(), scalars.end(), [&](const Scalar& one) { return one.name == text; });
    if (scalar != scalars.end()) {
        return {std::move(text), QUOVIS_RT_PARAMETER_VALUE, scalar->size};
    }
    const bool is_code = text.back() == ')' || text.find("::*") == text.size() - 3;
    return {std::move(text), is_code ? QUOVIS_RT_PARAMETER_VALUE : QUOVIS_RT_PARAMETER_UNKNOWN, 0};
}

}  // namespace

std::optional<std::vector<MangledType>> mangled_types(const std::string& symbol) {
    if (symbol.compare(0, 2, "_Z") != 0 || symbol.size() > longest_name) {
        return std::nullopt;
    }
    const std::string text = demangled(symbol);
    const auto list = last_parentheses(text);
    if (!list) {
        return std::nullopt;
    }
    std::vector<MangledType> types;
    for (std::string& part : split(*list)) {
        if (part.empty()) {
            return std::nullopt;
        }
        types.push_back(describe(std::move(part)));
    }
    return types;
}

}  // namespace quovis::cuda

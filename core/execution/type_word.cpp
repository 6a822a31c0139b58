// OpenCL C specification, sections "Built-in Scalar Data Types", "Built-in Vector Data Types", "Other Built-in Data
// Types". CUDA C++ Programming Guide, section "Built-in Vector Types".
#include "core/execution/type_word.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace quovis::core {
namespace {

using Form = TypeMeaning::Form;

struct Named {
    std::string_view word;
    Form form;
    std::size_t size;
    bool has_vectors = false;  // float4 and the like
};
constexpr std::array named{
    Named{"void", Form::void_, 0},
    Named{"bool", Form::boolean, 1},
    Named{"_Bool", Form::boolean, 1},
    Named{"char", Form::signed_, 1, true},
    Named{"uchar", Form::unsigned_, 1, true},
    Named{"short", Form::signed_, 2, true},
    Named{"ushort", Form::unsigned_, 2, true},
    Named{"int", Form::signed_, 4, true},
    Named{"uint", Form::unsigned_, 4, true},
    Named{"long", Form::signed_, 8, true},
    Named{"ulong", Form::unsigned_, 8, true},
    Named{"longlong", Form::signed_, 8, true},
    Named{"ulonglong", Form::unsigned_, 8, true},
    Named{"half", Form::floating, 2, true},
    Named{"_Float16", Form::floating, 2},
    Named{"__fp16", Form::floating, 2},
    Named{"__half", Form::floating, 2},
    Named{"float", Form::floating, 4, true},
    Named{"double", Form::floating, 8, true},
    Named{"int8_t", Form::signed_, 1},
    Named{"uint8_t", Form::unsigned_, 1},
    Named{"int16_t", Form::signed_, 2},
    Named{"uint16_t", Form::unsigned_, 2},
    Named{"int32_t", Form::signed_, 4},
    Named{"uint32_t", Form::unsigned_, 4},
    Named{"int64_t", Form::signed_, 8},
    Named{"uint64_t", Form::unsigned_, 8},
    Named{"size_t", Form::unsigned_, 8},
    Named{"uintptr_t", Form::unsigned_, 8},
    Named{"ptrdiff_t", Form::signed_, 8},
    Named{"intptr_t", Form::signed_, 8},
    Named{"char8_t", Form::unsigned_, 1},
    Named{"char16_t", Form::unsigned_, 2},
    Named{"char32_t", Form::unsigned_, 4},
    Named{"wchar_t", Form::signed_, 4},
    Named{"__int128", Form::signed_, 16},
};

// Words that say where memory is or how it is used, and nothing about what is in it.
constexpr std::array<std::string_view, 16> qualifiers{
    "const", "volatile", "restrict",   "__restrict", "__restrict__", "__global",  "global",     "__local",
    "local", "constant", "__constant", "__private",  "private",      "__generic", "__shared__", "__read_only"};

const Named* find(std::string_view word) {
    const auto* const found =
        std::find_if(named.begin(), named.end(), [&](const Named& one) { return one.word == word; });
    return found == named.end() ? nullptr : found;
}

// "float4", and how many. Three is allowed everywhere, one and 16 somewhere.
std::optional<TypeMeaning> read_vector(std::string_view word) {
    const auto digits = std::min(word.find_last_not_of("0123456789") + 1, word.size());
    const auto* const element = find(word.substr(0, digits));
    unsigned width = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, failure] = std::from_chars(word.data() + digits, end, width);
    const bool is_width = width == 1 || width == 2 || width == 3 || width == 4 || width == 8 || width == 16;
    if (!element || !element->has_vectors || failure != std::errc() || stop != end || !is_width)
        return std::nullopt;
    return TypeMeaning{element->form, element->size, width, 0};
}

// The words of a type without its pointers, one after the other: "unsigned", "long", "int".
class Words {
  public:
    void add(std::string_view word) {
        if (word == "unsigned" || word == "signed" || word == "__signed__")
            (word == "unsigned" ? is_unsigned_ : is_signed_) = true;
        else if (word == "short" || word == "long")
            ++(word == "short" ? shorts_ : longs_);
        else if (std::find(qualifiers.begin(), qualifiers.end(), word) == qualifiers.end())
            is_simple_ = is_simple_ && std::exchange(base_, word).empty();
    }

    TypeMeaning meaning() const {
        const bool has_size = shorts_ + longs_ > 0;
        const bool has_sign = is_unsigned_ || is_signed_;
        if (!is_simple_ || (base_.empty() && !has_size && !has_sign))
            return {};
        if (!has_size && !has_sign)
            return plain();
        TypeMeaning made{is_unsigned_ ? Form::unsigned_ : Form::signed_, 4, 1, 0};
        if (base_ == "char")
            made.size = 1;
        else if (base_ == "double" && longs_ == 1 && !has_sign)
            made = {Form::floating, 16, 1, 0};
        else if (base_ == "__int128")
            made.size = 16;
        else if (base_.empty() || base_ == "int")
            made.size = shorts_ ? 2 : longs_ ? 8 : 4;
        else
            return {};
        return made;
    }

  private:
    TypeMeaning plain() const {
        if (const auto* const one = find(base_))
            return {one->form, one->size, 1, 0};
        return read_vector(base_).value_or(TypeMeaning());
    }

    std::string_view base_;
    bool is_simple_ = true;  // one word at most that is no sign, size or qualifier
    bool is_unsigned_ = false;
    bool is_signed_ = false;
    int shorts_ = 0;
    int longs_ = 0;
};

// HIP's vectors are classes in C++: "HIP_vector_type<float, 4u>".
std::optional<TypeMeaning> read_hip_vector(std::string_view base) {
    constexpr std::string_view beginning = "HIP_vector_type<";
    const auto comma = base.find(',');
    if (base.substr(0, beginning.size()) != beginning || base.back() != '>' || comma == std::string_view::npos)
        return std::nullopt;
    auto made = read_type(base.substr(beginning.size(), comma - beginning.size()));
    const auto digit = base.find_first_of("0123456789", comma);
    if (digit == std::string_view::npos)
        return std::nullopt;
    made.width = static_cast<unsigned>(base[digit] - '0');
    return made;
}

constexpr std::string_view blanks = " \t";

bool is_part_of_word(char byte) {
    return byte != '*' && byte != '&' && blanks.find(byte) == std::string_view::npos;
}

}  // namespace

TypeMeaning read_type(std::string_view text) {
    // A name with brackets is of a class, a function or an array: only what stands behind them can be a pointer's sign.
    const auto bracket = text.find_last_of(">)]");
    const auto begin = bracket == std::string_view::npos ? 0 : bracket + 1;
    Words words;
    unsigned pointers = 0;
    for (auto at = begin; at < text.size();) {
        auto end = at;
        while (end < text.size() && is_part_of_word(text[end]))
            ++end;
        if (end == at) {
            pointers += text[at] == '*' || text[at] == '&';
            ++at;
        } else {
            words.add(text.substr(at, end - at));
            at = end;
        }
    }
    auto meaning = begin == 0               ? words.meaning()
                   : text[begin - 1] == '>' ? read_hip_vector(text.substr(0, begin)).value_or(TypeMeaning())
                                            : TypeMeaning();
    meaning.pointers = pointers;
    return meaning;
}

TypeMeaning pointee(TypeMeaning pointer) {
    if (pointer.pointers == 0)
        return {};
    --pointer.pointers;
    return pointer;
}

bool fits_value(const TypeMeaning& wanted, const TypeMeaning& given) {
    if (wanted.form == Form::unknown || given.form == Form::unknown)
        return true;
    if (wanted.pointers != 0 || given.pointers != 0)
        return wanted.pointers == given.pointers && fits_memory(wanted, given);
    const bool is_half = wanted.form == Form::floating && wanted.size == 2 && given.form == Form::unsigned_;
    return (wanted.form == given.form || is_half) && wanted.size == given.size && wanted.width == given.width;
}

bool fits_memory(const TypeMeaning& wanted, const TypeMeaning& given) {
    if (wanted.form == Form::unknown || given.form == Form::unknown)
        return true;
    const auto is_any = [](const TypeMeaning& type) { return type.form == Form::void_ && type.pointers == 0; };
    if (is_any(wanted) || is_any(given))
        return true;
    if (wanted.pointers != given.pointers)
        return false;
    auto element = given;
    if (wanted.width == 1 || given.width == 1)
        element.width = wanted.width;
    element.pointers = 0;
    auto wanted_element = wanted;
    wanted_element.pointers = 0;
    return wanted.form == Form::void_ ? given.form == Form::void_ : fits_value(wanted_element, element);
}

}  // namespace quovis::core

// The smallest expressions: names, numbers, texts and what stands in parentheses. C99 6.5.1, OpenCL C 1.2, 6.1.4.
#include <charconv>

#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {

Expr Parser::primary() {
    const At at = at_;
    if (is_name(code())) {
        return name();
    }
    Expr made;
    made.first = made.last = at;
    switch (code()) {
        case code_number:
            take();
            return number(at);
        case code_character:
            take();
            made.type = type_of(Scalar::int_);
            return made;
        case code_string:
            while (code() == code_string) {
                made.last = take();
            }
            made.type = types_.array_of({type_of(Scalar::char_).node, Space::constant, is_const}, -1);
            return made;
        case left_paren: {
            take();
            if (code() == left_brace) {
                refuse(at, "statements as an expression, ({ ... }), are not supported");
            }
            made = expression();
            made.first = at;
            made.last = expect(right_paren, "')'");
            made.is_literal = made.has_comma = false;
            return made;
        }
        case caret:
            refuse(at, "not supported on CUDA and HIP: blocks");
        default:
            refuse(at, code() == code_end ? "expected an expression, found the end of the source"
                                          : "expected an expression, found '" + std::string(text(at)) + "'");
    }
}

Expr Parser::name() {
    const At at = take();
    Expr made;
    made.first = made.last = at;
    const Symbol* symbol = find(code(at));
    if (symbol == nullptr) {
        const Word& word = words_[code(at)];
        if (word.role == Role::refused) {
            refuse_feature(at);
        }
        if (word.text.starts_with("__")) {
            refuse_compilers_own(at);
        }
        if (code() == left_paren) {
            return built_in_call(at);
        }
        if (word.text.starts_with("__qv_")) {  // what INFINITY and NAN stand for
            made.type = type_of(word.text == "__qv_double_infinity" ? Scalar::double_ : Scalar::float_);
        } else if (word.text == "true" || word.text == "false") {
            made.type = type_of(Scalar::boolean);
            made.has_value = true;
            made.value = word.text == "true" ? 1 : 0;
            made.promotes = true;
        }
        return made;
    }
    if (symbol->kind == SymbolKind::type) {
        refuse(at, "expected an expression, found the type '" + std::string(text(at)) + "'");
    }
    made.type = symbol->type;
    if (symbol->kind == SymbolKind::function && words_[code(at)].role == Role::function) {
        edits_.replace(at, edits_.keep("program::" + std::string(text(at))));  // never the built-in one
    } else if (symbol->kind == SymbolKind::enumerator) {
        name_as_cpp_does(at, *symbol);
        edits_.replace(at, edits_.keep("(+" + std::string(edits_.text(at)) + ")"));  // an int in C
        made.has_value = symbol->has_value;
        made.value = symbol->value;
    }
    return made;
}

// What clang has of itself: functions, of which the vendors' compilers know a few, and macros.
void Parser::refuse_compilers_own(At at) const {
    std::string_view own = text(at);
    if (own.ends_with("__") && own != "__FUNCTION__" && own != "__PRETTY_FUNCTION__" && own != "__func__") {
        refuse(at, "not supported on CUDA and HIP: macros that clang predefines ('" + std::string(own) + "')");
    }
    for (const std::string_view known : {"__builtin_assume", "__builtin_assume_aligned", "__builtin_expect",
                                         "__builtin_offsetof", "__builtin_unreachable"}) {
        if (own == known) {
            return;
        }
    }
    for (const std::string_view prefix : {"__builtin_", "__sync_", "__atomic_", "__c11_atomic_", "__opencl_atomic_"}) {
        if (own.starts_with(prefix)) {
            refuse(at, "not supported on CUDA and HIP: clang's own functions ('" + std::string(own) + "'): use " +
                           instead_of(own.substr(prefix.size())));
        }
    }
}

// What OpenCL C has for clang's fabsf, popcountll and the like.
std::string Parser::instead_of(std::string_view own) const {
    for (const std::string_view suffix : {"", "f", "l", "ll", "32", "64", "left32"}) {
        if (own.ends_with(suffix)) {
            const std::string_view name = own.substr(0, own.size() - suffix.size());
            const Code found = words_.find(name);
            if (is_name(found) && words_[found].role == Role::function) {
                return std::string(name);
            }
        }
    }
    return "a function of OpenCL C";
}

Expr Parser::number(At at) const {
    Expr made;
    made.first = made.last = at;
    made.is_literal = true;
    const std::string_view digits = text(at);
    if (digits.size() == 1) {
        made.type = type_of(Scalar::int_);
        made.has_value = true;
        made.value = digits[0] - '0';
        return made;
    }
    const bool is_hexadecimal = digits.size() > 1 && (digits[1] == 'x' || digits[1] == 'X');
    const bool is_binary = digits.size() > 1 && (digits[1] == 'b' || digits[1] == 'B');
    if (is_floating_number(digits)) {
        const char last = digits.back();
        made.type = type_of(last == 'f' || last == 'F'   ? Scalar::float_
                            : last == 'h' || last == 'H' ? Scalar::half
                                                         : Scalar::double_);
        return made;
    }
    std::uint64_t value = 0;
    const int base = is_hexadecimal ? 16 : is_binary ? 2 : digits.front() == '0' ? 8 : 10;
    const char* const begin = digits.data() + (is_hexadecimal || is_binary ? 2 : 0);
    const auto [end, error] = std::from_chars(begin, digits.data() + digits.size(), value, base);
    const std::string_view suffix(end, static_cast<std::size_t>(digits.data() + digits.size() - end));
    const bool has_u = suffix.find_first_of("uU") != std::string_view::npos;
    const bool has_l = suffix.find_first_of("lL") != std::string_view::npos;
    if (error != std::errc()) {
        return made;
    }
    const bool may_be_unsigned = has_u || base != 10;
    const bool is_long = has_l || value > (may_be_unsigned ? UINT32_MAX : INT32_MAX);
    const bool is_without = has_u || (may_be_unsigned && value > (is_long ? INT64_MAX : INT32_MAX));
    made.type = type_of(is_long      ? (is_without ? Scalar::ulong : Scalar::long_)
                        : is_without ? Scalar::uint
                                     : Scalar::int_);
    made.has_value = value <= INT64_MAX;
    made.value = static_cast<std::int64_t>(value);
    return made;
}

}  // namespace quovis::opencl_c

// The first look at each token: its code, and what needs no grammar: names that are keywords in C++, literals that C++
// types otherwise, pragmas.
#include <algorithm>
#include <array>

#include "plugins/common/opencl_c/parser.hpp"

namespace quovis::opencl_c {
namespace {

std::string_view take_word(std::string_view& rest) {
    const std::size_t begin = std::min(rest.find_first_not_of(" \t\f\v\r\n"), rest.size());
    rest.remove_prefix(begin);
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\f\v\r\n:()"));
    rest.remove_prefix(word.size());
    return word;
}

constexpr std::array extensions{
    std::string_view{"all"},
    std::string_view{"cl_khr_fp64"},
    std::string_view{"cl_khr_fp16"},
    std::string_view{"cl_amd_fp64"},
    std::string_view{"cl_khr_byte_addressable_store"},
    std::string_view{"cl_khr_global_int32_base_atomics"},
    std::string_view{"cl_khr_global_int32_extended_atomics"},
    std::string_view{"cl_khr_local_int32_base_atomics"},
    std::string_view{"cl_khr_local_int32_extended_atomics"},
    std::string_view{"cl_khr_int64_base_atomics"},
    std::string_view{"cl_khr_int64_extended_atomics"},
    std::string_view{"cl_khr_subgroups"},
    std::string_view{"cl_khr_select_fprounding_mode"},
    std::string_view{"cl_amd_printf"},
    std::string_view{"cl_intel_printf"},
    std::string_view{"cl_nv_pragma_unroll"},
};

}  // namespace

bool is_floating_number(std::string_view number) {
    const bool is_hexadecimal = number.size() > 1 && (number[1] == 'x' || number[1] == 'X');
    const char exponent = is_hexadecimal ? 'p' : 'e';
    return std::any_of(number.begin(), number.end(), [exponent](char c) { return c == '.' || (c | 0x20) == exponent; });
}

void Parser::scan() {
    const std::vector<Token>& tokens = source_.tokens;
    codes_.resize(tokens.size());
    for (At at = 0; at < tokens.size(); ++at) {
        const Token& token = tokens[at];
        if (token.kind == TokenKind::punctuator && token.sign >= left_paren) {
            codes_[at] = token.sign;
        } else if (token.kind == TokenKind::identifier) {
            const Code word = words_.code(token.text);
            codes_[at] = word;
            if (!is_name(word)) {
                scan_keyword(at);
            } else if (words_[word].role != Role::plain) {
                scan_known(at);
            }
        } else {
            scan_other(at);
        }
    }
}

void Parser::scan_other(At at) {
    switch (source_.tokens[at].kind) {
        case TokenKind::number:
            codes_[at] = code_number;
            scan_number(at);
            break;
        case TokenKind::character:
            codes_[at] = code_character;  // an int in C
            edits_.replace(at, edits_.keep("(+" + std::string(text(at)) + ")"));
            break;
        case TokenKind::string:
            codes_[at] = code_string;
            break;
        case TokenKind::pragma:
            codes_[at] = code_pragma;
            scan_pragma(at);
            break;
        case TokenKind::end:
            codes_[at] = code_end;
            break;
        default:
            refuse(at, "'" + std::string(text(at)) + "' does not belong into a program");
    }
}

// C++ knows only one spelling of each, and some not at all.
void Parser::scan_keyword(At at) {
    switch (codes_[at]) {
        case kw_extension:
            codes_[at] = code_pragma;  // it means nothing anywhere
            edits_.remove(at);
            break;
        case kw_alignof:
            edits_.replace(at, "__alignof__");
            break;
        case kw_restrict:
            edits_.replace(at, "__restrict__");
            break;
        case kw_bool:
            edits_.replace(at, "bool");
            break;
        case kw_signed:
            edits_.replace(at, "signed");
            break;
        case kw_const:
            edits_.replace(at, "const");
            break;
        case kw_volatile:
            edits_.replace(at, "volatile");
            break;
        case kw_inline:
        case kw_register:
        case kw_auto:
        case kw_generic:
            edits_.remove(at);
            break;
        case kw_half:
            result_.uses_half = true;
            break;
        case kw_double:
            result_.uses_double = true;
            break;
        default:
            break;
    }
}

// A word that the language gives a meaning.
void Parser::scan_known(At at) {
    const Word& known = words_[codes_[at]];
    if (known.role == Role::cpp_keyword) {
        edits_.replace(at, edits_.keep("__qv_name_" + std::string(text(at))));
    } else if (known.role == Role::type && known.detail >= node_first_vector && known.detail < node_event) {
        const auto scalar = static_cast<Scalar>((known.detail - node_first_vector) / vector_widths);
        result_.uses_half = result_.uses_half || scalar == Scalar::half;
        result_.uses_double = result_.uses_double || scalar == Scalar::double_;
    } else if (known.role == Role::function && known.is(Result::offset_of_axis)) {
        result_.takes_offset = true;
    }
}

// 1ll is a long (as 1l is), 1.0h a half.
void Parser::scan_number(At at) {
    const std::string_view number = text(at);
    if (number.size() == 1) {
        return;
    }
    const char last = number.back();
    if (last == 'l' || last == 'L' || last == 'u' || last == 'U') {
        const std::size_t doubled = number.find_last_not_of("uUlL") + 1;
        std::string_view suffix = number.substr(doubled);
        if (std::count_if(suffix.begin(), suffix.end(), [](char c) { return c == 'l' || c == 'L'; }) == 2) {
            const bool is_unsigned = suffix.find_first_of("uU") != std::string_view::npos;
            edits_.replace(at, edits_.keep(std::string(number.substr(0, doubled)) + (is_unsigned ? "UL" : "L")));
        }
    } else if ((last == 'h' || last == 'H') && is_floating_number(number)) {
        result_.uses_half = true;
        edits_.replace(at, edits_.keep("half(" + std::string(number.substr(0, number.size() - 1)) + "f)"));
    } else if (is_floating_number(number) && last != 'f' && last != 'F') {
        result_.uses_double = true;
    }
}

void Parser::scan_pragma(At at) {
    std::string_view rest = text(at);
    const std::string_view word = take_word(rest);
    if (word == "unroll" || word == "nounroll") {
        std::string kept = "_Pragma(\"";
        for (const char byte : text(at)) {
            kept += byte == '"' || byte == '\\' || byte == '\n' ? ' ' : byte;
        }
        edits_.replace(at, edits_.keep(kept + "\") "));
        return;
    }
    edits_.remove(at);
    if (word == "OPENCL" || word == "STDC") {
        opencl_pragma(at, rest);
    } else if (!word.empty() && word != "once") {
        warn(at, "#pragma " + std::string(word) + " is not known here and ignored");
    }
}

// OpenCL C 1.2, 6.10 (FP_CONTRACT) and OpenCL 1.2 Extension Specification, 9.1.
void Parser::opencl_pragma(At at, std::string_view rest) {
    const std::string_view what = take_word(rest);
    const std::string_view name = take_word(rest);
    if (what == "FP_CONTRACT") {
        result_.forbids_contraction = result_.forbids_contraction || name == "OFF";
        return;
    }
    if (what != "EXTENSION") {
        warn(at, "#pragma OPENCL " + std::string(what) + " is not known and ignored");
        return;
    }
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t:"), rest.size()));
    const std::string_view behavior = take_word(rest);
    const bool is_known = std::find(extensions.begin(), extensions.end(), name) != extensions.end();
    if (behavior == "require" && !is_known) {
        refuse(at, "the extension " + std::string(name) + " is required, and not supported on CUDA and HIP");
    }
    if (behavior != "enable" && behavior != "disable" && behavior != "require" && behavior != "warn") {
        refuse(at, "#pragma OPENCL EXTENSION needs 'enable' or 'disable' behind the extension and a colon");
    }
    if (!is_known && behavior != "disable") {
        warn(at, "the extension " + std::string(name) + " is not supported on CUDA and HIP");
    }
}

}  // namespace quovis::opencl_c

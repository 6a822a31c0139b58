// Writes preprocessor lines.
#include "plugins/common/source_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {
namespace {

// NAME or NAME(PARAMETERS), as a #define takes it.
bool is_macro_name(std::string_view name) {
    const std::size_t open = name.find('(');
    const std::string_view word = name.substr(0, open);
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    return !word.empty() && std::isdigit(static_cast<unsigned char>(word.front())) == 0 &&
           std::all_of(word.begin(), word.end(), is_word) &&
           (open == std::string_view::npos || (name.back() == ')' && name.find_first_of("\n\r") == name.npos));
}

}  // namespace

std::string in_quotes(std::string_view text) {
    std::string safe;
    for (const char byte : text) {
        if (byte == '"' || byte == '\\') {
            safe += '\\';
        }
        safe += static_cast<unsigned char>(byte) < 0x20 ? '?' : byte;
    }
    return safe;
}

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.substr(0, mark.size()) == mark ? text.substr(mark.size()) : text;
}

std::string numbered(std::string_view name, std::string_view text) {
    return fmt::format("#line 1 \"{}\"\n{}\n", in_quotes(name), without_byte_order_mark(text));
}

std::string define_lines(const quovis_cc_define& define) {
    const std::string_view name = view(define.name);
    const std::string_view value = define.has_value != 0 ? view(define.value) : "1";
    if (!is_macro_name(name)) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("option `defines`: '{}' is not the name of a macro", name));
    }
    if (value.find_first_of(std::string_view("\n\r\0", 3)) != std::string_view::npos ||
        (!value.empty() && value.back() == '\\')) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("option `defines`: the value of '{}' does not fit on one line", name));
    }
    return fmt::format("#line 1 \"<define {}>\"\n#define {} {}\n", in_quotes(name), name, value);
}

std::vector<std::string> define_words(const quovis_cc_options& options) {
    std::vector<std::string> words;
    for (const quovis_cc_define& define : received(options.defines, options.define_count)) {
        define_lines(define);
        words.push_back(fmt::format("-D{}={}", view(define.name),
                                    define.has_value != 0 ? view(define.value) : std::string_view("1")));
    }
    return words;
}

}  // namespace quovis::plugins

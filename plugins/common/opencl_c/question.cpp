// What a source asks the compiler about itself: __has_include and __has_include_next are answered, and of clang's other
// questions (__has_builtin and the like) each with 0, which a source must be ready for.
#include <fmt/format.h>

#include "plugins/common/opencl_c/expansion.hpp"

namespace quovis::opencl_c {
namespace {

bool is_sign(const Token& token, std::string_view text) {
    return token.kind == TokenKind::punctuator && token.text == text;
}

}  // namespace

std::optional<NamedHeader> named_header(const std::vector<Token>& tokens) {
    if (!tokens.empty() && tokens[0].kind == TokenKind::string && tokens[0].text.front() == '"') {
        return NamedHeader{std::string(tokens[0].text.substr(1, tokens[0].text.size() - 2)), true};
    }
    if (tokens.empty() || tokens[0].text != "<") {
        return {};
    }
    NamedHeader header;
    for (std::size_t index = 1; index < tokens.size(); ++index) {
        if (tokens[index].text == ">") {
            return header;
        }
        header.name += tokens[index].space_before && index > 1 ? " " : "";
        header.name += tokens[index].text;
    }
    return {};
}

// NAME(...): 1 or 0.
Token Expansion::question(BuiltIn built_in, const Token& use) {
    const std::string_view name = use.text;
    if (!is_sign(next_raw(), "(")) {
        refuse(use.place, fmt::format("{} asks with its question in parentheses", name));
    }
    std::vector<Token> asked;
    for (std::size_t open = 1; open != 0;) {
        asked.push_back(next_raw());
        if (asked.back().kind == TokenKind::end) {
            refuse(use.place, fmt::format("`{}(` lacks its ')'", name));
        }
        open += is_sign(asked.back(), "(") ? 1 : 0;
        open -= is_sign(asked.back(), ")") ? 1 : 0;
    }
    asked.pop_back();
    bool holds = false;
    if (built_in != BuiltIn::has_other) {
        auto header = named_header(asked);
        if (!header) {
            header = named_header(replaced(asked));
        }
        if (!header || header->name.empty()) {
            refuse(use.place, fmt::format("{} asks for a header: {}(\"NAME\") or {}(<NAME>)", name, name, name));
        }
        holds = source_.has_header(header->name, header->is_quoted, built_in == BuiltIn::has_include_next);
    }
    return text_token(TokenKind::number, holds ? "1" : "0", use);
}

}  // namespace quovis::opencl_c

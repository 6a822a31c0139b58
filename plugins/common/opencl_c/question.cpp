// What a source asks the compiler about itself: __has_include and __has_include_next are answered, and of clang's other
// questions (__has_builtin and the like) each with 0, which a source must be ready for.
#include <fmt/format.h>

#include "plugins/common/opencl_c/codes.hpp"
#include "plugins/common/opencl_c/expansion.hpp"

namespace quovis::opencl_c {
std::optional<NamedHeader> named_header(const std::vector<Token>& tokens) {
    if (!tokens.empty() && tokens[0].kind == TokenKind::string && tokens[0].text.front() == '"') {
        return NamedHeader{std::string(tokens[0].text.substr(1, tokens[0].text.size() - 2)), true};
    }
    if (tokens.empty() || tokens[0].sign != less) {
        return {};
    }
    NamedHeader header;
    for (std::size_t index = 1; index < tokens.size(); ++index) {
        if (tokens[index].sign == greater) {
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
    if (next_raw().sign != left_paren) {
        refuse(use.place, fmt::format("{} asks with its question in parentheses", name));
    }
    std::vector<Token> asked;
    for (std::size_t open = 1; open != 0;) {
        asked.push_back(next_raw());
        if (asked.back().kind == TokenKind::end) {
            refuse(use.place, fmt::format("`{}(` lacks its ')'", name));
        }
        open += asked.back().sign == left_paren ? 1 : 0;
        open -= asked.back().sign == right_paren ? 1 : 0;
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

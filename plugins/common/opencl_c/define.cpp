// C99, section 6.10.3: names and parameters, and where # and ## may stand.
#include "plugins/common/opencl_c/define.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plugins/common/opencl_c/codes.hpp"
#include "plugins/common/opencl_c/lexer.hpp"
#include "plugins/common/opencl_c/refusal.hpp"

namespace quovis::opencl_c {
namespace {

constexpr std::string_view rest_name = "__VA_ARGS__";

class Definition {
  public:
    Definition(const std::vector<Token>& tokens, const Place& at) : tokens_(tokens), at_(at) {}

    Macro read() {
        if (tokens_.empty() || tokens_[0].kind != TokenKind::identifier) {
            refuse("#define takes the name of a macro");
        }
        macro_.name = tokens_[0].text;
        macro_.place = tokens_[0].place;
        if (macro_.name == "defined" || macro_.name == rest_name) {
            refuse(fmt::format("'{}' cannot be the name of a macro", macro_.name));
        }
        next_ = 1;
        if (is_next(left_paren) && !tokens_[1].space_before) {
            macro_.takes_arguments = true;
            ++next_;
            read_parameters();
        }
        read_body();
        return std::move(macro_);
    }

  private:
    [[noreturn]] void refuse(std::string message) const {
        throw Refusal{next_ < tokens_.size() ? tokens_[next_].place : at_, std::move(message)};
    }

    bool is_next(Code sign) const { return next_ < tokens_.size() && tokens_[next_].sign == sign; }

    bool take(Code sign) {
        const bool is_there = is_next(sign);
        next_ += is_there ? 1 : 0;
        return is_there;
    }

    void read_parameters() {
        if (take(right_paren)) {
            return;
        }
        do {
            read_parameter();
        } while (!macro_.is_variadic && take(comma));
        if (!take(right_paren)) {
            refuse(fmt::format("the parameters of the macro '{}' are names with commas between them, and a ')' behind",
                               macro_.name));
        }
    }

    void read_parameter() {
        if (take(ellipsis)) {
            macro_.is_variadic = true;
            macro_.parameters.push_back(rest_name);
            return;
        }
        if (next_ == tokens_.size() || tokens_[next_].kind != TokenKind::identifier) {
            refuse(fmt::format("a parameter of the macro '{}' has no name", macro_.name));
        }
        const std::string_view name = tokens_[next_].text;
        if (parameter(tokens_[next_]) != BodyToken::no_parameter || name == rest_name) {
            refuse(fmt::format("the macro '{}' has two parameters '{}'", macro_.name, name));
        }
        macro_.parameters.push_back(name);
        ++next_;
        macro_.is_variadic = take(ellipsis);
    }

    int parameter(const Token& token) const {
        if (token.kind != TokenKind::identifier) {
            return BodyToken::no_parameter;
        }
        const auto found = std::find(macro_.parameters.begin(), macro_.parameters.end(), token.text);
        return found == macro_.parameters.end() ? BodyToken::no_parameter
                                                : static_cast<int>(found - macro_.parameters.begin());
    }

    void read_body() {
        bool pasted = false;
        for (bool is_first = true; next_ < tokens_.size(); ++next_) {
            if (is_next(hash_hash)) {
                if (is_first || next_ + 1 == tokens_.size()) {
                    refuse("## stands between two things, which it joins");
                }
                pasted = true;
                continue;
            }
            BodyToken body{tokens_[next_], parameter(tokens_[next_]), false, pasted};
            if (macro_.takes_arguments && is_next(hash)) {
                ++next_;
                if (next_ == tokens_.size() || parameter(tokens_[next_]) == BodyToken::no_parameter) {
                    refuse(fmt::format("# stands in front of a parameter of the macro '{}'", macro_.name));
                }
                body.parameter = parameter(tokens_[next_]);
                body.stringized = true;
            }
            body.token.space_before = body.token.space_before && !is_first;
            body.token.first_on_line = false;
            macro_.is_plain = macro_.is_plain && !pasted;
            macro_.body.push_back(body);
            is_first = pasted = false;
        }
        macro_.is_plain = macro_.is_plain && !macro_.takes_arguments;
        if (macro_.is_plain) {
            for (const BodyToken& body : macro_.body) {
                macro_.plain_body.push_back(body.token);
            }
        }
    }

    const std::vector<Token>& tokens_;
    const Place at_;
    std::size_t next_ = 0;
    Macro macro_;
};

}  // namespace

Macro read_definition(const std::vector<Token>& tokens, const Place& at) {
    return Definition(tokens, at).read();
}

MacroTable definitions(std::string_view lines, TextStore& store) {
    MacroTable macros;
    Lexer lexer(join_lines(lines, store), 0);
    Token hash;
    for (lexer.next(hash); hash.kind != TokenKind::end; lexer.next(hash)) {
        lexer.next_on_line();  // `define`
        std::vector<Token> tokens;
        for (Token token = lexer.next_on_line(); token.kind != TokenKind::end; token = lexer.next_on_line()) {
            tokens.push_back(token);
        }
        macros.define(read_definition(tokens, hash.place));
    }
    return macros;
}

void define_built_ins(MacroTable& macros) {
    const auto add = [&](std::string_view name, BuiltIn built_in) {
        Macro macro;
        macro.name = name;
        macro.built_in = built_in;
        macro.is_plain = false;
        macros.define(std::move(macro));
    };
    add("__FILE__", BuiltIn::file);
    add("__LINE__", BuiltIn::line);
    add("__COUNTER__", BuiltIn::counter);
    add("_Pragma", BuiltIn::pragma);
    add("__has_include", BuiltIn::has_include);
    add("__has_include_next", BuiltIn::has_include_next);
    for (const std::string_view other : {"__has_attribute", "__has_builtin", "__has_declspec_attribute",
                                         "__has_extension", "__has_feature", "__has_warning"}) {
        add(other, BuiltIn::has_other);
    }
}

bool is_defined(MacroTable& macros, std::string_view name) {
    const Macro* const macro = macros.find(name);
    return macro != nullptr && macro->built_in != BuiltIn::pragma;
}

}  // namespace quovis::opencl_c

// C99, section 6.10.3, with the extensions that kernels use: `, ## __VA_ARGS__`, named variadic parameters, no argument
// for a variadic one. A macro that is met in its own replacement stays, for good (`is_final`).
#include "plugins/common/opencl_c/expansion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "plugins/common/opencl_c/codes.hpp"
#include "plugins/common/opencl_c/define.hpp"
#include "plugins/common/opencl_c/lexer.hpp"
#include "plugins/common/opencl_c/refusal.hpp"
#include "plugins/common/source_text.hpp"

namespace quovis::opencl_c {
namespace {

constexpr std::size_t most_bytes = 64 << 20;  // of texts that # and ## make
constexpr std::size_t most_nested = 200;      // arguments in arguments

Token end_token() {
    return {};
}

void put_first(std::vector<Token>& tokens, const Token& use) {
    if (!tokens.empty()) {
        tokens.front().space_before = use.space_before;
        tokens.front().first_on_line = use.first_on_line;
    }
}

// Which pragmas name things that are no macros.
bool is_taken_literally(const std::vector<Token>& pragma) {
    return !pragma.empty() && (pragma[0].text == "OPENCL" || pragma[0].text == "STDC");
}

}  // namespace

Expansion::Expansion(TokenSource& source, MacroTable& macros, Preprocessed& out)
    : source_(source), macros_(macros), out_(out) {}

void Expansion::next(Token& token) {
    do {
        next_raw(token);
    } while (!stays(token));
}

bool Expansion::stays_as_name(Token& token) {
    if (token.is_final) {
        return true;
    }
    if (in_condition_ && token.text == "defined") {
        token = defined_operator(token);
        return true;
    }
    Macro* const macro = macros_.find(token.text);
    if (macro == nullptr) {
        return true;
    }
    if (macro->is_disabled) {
        token.is_final = true;
        return true;
    }
    if (macro->built_in != BuiltIn::none) {
        make_built_in(*macro, token);
        return true;
    }
    return !replace(*macro, token);
}

std::vector<Token> Expansion::replaced(const std::vector<Token>& tokens) {
    if (++depth_ > most_nested) {
        refuse(tokens.empty() ? Place{} : tokens.front().place,
               fmt::format("macros are used in arguments of macros more than {} deep", most_nested));
    }
    Context context;
    context.at = tokens.data();
    context.end = tokens.data() + tokens.size();
    context.is_barrier = true;
    push(std::move(context));
    std::vector<Token> made = spare();
    do {
        next(made.emplace_back());
    } while (made.back().kind != TokenKind::end);
    made.pop_back();
    pop();
    --depth_;
    return made;
}

std::vector<Token> Expansion::replaced_in_condition(const std::vector<Token>& tokens) {
    in_condition_ = true;
    std::vector<Token> made = replaced(tokens);
    in_condition_ = false;
    return made;
}

Token Expansion::pragma(const std::vector<Token>& tokens, const Token& at) {
    const std::vector<Token> words = is_taken_literally(tokens) ? tokens : replaced(tokens);
    std::string text;
    for (const Token& word : words) {
        if (word.space_before && !text.empty()) {
            text += ' ';
        }
        text += word.text;
    }
    return text_token(TokenKind::pragma, text, at);
}

inline void Expansion::take(Context& context, Token& token) {
    token = *context.at++;
    if (context.is_shared) {
        token.place = context.use.place;
        token.from_macro = true;
        if (std::exchange(context.is_first, false)) {
            token.space_before = context.use.space_before;
            token.first_on_line = context.use.first_on_line;
        }
    }
    count_work(token);
}

void Expansion::next_of_context(Token& token) {
    while (!contexts_.empty()) {
        Context& context = contexts_.back();
        if (context.at != context.end) {
            take(context, token);
            return;
        }
        if (context.is_barrier) {
            token = {};
            return;
        }
        pop();
    }
    source_.next(token);
}

Token Expansion::next_raw() {
    Token token;
    next_raw(token);
    return token;
}

void Expansion::push(Context context) {
    contexts_.push_back(std::move(context));
}

void Expansion::pop() {
    Context& context = contexts_.back();
    if (context.macro != nullptr) {
        context.macro->is_disabled = false;
    }
    if (context.owned.capacity() != 0) {
        spare_.push_back(std::move(context.owned));
    }
    contexts_.pop_back();
}

void Expansion::push_replacement(Macro& macro, const Token& use, std::vector<Token> tokens) {
    put_first(tokens, use);
    Context context;
    context.owned = std::move(tokens);
    context.at = context.owned.data();
    context.end = context.at + context.owned.size();
    context.macro = &macro;
    macro.is_disabled = true;
    push(std::move(context));
}

// False where the macro takes arguments and is given none: its name is a name then.
bool Expansion::replace(Macro& macro, const Token& use) {
    if (macro.takes_arguments) {
        if (!is_opened()) {
            return false;
        }
        push_replacement(macro, use, substituted(macro, use, read_arguments(macro, use)));
    } else if (macro.is_plain) {
        Context context;
        context.at = macro.plain_body.data();
        context.end = context.at + macro.plain_body.size();
        context.macro = &macro;
        context.is_shared = context.is_first = true;
        context.use = use;
        macro.is_disabled = true;
        push(std::move(context));
    } else {
        push_replacement(macro, use, substituted(macro, use, {}));
    }
    return true;
}

// `use` becomes what the macro stands for.
void Expansion::make_built_in(const Macro& macro, Token& use) {
    switch (macro.built_in) {
        case BuiltIn::file: {
            const std::string name = plugins::in_quotes(out_.files[use.place.file]);
            use = text_token(TokenKind::string, fmt::format("\"{}\"", name), use);
            return;
        }
        case BuiltIn::line:
            use = text_token(TokenKind::number, fmt::format("{}", use.place.line), use);
            return;
        case BuiltIn::counter:
            use = text_token(TokenKind::number, fmt::format("{}", counter_++), use);
            return;
        case BuiltIn::pragma:
            use = pragma_operator(use);
            return;
        default:
            use = question(macro.built_in, use);
    }
}

// _Pragma("TEXT")
Token Expansion::pragma_operator(const Token& use) {
    const Token open = next_raw();
    const Token literal = open.sign == left_paren ? next_raw() : end_token();
    const Token close = literal.kind == TokenKind::string ? next_raw() : end_token();
    if (close.sign != right_paren) {
        refuse(use.place, "_Pragma takes one string literal: _Pragma(\"unroll\")");
    }
    std::vector<Token> tokens;
    Lexer lexer({keep(destringized(literal.text), use), {}}, use.place.file);
    try {
        for (Token token = lexer.next_on_line(); token.kind != TokenKind::end; token = lexer.next_on_line()) {
            token.place = use.place;
            tokens.push_back(token);
        }
    } catch (const Refusal&) {
        refuse(use.place, "the text of this _Pragma has a comment without an end");
    }
    return pragma(tokens, use);
}

// defined NAME, defined(NAME): 0 or 1.
Token Expansion::defined_operator(const Token& use) {
    Token name = next_raw();
    const bool has_parentheses = name.sign == left_paren;
    if (has_parentheses) {
        name = next_raw();
    }
    if (name.kind != TokenKind::identifier) {
        refuse(use.place, "`defined` asks for a macro's name: defined(NAME)");
    }
    if (has_parentheses && next_raw().sign != right_paren) {
        refuse(use.place, fmt::format("`defined({}` lacks its ')'", name.text));
    }
    return text_token(TokenKind::number, is_defined(macros_, name.text) ? "1" : "0", use);
}

// Whether a '(' comes next. Looks through lists that are at their end without leaving them.
bool Expansion::is_opened() {
    for (auto context = contexts_.rbegin(); context != contexts_.rend(); ++context) {
        if (context->at != context->end) {
            return context->at->sign == left_paren;
        }
        if (context->is_barrier) {
            return false;
        }
    }
    return source_.peek().sign == left_paren;
}

Arguments Expansion::read_arguments(const Macro& macro, const Token& use) {
    next_raw();  // the '('
    Arguments arguments;
    auto& lists = arguments.lists;
    lists.reserve(macro.parameters.size());
    lists.emplace_back().tokens = spare();
    std::size_t depth = 1;
    for (;;) {
        Token token = next_of_arguments(macro, use);
        if (token.kind == TokenKind::punctuator) {
            const bool is_rest = macro.is_variadic && lists.size() == macro.parameters.size();
            if (token.sign == left_paren) {
                ++depth;
            } else if (token.sign == right_paren && --depth == 0) {
                break;
            } else if (token.sign == comma && depth == 1 && !is_rest) {
                lists.emplace_back().tokens = spare();
                continue;
            }
        }
        lists.back().tokens.push_back(token);
    }
    check_count(macro, use, arguments);
    return arguments;
}

// Of a token on another line than the macro's name the program has no line of its own.
Token Expansion::next_of_arguments(const Macro& macro, const Token& use) {
    const bool may_be_disabled = !contexts_.empty();
    Token token = next_raw();
    if (token.kind == TokenKind::end) {
        refuse(use.place, fmt::format("the arguments of the macro '{}' have no end: a ')' is missing", macro.name));
    }
    if (may_be_disabled && token.kind == TokenKind::identifier && !token.is_final) {
        const Macro* const named = macros_.find(token.text);
        token.is_final = named != nullptr && named->is_disabled;
    }
    if (token.place.line != use.place.line || token.place.file != use.place.file) {
        token.place = use.place;
    }
    token.from_macro = true;
    token.first_on_line = false;
    count_work(token);
    return token;
}

void Expansion::check_count(const Macro& macro, const Token& use, Arguments& arguments) const {
    auto& lists = arguments.lists;
    const std::size_t wanted = macro.parameters.size();
    const std::size_t least = wanted - (macro.is_variadic ? 1 : 0);
    if (wanted == 0 && lists.size() == 1 && lists[0].tokens.empty()) {
        lists.clear();
    }
    if (macro.is_variadic && lists.size() == least) {
        lists.emplace_back();
        arguments.has_rest = false;
    }
    if (macro.is_variadic && least == 0) {
        arguments.has_rest = !lists[0].tokens.empty();
    }
    if (lists.size() != wanted) {
        refuse(use.place,
               fmt::format("the macro '{}' takes {}{} argument{} and is given {}", macro.name,
                           macro.is_variadic ? "at least " : "", least, least == 1 ? "" : "s", lists.size()));
    }
}

// The body with the arguments in it.
std::vector<Token> Expansion::substituted(const Macro& macro, const Token& use, Arguments arguments) {
    std::vector<Token> made = spare();
    bool left_is_empty = false;  // of a ##
    for (std::size_t index = 0; index < macro.body.size(); ++index) {
        const BodyToken& body = macro.body[index];
        if (body.parameter == BodyToken::no_parameter && !body.pasted) {  // most are such
            count_work(body.token);
            Token& own = made.emplace_back(body.token);
            own.place = use.place;
            own.from_macro = true;
            left_is_empty = false;
            continue;
        }
        const bool is_left = index + 1 < macro.body.size() && macro.body[index + 1].pasted;
        const std::size_t before = made.size();
        Token single = body.token;
        single.place = use.place;
        single.from_macro = true;
        const Token* from = &single;
        std::size_t count = 1;
        if (body.stringized) {
            single = text_token(TokenKind::string,
                                stringized(arguments.lists[static_cast<std::size_t>(body.parameter)].tokens), single);
        } else if (body.parameter != BodyToken::no_parameter) {
            Arguments::Argument& argument = arguments.lists[static_cast<std::size_t>(body.parameter)];
            const std::vector<Token>& tokens = body.pasted || is_left ? argument.tokens : replaced(argument);
            from = tokens.data();
            count = tokens.size();
        }
        const bool is_rest = body.pasted && macro.is_variadic &&
                             body.parameter == static_cast<int>(macro.parameters.size()) - 1 &&
                             macro.body[index - 1].token.sign == comma;
        if (is_rest && !arguments.has_rest) {
            made.pop_back();  // the comma
            left_is_empty = true;
            continue;
        }
        const bool is_pasted = body.pasted && !is_rest && !left_is_empty && count != 0;
        if (is_pasted) {
            paste(made, *from, use);
        }
        for (std::size_t each = is_pasted ? 1 : 0; each < count; ++each) {
            count_work(from[each]);
            made.push_back(from[each]);
            if (each == 0) {
                made.back().space_before = body.token.space_before;
            }
        }
        left_is_empty = made.size() == before && !is_pasted && (left_is_empty || !body.pasted);
    }
    keep_for_later(std::move(arguments));
    return made;
}

const std::vector<Token>& Expansion::replaced(Arguments::Argument& argument) {
    if (!argument.is_replaced) {
        argument.replaced = replaced(argument.tokens);
        argument.is_replaced = true;
    }
    return argument.replaced;
}

// Joins `right` to the last of the tokens.
void Expansion::paste(std::vector<Token>& made, const Token& right, const Token& use) {
    Token& left = made.back();
    std::string text(left.text);
    text += right.text;
    const std::string_view kept = keep(text, use);
    const auto joined = one_token(kept);
    if (!joined) {
        refuse(use.place,
               fmt::format("## makes '{}' of '{}' and '{}', which is no token", text, left.text, right.text));
    }
    left.kind = joined->kind;
    left.sign = joined->sign;
    left.text = kept;
    left.is_final = false;
}

Token Expansion::text_token(TokenKind kind, const std::string& text, const Token& like) {
    Token token = like;
    token.kind = kind;
    token.sign = 0;
    token.text = keep(text, like);
    token.from_macro = true;
    return token;
}

std::vector<Token> Expansion::spare() {
    if (spare_.empty()) {
        return {};
    }
    std::vector<Token> list = std::move(spare_.back());
    spare_.pop_back();
    list.clear();
    return list;
}

void Expansion::keep_for_later(Arguments arguments) {
    for (Arguments::Argument& argument : arguments.lists) {
        for (std::vector<Token>* list : {&argument.tokens, &argument.replaced}) {
            if (list->capacity() != 0) {
                spare_.push_back(std::move(*list));
            }
        }
    }
}

void Expansion::refuse_work(const Place& place) const {
    refuse(place, fmt::format("the macros of this source make more than {} tokens", most_work));
}

std::string_view Expansion::keep(const std::string& text, const Token& at) {
    bytes_ += text.size();
    if (bytes_ > most_bytes) {
        refuse(at.place, fmt::format("the macros of this source make texts of more than {} bytes", most_bytes));
    }
    return out_.texts.keep(text);
}

void Expansion::refuse(const Place& place, std::string message) const {
    throw SourceError(place, out_.files[place.file], std::move(message));
}

}  // namespace quovis::opencl_c

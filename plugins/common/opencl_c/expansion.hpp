// Replaces macros: tokens of the files in, tokens of the program out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "plugins/common/opencl_c/macro.hpp"
#include "plugins/common/opencl_c/token.hpp"

namespace quovis::opencl_c {

// Where tokens come from when no macro is being replaced.
class TokenSource {
  public:
    virtual ~TokenSource() = default;
    // An `end` behind each file.
    virtual void next(Token& token) = 0;
    virtual const Token& peek() = 0;
    // Whether an #include, or an #include_next, would find it.
    virtual bool has_header(std::string name, bool is_quoted, bool is_next) = 0;
};

struct NamedHeader {
    std::string name;
    bool is_quoted = false;
};
// What tokens without macros say: one string, or all between < and >. Nothing where that is no name of a header.
std::optional<NamedHeader> named_header(const std::vector<Token>& tokens);

class Expansion {
  public:
    // All must outlive the expansion. Texts that it makes are put into `out`.
    Expansion(TokenSource& source, MacroTable& macros, Preprocessed& out);

    // With its macros replaced. Throws SourceError.
    void next(Token& token);
    // The same for a token that was read from the source: whether it stays, or becomes another, in its place. Else what
    // it stands for comes by next().
    bool stays(Token& token) { return token.kind != TokenKind::identifier || stays_as_name(token); }
    // Whether next() has more than the source.
    bool is_replacing() const { return !contexts_.empty(); }
    // Tokens on their own, with all macros replaced.
    std::vector<Token> replaced(const std::vector<Token>& tokens);
    // The same for an #if, where `defined` is answered.
    std::vector<Token> replaced_in_condition(const std::vector<Token>& tokens);
    // `tokens`: all behind #pragma, which stands at `at`.
    Token pragma(const std::vector<Token>& tokens, const Token& at);

  private:
    static constexpr std::size_t most_work = 4'000'000;  // tokens that come out of macros

    // A list of tokens that is being read; the last one is read first.
    struct Context {
        const Token* at = nullptr;
        const Token* end = nullptr;
        Macro* macro = nullptr;   // whose replacement it is
        bool is_barrier = false;  // what lies below is not read before this one is taken off
        bool is_shared = false;   // the macro's own body: each token is made to stand where the use stands
        bool is_first = false;    // the next one is the first
        Token use;
        std::vector<Token> owned;
    };

    bool stays_as_name(Token& token);
    void next_raw(Token& token) {
        if (contexts_.empty()) {
            source_.next(token);
        } else {
            next_of_context(token);
        }
    }
    Token next_raw();
    void next_of_context(Token& token);
    void take(Context& context, Token& token);
    void push(Context context);
    void pop();
    void push_replacement(Macro& macro, const Token& use, std::vector<Token> tokens);
    bool replace(Macro& macro, const Token& use);
    void make_built_in(const Macro& macro, Token& use);
    Token pragma_operator(const Token& use);
    Token defined_operator(const Token& use);
    Token question(BuiltIn built_in, const Token& use);
    bool is_opened();
    Arguments read_arguments(const Macro& macro, const Token& use);
    Token next_of_arguments(const Macro& macro, const Token& use);
    void check_count(const Macro& macro, const Token& use, Arguments& arguments) const;
    std::vector<Token> substituted(const Macro& macro, const Token& use, Arguments arguments);
    const std::vector<Token>& replaced(Arguments::Argument& argument);
    void paste(std::vector<Token>& made, const Token& right, const Token& use);
    Token text_token(TokenKind kind, const std::string& text, const Token& like);
    std::vector<Token> spare();
    void keep_for_later(Arguments arguments);
    void count_work(const Token& token) {
        if (++work_ > most_work) {
            refuse_work(token.place);
        }
    }
    [[noreturn]] void refuse_work(const Place& place) const;
    std::string_view keep(const std::string& text, const Token& at);
    [[noreturn]] void refuse(const Place& place, std::string message) const;

    TokenSource& source_;
    MacroTable& macros_;
    Preprocessed& out_;
    std::vector<Context> contexts_;
    std::vector<std::vector<Token>> spare_;  // lists that are no longer needed
    std::size_t depth_ = 0;                  // of arguments in arguments
    std::size_t work_ = 0;
    std::size_t bytes_ = 0;
    std::size_t counter_ = 0;
    bool in_condition_ = false;
};

}  // namespace quovis::opencl_c

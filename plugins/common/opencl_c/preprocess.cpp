// Lines that begin with '#', and the files that they lead to. Trees of headers may be large, but they have an end.
#include "plugins/common/opencl_c/preprocess.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <set>

#include "plugins/common/error.hpp"
#include "plugins/common/opencl_c/codes.hpp"
#include "plugins/common/opencl_c/condition.hpp"
#include "plugins/common/opencl_c/define.hpp"
#include "plugins/common/opencl_c/expansion.hpp"
#include "plugins/common/opencl_c/lexer.hpp"
#include "plugins/common/opencl_c/refusal.hpp"

namespace quovis::opencl_c {
namespace {

constexpr std::size_t most_open_files = 200;
constexpr std::size_t most_includes = 10000;
constexpr std::size_t most_bytes = std::size_t{256} << 20;  // of all headers together
constexpr std::size_t most_tokens = 8'000'000;
constexpr std::size_t most_conditions = 10000;  // one in the other
constexpr std::string_view prologue_name = "<predefined>";

class Preprocessor final : private TokenSource {
  public:
    explicit Preprocessor(const PreprocessInput& input)
        : input_(input), macros_(input.predefined), expansion_(*this, macros_, out_) {
        define_built_ins(macros_);
    }

    Preprocessed run() {
        out_.tokens.reserve(input_.text.size() / 3);  // as many as there are in code without comments
        try {
            open_all();
            while (!files_.empty()) {
                read_token();
            }
        } catch (const Refusal& refusal) {
            refuse(refusal.place, refusal.message);
        }
        Token end;
        end.place = last_;
        out_.tokens.push_back(end);
        return std::move(out_);
    }

  private:
    struct File {
        Lexer lexer;
        std::string place;  // empty: the source
        std::string key;
        bool is_file = false;
        std::size_t position = 0;  // where the search found it
        std::size_t conditions;    // that were open where it begins
    };

    struct Condition {
        Place place;
        bool is_active = false;   // its lines count
        bool was_active = false;  // a branch before did, or none can
        bool has_else = false;
    };

    // The last that is opened is read first.
    void open_all() {
        open({join_lines(input_.text, out_.texts), input_.name, {}, {}, false});
        for (auto name = input_.first_headers.rbegin(); name != input_.first_headers.rend(); ++name) {
            include({*name, true, {}, false}, {0, 1, 1});
        }
        open({join_lines(input_.prologue, out_.texts), std::string(prologue_name), {}, {}, false});
    }

    void next(Token& token) override {
        for (;;) {
            files_.back()->lexer.next(token);
            if (token.kind == TokenKind::end) {
                last_ = token.place;
                close_file();
                return;
            }
            if (token.first_on_line && token.sign == hash) {
                if (directive(token)) {
                    token = pragma_;
                    return;
                }
            } else if (!is_skipping()) {
                return;
            }
        }
    }

    const Token& peek() override { return files_.empty() ? nothing_ : files_.back()->lexer.peek(); }

    void read_token() {
        Token& token = out_.tokens.emplace_back();
        if (expansion_.is_replacing()) {
            expansion_.next(token);
        } else {  // the short way, which most tokens go
            next(token);
            if (!expansion_.stays(token)) {
                expansion_.next(token);
            }
        }
        check_last();
    }

    // The `end` of a file is none of the program.
    void check_last() {
        const Token& token = out_.tokens.back();
        if (token.kind == TokenKind::stray) {
            refuse(token.place, stray_reason(token));
        }
        if (token.kind == TokenKind::end) {
            out_.tokens.pop_back();
        }
        if (out_.tokens.size() > most_tokens) {
            refuse(out_.tokens.back().place, fmt::format("the source has more than {} tokens", most_tokens));
        }
    }

    struct Opened {
        JoinedText text;
        std::string name;
        std::string place;
        std::string key;
        bool is_file;
        std::size_t position = 0;
    };

    void open(Opened opened) {
        const std::uint32_t number = number_of_file(opened.name);
        files_.push_back(
            std::make_unique<File>(File{Lexer(std::move(opened.text), number), std::move(opened.place),
                                        std::move(opened.key), opened.is_file, opened.position, conditions_.size()}));
    }

    void close_file() {
        if (conditions_.size() > files_.back()->conditions) {
            refuse(conditions_.back().place, "this #if has no #endif");
        }
        files_.pop_back();
    }

    std::uint32_t number_of_file(const std::string& name) {
        const auto [entry, is_new] = numbers_.try_emplace(name, static_cast<std::uint32_t>(out_.files.size()));
        if (is_new) {
            out_.files.push_back(name);
        }
        return entry->second;
    }

    bool is_skipping() const { return !conditions_.empty() && !conditions_.back().is_active; }

    Lexer& lexer() { return files_.back()->lexer; }

    std::vector<Token> line() {
        std::vector<Token> tokens;
        for (Token token = lexer().next_on_line(); token.kind != TokenKind::end; token = lexer().next_on_line()) {
            tokens.push_back(token);
        }
        return tokens;
    }

    // True for a #pragma, which is then in pragma_.
    bool directive(const Token& hash) {
        const Token word = lexer().next_on_line();
        const std::string_view name = word.text;
        if (word.kind == TokenKind::end) {
            return false;
        }
        if (word.kind == TokenKind::identifier && conditional(name, hash)) {
            line();
            return false;
        }
        if (is_skipping()) {
            line();
            return false;
        }
        if (name == "define") {
            define(line(), hash);
        } else if (name == "undef") {
            const Token undefined = lexer().next_on_line();
            require_name(undefined, hash, "#undef");
            macros_.undefine(undefined.text);
        } else if (name == "include" || name == "include_next") {
            return include_line(hash, name == "include_next");
        } else if (name == "pragma") {
            return pragma(hash);
        } else if (name == "line" || word.kind == TokenKind::number) {
            std::vector<Token> tokens = line();
            if (word.kind == TokenKind::number) {
                tokens.insert(tokens.begin(), word);
            }
            number_line(expansion_.replaced(tokens), hash);
        } else if (name == "error") {
            refuse(hash.place, fmt::format("#error {}", lexer().rest_of_line()));
        } else if (name == "warning") {
            out_.warnings.push_back({hash.place, fmt::format("#warning {}", lexer().rest_of_line())});
        } else {
            refuse(word.place, fmt::format("#{} is no line that OpenCL C has", name));
        }
        line();
        return false;
    }

    // Whether it is an #if or what belongs to one.
    bool conditional(std::string_view name, const Token& hash) {
        if (name == "if" || name == "ifdef" || name == "ifndef") {
            if (conditions_.size() >= most_conditions) {
                refuse(hash.place, fmt::format("#if in #if, more than {} deep", most_conditions));
            }
            const bool counts = !is_skipping();
            const bool holds =
                counts && (name == "if" ? is_true_line(hash) : is_defined_line(hash, name) == (name == "ifdef"));
            conditions_.push_back({hash.place, holds, holds || !counts, false});
        } else if (name == "elif") {
            Condition& condition = open_condition(name, hash);
            condition.is_active = !condition.was_active && is_true_line(hash);
            condition.was_active = condition.was_active || condition.is_active;
        } else if (name == "else") {
            Condition& condition = open_condition(name, hash);
            condition.is_active = !condition.was_active;
            condition.was_active = condition.has_else = true;
        } else if (name == "endif") {
            open_condition(name, hash);
            conditions_.pop_back();
        } else {
            return false;
        }
        return true;
    }

    Condition& open_condition(std::string_view name, const Token& hash) {
        if (conditions_.size() == files_.back()->conditions) {
            refuse(hash.place, fmt::format("#{} without an #if", name));
        }
        if (name != "endif" && conditions_.back().has_else) {
            refuse(hash.place, fmt::format("#{} behind the #else of this #if", name));
        }
        return conditions_.back();
    }

    bool is_true_line(const Token& hash) { return is_true(expansion_.replaced_in_condition(line()), hash.place); }

    bool is_defined_line(const Token& hash, std::string_view directive) {
        const Token name = lexer().next_on_line();
        require_name(name, hash, fmt::format("#{}", directive));
        return is_defined(macros_, name.text);
    }

    void require_name(const Token& name, const Token& hash, std::string_view directive) const {
        if (name.kind != TokenKind::identifier) {
            refuse(name.kind == TokenKind::end ? hash.place : name.place,
                   fmt::format("{} takes the name of a macro", directive));
        }
    }

    void define(const std::vector<Token>& tokens, const Token& hash) {
        Macro macro = read_definition(tokens, hash.place);
        const Macro* const before = macros_.find(macro.name);
        if (before != nullptr && !before->is_same_as(macro)) {
            out_.warnings.push_back(
                {macro.place, fmt::format("the macro '{}' is defined anew, and differently", macro.name)});
        }
        macros_.define(std::move(macro));
    }

    // #line NUMBER "FILE"
    void number_line(const std::vector<Token>& tokens, const Token& hash) {
        std::uint32_t number = 0;
        const std::string_view text = tokens.empty() ? std::string_view() : tokens[0].text;
        const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (text.empty() || failure != std::errc() || stop != text.data() + text.size() || number > 0x7FFFFFFFU) {
            refuse(hash.place, "#line takes a number of at most 2147483647, and the name of a file in quotes");
        }
        std::uint32_t file = hash.place.file;
        if (tokens.size() > 1) {
            if (tokens[1].kind != TokenKind::string) {
                refuse(tokens[1].place, "#line takes a number, and the name of a file in quotes");
            }
            file = number_of_file(destringized(tokens[1].text));
        }
        lexer().renumber(file, number);
    }

    bool pragma(const Token& hash) {
        const std::vector<Token> tokens = line();
        if (!tokens.empty() && tokens[0].text == "once") {
            if (!files_.back()->key.empty()) {
                once_.insert(files_.back()->key);
            }
            return false;
        }
        pragma_ = expansion_.pragma(tokens, hash);
        pragma_.from_macro = false;
        return true;
    }

    bool include_line(const Token& hash, bool is_next) {
        plugins::HeaderQuestion question;
        if (const auto name = lexer().header_name()) {
            question = {std::string(name->name), name->quoted};
            line();
        } else {
            question = computed_name(expansion_.replaced(line()), hash);
        }
        if (question.name.empty() || question.name.find('\0') != std::string::npos) {
            refuse(hash.place, "#include takes the name of a header: \"NAME\" or <NAME>");
        }
        ask_here(question, is_next);
        include(question, hash.place);
        return false;
    }

    plugins::HeaderQuestion computed_name(const std::vector<Token>& tokens, const Token& hash) const {
        const auto header = named_header(tokens);
        if (!header) {
            refuse(hash.place, "#include takes the name of a header, \"NAME\" or <NAME>, or macros that give one");
        }
        return {header->name, header->is_quoted};
    }

    // #include_next goes on behind the place where this file was found; in one that no folder led to it is #include.
    void ask_here(plugins::HeaderQuestion& question, bool is_next) const {
        const File& here = *files_.back();
        question.includer = here.place;
        question.includer_is_file = here.is_file;
        question.from = is_next && here.position != 0 ? here.position + 1 : 0;
    }

    bool has_header(std::string name, bool is_quoted, bool is_next) override {
        plugins::HeaderQuestion question{std::move(name), is_quoted};
        ask_here(question, is_next);
        return plugins::find_header(input_.search, question).has_value();
    }

    void include(const plugins::HeaderQuestion& question, const Place& at) {
        const auto found = plugins::find_header(input_.search, question);
        if (!found) {
            const auto places = plugins::places_of_search(input_.search, question);
            refuse(at, fmt::format("the header '{}' is not found; it was looked for {}", question.name,
                                   places.empty() ? question.from != 0
                                                        ? "nowhere: no place is left behind this file's"
                                                        : "nowhere: no folder and no header in memory was given"
                                                  : fmt::format("{}", fmt::join(places, ", "))));
        }
        std::string key = found->key();
        if (once_.count(key) != 0) {
            return;
        }
        if (files_.size() > most_open_files || ++includes_ > most_includes) {
            refuse(at,
                   fmt::format("'{}' is included too deep or too often: at most {} files are open at a time, and {} "
                               "includes followed",
                               question.name, most_open_files, most_includes));
        }
        open({text_of(*found, key, at), found->place, found->place, key, found->in_memory == nullptr, found->position});
    }

    const JoinedText& text_of(const plugins::FoundHeader& header, const std::string& key, const Place& at) {
        const auto known = texts_.find(key);
        if (known != texts_.end()) {
            return known->second;
        }
        std::string content;
        try {
            content = header.in_memory != nullptr ? header.in_memory->content : plugins::read_header(header.place);
        } catch (const plugins::PluginError& failure) {
            refuse(at, failure.message);
        }
        if (header.in_memory == nullptr) {
            out_.dependencies.push_back(header.place);
        }
        bytes_ += content.size();
        if (bytes_ > most_bytes) {
            refuse(at, fmt::format("the headers of this source have more than {} bytes", most_bytes));
        }
        return texts_.emplace(key, join_lines(content, out_.texts)).first->second;
    }

    [[noreturn]] void refuse(const Place& place, std::string message) const {
        throw SourceError(place, out_.files.empty() ? input_.name : out_.files[place.file], std::move(message));
    }

    const PreprocessInput& input_;
    Preprocessed out_;
    MacroTable macros_;
    Expansion expansion_;
    std::vector<std::unique_ptr<File>> files_;
    std::vector<Condition> conditions_;
    std::map<std::string, std::uint32_t> numbers_;  // of the names in out_.files
    std::map<std::string, JoinedText> texts_;       // of headers, by key
    std::set<std::string> once_;                    // keys
    std::size_t includes_ = 0;
    std::size_t bytes_ = 0;
    Token pragma_;
    Token nothing_;
    Place last_;
};

}  // namespace

Preprocessed preprocess(const PreprocessInput& input) {
    return Preprocessor(input).run();
}

}  // namespace quovis::opencl_c

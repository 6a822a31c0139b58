// A scanner that knows just enough of C++ to tell code from comments and strings. Where compilers differ it finds too
// many lines rather than too few, or says that it is unclear.
#include "core/support/include_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

namespace quovis::core {
namespace {

constexpr std::size_t none = std::string_view::npos;

enum Trait : unsigned char {
    word = 1,     // part of a name or number
    blank = 2,    // ends no line
    special = 4,  // in code, may begin something else
    quiet = 8     // in a string, is just itself
};

constexpr std::array<unsigned char, 256> traits_of_characters() {
    std::array<unsigned char, 256> traits{};
    const auto add = [&](std::string_view characters, Trait trait) {
        for (const char c : characters)
            traits[static_cast<unsigned char>(c)] |= trait;
    };
    traits.fill(quiet);
    add("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", word);
    add(std::string_view(" \t\r\v\f\0", 6), blank);
    add("#%/\"'\\_", special);
    for (const char c : {'\n', '"', '\'', '\\'})
        traits[static_cast<unsigned char>(c)] &= static_cast<unsigned char>(~quiet);
    return traits;
}

constexpr std::array<unsigned char, 256> traits = traits_of_characters();

bool has(char c, Trait trait) {
    return (traits[static_cast<unsigned char>(c)] & trait) != 0;
}

bool is_word(char c) {
    return has(c, word);
}

bool is_blank(char c) {
    return has(c, blank);
}

// Sixteen characters at a time: a vector of GCC and Clang.
using Block = unsigned char __attribute__((vector_size(16)));
constexpr std::size_t block_size = sizeof(Block);

Block load(const char* text) {
    Block block;
    std::memcpy(&block, text, sizeof block);
    return block;
}

Block all(char c) {
    return Block{} + static_cast<unsigned char>(c);
}

// How many characters of a block are code that begins nothing else; one more character is read.
std::size_t plain_characters(const char* text) {
    const Block here = load(text);
    const Block next = load(text + 1);
    const auto special = (here == all('"')) | (here == all('\'')) | (here == all('/')) | (here == all('\\')) |
                         (here == all('#')) | (here == all('%')) |
                         ((here == all('_')) & ((next == all('_')) | (next == all('\\'))));
    std::uint64_t halves[2];
    static_assert(sizeof halves == sizeof special);
    std::memcpy(halves, &special, sizeof halves);
    const auto plain = [](std::uint64_t half) {
        const int bits = std::endian::native == std::endian::little ? std::countr_zero(half) : std::countl_zero(half);
        return static_cast<std::size_t>(bits) / 8;
    };
    return halves[0] != 0 ? plain(halves[0]) : 8 + plain(halves[1]);
}

class Scanner {
  public:
    explicit Scanner(std::string_view text, std::vector<MacroDefinition>* definitions = nullptr)
        : text_(text), definitions_(definitions) {}

    std::vector<IncludeLine> run() {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        at_ = text_.substr(0, byte_order_mark.size()) == byte_order_mark ? byte_order_mark.size() : 0;
        start_ = at_;
        note_unclear_characters();
        while (at_ < text_.size()) {
            skip_plain_code();
            step();
        }
        return std::move(lines_);
    }

  private:
    char peek(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

    template <class Condition>
    void skip_while(Condition condition) {
        std::size_t at = at_;
        while (at < text_.size() && condition(text_[at])) {
            ++at;
        }
        at_ = at;
    }

    void skip_plain_code() {
        while (text_.size() - at_ > block_size) {
            const std::size_t plain = plain_characters(text_.data() + at_);
            at_ += plain;
            if (plain < block_size) {
                return;
            }
        }
        skip_while([](char c) { return !has(c, special); });
    }

    // A backslash at the end of a line joins it to the next, even in the middle of a word.
    std::size_t over_joints(std::size_t at) const {
        while (peek(at) == '\\') {
            if (peek(at + 1) == '\n') {
                at += 2;
            } else if (peek(at + 1) == '\r' && peek(at + 2) == '\n') {
                at += 3;
            } else {
                break;
            }
        }
        return at;
    }

    std::size_t back_over_joints(std::size_t at) const {
        while (at >= 2 && text_[at - 1] == '\n') {
            const std::size_t end = at - (text_[at - 2] == '\r' ? 2 : 1);
            if (end == 0 || text_[end - 1] != '\\') {
                break;
            }
            at = end - 1;
        }
        return at;
    }

    void step() {
        switch (peek(at_)) {
            case '#':
            case '%':
                read_directive_or_sign();
                break;
            case '/':
                skip_comment_or_slash();
                break;
            case '"':
                is_raw_string() ? skip_raw_string() : skip_string('"');
                break;
            case '\'':
                is_digit_separator() ? static_cast<void>(++at_) : skip_string('\'');
                break;
            case '\\':
                at_ = std::max(over_joints(at_), at_ + 1);
                break;
            case '_':
                read_marked_word();
                break;
            default:
                break;  // the end
        }
    }

    // Whether only blanks and comments stand in front on the line.
    bool is_line_start(std::size_t at) const {
        for (at = back_over_joints(at); at > start_ && is_blank(text_[at - 1]); at = back_over_joints(at - 1)) {
        }
        if (at == start_ || text_[at - 1] == '\n') {
            return true;
        }
        return at == comment_end_ && comment_starts_line_;
    }

    void read_directive_or_sign() {
        const std::size_t second = peek(at_) == '%' ? over_joints(at_ + 1) : at_;
        if ((peek(at_) == '#' || peek(second) == ':') && is_line_start(at_)) {
            read_directive(second + 1);
        } else {
            ++at_;
        }
    }

    // ---- What is passed over

    void skip_comment_or_slash() {
        const std::size_t second = over_joints(at_ + 1);
        if (peek(second) == '/') {
            skip_line();
        } else if (peek(second) == '*') {
            comment_starts_line_ = is_line_start(at_);
            skip_comment(second + 1);
            comment_end_ = at_;
        } else {
            ++at_;
        }
    }

    // To the end of the line, over a backslash at its end.
    void skip_line() {
        for (std::size_t end = text_.find('\n', at_); end != none; end = text_.find('\n', at_)) {
            const std::size_t last = end - (end > at_ && text_[end - 1] == '\r' ? 1 : 0);
            if (last == at_ || text_[last - 1] != '\\') {
                note_unclear_joint(end);
                at_ = end;
                return;
            }
            at_ = end + 1;
        }
        at_ = text_.size();
    }

    void skip_comment(std::size_t inside) {
        for (std::size_t star = text_.find('*', inside); star != none; star = text_.find('*', star + 1)) {
            const std::size_t next = over_joints(star + 1);
            if (peek(next) == '/') {
                at_ = next + 1;
                return;
            }
        }
        at_ = text_.size();
    }

    void skip_blanks() {
        for (;;) {
            skip_while(is_blank);
            const std::size_t joined = over_joints(at_);
            const std::size_t second = peek(joined) == '/' ? over_joints(joined + 1) : joined;
            if (second != joined && peek(second) == '*') {
                skip_comment(second + 1);
            } else if (joined == at_) {
                return;
            } else {
                at_ = joined;
            }
        }
    }

    // R"delimiter( … )delimiter", with any encoding prefix.
    bool is_raw_string() const {
        std::string backwards;
        for (std::size_t at = back_over_joints(at_); at > 0 && is_word(text_[at - 1]); at = back_over_joints(at - 1)) {
            backwards += text_[at - 1];
            if (backwards.size() > 3) {
                return false;
            }
        }
        return backwards == "R" || backwards == "RL" || backwards == "Ru" || backwards == "RU" || backwards == "R8u";
    }

    // Joined lines are apart again in it.
    void skip_raw_string() {
        constexpr std::size_t longest_delimiter = 16;
        const std::size_t open = text_.substr(at_ + 1, longest_delimiter + 1).find_first_of("( )\\\n");
        if (open == none || text_[at_ + 1 + open] != '(') {
            skip_string('"');
            return;
        }
        const std::string close = ")" + std::string(text_.substr(at_ + 1, open)) + "\"";
        const std::size_t end = text_.find(close, at_ + open);
        const std::size_t start = at_;
        at_ = end == none ? text_.size() : end + close.size();
        note_files_of_assembler(start);
    }

    // The ' of 1'000, but not that of u8'a': the word in front of it begins with a digit or behind another separator.
    bool is_digit_separator() {
        if (!is_word(peek(over_joints(at_ + 1)))) {
            return false;
        }
        std::size_t start = back_over_joints(at_);
        const std::size_t end = start;
        while (start > 0 && is_word(text_[start - 1])) {
            start = back_over_joints(start - 1);
        }
        const bool is_number = start < end && text_[start] >= '0' && text_[start] <= '9';
        const bool goes_on = start > 0 && text_[start - 1] == '\'' && separator_ == start - 1;
        if (start == end || (!is_number && !goes_on)) {
            return false;
        }
        separator_ = at_;
        return true;
    }

    // A string ends on its line: an apostrophe in an #error must not swallow the rest of the file.
    void skip_string(char end) {
        const std::size_t start = at_++;
        for (;;) {
            skip_while([](char c) { return has(c, quiet); });
            if (at_ == text_.size() || text_[at_] == '\n') {
                break;
            }
            const char c = text_[at_];
            const std::size_t next = over_joints(at_ + 1);
            if (over_joints(at_) != at_) {
                at_ = over_joints(at_);
            } else if (c == '\\' && next < text_.size() && text_[next] != '\n') {
                at_ = next + 1;
            } else {
                ++at_;
            }
            if (c == end) {
                break;
            }
        }
        note_files_of_assembler(start);
    }

    // ---- What is read

    std::string read_word() {
        std::string word;
        for (at_ = over_joints(at_); is_word(peek(at_)); at_ = over_joints(at_)) {
            const std::size_t start = at_;
            skip_while(is_word);
            word += text_.substr(start, at_ - start);
        }
        return word;
    }

    // At a '_', which may begin a word that matters.
    void read_marked_word() {
        const std::size_t start = at_;
        const std::size_t third = over_joints(over_joints(start + 1) + 1);
        if ((start > 0 && is_word(text_[start - 1])) || peek(over_joints(start + 1)) != '_' ||
            (peek(third) != 'D' && peek(third) != 'T' && peek(third) != 'h')) {
            skip_while(is_word);
            return;
        }
        const std::string word = read_word();
        if (word == "__has_include" || word == "__has_include_next") {
            read_question(word == "__has_include" ? IncludeKind::question : IncludeKind::next_question, start);
        } else if (word == "__has_embed") {
            add(IncludeKind::embed, start, word);
        } else if (word == "__DATE__" || word == "__TIME__" || word == "__TIMESTAMP__") {
            add(IncludeKind::clock, start, word);
        }
    }

    void read_directive(std::size_t behind_hash) {
        const std::size_t hash = std::exchange(at_, behind_hash);
        skip_blanks();
        const std::string word = read_word();
        in_definition_ = word == "define";
        if (word == "include") {
            read_header(IncludeKind::include, hash);
        } else if (word == "import") {
            read_header(IncludeKind::import, hash);
        } else if (word == "include_next") {
            read_header(IncludeKind::next, hash);
        } else if (word == "embed") {
            add(IncludeKind::embed, hash, "#embed");
        } else if (word == "define" || word == "undef") {
            skip_blanks();
            std::string name = read_word();  // not a use of it, as in #define __has_include(x) 0
            if (in_definition_ && definitions_ != nullptr) {
                keep_definition(std::move(name));
            }
        }
    }

    void keep_definition(std::string name) {
        const std::size_t start = at_;
        definitions_->push_back({std::move(name), rest_of_line()});
        at_ = start;
    }

    // `defined(__has_include)` and #ifdef ask for no header. A macro may ask from another folder than this text's, and
    // for what its argument says.
    void read_question(IncludeKind kind, std::size_t start) {
        skip_blanks();
        const bool asks = peek(at_) == '(';
        if (asks) {
            ++at_;
            skip_blanks();
        }
        if (in_definition_ && (!asks || peek(at_) != '<')) {
            add(IncludeKind::unclear, start, "which header is asked for by a macro is known to the compiler only");
        } else if (asks) {
            read_header(kind, start);
        }
    }

    void read_header(IncludeKind kind, std::size_t hash) {
        skip_blanks();
        IncludeLine line;
        line.kind = kind;
        line.begin = at_;
        const char first = peek(at_);
        if ((first == '"' || first == '<') && read_name(line, first == '"' ? '"' : '>')) {
            line.form = first == '"' ? HeaderForm::quoted : HeaderForm::angled;
            line.end = at_;
        } else if (kind == IncludeKind::question || kind == IncludeKind::next_question) {
            line.name = read_word();
            skip_blanks();
            line.name += peek(at_) == ')' ? "" : rest_of_line();
        } else {
            line.name = rest_of_line();
        }
        add(std::move(line), hash);
    }

    // Stays where it is when the name does not end on its line.
    bool read_name(IncludeLine& line, char close) {
        std::string name;
        for (std::size_t at = over_joints(at_ + 1); at < text_.size() && text_[at] != '\n'; at = over_joints(at + 1)) {
            if (text_[at] == close) {
                line.name = std::move(name);
                at_ = at + 1;
                return true;
            }
            name += text_[at];
        }
        return false;
    }

    // Without comments and the blanks around it.
    std::string rest_of_line() {
        std::string rest;
        for (skip_blanks(); at_ < text_.size() && text_[at_] != '\n';) {
            const std::size_t start = at_;
            if (over_joints(at_) != at_) {
                at_ = over_joints(at_);
                continue;
            }
            if (text_[at_] == '"' || text_[at_] == '\'') {
                text_[at_] == '"' && is_raw_string() ? skip_raw_string() : skip_string(text_[at_]);
                rest += without_joints(text_.substr(start, at_ - start));
                continue;
            }
            skip_blanks();
            if (at_ != start) {
                rest += ' ';
            } else if (text_[at_] == '/' && peek(over_joints(at_ + 1)) == '/') {
                skip_line();
            } else {
                rest += text_[at_++];
            }
        }
        rest.erase(rest.find_last_not_of(' ') + 1);
        return rest;
    }

    static std::string without_joints(std::string_view text) {
        Scanner scanner(text);
        std::string joined;
        for (std::size_t at = scanner.over_joints(0); at < text.size(); at = scanner.over_joints(at + 1)) {
            joined += text[at];
        }
        return joined;
    }

    // ---- What is found

    void add(IncludeKind kind, std::size_t at, std::string name) {
        IncludeLine line;
        line.kind = kind;
        line.name = std::move(name);
        add(std::move(line), at);
    }

    void add(IncludeLine line, std::size_t at) {
        line.line = line_of(at);
        line.hash = at;
        lines_.push_back(std::move(line));
    }

    std::size_t line_of(std::size_t at) {
        const bool back = at < counted_;
        const std::size_t between =
            newlines_in(text_.substr(back ? at : counted_, back ? counted_ - at : at - counted_));
        line_ = back ? line_ - between : line_ + between;
        counted_ = at;
        return line_;
    }

    // .incbin stands in the text of an asm.
    void note_files_of_assembler(std::size_t start) {
        const std::string_view literal = text_.substr(start, at_ - start);
        if (literal.find('\\') == none ? literal.find(".incbin") != none
                                       : without_joints(literal).find(".incbin") != none) {
            add(IncludeKind::embed, start, ".incbin");
        }
    }

    void note_unclear_characters() {
        for (std::size_t at = text_.find("??"); at != none; at = text_.find("??", at + 1)) {
            if (peek(at + 2) == '/' || peek(at + 2) == '=') {
                add(IncludeKind::unclear, at, "a trigraph, which not every compiler replaces");
                break;
            }
        }
        for (std::size_t at = text_.find('\r'); at != none; at = text_.find('\r', at + 1)) {
            if (at + 1 < text_.size() && text_[at + 1] != '\n') {
                add(IncludeKind::unclear, at,
                    "a carriage return without a newline, which ends a line for some compilers");
                break;
            }
        }
    }

    // A comment that ends in a backslash and blanks goes on for gcc and clang, and does not for NVRTC. It is read as if
    // it did not, which finds too much; unless the next line opens something that hides what comes below.
    void note_unclear_joint(std::size_t end) {
        std::size_t last = end;
        while (last > at_ && is_blank(text_[last - 1])) {
            --last;
        }
        if (last == end || last == at_ || text_[last - 1] != '\\') {
            return;
        }
        const std::string_view next = text_.substr(end + 1, text_.find('\n', end + 1) - end - 1);
        if (next.find('"') != none || next.find("/*") != none) {
            add(IncludeKind::unclear, end,
                "a comment that ends in a backslash and blanks, and goes on for some compilers");
        }
    }

    std::string_view text_;
    std::vector<MacroDefinition>* definitions_;
    std::size_t at_ = 0;
    std::size_t start_ = 0;  // behind a byte order mark
    bool in_definition_ = false;
    std::size_t comment_end_ = none;  // of the last one in code
    bool comment_starts_line_ = false;
    std::size_t separator_ = none;  // the last one in a number
    std::size_t counted_ = 0;       // up to where line_ is right
    std::size_t line_ = 1;
    std::vector<IncludeLine> lines_;
};

}  // namespace

std::vector<IncludeLine> include_lines(std::string_view text) {
    return Scanner(text).run();
}

std::vector<MacroDefinition> macro_definitions(std::string_view text) {
    std::vector<MacroDefinition> definitions;
    Scanner(text, &definitions).run();
    return definitions;
}

// In blocks whose count fits a byte, which compilers turn into vector instructions.
std::size_t newlines_in(std::string_view text) {
    constexpr std::size_t block = 128;
    std::size_t count = 0;
    for (; !text.empty(); text.remove_prefix(std::min(block, text.size()))) {
        unsigned char here = 0;
        for (const char c : text.substr(0, block)) {
            here = static_cast<unsigned char>(here + (c == '\n' ? 1 : 0));
        }
        count += here;
    }
    return count;
}

}  // namespace quovis::core

// A few empty lines are written as they are, a longer way by #line. Blanks keep a token at its column where they can.
#include "plugins/common/opencl_c/writer.hpp"

#include <algorithm>
#include <array>

#include "plugins/common/opencl_c/names_of.hpp"

namespace quovis::opencl_c {
namespace {

constexpr std::uint32_t most_empty_lines = 8;

// How a byte stands at the end of a text, in front of another.
enum Side : std::uint8_t { open, closed, point, word, digit, quote };

constexpr std::array<Side, 256> sides = [] {
    std::array<Side, 256> made{};
    for (unsigned byte = 0; byte < made.size(); ++byte) {
        const bool is_letter =
            (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '$' || byte >= 0x80U;
        made[byte] = is_letter ? word : byte >= '0' && byte <= '9' ? digit : open;
    }
    for (const char byte : std::string_view("()[]{},; ")) {
        made[static_cast<unsigned char>(byte)] = closed;
    }
    made['.'] = point;
    made['"'] = made['\''] = quote;
    return made;
}();

Side side(char byte) {
    return sides[static_cast<unsigned char>(byte)];
}

// Of each side, those that it may not touch. A quote behind a word would be a prefix, a word behind a quote a suffix of
// C++.
constexpr std::array<std::uint8_t, 6> merging = [] {
    const auto set = [](auto... those) { return static_cast<std::uint8_t>((0u | ... | (1u << those))); };
    std::array<std::uint8_t, 6> made{};
    made[open] = set(open, point);
    made[point] = set(point, digit);
    made[word] = made[quote] = set(word, digit, quote);
    made[digit] = set(point, word, digit, quote);
    return made;
}();

// Whether two texts would be read as something else when they touch.
bool may_merge(char left, char right) {
    return (merging[side(left)] >> side(right) & 1u) != 0;
}

bool is_blank(const char* at, std::ptrdiff_t size) {
    return size <= 1 ? size == 0 || *at == ' ' : std::all_of(at, at + size, [](char byte) { return byte == ' '; });
}

std::string in_quotes(std::string_view name) {
    std::string text = "\"";
    for (const char byte : name) {
        if (byte == '"' || byte == '\\') {
            text += '\\';
        }
        text += byte == '\n' || byte == '\r' ? ' ' : byte;
    }
    return text + '"';
}

}  // namespace

Writer::Writer(const Preprocessed& source, const Edits& edits, const std::vector<Code>& codes, std::size_t end_of_names)
    : source_(source),
      edits_(edits),
      codes_(codes),
      text_(1024 + 5 * source.tokens.size()),
      noted_sizes_(end_of_names) {}

void Writer::write_line(std::string_view line) {
    end_line();
    const std::size_t from = text_.size();
    text_.add(line);
    text_.add("\n");
    note_names(text_.from(from));
    line_start_ = text_.size();
    file_ = UINT32_MAX;
    previous_ = UINT32_MAX;
}

void Writer::write_at(const Place& place, std::initializer_list<std::string_view> parts) {
    go_to(place);
    columns.add(place.file, place.line, column(), place.column, true);
    for (const std::string_view part : parts) {
        text_.add(part);
        note_names(part);
    }
    previous_ = UINT32_MAX;
}

void Writer::set_line(const Place& place) {
    end_line();
    const std::size_t from = text_.size();
    text_.add("#line " + std::to_string(place.line) + ' ' + in_quotes(source_.files[place.file]) + '\n');
    note_names(text_.from(from));
}

void Writer::change_line(const Place& place) {
    if (place.file == file_ && place.line > line_ && place.line - line_ <= most_empty_lines) {
        text_.add(place.line - line_, '\n');
    } else {
        set_line(place);
    }
    file_ = place.file;
    line_ = place.line;
    line_start_ = text_.size();
    previous_ = UINT32_MAX;
}

// What is written next.
inline void Writer::part_from_previous(std::string_view next) {
    if (!next.empty() && may_merge(text_.last(), next.front())) {
        text_.add(" ");
    }
}

// Blanks before a token.
inline void Writer::separate(At at) {
    const Token& token = source_.tokens[at];
    if (token.space_before || token.first_on_line) {
        const std::uint32_t here = column();
        const bool can_align = !token.from_macro && here < token.place.column;
        text_.add(can_align ? token.place.column - here : line_start_ == text_.size() ? 0 : 1, ' ');
    } else if (previous_ != UINT32_MAX) {
        const bool together = previous_ + 1 == at && !token.from_macro && !source_.tokens[previous_].from_macro;
        if (!together || edits_.is_edited(at) || edits_.is_edited(previous_)) {
            part_from_previous(edits_.first_text(at));
        }  // else it stands as it stood
    }
}

// Of what was written, which no name goes beyond. Most of it was written before: it is looked up whole.
void Writer::note_names(std::string_view written) {
    const std::uint32_t hash = hash_of_name(written);
    if (noted_.find(written, hash) != 0) {
        return;
    }
    for_each_name(written, [this](std::string_view name) {
        const std::uint32_t hash_of_one = hash_of_name(name);
        if (noted_.find(name, hash_of_one) == 0) {
            names.push_back(name_texts.keep(name));
            noted_.number(names.back(), hash_of_one) = 1;
        }
    });
    if (noted_.find(written, hash) == 0) {  // it is no name
        noted_.number(name_texts.keep(written), hash) = 1;
    }
}

// Of a token that is written as it was.
inline void Writer::note_names_of(At at) {
    const std::string_view own = source_.tokens[at].text;
    const Code code = codes_[at];
    if (code < left_paren) {
        if (own.size() != 1) {  // one digit has none
            note_names(own);
        }
    } else if (code >= kw_first && noted_sizes_[code] != own.size()) {  // spellings of a keyword differ in size
        note_names(own);
        noted_sizes_[code] = own.size();
    }
}

inline void Writer::write_of_macro(At at) {
    const Token& token = source_.tokens[at];
    go_to(token.place);
    if (token.space_before || token.first_on_line) {
        text_.add(line_start_ == text_.size() ? 0 : 1, ' ');
    } else if (previous_ != UINT32_MAX) {
        part_from_previous(token.text);
    }
    columns.add(file_, line_, column(), token.place.column, true);
    text_.add(token.text);
    note_names_of(at);
}

// A token that no macro made, with those behind it that stand there as in the source. Gives the last of them.
inline At Writer::write_run(At at) {
    const Token& first = source_.tokens[at];
    go_to(first.place);
    separate(at);
    columns.add(file_, line_, column(), first.place.column, false);
    // Blanks in front of a token lead to its column, or are one.
    const std::uint32_t here = column();
    const std::ptrdiff_t most_blanks = here > first.place.column ? 1 : here == first.place.column ? PTRDIFF_MAX : 0;
    const char* const begin = first.text.data();
    const char* end = begin + first.text.size();
    note_names_of(at);
    while (edits_.next(at) == at + 1 && !edits_.is_edited(at + 1)) {
        const Token& token = source_.tokens[at + 1];
        const std::ptrdiff_t blanks = token.place.column - first.place.column - (end - begin);
        if (token.place.line != line_ || token.from_macro || token.text.data() != end + blanks ||
            blanks > most_blanks || !is_blank(end, blanks)) {
            break;
        }
        end += blanks + static_cast<std::ptrdiff_t>(token.text.size());
        note_names_of(++at);
    }
    text_.add({begin, static_cast<std::size_t>(end - begin)});
    return at;
}

void Writer::write_edited(At at) {
    const Token& token = source_.tokens[at];
    const std::string_view own = edits_.text(at);
    if (own.empty() && !edits_.has_inserted(at)) {
        return;
    }
    go_to(token.place);
    separate(at);
    const std::size_t from = text_.size();
    const auto add = [this](std::string_view inserted) { text_.add(inserted); };
    columns.add(file_, line_, column(), token.place.column, true);
    edits_.each_before(at, add);
    columns.add(file_, line_, column(), token.place.column, token.from_macro || own != token.text);
    text_.add(own);
    if (own.data() == token.text.data() && !own.empty()) {
        columns.add(file_, line_, column(), token.place.column + static_cast<std::uint32_t>(own.size()), true);
    }
    edits_.each_after(at, add);
    note_names(text_.from(from));
    previous_ = at;
}

void Writer::write_tokens() {
    const auto end = static_cast<At>(source_.tokens.size() - 1);
    for (At at = 0; at < end; at = edits_.next(at)) {
        if (edits_.is_edited(at)) {
            write_edited(at);
        } else if (source_.tokens[at].from_macro) {
            write_of_macro(at);
            previous_ = at;
        } else {
            at = previous_ = write_run(at);
        }
    }
}

}  // namespace quovis::opencl_c

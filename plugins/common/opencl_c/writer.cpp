// A few empty lines are written as they are, a longer way by #line. Blanks keep a token at its column where they can.
#include "plugins/common/opencl_c/writer.hpp"

#include <algorithm>

#include "plugins/common/opencl_c/names_of.hpp"

namespace quovis::opencl_c {
namespace {

constexpr std::uint32_t most_empty_lines = 8;

bool is_word(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || byte == '$' || (static_cast<unsigned char>(byte) & 0x80u) != 0;
}

bool is_quote(char byte) {
    return byte == '"' || byte == '\'';
}

// Whether two texts would be read as something else when they touch. A quote behind a word would be a prefix, a word
// behind a quote a suffix of C++.
bool may_merge(char left, char right) {
    if (left == '.') {
        return right == '.' || (right >= '0' && right <= '9');
    }
    if (is_word(left) || is_quote(left)) {
        return is_word(right) || is_quote(right) || (right == '.' && left >= '0' && left <= '9');
    }
    constexpr std::string_view closed = "()[]{},; ";
    return closed.find(left) == std::string_view::npos && closed.find(right) == std::string_view::npos &&
           !is_word(right) && !is_quote(right);
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
    : source_(source), edits_(edits), codes_(codes), noted_sizes_(end_of_names) {
    text.reserve(1024 + 8 * source.tokens.size());
}

void Writer::write_line(std::string_view line) {
    if (!text.empty() && text.back() != '\n') {
        text += '\n';
    }
    const std::size_t from = text.size();
    text += line;
    text += '\n';
    note_names(from);
    line_start_ = text.size();
    file_ = UINT32_MAX;
    previous_ = UINT32_MAX;
}

void Writer::write_at(const Place& place, std::string_view own) {
    go_to(place);
    columns.add(place.file, place.line, column(), place.column, true);
    const std::size_t from = text.size();
    text += own;
    note_names(from);
    previous_ = UINT32_MAX;
}

void Writer::set_line(const Place& place) {
    if (!text.empty() && text.back() != '\n') {
        text += '\n';
    }
    const std::size_t from = text.size();
    text += "#line " + std::to_string(place.line) + ' ' + in_quotes(source_.files[place.file]) + '\n';
    note_names(from);
}

void Writer::change_line(const Place& place) {
    if (place.file == file_ && place.line > line_ && place.line - line_ <= most_empty_lines) {
        text.append(place.line - line_, '\n');
    } else {
        set_line(place);
    }
    file_ = place.file;
    line_ = place.line;
    line_start_ = text.size();
    previous_ = UINT32_MAX;
}

// Blanks before a token.
inline void Writer::separate(At at) {
    const Token& token = source_.tokens[at];
    if (token.space_before || token.first_on_line) {
        const std::uint32_t here = column();
        const bool can_align = !token.from_macro && here < token.place.column;
        text.append(can_align ? token.place.column - here : line_start_ == text.size() ? 0 : 1, ' ');
    } else if (previous_ != UINT32_MAX) {
        const bool together = previous_ + 1 == at && !token.from_macro && !source_.tokens[previous_].from_macro;
        if (!together || edits_.is_edited(at) || edits_.is_edited(previous_)) {
            part_from_previous(at);
        }  // else it stands as it stood
    }
}

void Writer::part_from_previous(At at) {
    std::string_view first = edits_.text(at);
    bool is_inserted = false;
    edits_.each_before(at, [&](std::string_view inserted) {
        first = is_inserted ? first : inserted;
        is_inserted = true;
    });
    if (!first.empty() && !text.empty() && may_merge(text.back(), first.front())) {
        text += ' ';
    }
}

// Of what was written from there on. Ends with a whole token, as it began.
void Writer::note_names(std::size_t from) {
    for_each_name(std::string_view(text).substr(from), [this](std::string_view name) {
        const std::uint32_t hash = hash_of_name(name);
        if (noted_.find(name, hash) == 0) {
            names.push_back(name_texts.keep(name));
            noted_.number(names.back(), hash) = 1;
        }
    });
}

inline void Writer::write_as_it_was(At at) {
    const Token& token = source_.tokens[at];
    go_to(token.place);
    separate(at);
    columns.add(file_, line_, column(), token.place.column, token.from_macro);
    const std::size_t from = text.size();
    text += token.text;
    previous_ = at;
    const Code code = codes_[at];
    if (code < left_paren) {
        note_names(from);
    } else if (code >= kw_first && noted_sizes_[code] != token.text.size()) {  // spellings of a keyword differ in size
        note_names(from);
        noted_sizes_[code] = token.text.size();
    }
}

void Writer::write_edited(At at) {
    const Token& token = source_.tokens[at];
    const std::string_view own = edits_.text(at);
    bool is_empty = own.empty();
    const auto look = [&is_empty](std::string_view inserted) { is_empty = is_empty && inserted.empty(); };
    edits_.each_before(at, look);
    edits_.each_after(at, look);
    if (is_empty) {
        return;
    }
    go_to(token.place);
    separate(at);
    const std::size_t from = text.size();
    const auto add = [this](std::string_view inserted) { text += inserted; };
    columns.add(file_, line_, column(), token.place.column, true);
    edits_.each_before(at, add);
    columns.add(file_, line_, column(), token.place.column, token.from_macro || own != token.text);
    text += own;
    if (own.data() == token.text.data() && !own.empty()) {
        columns.add(file_, line_, column(), token.place.column + static_cast<std::uint32_t>(own.size()), true);
    }
    edits_.each_after(at, add);
    note_names(from);
    previous_ = at;
}

void Writer::write_tokens() {
    const auto end = static_cast<At>(source_.tokens.size() - 1);
    for (At at = 0; at < end; at = edits_.next(at)) {
        if (edits_.is_edited(at)) {
            write_edited(at);
        } else {
            write_as_it_was(at);
        }
    }
}

}  // namespace quovis::opencl_c

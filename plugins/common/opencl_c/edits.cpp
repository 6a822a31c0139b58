// See edits.hpp. Most tokens are not changed, so a change is kept apart from its token.
#include "plugins/common/opencl_c/edits.hpp"

namespace quovis::opencl_c {

Edits::Edits(const std::vector<Token>& tokens) : tokens_(tokens), changes_(tokens.size(), 0), list_(1), inserted_(1) {}

Edits::Change& Edits::change(At token) {
    if (changes_[token] == 0) {
        changes_[token] = static_cast<std::uint32_t>(list_.size());
        list_.emplace_back();
    }
    return list_[changes_[token]];
}

void Edits::replace(At token, std::string_view text) {
    change(token).text = text;
}

void Edits::remove(At first, At last) {
    for (At token = first; token <= last; ++token) {
        if (tokens_[token].kind != TokenKind::pragma) {
            remove(token);
        }
    }
}

void Edits::before(At token, std::string_view text) {
    Change& here = change(token);
    inserted_.push_back({text, here.before});
    here.before = static_cast<std::uint32_t>(inserted_.size() - 1);
}

void Edits::after(At token, std::string_view text) {
    Change& here = change(token);
    inserted_.push_back({text, 0});
    const auto made = static_cast<std::uint32_t>(inserted_.size() - 1);
    (here.after == 0 ? here.after : inserted_[here.last_after].next) = made;
    here.last_after = made;
}

bool Edits::has_inserted(At token) const {
    bool is_there = false;
    const auto look = [&is_there](std::string_view text) { is_there = is_there || !text.empty(); };
    each_before(token, look);
    each_after(token, look);
    return is_there;
}

void Edits::link(At token, At next) {
    if (links_.empty()) {
        links_.resize(tokens_.size(), 0);
    }
    links_[token] = next;
}

std::string Edits::spelled(At first, At last) const {
    std::string line;
    spell(first, last, line);
    return line;
}

void Edits::spell(At first, At last, std::string& line) const {
    const auto add = [&line](std::string_view text) { line += text; };
    for (At token = first;; token = next(token)) {
        if (tokens_[token].kind != TokenKind::pragma) {
            each_before(token, add);
            const std::string_view own = text(token);
            line += own;
            each_after(token, add);
            if (!own.empty() && token != last) {
                line += ' ';
            }
        }
        if (token == last) {
            return;
        }
    }
}

}  // namespace quovis::opencl_c

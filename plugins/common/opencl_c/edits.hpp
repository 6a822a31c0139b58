// Changes to a list of tokens: texts put before and after one, or in its place. Nothing is ever moved but whole spans
// (link), so that each token keeps its place in the user's source.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/opencl_c/text_store.hpp"
#include "plugins/common/opencl_c/token.hpp"

namespace quovis::opencl_c {

// A token's position in Preprocessed::tokens.
using At = std::uint32_t;

class Edits {
  public:
    explicit Edits(const std::vector<Token>& tokens);

    // The texts must live as long as the Edits: literals, or what keep() gives.
    std::string_view keep(std::string_view text) { return texts_.keep(text); }

    void replace(At token, std::string_view text);
    void remove(At token) { replace(token, ""); }
    void remove(At first, At last);
    // What comes later stands further out: in front of what is before the token already, behind what is after it.
    void before(At token, std::string_view text);
    void after(At token, std::string_view text);
    // After `token` comes `next`, whatever stands between.
    void link(At token, At next);

    std::string_view text(At token) const {
        const Change& here = list_[changes_[token]];
        return here.text.data() != nullptr ? here.text : tokens_[token].text;
    }
    // The edited tokens as one line.
    std::string spelled(At first, At last) const;
    // The same, added to a text.
    void spell(At first, At last, std::string& line) const;

    // For the writer.
    // What stands first of a token and the texts before it; empty ones count.
    std::string_view first_text(At token) const {
        const std::uint32_t before = list_[changes_[token]].before;
        return before == 0 ? text(token) : inserted_[before].text;
    }
    // Whether there is a text before or after a token that is not empty.
    bool has_inserted(At token) const;
    At next(At token) const { return links_.empty() || links_[token] == 0 ? token + 1 : links_[token]; }
    bool is_edited(At token) const { return changes_[token] != 0; }
    template <class Take>
    void each_before(At token, Take take) const;
    template <class Take>
    void each_after(At token, Take take) const;

  private:
    struct Inserted {
        std::string_view text;
        std::uint32_t next = 0;
    };
    struct Change {
        std::string_view text;     // in its place; no data: it stays
        std::uint32_t before = 0;  // into inserted_, 0: none
        std::uint32_t after = 0;
        std::uint32_t last_after = 0;
    };
    Change& change(At token);

    const std::vector<Token>& tokens_;
    std::vector<std::uint32_t> changes_;  // of each token: into list_, 0: none
    std::vector<Change> list_;
    std::vector<Inserted> inserted_;
    std::vector<At> links_;
    TextStore texts_;
};

template <class Take>
void Edits::each_before(At token, Take take) const {
    for (std::uint32_t i = list_[changes_[token]].before; i != 0; i = inserted_[i].next) {
        take(inserted_[i].text);
    }
}

template <class Take>
void Edits::each_after(At token, Take take) const {
    for (std::uint32_t i = list_[changes_[token]].after; i != 0; i = inserted_[i].next) {
        take(inserted_[i].text);
    }
}

}  // namespace quovis::opencl_c

// Writes edited tokens so that each stands on its line of the user's source.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/opencl_c/columns.hpp"
#include "plugins/common/opencl_c/edits.hpp"
#include "plugins/common/opencl_c/name_index.hpp"
#include "plugins/common/opencl_c/text_buffer.hpp"
#include "plugins/common/opencl_c/words.hpp"

namespace quovis::opencl_c {

class Writer {
  public:
    // `codes`: of the tokens; those of names are below `end_of_names`.
    Writer(const Preprocessed& source, const Edits& edits, const std::vector<Code>& codes, std::size_t end_of_names);

    // All tokens but the last, which is the end.
    void write_tokens();
    // A text of our own, which belongs to a place of the user's. No name goes on from one part to the next.
    void write_at(const Place& place, std::initializer_list<std::string_view> parts);
    void write_line(std::string_view text);

    std::string text() const { return std::string(text_.from(0)); }

    ColumnMap columns;
    std::vector<std::string_view> names;  // the identifiers in the text, as they come
    TextStore name_texts;

  private:
    void go_to(const Place& place) {
        if (place.line != line_ || place.file != file_) {
            change_line(place);
        }
    }
    void change_line(const Place& place);
    void set_line(const Place& place);
    void separate(At token);
    void part_from_previous(std::string_view next);
    void write_of_macro(At token);
    At write_run(At token);
    void write_edited(At token);
    void note_names(std::string_view written);
    void note_names_of(At token);
    void end_line() {
        if (text_.size() != 0 && text_.last() != '\n') {
            text_.add("\n");
        }
    }
    std::uint32_t column() const { return static_cast<std::uint32_t>(text_.size() - line_start_ + 1); }

    const Preprocessed& source_;
    const Edits& edits_;
    const std::vector<Code>& codes_;
    TextBuffer text_;
    std::vector<std::size_t> noted_sizes_;  // by code: of the spelling that was noted last, 0: none was
    NameIndex noted_;                       // the names, and texts whose names are all among them
    std::uint32_t file_ = UINT32_MAX;
    std::uint32_t line_ = 0;
    std::size_t line_start_ = 0;
    At previous_ = UINT32_MAX;  // the token that was written last
};

}  // namespace quovis::opencl_c

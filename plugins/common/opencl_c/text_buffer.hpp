// A text that is put together of many short ones: a copy of so-and-so many bytes by the C library costs more than they.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "plugins/common/opencl_c/name_index.hpp"

namespace quovis::opencl_c {

class TextBuffer {
  public:
    explicit TextBuffer(std::size_t room) : bytes_(new char[room]), end_(bytes_.get()), limit_(end_ + room) {}

    void add(std::string_view text) {
        make_room(text.size());
        if (text.size() > 16) {
            std::memcpy(end_, text.data(), text.size());
        } else {
            copy_short(text, end_);
        }
        end_ += text.size();
    }

    void add(std::size_t count, char byte) {
        make_room(count);
        if (count == 1) {
            *end_ = byte;
        } else {
            std::memset(end_, byte, count);
        }
        end_ += count;
    }

    std::size_t size() const { return static_cast<std::size_t>(end_ - bytes_.get()); }
    // 0 for the byte in front of the text.
    char last() const { return size() == 0 ? '\0' : end_[-1]; }
    std::string_view from(std::size_t at) const { return {bytes_.get() + at, size() - at}; }

  private:
    void make_room(std::size_t wanted) {
        if (wanted > static_cast<std::size_t>(limit_ - end_)) {
            grow(wanted);
        }
    }

    void grow(std::size_t wanted) {
        const std::size_t used = size();
        const std::size_t room = 2 * (used + wanted);
        std::unique_ptr<char[]> larger(new char[room]);
        std::memcpy(larger.get(), bytes_.get(), used);
        bytes_ = std::move(larger);
        end_ = bytes_.get() + used;
        limit_ = bytes_.get() + room;
    }

    // By two pieces that may overlap.
    static void copy_short(std::string_view text, char* to) {
        const std::size_t size = text.size();
        if (size >= 8) {
            copy_ends<8>(text, to);
        } else if (size >= 4) {
            copy_ends<4>(text, to);
        } else if (size != 0) {
            to[0] = text[0];
            to[size / 2] = text[size / 2];
            to[size - 1] = text[size - 1];
        }
    }

    template <std::size_t piece>
    static void copy_ends(std::string_view text, char* to) {
        const std::uint64_t first = number_at<piece>(text.data());
        const std::uint64_t last = number_at<piece>(text.data() + text.size() - piece);
        std::memcpy(to, &first, piece);
        std::memcpy(to + text.size() - piece, &last, piece);
    }

    std::unique_ptr<char[]> bytes_;
    char* end_;  // of the text
    char* limit_;
};

}  // namespace quovis::opencl_c

// Small texts share blocks; a large one has its own.
#include "plugins/common/opencl_c/text_store.hpp"

#include <algorithm>

namespace quovis::opencl_c {
namespace {

constexpr std::size_t block_size = 16384;

}  // namespace

char* TextStore::room(std::size_t size) {
    const std::size_t needed = size + 1;
    if (needed > block_size / 4) {
        blocks_.emplace_back(new char[needed]);
        blocks_.back()[size] = '\0';
        return blocks_.back().get();
    }
    if (needed > left_) {
        blocks_.emplace_back(new char[block_size]);
        next_ = blocks_.back().get();
        left_ = block_size;
    }
    char* const begin = next_;
    begin[size] = '\0';
    next_ += needed;
    left_ -= needed;
    return begin;
}

std::string_view TextStore::keep(std::string_view text) {
    char* const begin = room(text.size());
    std::copy(text.begin(), text.end(), begin);
    return {begin, text.size()};
}

}  // namespace quovis::opencl_c

// Texts that stay where they are for as long as the store lives, also when the store is moved.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace quovis::opencl_c {

class TextStore {
  public:
    // A place for `size` bytes; a zero byte stands behind them.
    char* room(std::size_t size);
    std::string_view keep(std::string_view text);

  private:
    std::vector<std::unique_ptr<char[]>> blocks_;
    char* next_ = nullptr;
    std::size_t left_ = 0;
};

}  // namespace quovis::opencl_c

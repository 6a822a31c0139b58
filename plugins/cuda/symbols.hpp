// What a cubin defines. ELF: System V ABI, chapter 4.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quovis::cuda {

// Functions and variables that no other image of a link may define as well. Empty for bytes that are no whole cubin.
std::vector<std::string> strong_symbols(std::string_view cubin);

// Its kernels. Empty likewise.
std::vector<std::string> kernel_symbols(std::string_view cubin);

}  // namespace quovis::cuda

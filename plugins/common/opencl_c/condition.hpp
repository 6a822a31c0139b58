// The value of an #if.
#pragma once

#include <vector>

#include "plugins/common/opencl_c/token.hpp"

namespace quovis::opencl_c {

// `tokens` have their macros replaced and `defined` answered; `at` is the place of the directive. Throws Refusal.
bool is_true(const std::vector<Token>& tokens, const Place& at);

}  // namespace quovis::opencl_c

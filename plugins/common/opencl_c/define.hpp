// What stands behind #define, and the macros that are there from the start.
#pragma once

#include <string_view>
#include <vector>

#include "plugins/common/opencl_c/macro.hpp"
#include "plugins/common/opencl_c/token.hpp"

namespace quovis::opencl_c {

// `tokens`: all behind #define, which stands at `at`. Throws Refusal.
Macro read_definition(const std::vector<Token>& tokens, const Place& at);

// Of lines that are all a #define. Their text is put into the store, which must outlive the table.
MacroTable definitions(std::string_view lines, TextStore& store);

// __FILE__, __LINE__, __COUNTER__ and _Pragma.
void define_built_ins(MacroTable& macros);

// For #ifdef and `defined`.
bool is_defined(MacroTable& macros, std::string_view name);

}  // namespace quovis::opencl_c

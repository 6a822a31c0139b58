// The device library of OpenCL C as C++ text, which stands in front of a translated program, and the macros that the
// preprocessor knows before it reads a source. The text itself is in device/.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>

#include "plugins/common/opencl_c/macro.hpp"

namespace quovis::opencl_c {

enum class Vendor { cuda, hip };

// The identifiers that occur in a translated program. More than that does no harm; a missing one may leave out what the
// program needs.
using UsedNames = std::unordered_set<std::string_view>;

// The identifiers of a C++ text, which must live as long as the result.
UsedNames names_in(std::string_view text);

// Adds it to a text, which gets room for so many bytes behind it. Opens nothing and closes nothing: it is to stand in
// `namespace quovis_cl {`. Only what the names need is in it, for the vendors' compilers take about a millisecond for
// 30 functions.
void add_prelude(std::string& to, Vendor vendor, const UsedNames& used, std::size_t room_behind = 0);

const MacroTable& predefined_macros();

}  // namespace quovis::opencl_c

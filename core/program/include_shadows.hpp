// Headers of the request that may stand in front of the compiler's own.
// The compiler's headers are not read, but the names that they include are looked for in the folders of the request
// first. So every name that both have counts as included by the compiler's headers.
#pragma once

#include "core/program/include_search.hpp"

#include <string>
#include <vector>

namespace quovis::core {

// As an #include names them: "string.h", "nv/target". None when no folder is covered.
std::vector<std::string> names_before_compilers(const std::vector<SearchFolder>& folders);

// Whether the compiler's folders have the first part of the name.
bool is_name_of_compilers(const std::vector<SearchFolder>& folders, const std::string& name);

}  // namespace quovis::core

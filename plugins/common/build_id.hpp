// What tells one build of a shared library from another.
#pragma once

#include <string>

#include "plugins/common/library.hpp"

namespace quovis::plugins {

// The linker's build id of an open library, in hexadecimal; where it has none, the file's stamp (stamps.hpp). Never
// empty, and the same in every process.
std::string build_of(const Library& library);

}  // namespace quovis::plugins

// What tells one build of a shared library from another.
#pragma once

#include <string>

namespace quovis::nvrtc {

// The linker's build id of the library that has `address`, in hexadecimal; where it has none, the file's size and time
// of change. Never empty, and the same in every process.
std::string build_of(const void* address);

}  // namespace quovis::nvrtc

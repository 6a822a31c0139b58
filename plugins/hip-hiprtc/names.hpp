// Symbols of name expressions, whatever their spelling. hiprtc finds an expression only when it is spelled as the
// demangler would: "scale<float const*>", not "scale<const float*>". So each becomes the argument of a template of
// ours, in a compile of its own, and the mangled name of that one tells the kernel's.
#pragma once

#include <string>
#include <vector>

namespace quovis::hip {

// A text that goes behind the source.
std::string marker_text(const std::vector<std::string>& expressions);

// One symbol for each of so many expressions, from the names of all kernels of an image that was made with the markers;
// empty where there is none.
std::vector<std::string> symbols_by_markers(const std::vector<std::string>& kernels, std::size_t expressions);

}  // namespace quovis::hip

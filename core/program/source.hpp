// A kernel's text with its language and name.
#pragma once

#include <quovis/quovis.h>

#include <string>

namespace quovis::core {

struct Source {
    std::string name;  // for rules and diagnostics
    std::string text;
    std::string language;  // "cuda", "hip", "opencl"
};

// Reads the file where one is given. Throws Error (file, invalid argument).
Source read_source(const quovis_source& given);

// "ptx" for "a/b.ptx"; empty when the ending is not that of an image.
std::string image_format_of(const std::string& path);
// The ending that files of a format have: ".cubin".
std::string ending_of(const std::string& format);

}  // namespace quovis::core

// Text that goes around a user's source without moving its lines.
// Names and values are the user's: each function makes or demands what the preprocessor reads as one thing.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <string_view>

namespace quovis::plugins {

// `#line 1 "NAME"` and the text: messages show the user's name and lines. A byte order mark is taken off, which no
// compiler takes in the middle of a file.
std::string numbered(std::string_view name, std::string_view text);

// `#line 1 "<define NAME>"` and `#define NAME VALUE`. Throws PluginError (INVALID_ARGUMENT) for what is no macro.
std::string define_lines(const quovis_cc_define& define);

}  // namespace quovis::plugins

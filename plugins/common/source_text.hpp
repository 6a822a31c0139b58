// Text that goes around a user's source without moving its lines.
// Names and values are the user's: each function makes or demands what the preprocessor reads as one thing.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <string_view>
#include <vector>

namespace quovis::plugins {

// Text as the contents of a C string literal on one line.
std::string in_quotes(std::string_view text);

// No compiler takes the mark in the middle of a file.
std::string_view without_byte_order_mark(std::string_view text);

// `#line 1 "NAME"` and the text: messages show the user's name and lines. A byte order mark is taken off.
std::string numbered(std::string_view name, std::string_view text);

// `#line 1 "<define NAME>"` and `#define NAME VALUE`. Throws PluginError (INVALID_ARGUMENT) for what is no macro.
std::string define_lines(const quovis_cc_define& define);

// "-DNAME=VALUE" for each define, in normal form: -DNAME is -DNAME=1. Throws as define_lines().
std::vector<std::string> define_words(const quovis_cc_options& options);

}  // namespace quovis::plugins

// The #include lines of a C++ text and its questions for headers (#if __has_include), and where the name stands in
// each. Comments, strings and raw strings are passed over; computed includes (#include MACRO) are not answered.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::plugins {

struct IncludeLine {
    std::size_t hash = 0;   // of the '#'
    std::size_t begin = 0;  // of '<' or '"'
    std::size_t end = 0;    // behind '>' or '"'
    std::string name;
    bool quoted = false;
    bool is_question = false;
};

std::vector<IncludeLine> include_lines(std::string_view text);

}  // namespace quovis::plugins

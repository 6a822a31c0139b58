// The preprocessor of OpenCL C: that of C99. What comes out has no macro, no #include and no #if left; of the lines
// with a '#' only pragmas are left, one token each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/header_search.hpp"
#include "plugins/common/opencl_c/macro.hpp"
#include "plugins/common/opencl_c/token.hpp"

namespace quovis::opencl_c {

struct PreprocessInput {
    std::string name;  // of the source
    std::string_view text;
    // Read in front of the source, for its #define lines; `name` of the place is that of its #line lines.
    std::string prologue;
    // Included in front of the source, behind the prologue: names, as in #include "NAME".
    std::vector<std::string> first_headers;
    plugins::IncludeSearch search;
    // Known before the prologue.
    const MacroTable* predefined = nullptr;
};

// Throws SourceError for what is wrong with the source or its headers.
Preprocessed preprocess(const PreprocessInput& input);

}  // namespace quovis::opencl_c

// What the tests of the OpenCL C translator share: a source, and what became of it.
#pragma once

#include <string>
#include <string_view>

#include "plugins/common/opencl_c/preprocess.hpp"
#include "plugins/common/opencl_c/translate.hpp"

namespace quovis::test {

struct TranslatedRow {
    const char* name;
    std::string_view source;
    std::string_view result;
};

inline void PrintTo(const TranslatedRow& row, std::ostream* out) {
    *out << row.name;
}

inline opencl_c::Translated translated(std::string_view source) {
    return translate(opencl_c::preprocess({"k.cl", source, {}, {}, {}}));
}

// The part between two texts, with single blanks for all blanks and without lines that begin with '#'.
inline std::string between(std::string_view text, std::string_view begin, std::string_view end) {
    const std::size_t from = text.find(begin) + begin.size();
    text = text.substr(from, text.find(end, from) - from);
    std::string shown;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '#') {
            i = text.find('\n', i);
        }
        if (text[i] != ' ' && text[i] != '\n') {
            shown += text[i];
        } else if (!shown.empty() && shown.back() != ' ') {
            shown += ' ';
        }
    }
    while (!shown.empty() && shown.back() == ' ') {
        shown.pop_back();
    }
    return shown;
}

// What became of the user's code.
inline std::string program_of(std::string_view source) {
    return between(translated(source).text, "namespace program {", "}\nnamespace kernels");
}

inline std::string kernels_of(std::string_view source) {
    return between(translated(source).text, "using namespace program;", "\n}\n}");
}

}  // namespace quovis::test

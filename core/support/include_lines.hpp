// The #include lines of a C++ text and its questions for headers (__has_include), and where the name stands in each;
// also what else makes an image depend on more than its texts (#embed, __DATE__). Comments, strings and raw strings
// are passed over; no #if is evaluated. Without the rest of the core: plugins link it as quovis_include_lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quovis::core {

enum class IncludeKind {
    include,
    import,         // #import: once
    next,           // #include_next
    question,       // __has_include
    next_question,  // __has_include_next
    embed,          // #embed, __has_embed, .incbin in a string: reads a file that is no header
    clock,          // __DATE__, __TIME__, __TIMESTAMP__
    unclear         // a place that compilers read differently, or a question that a macro asks
};

enum class HeaderForm { quoted, angled, computed };

struct IncludeLine {
    IncludeKind kind = IncludeKind::include;
    HeaderForm form = HeaderForm::computed;
    std::size_t line = 1;
    std::size_t hash = 0;   // of the '#' of an #include
    std::size_t begin = 0;  // of '<' or '"'
    std::size_t end = 0;    // behind '>' or '"'
    // Of the header; of a computed one its text ("HEADER"). Of embed and clock the word, of unclear a sentence.
    std::string name;
};

std::vector<IncludeLine> include_lines(std::string_view text);

struct MacroDefinition {
    std::string name;
    std::string body;  // what stands behind the name, parameters too; on one line, without comments
};

// The #define lines, taken or not.
std::vector<MacroDefinition> macro_definitions(std::string_view text);

std::size_t newlines_in(std::string_view text);

}  // namespace quovis::core

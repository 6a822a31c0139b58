// What a scan found, as parts of a cache key.
// The folders that were searched are no part of it: what matters is which text every #include leads to.
#pragma once

#include "core/program/include_search.hpp"
#include "core/support/include_lines.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace quovis::core {

// One #include or question, and where it may lead; nowhere when nothing was found.
struct Resolution {
    IncludeKind kind = IncludeKind::include;
    const HeaderPlace* includer = nullptr;  // null: in front of the source
    std::string name;
    bool quoted = false;
    std::vector<HeaderPlace*> places;
};

struct ScanFindings {
    std::vector<Resolution> resolutions;
    std::vector<const HeaderPlace*> headers;  // that were reached, each once
    std::vector<const HeaderPlace*> texts;    // that were read: the source, the defines, headers
};

// In an order that depends on nothing but the fields. The first `own_…` findings come from the source, the others
// from the compiler's headers; those become one field when they are many.
std::vector<KeyField> include_fields(const ScanFindings& findings, std::size_t own_resolutions,
                                     std::size_t own_headers);

}  // namespace quovis::core

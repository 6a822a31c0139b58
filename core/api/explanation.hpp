// What an explanation of the C API points to.
#pragma once

#include "core/api/handles.hpp"
#include "core/program/explain.hpp"

struct quovis_explanation {
    explicit quovis_explanation(quovis::core::Explanation told);

    quovis::core::Explanation object;
    std::vector<quovis_attempt> attempts;
    std::vector<quovis_cache_part> parts;
};

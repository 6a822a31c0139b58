// What the way of a program would be, without going it: the route, the parts of its key, hit or miss, and against the
// entry that differs least what the difference is.
#pragma once

#include "core/program/cache_key.hpp"
#include "core/program/program.hpp"

#include <string>
#include <vector>

namespace quovis::core {

// A part of the key beside that of the nearest entry.
struct ComparedField {
    std::string label;
    std::string value;    // empty when only the nearest entry has it
    std::string nearest;  // empty when it does not
    bool differs = false;
};

struct Explanation {
    std::string rule;
    std::string backend;
    std::string selector;
    std::string target;
    std::string compiler;
    std::vector<Attempt> attempts;
    std::string key;
    std::string bypass;
    std::string found;
    std::string image;
    std::string nearest_key;
    std::vector<ComparedField> fields;
};

// How the program would be compiled: for a device, or without one when a backend, a target or a format is given.
struct ExplainRequest {
    std::string selector;
    std::string backend;
    std::string target;
    std::string format;
};

// Throws Error where no backend can be taken.
Explanation explain(const Program& program, const Router& router, const Cache& cache, const ExplainRequest& request);

// Labels may repeat: the n-th of one list stands beside the n-th of the other.
std::vector<ComparedField> compare(const std::vector<KeyField>& fields, const std::vector<KeyField>& nearest);

}  // namespace quovis::core

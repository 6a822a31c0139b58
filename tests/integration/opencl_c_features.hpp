// The supported part of OpenCL C 1.2, a case for each group of features of the table. A text is one kernel `k`.
#pragma once

#include <string>
#include <vector>

#include "tests/integration/opencl_c_idioms.hpp"

namespace opencl_c_test {

// A row that runs as one block of `items` work-items.
inline Case row(const std::string& name, const std::string& text, int items = 1) {
    return Case::text(name, text).kernel("k", 1, items);
}

// For Case::unless: an OpenCL device need not have it, and then tells.
inline auto lacks(const std::string& capability) {
    return [capability](const quovis::Route* route, const std::string& compiler) -> std::string {
        if (route == nullptr || compiler != "opencl") {
            return {};
        }
        for (const quovis::Capability& one : route->capabilities()) {
            if (one.name == capability && std::holds_alternative<bool>(one.value) && !std::get<bool>(one.value)) {
                return "the device does not have " + capability;
            }
        }
        return {};
    };
}

// Work-items, address spaces, barriers, atomics, structs, printf; vectors and conversions; functions, math; volatile
// memory.
std::vector<Case> features_of_execution();
std::vector<Case> features_of_vectors();
std::vector<Case> features_of_conversions();
std::vector<Case> features_of_functions();
std::vector<Case> features_of_math();
std::vector<Case> features_of_volatile_memory();

}  // namespace opencl_c_test

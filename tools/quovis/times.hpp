// How long launches took on the device: for people, and as JSON.
#pragma once

#include "tools/quovis/json.hpp"

#include <vector>

namespace quovis::cli {

struct Times {
    std::vector<double> nanoseconds;  // of each launch, sorted
    double median() const { return nanoseconds[nanoseconds.size() / 2]; }
};

// On standard error.
void show_times(const Times& times);
Json times_to_json(const Times& times);

}  // namespace quovis::cli

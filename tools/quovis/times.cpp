// How long launches took.
#include "tools/quovis/times.hpp"

#include "tools/quovis/output.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <numeric>
#include <string>

namespace quovis::cli {

void show_times(const Times& times) {
    const std::vector<double>& all = times.nanoseconds;
    std::string line = fmt::format("time: {}", duration_for_people(times.median()));
    if (all.size() > 1) {
        line =
            fmt::format("time: median {}, shortest {}, longest {} of {} launches", duration_for_people(times.median()),
                        duration_for_people(all.front()), duration_for_people(all.back()), all.size());
    }
    print_error_text(line + "\n");
}

Json times_to_json(const Times& times) {
    const std::vector<double>& all = times.nanoseconds;
    const double sum = std::accumulate(all.begin(), all.end(), 0.0);
    return {{"launches", all.size()},
            {"min_ns", all.front()},
            {"median_ns", times.median()},
            {"mean_ns", sum / static_cast<double>(all.size())},
            {"max_ns", all.back()}};
}

}  // namespace quovis::cli

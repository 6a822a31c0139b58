// The ratios of `quovis bench` as a picture: a row for each case, with a line where Quovis and the vendor take the
// same.
#pragma once

#include "tools/quovis/bench_results.hpp"

#include <string>
#include <vector>

namespace quovis::cli {

// Throws a Failure where no chart can be drawn on this machine.
void require_chart();
// Writes a .png file.
void save_chart(const std::vector<RouteResult>& routes, const std::string& path);

}  // namespace quovis::cli

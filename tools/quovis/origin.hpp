// Where an image came from: a compiler or the program cache.
#pragma once

#include "tools/quovis/json.hpp"

#include <quovis/quovis.hpp>
#include <string>

namespace quovis::cli {

// "from the cache (disk)"; empty for an image that did not come from there.
std::string place_in_cache(const Image& image);
// For those who ask by the log's level: a line that says it, and why the cache did not serve. `file` was compiled.
void show_origin(const Instance& instance, const std::string& file, const Image& image);
void add_origin(Json& object, const Image& image);

}  // namespace quovis::cli

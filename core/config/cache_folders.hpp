// The folders of the program cache, as the configuration says.
#pragma once

#include "core/config/config.hpp"
#include "core/support/cache_folder.hpp"

#include <vector>

namespace quovis::core {

// The one that is written to, unless cache.mode forbids; not usable where the cache is off.
CacheFolder cache_folder(const Config& config);

// Those of cache.layers.
std::vector<CacheFolder> cache_layers(const Config& config);

}  // namespace quovis::core

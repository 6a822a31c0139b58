// From a checked tree to the typed Config.
// Nothing can fail here: what does not fit was refused by check.hpp.
#pragma once

#include "core/config/config.hpp"
#include "core/config/tree.hpp"

namespace quovis::core {

Config make_config(const ConfigNode& root);

}  // namespace quovis::core

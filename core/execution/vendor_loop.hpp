// Loops of the vendor's own calls, which a plugin may have as an extension: what the same through Quovis is compared
// with.
#pragma once

#include "core/inventory/route.hpp"

#include <cstdint>

namespace quovis::core {

// Nanoseconds. Throws Error: NOT_SUPPORTED where the route's plugin has no such loop.
std::uint64_t time_vendor_loop(Route& route, const quovis_rt_loop& loop);

}  // namespace quovis::core

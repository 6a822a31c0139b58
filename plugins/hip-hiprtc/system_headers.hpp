// The folders that the clang in hiprtc searches by itself: for what no header in memory and no folder of the request
// has. Seen with ROCm 5.2, which searches as a clang of the system would.
#pragma once

#include <vector>

#include "plugins/common/cache_facts.hpp"

namespace quovis::hip {

// In order of search: those that CPATH and CPLUS_INCLUDE_PATH name, the C++ library's, of each release that is
// installed, and the system's. clang takes the newest GCC's. Those of the C++ library are to be covered by the
// identity; a scan of them would be long.
std::vector<plugins::IncludeFolder> system_header_folders(plugins::Origin& origin);

}  // namespace quovis::hip

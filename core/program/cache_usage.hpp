// How many bytes a store holds, without a walk over it: a file to which each store appends what it added, in one write.
// The walk of a sweep replaces it by the true number. What is lost by a crash or a network file system is found again
// by the next sweep.
#pragma once

#include "core/support/cache_folder.hpp"

#include <cstdint>
#include <optional>

namespace quovis::core {

class CacheUsage {
  public:
    explicit CacheUsage(const CacheFolder& folder) : folder_(folder) {}

    // Adds, and returns the sum; nothing when it is not known.
    std::optional<std::uint64_t> add(std::uint64_t bytes) const;
    // What a sweep found by a walk. What others added meanwhile may be counted twice, never not at all.
    void set(std::uint64_t bytes, std::uint64_t before_the_walk) const;
    // 0 where there is no file.
    std::uint64_t sum() const;
    // Whether the last sweep was longer ago than leftovers may stay.
    bool sweep_is_due() const;

  private:
    const CacheFolder& folder_;
};

}  // namespace quovis::core

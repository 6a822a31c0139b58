// The only file that sees xxHash, whose functions are compiled into it.
#include "core/support/hash.hpp"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace quovis::core {

std::string Hash::hex() const {
    return fmt::format("{:016x}{:016x}", high, low);
}

Hash hash_of(std::string_view bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.high64, hash.low64};
}

}  // namespace quovis::core

// 128 bits that stand for a content: XXH3 of xxHash. It finds damage and keeps contents apart; it is no signature.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace quovis::core {

struct Hash {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    auto operator<=>(const Hash&) const = default;
    std::string hex() const;  // 32 digits
};

Hash hash_of(std::string_view bytes);

}  // namespace quovis::core

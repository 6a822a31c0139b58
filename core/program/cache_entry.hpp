// What the cache keeps of one compile. On disk it is two files: KEY.entry, sealed, with everything but the image, and
// the image alone, which the vendors' tools open. The entry names the image file and holds its hash.
#pragma once

#include "core/program/cache_key.hpp"
#include "core/program/image.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quovis::core {

struct CacheEntry {
    CacheKey key;
    Image image;  // without bytes when only the entry's file was read
    std::string image_file;
    std::uint64_t image_size = 0;
    std::string image_hash;
    std::uint64_t compile_ns = 0;  // that the compile took
    std::int64_t created = 0;      // seconds since 1970
};

// An entry for an image that was just made. Fills all but the key.
CacheEntry make_entry(CacheKey key, const Image& image, std::uint64_t compile_ns);

std::string to_bytes(const CacheEntry& entry);
// Nothing when the bytes are no entry. They were unsealed before, and still nothing in them is believed unchecked.
std::optional<CacheEntry> entry_from(std::string_view bytes);

// "7a/7a31….entry" and the folder of it, below the store's.
std::string entry_file(const std::string& hex);
std::string folder_of_key(const std::string& hex);

}  // namespace quovis::core

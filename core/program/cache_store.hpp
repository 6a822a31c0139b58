// The entries of one cache folder, below v1/. Whatever is wrong with a file, the answer is that there is no entry;
// processes may read, write and delete at the same time.
#pragma once

#include "core/program/cache_entry.hpp"
#include "core/support/cache_folder.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quovis::core {

// What a walk over a store found and did.
struct StoreReport {
    std::uint64_t entries = 0;  // that are there after it
    std::uint64_t bytes = 0;    // of all files after it
    std::uint64_t removed = 0;  // entries
    std::uint64_t removed_bytes = 0;
    std::vector<std::string> damaged;  // files, by verify()
};

// An entry as a listing shows it.
struct StoredEntry {
    CacheEntry entry;  // without the image's bytes
    std::string image_path;
    std::uint64_t bytes = 0;  // of both files
    std::int64_t used = 0;    // seconds since 1970, to within a minute
};

class CacheStore {
  public:
    // Temporary files, images without an entry and lock files of this age are left behind by a process that died, and
    // are removed by the next sweep.
    static constexpr std::chrono::hours leftover_age{1};

    CacheStore(CacheFolder folder, std::uint64_t max_bytes) : folder_(std::move(folder)), max_bytes_(max_bytes) {}

    const CacheFolder& folder() const { return folder_; }
    std::uint64_t max_bytes() const { return max_bytes_; }

    using Found = CacheFolder::Found;
    // The entry with its image, both checked. What is damaged is removed. A hit counts as a use.
    Found find(const CacheKey& key, CacheEntry& entry) const;

    // Publishes an entry, and makes room when the store has grown beyond its bound. The reason when it failed.
    std::optional<std::string> put(const CacheEntry& entry) const;

    void drop(const std::string& hex) const;

    // For people and tools. All of these walk over the whole store.
    std::vector<StoredEntry> list() const;
    StoreReport count() const;
    // Checks every entry with its image; `repair` removes what is damaged.
    StoreReport verify(bool repair) const;
    // Removes leftovers, entries that were not used for `unused` (0: any age will do), and the least recently used
    // until all files together have at most `max_bytes`.
    StoreReport prune(std::uint64_t max_bytes, std::chrono::seconds unused) const;
    StoreReport clear() const;

    std::string lock_file(const std::string& hex) const { return folder_.place("v1/locks/" + hex); }

  private:
    Found read_entry(const std::string& hex, CacheEntry& entry) const;
    Found read_image(CacheEntry& entry) const;
    // The image that the entry of a key names; empty without a readable entry.
    std::string named_image(const std::string& hex, bool has_entry) const;
    void note_use(const std::string& hex) const;
    void account(std::uint64_t added) const;

    CacheFolder folder_;
    std::uint64_t max_bytes_;
};

}  // namespace quovis::core

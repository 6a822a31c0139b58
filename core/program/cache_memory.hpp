// The images that this process used last, up to a number of bytes.
#pragma once

#include "core/program/image.hpp"
#include "core/support/hash.hpp"

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>

namespace quovis::core {

struct KeptImage {
    Image image;
    std::uint64_t compile_ns = 0;
};

// May be used by many threads.
class CacheMemory {
  public:
    explicit CacheMemory(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

    std::shared_ptr<const KeptImage> find(const Hash& key);
    void keep(const Hash& key, std::shared_ptr<const KeptImage> image);
    void drop(const Hash& key);
    std::uint64_t bytes() const;

  private:
    struct Place {
        Hash key;
        std::shared_ptr<const KeptImage> image;
    };
    void remove(std::list<Place>::iterator place);

    const std::uint64_t max_bytes_;
    mutable std::mutex mutex_;
    std::list<Place> by_use_;  // the last used in front
    std::map<Hash, std::list<Place>::iterator> places_;
    std::uint64_t bytes_ = 0;
};

}  // namespace quovis::core

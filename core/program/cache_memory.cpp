// A list in order of use, and a map into it.
#include "core/program/cache_memory.hpp"

#include <iterator>

namespace quovis::core {
namespace {

std::uint64_t bytes_of(const KeptImage& kept) {
    return kept.image.bytes.size() + kept.image.log.size();
}

}  // namespace

std::shared_ptr<const KeptImage> CacheMemory::find(const Hash& key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end())
        return nullptr;
    by_use_.splice(by_use_.begin(), by_use_, found->second);
    return found->second->image;
}

void CacheMemory::keep(const Hash& key, std::shared_ptr<const KeptImage> image) {
    const auto bytes = bytes_of(*image);
    const std::lock_guard lock(mutex_);
    if (const auto found = places_.find(key); found != places_.end())
        remove(found->second);
    if (bytes > max_bytes_)
        return;
    by_use_.push_front({key, std::move(image)});
    places_[key] = by_use_.begin();
    bytes_ += bytes;
    while (bytes_ > max_bytes_)
        remove(std::prev(by_use_.end()));
}

void CacheMemory::drop(const Hash& key) {
    const std::lock_guard lock(mutex_);
    if (const auto found = places_.find(key); found != places_.end())
        remove(found->second);
}

std::uint64_t CacheMemory::bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
}

void CacheMemory::remove(std::list<Place>::iterator place) {
    bytes_ -= bytes_of(*place->image);
    places_.erase(place->key);
    by_use_.erase(place);
}

}  // namespace quovis::core

// Lookups and stores. The walks over the whole folder are in cache_sweep.cpp.
#include "core/program/cache_store.hpp"

#include "core/program/cache_usage.hpp"
#include "core/support/sealed.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <ctime>

namespace quovis::core {
namespace {

// A use is written down once a minute: whole seconds decide nothing between entries that are used all the time.
constexpr std::time_t use_step = 60;

std::string in_store(const std::string& file) {
    return "v1/" + file;
}

std::string image_in_store(const CacheEntry& entry) {
    return in_store(folder_of_key(entry.key.hex()) + "/" + entry.image_file);
}

}  // namespace

CacheStore::Found CacheStore::read_entry(const std::string& hex, CacheEntry& entry) const {
    std::string content;
    const auto found = folder_.read_sealed(in_store(entry_file(hex)), content);
    if (found != Found::whole)
        return found;
    auto read = entry_from(content);
    if (!read || read->key.hex() != hex)
        return Found::damaged;
    entry = std::move(*read);
    return Found::whole;
}

CacheStore::Found CacheStore::read_image(CacheEntry& entry) const {
    const auto found = folder_.read(image_in_store(entry), entry.image.bytes);
    if (found != Found::whole)
        return found;
    const bool whole =
        entry.image.bytes.size() == entry.image_size && hash_of(entry.image.bytes).hex() == entry.image_hash;
    return whole ? Found::whole : Found::damaged;
}

CacheStore::Found CacheStore::find(const CacheKey& key, CacheEntry& entry) const {
    const auto hex = key.hex();
    auto found = Found::absent;
    // An entry may be replaced, and its image with it, between the two reads.
    for (int attempt = 0; attempt < 2; ++attempt) {
        found = read_entry(hex, entry);
        if (found == Found::whole) {
            if (entry.key.fields != key.fields)
                return Found::absent;  // two sets of fields with one hash
            found = read_image(entry);
            if (found == Found::absent)
                continue;
        }
        break;
    }
    if (found == Found::damaged)
        drop(hex);
    if (found == Found::whole)
        note_use(hex);
    return found;
}

std::optional<std::string> CacheStore::put(const CacheEntry& entry) const {
    if (!folder_.writable())
        return folder_.usable() ? "the cache is read-only" : folder_.fault();
    const auto bytes = seal(to_bytes(entry));
    const auto size = entry.image_size + bytes.size();
    if (size > max_bytes_)
        return fmt::format("{} bytes are more than cache.max_size allows for all ({})", size, max_bytes_);
    // The sync of the folder behind the entry makes the image's name durable too.
    if (auto fault = folder_.write(image_in_store(entry), entry.image.bytes, Durable::content))
        return fault;
    if (auto fault = folder_.write(in_store(entry_file(entry.key.hex())), bytes)) {
        folder_.remove(image_in_store(entry));
        return fault;
    }
    account(size);
    return std::nullopt;
}

void CacheStore::drop(const std::string& hex) const {
    CacheEntry entry;
    const auto found = read_entry(hex, entry);
    folder_.remove(in_store(entry_file(hex)));
    if (found == Found::whole)
        folder_.remove(image_in_store(entry));
}

void CacheStore::note_use(const std::string& hex) const {
    if (!folder_.writable())
        return;
    const auto file = folder_.place(in_store(entry_file(hex)));
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0 && std::time(nullptr) - status.st_mtime >= use_step)
        ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
}

void CacheStore::account(std::uint64_t added) const {
    constexpr std::uint64_t tenths_kept = 9;  // of the bound, so that not every store has to make room
    constexpr int most_sweeps = 3;
    const CacheUsage usage(folder_);
    auto total = usage.add(added);
    bool due = !total || usage.sweep_is_due();
    // More than once for what others stored during a sweep, who left it to this process.
    for (int sweep = 0; sweep < most_sweeps && (due || *total > max_bytes_); ++sweep) {
        const bool full = total && *total > max_bytes_;
        prune(full ? max_bytes_ / 10 * tenths_kept : max_bytes_, std::chrono::seconds(0));
        total = usage.sum();
        due = false;
    }
}

}  // namespace quovis::core

// The walks over a whole store: listing, checking, making room, removing what died processes left.
#include "core/program/cache_lock.hpp"
#include "core/program/cache_store.hpp"
#include "core/program/cache_usage.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <limits>
#include <map>
#include <mutex>

namespace quovis::core {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view entry_ending = ".entry";
constexpr std::size_t hex_size = 32;
constexpr std::chrono::hours record_age{24 * 30};  // of a compiler's description

struct File {
    std::string path;
    std::uint64_t bytes = 0;
    std::int64_t changed = 0;  // seconds since 1970
};

// The files of one key.
struct Group {
    std::optional<File> entry;
    std::vector<File> images;

    std::uint64_t bytes() const {
        std::uint64_t sum = entry ? entry->bytes : 0;
        for (const auto& image : images)
            sum += image.bytes;
        return sum;
    }
};

struct Walk {
    std::map<std::string, Group> groups;  // by key
    std::vector<File> temporary;
};

std::vector<File> files_in(const std::string& folder) {
    std::vector<File> files;
    std::error_code fault;
    for (fs::directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault)) {
        struct stat status {};
        if (::lstat(at->path().c_str(), &status) == 0 && !S_ISDIR(status.st_mode))
            files.push_back({at->path().string(), static_cast<std::uint64_t>(status.st_size), status.st_mtime});
    }
    return files;
}

bool is_key(std::string_view text) {
    return text.size() == hex_size && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void add(Walk& walk, File file) {
    const auto name = fs::path(file.path).filename().string();
    const auto hex = name.substr(0, hex_size);
    if (!is_key(hex))
        walk.temporary.push_back(std::move(file));
    else if (name.substr(hex_size) == entry_ending)
        walk.groups[hex].entry = std::move(file);
    else
        walk.groups[hex].images.push_back(std::move(file));
}

Walk walk(const CacheFolder& folder) {
    Walk found;
    std::error_code fault;
    for (fs::directory_iterator at(folder.place("v1"), fault), end; !fault && at != end; at.increment(fault))
        if (at->path().filename().string().size() == 2)
            for (auto& file : files_in(at->path().string()))
                add(found, std::move(file));
    return found;
}

bool is_left_over(const File& file, std::time_t now) {
    return now - file.changed > std::chrono::seconds(CacheStore::leftover_age).count();
}

// Nobody is told of a file that another process has removed.
void remove_file(const File& file) {
    ::unlink(file.path.c_str());
}

// Images that no entry names, such as those of entries that were replaced.
void remove_orphans(Group& group, std::time_t now, const std::string& named) {
    std::erase_if(group.images, [&](const File& image) {
        const bool gone = is_left_over(image, now) && fs::path(image.path).filename() != named;
        if (gone)
            remove_file(image);
        return gone;
    });
}

// The entry goes first: an image without an entry is never read.
void remove_group(const Group& group) {
    if (group.entry)
        remove_file(*group.entry);
    for (const auto& image : group.images)
        remove_file(image);
}

void remove_old(const std::string& folder, std::time_t now, std::chrono::seconds age) {
    for (const auto& file : files_in(folder)) {
        const bool is_temporary = fs::path(file.path).filename().string().starts_with('.');
        if (now - file.changed > age.count() || (is_temporary && is_left_over(file, now)))
            remove_file(file);
    }
}

}  // namespace

std::string CacheStore::named_image(const std::string& hex, bool has_entry) const {
    CacheEntry entry;
    return has_entry && read_entry(hex, entry) == Found::whole ? entry.image_file : std::string();
}

std::vector<StoredEntry> CacheStore::list() const {
    std::vector<StoredEntry> entries;
    for (const auto& [hex, group] : walk(folder_).groups) {
        StoredEntry stored;
        if (!group.entry || read_entry(hex, stored.entry) != Found::whole)
            continue;
        stored.image_path = folder_.place("v1/" + folder_of_key(hex) + "/" + stored.entry.image_file);
        stored.bytes = group.entry->bytes + stored.entry.image_size;
        stored.used = group.entry->changed;
        entries.push_back(std::move(stored));
    }
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.used > b.used; });
    return entries;
}

StoreReport CacheStore::count() const {
    StoreReport report;
    const auto found = walk(folder_);
    for (const auto& [hex, group] : found.groups) {
        report.entries += group.entry.has_value();
        report.bytes += group.bytes();
    }
    for (const auto& file : found.temporary)
        report.bytes += file.bytes;
    return report;
}

StoreReport CacheStore::verify(bool repair) const {
    StoreReport report;
    for (const auto& one : walk(folder_).groups) {
        const auto& [hex, group] = one;
        if (!group.entry)
            continue;
        CacheEntry entry;
        auto found = read_entry(hex, entry);
        if (found == Found::whole)
            found = read_image(entry);
        if (found == Found::whole) {
            ++report.entries;
            report.bytes += group.bytes();
            continue;
        }
        report.damaged.push_back(group.entry->path);
        if (repair && folder_.writable()) {
            remove_group(group);
            ++report.removed;
            report.removed_bytes += group.bytes();
        }
    }
    return report;
}

StoreReport CacheStore::prune(std::uint64_t max_bytes, std::chrono::seconds unused) const {
    StoreReport report;
    if (!folder_.writable())
        return report;
    // Within a process the lock does not count.
    static std::mutex& sweeping = *new std::mutex;
    const std::unique_lock alone(sweeping, std::try_to_lock);
    if (!alone)
        return count();
    const CacheLock lock(folder_.place("v1/sweep.lock"));
    if (lock.state() == CacheLock::State::busy)
        return count();  // another process is at it
    const auto now = std::time(nullptr);
    const CacheUsage usage(folder_);
    const std::uint64_t before = usage.sum();
    auto found = walk(folder_);
    std::vector<const Group*> by_use;
    for (auto& [hex, group] : found.groups) {
        if (!group.entry || group.images.size() > 1)
            remove_orphans(group, now, named_image(hex, group.entry.has_value()));
        if (!group.entry) {
            // Its images may belong to an entry that is about to be written.
        } else if (unused.count() != 0 && now - group.entry->changed > unused.count()) {
            remove_group(group);
            ++report.removed;
            report.removed_bytes += group.bytes();
            continue;
        } else {
            by_use.push_back(&group);
        }
        report.entries += group.entry.has_value();
        report.bytes += group.bytes();
    }
    for (const auto& file : found.temporary) {
        if (is_left_over(file, now))
            remove_file(file);
        else
            report.bytes += file.bytes;
    }
    std::sort(by_use.begin(), by_use.end(),
              [](const Group* a, const Group* b) { return a->entry->changed < b->entry->changed; });
    for (const auto* group : by_use) {
        if (report.bytes <= max_bytes)
            break;
        remove_group(*group);
        --report.entries;
        ++report.removed;
        report.bytes -= group->bytes();
        report.removed_bytes += group->bytes();
    }
    remove_old(folder_.place("v1"), now, std::chrono::seconds::max());
    remove_old(folder_.place("v1/locks"), now, leftover_age);
    remove_old(folder_.place("v1/compilers"), now, record_age);
    usage.set(report.bytes, before);
    static_cast<void>(folder_.write("v1/swept", "The last sweep was when this file was written.\n"));
    return report;
}

StoreReport CacheStore::clear() const {
    StoreReport report;
    if (!folder_.writable())
        return report;
    const CacheUsage usage(folder_);
    const std::uint64_t before = usage.sum();
    const auto found = walk(folder_);
    for (const auto& [hex, group] : found.groups) {
        remove_group(group);
        report.removed += group.entry.has_value();
        report.removed_bytes += group.bytes();
    }
    std::for_each(found.temporary.begin(), found.temporary.end(), remove_file);
    for (const char* folder : {"v1/locks", "v1/compilers"})
        remove_old(folder_.place(folder), std::numeric_limits<std::time_t>::max(), std::chrono::seconds(0));
    usage.set(0, before);
    return report;
}

}  // namespace quovis::core

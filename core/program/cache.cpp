// The order of a look-up: memory, disk, layers; then one of those who ask makes the image and the others wait for it.
#include "core/program/cache.hpp"

#include "core/config/cache_folders.hpp"
#include "core/program/cache_lock.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace quovis::core {
namespace {

using Clock = std::chrono::steady_clock;  // CLOCK_MONOTONIC (libstdc++)
using Found = CacheStore::Found;

// Between two looks at a lock or a deadline.
constexpr std::chrono::milliseconds shortest_turn{1};
constexpr std::chrono::milliseconds longest_turn{20};
// After which a lock of another process is no longer waited for: on a network file system it may be that of a host
// that is gone. What comes of it is a compile too many.
constexpr std::chrono::minutes longest_wait{10};

void check_patience(const Cache::Patience& patience, const std::string& name) {
    const auto fail = [&](quovis_status status, const char* what) {
        throw Error(status, "compile", fmt::format("compiling '{}' {} while another one compiled it", name, what));
    };
    if (patience.cancelled && patience.cancelled())
        fail(QUOVIS_ERROR_CANCELLED, "was cancelled");
    const auto now = std::chrono::nanoseconds(Clock::now().time_since_epoch()).count();
    if (patience.deadline_ns != 0 && static_cast<std::uint64_t>(now) >= patience.deadline_ns)
        fail(QUOVIS_ERROR_TIMED_OUT, "was stopped at its deadline");
}

// The keys that threads of this process are making images of, in whatever instance.
struct Flights {
    std::mutex mutex;
    std::condition_variable landed;
    struct One {
        std::shared_ptr<const KeptImage> image;
        std::shared_ptr<const Error> failure;  // of the source, which all who wait would meet again
        bool over = false;
    };
    std::map<std::string, std::shared_ptr<One>> running;
};

// Never destroyed: a thread may compile while the process ends.
Flights& flights() {
    static auto* all = new Flights;
    return *all;
}

std::string reason_of(Found found) {
    if (found == Found::damaged)
        return "the entry was damaged";
    return found == Found::unreadable ? "the entry cannot be read" : "no entry";
}

std::vector<CacheStore> stores(std::vector<CacheFolder> folders) {
    std::vector<CacheStore> made;
    for (auto& folder : folders)
        made.emplace_back(std::move(folder), 0);
    return made;
}

}  // namespace

// The right of one thread to make the image of a key, while the others of the process wait.
class Cache::Flight {
  public:
    // Waits for the thread that has the right now. Afterwards there is its image, or its error is thrown where the
    // source is wrong; or else this thread has the right.
    Flight(std::string id, const Patience& patience, const std::string& name) : id_(std::move(id)) {
        auto& all = flights();
        std::unique_lock lock(all.mutex);
        for (auto found = all.running.find(id_); found != all.running.end(); found = all.running.find(id_)) {
            const auto other = found->second;
            while (!other->over) {
                all.landed.wait_for(lock, longest_turn);
                lock.unlock();
                check_patience(patience, name);
                lock.lock();
            }
            if (other->failure)
                throw Error(*other->failure);
            image_ = other->image;
            if (image_)
                return;
        }
        own_ = std::make_shared<Flights::One>();
        all.running.emplace(id_, own_);
    }
    ~Flight() {
        if (!own_)
            return;
        auto& all = flights();
        {
            const std::lock_guard lock(all.mutex);
            own_->over = true;
            all.running.erase(id_);
        }
        all.landed.notify_all();
    }
    Flight(const Flight&) = delete;
    Flight& operator=(const Flight&) = delete;

    // That another thread made; null when this one has to.
    const std::shared_ptr<const KeptImage>& image() const { return image_; }

    void fail(const Error& error) {
        const std::lock_guard lock(flights().mutex);
        own_->failure = std::make_shared<const Error>(error);
    }
    void land(std::shared_ptr<const KeptImage> image) {
        const std::lock_guard lock(flights().mutex);
        own_->image = std::move(image);
    }

  private:
    const std::string id_;
    std::shared_ptr<const KeptImage> image_;
    std::shared_ptr<Flights::One> own_;
};

Cache::Cache(const Config& config, const Log& log)
    : log_(log),
      off_(config.cache_mode.value == CacheMode::off),
      memory_(config.cache_memory.value),
      store_(cache_folder(config), config.cache_max_size.value),
      layers_(stores(cache_layers(config))) {}

Image Cache::get(const CacheKey& key, const std::string& name, const std::function<Made()>& make,
                 const Patience& patience) {
    Image image;
    if (find_kept(key, image))
        return image;
    std::string reason;
    if (find_stored(key, image, reason))
        return image;
    Flight flight(store_.folder().path() + '\n' + key.hex(), patience, name);
    if (flight.image())
        return from_memory(key, *flight.image());
    // It may have landed since the look-up.
    if (find_kept(key, image))
        return image;
    try {
        return make_alone(key, flight, name, reason, make, patience);
    } catch (const Error& error) {
        if (error.status == QUOVIS_ERROR_SOURCE_INVALID)
            flight.fail(error);
        throw;
    }
}

Image Cache::pass_by(const std::string& reason, const std::function<Image()>& make) {
    if (!off_)
        ++counters_.bypassed;
    auto image = make();
    image.origin = {"compiled", reason, {}};
    return image;
}

void Cache::drop(const CacheKey& key) {
    ++counters_.refused;
    memory_.drop(key.hash);
    store_.drop(key.hex());
}

bool Cache::find_kept(const CacheKey& key, Image& image) {
    const auto kept = memory_.find(key.hash);
    if (kept)
        image = from_memory(key, *kept);
    return kept != nullptr;
}

Image Cache::from_memory(const CacheKey& key, const KeptImage& kept) {
    ++counters_.memory_hits;
    counters_.saved_ns += kept.compile_ns;
    Image image = kept.image;
    image.origin = {"memory", {}, key.hex()};
    return image;
}

bool Cache::find_stored(const CacheKey& key, Image& image, std::string& reason) {
    CacheEntry entry;
    auto found = store_.find(key, entry);
    reason = reason_of(found);
    const bool on_disk = found == Found::whole;
    for (auto layer = layers_.begin(); found != Found::whole && layer != layers_.end(); ++layer)
        found = layer->find(key, entry);
    if (found != Found::whole)
        return false;
    ++(on_disk ? counters_.disk_hits : counters_.layer_hits);
    counters_.read_bytes += entry.image_size;
    counters_.saved_ns += entry.compile_ns;
    image = std::move(entry.image);
    image.origin = {on_disk ? "disk" : "layer", {}, key.hex()};
    memory_.keep(key.hash, std::make_shared<KeptImage>(KeptImage{image, entry.compile_ns}));
    return true;
}

// With the lock of the key, where there is one: another process may be at the same image.
Image Cache::make_alone(const CacheKey& key, Flight& flight, const std::string& name, const std::string& reason,
                        const std::function<Made()>& make, const Patience& patience) {
    if (!store_.folder().writable())
        return make_now(key, flight, reason, make);
    const auto began = Clock::now();
    auto turn = shortest_turn;
    for (;;) {
        const CacheLock lock(store_.lock_file(key.hex()));
        Image image;
        std::string ignored;
        // Whoever had the lock before may have stored it.
        if (find_stored(key, image, ignored))
            return image;
        if (lock.state() != CacheLock::State::busy || Clock::now() - began > longest_wait)
            return make_now(key, flight, reason, make);
        check_patience(patience, name);
        std::this_thread::sleep_for(turn);
        turn = std::min(turn * 2, longest_turn);
    }
}

Image Cache::make_now(const CacheKey& key, Flight& flight, const std::string& reason,
                      const std::function<Made()>& make) {
    if (reason == reason_of(Found::damaged))
        ++counters_.damaged;
    else if (reason == reason_of(Found::unreadable))
        ++counters_.unreadable;
    else
        ++counters_.absent;
    const auto began = Clock::now();
    auto made = make();
    const auto took = static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now() - began).count());
    counters_.compile_ns += took;
    if (made.unkept.empty()) {
        auto kept = std::make_shared<const KeptImage>(KeptImage{made.image, took});
        memory_.keep(key.hash, kept);
        flight.land(std::move(kept));
        store(key, made.image, took);
    } else {
        ++counters_.not_stored;
        log_.debug("'{}' is not kept: {}", made.image.name, made.unkept);
    }
    made.image.origin = {"compiled", made.unkept.empty() ? reason : made.unkept, key.hex()};
    return std::move(made.image);
}

void Cache::store(const CacheKey& key, const Image& image, std::uint64_t compile_ns) {
    const auto& folder = store_.folder();
    if (folder.usable() && !folder.writable())
        return;  // as the configuration wants it
    if (const auto fault = store_.put(make_entry(key, image, compile_ns))) {
        ++counters_.not_stored;
        warn_once(*fault);
    } else {
        ++counters_.stored;
        counters_.written_bytes += image.bytes.size();
    }
}

void Cache::warn_once(const std::string& fault) {
    if (warned_.exchange(true))
        log_.debug("the program cache: {}", fault);
    else
        log_.warning(
            "what is compiled is not kept for the next time: {}; cache.dir names another folder, and cache.mode: "
            "off keeps this quiet",
            fault);
}

Cache::Peek Cache::peek(const CacheKey& key) const {
    CacheEntry entry;
    const auto in = [&](const CacheStore& store, const char* found) -> Peek {
        if (store.find(key, entry) != Found::whole)
            return {};
        return {found, store.folder().place("v1/" + folder_of_key(key.hex()) + "/" + entry.image_file)};
    };
    auto peeked = in(store_, "disk");
    for (auto layer = layers_.begin(); peeked.found.empty() && layer != layers_.end(); ++layer)
        peeked = in(*layer, "layer");
    return peeked;
}

}  // namespace quovis::core

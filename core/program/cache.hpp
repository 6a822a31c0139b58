// The program cache of an instance: memory, the folder of the user, folders that are only read. It hands out an image
// or has it made, once for all who ask for it at the same time, in this process and, where locks work, in others.
// Nothing that goes wrong in it is a failure of the compile.
#pragma once

#include "core/config/config.hpp"
#include "core/program/cache_memory.hpp"
#include "core/program/cache_store.hpp"
#include "core/support/log.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace quovis::core {

// Counted since the instance was made.
struct CacheCounters {
    using Number = std::atomic<std::uint64_t>;
    Number memory_hits{0};
    Number disk_hits{0};
    Number layer_hits{0};
    Number absent{0};  // misses, by reason
    Number damaged{0};
    Number unreadable{0};
    Number refused{0};  // by a driver, and made anew
    Number bypassed{0};
    Number stored{0};
    Number not_stored{0};
    Number read_bytes{0};
    Number written_bytes{0};
    Number compile_ns{0};  // that was spent on misses
    Number saved_ns{0};    // that the images of hits once took
};

class Cache {
  public:
    Cache(const Config& config, const Log& log);

    // Nothing is looked up and nothing is kept.
    bool off() const { return off_; }

    struct Made {
        Image image;
        std::string unkept;  // why it must not be kept; empty: it may
    };
    // How long a caller waits while another one makes the image.
    struct Patience {
        std::uint64_t deadline_ns = 0;  // on CLOCK_MONOTONIC; 0 never
        std::function<bool()> cancelled;
    };
    // Throws what `make` throws; TIMED_OUT and CANCELLED while waiting. `name` is for messages.
    Image get(const CacheKey& key, const std::string& name, const std::function<Made()>& make,
              const Patience& patience);
    // An image that is made without the cache, for a reason that is told.
    Image pass_by(const std::string& reason, const std::function<Image()>& make);
    // Forgets the image of a key, which a driver has refused.
    void drop(const CacheKey& key);

    // What a look-up finds on disk now, without counting it or making anything.
    struct Peek {
        std::string found;  // "disk", "layer", or empty
        std::string place;  // the image's file
    };
    Peek peek(const CacheKey& key) const;

    const CacheCounters& counters() const { return counters_; }
    const CacheStore& folder() const { return store_; }
    const std::vector<CacheStore>& layers() const { return layers_; }
    std::uint64_t memory_bytes() const { return memory_.bytes(); }

  private:
    class Flight;

    bool find_kept(const CacheKey& key, Image& image);
    Image from_memory(const CacheKey& key, const KeptImage& kept);
    // From disk or a layer, into memory. `reason`: why there is none.
    bool find_stored(const CacheKey& key, Image& image, std::string& reason);
    // `reason`: why the image has to be made.
    Image make_alone(const CacheKey& key, Flight& flight, const std::string& name, const std::string& reason,
                     const std::function<Made()>& make, const Patience& patience);
    Image make_now(const CacheKey& key, Flight& flight, const std::string& reason, const std::function<Made()>& make);
    void store(const CacheKey& key, const Image& image, std::uint64_t compile_ns);
    void warn_once(const std::string& fault);

    const Log& log_;
    const bool off_;
    CacheMemory memory_;
    CacheStore store_;
    std::vector<CacheStore> layers_;
    CacheCounters counters_;
    std::atomic<bool> warned_{false};
};

}  // namespace quovis::core

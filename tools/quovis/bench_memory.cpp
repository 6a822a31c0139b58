// Copies between pinned memory of the host and the device, within the device, and allocations.
#include "tools/quovis/bench_case.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace quovis::cli {
namespace {

constexpr std::size_t kib = 1024;
constexpr std::size_t mib = kib * kib;
constexpr std::size_t sizes[] = {4, 64, kib, 16 * kib, 256 * kib, mib, 4 * mib, 64 * mib, kib* mib};
constexpr std::size_t most_of_cpu = 64 * mib;
constexpr std::size_t most_of_quick = mib;
constexpr std::size_t allocated = mib;

enum class Direction { to_device, from_device, on_device };

// "4B", "16KiB", "1GiB".
std::string size_word(std::size_t bytes) {
    if (bytes < kib) {
        return fmt::format("{}B", bytes);
    }
    return bytes < mib         ? fmt::format("{}KiB", bytes / kib)
           : bytes < kib * mib ? fmt::format("{}MiB", bytes / mib)
                               : fmt::format("{}GiB", bytes / mib / kib);
}

void check_room(const BenchPlace& place, std::size_t bytes) {
    if (place.is_cpu && bytes > most_of_cpu) {
        throw Skip{fmt::format("a copy of {} is left out on a CPU, whose copies are memcpy", bytes_for_people(bytes))};
    }
    if (place.memory_bytes != 0 && bytes > place.memory_bytes / 4) {
        throw Skip{fmt::format("{} are more than a quarter of the device's {}", bytes_for_people(bytes),
                               bytes_for_people(place.memory_bytes))};
    }
}

// The memory of one copy, and both ways to make it. Only the first and the last word are looked at.
class Copy {
  public:
    Copy(const BenchPlace& place, Direction direction, std::size_t bytes)
        : route_(place.route),
          stream_(place.stream),
          direction_(direction),
          bytes_(bytes),
          device_(place.route.bytes(bytes)) {
        if (direction == Direction::on_device) {
            other_ = place.route.bytes(bytes);
        } else {
            other_ = place.route.bytes(bytes, Memory::pinned);
            host_ = static_cast<unsigned char*>(other_.host());
        }
        info_.struct_size = sizeof info_;
        info_.width = bytes;
        info_.height = 1;
        quovis_buffer* const device = device_.get();
        switch (direction) {
            case Direction::to_device:
                info_.destination = device;
                info_.source_host = host_;
                break;
            case Direction::from_device:
                info_.destination_host = host_;
                info_.source = device;
                break;
            case Direction::on_device:
                info_.destination = device;
                info_.source = other_.get();
                break;
        }
        write(from_host(), source(), 0x5a5a5a5a);
    }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

    void quovis() const {
        switch (direction_) {
            case Direction::to_device:
                device_.write(host_, bytes_, 0, stream_);
                break;
            case Direction::from_device:
                device_.read(host_, bytes_, 0, stream_);
                break;
            case Direction::on_device:
                device_.copy_from(other_, bytes_, 0, 0, stream_);
                break;
        }
        stream_.synchronize();
    }

    quovis_loop_info loop() const {
        quovis_loop_info loop{};
        loop.kind = QUOVIS_LOOP_COPY;
        loop.stream = stream_.get();
        loop.copy = &info_;
        return loop;
    }

    void reset() const { write(to_host(), device_, 0); }
    bool check() const {
        for (const std::size_t word : {std::size_t{0}, bytes_ / sizeof(std::uint32_t) - 1}) {
            std::uint32_t value = 0;
            if (to_host()) {
                std::memcpy(&value, host_ + word * sizeof value, sizeof value);
            } else {
                device_.read(&value, 1, word);
            }
            if (value != 0x5a5a5a5a) {
                return false;
            }
        }
        return true;
    }

  private:
    bool from_host() const { return direction_ == Direction::to_device; }
    bool to_host() const { return direction_ == Direction::from_device; }
    const Buffer& source() const { return direction_ == Direction::on_device ? other_ : device_; }

    // Sets the first and the last word, of the host's memory or of a buffer.
    void write(bool host, const Buffer& buffer, std::uint32_t value) const {
        for (const std::size_t word : {std::size_t{0}, bytes_ / sizeof value - 1}) {
            if (host) {
                std::memcpy(host_ + word * sizeof value, &value, sizeof value);
            } else {
                buffer.write(&value, 1, word);
            }
        }
    }

    Route route_;
    Stream stream_;
    Direction direction_;
    std::size_t bytes_;
    Buffer device_;
    Buffer other_;                   // pinned memory, or the source on the device
    unsigned char* host_ = nullptr;  // of the pinned memory
    quovis_copy_info info_{};
};

Pair copy_pair(BenchPlace& place, Direction direction, std::size_t bytes) {
    check_room(place, bytes);
    const auto copy = std::make_shared<const Copy>(place, direction, bytes);
    Pair pair;
    pair.vendor = vendor_timing(place.route, copy->loop());
    pair.quovis = [copy](std::uint64_t turns) { return time_turns(turns, [&] { copy->quovis(); }); };
    pair.reset = [copy] { copy->reset(); };
    pair.check = [copy] { return copy->check(); };
    return pair;
}

// Allocates and frees; `kind` is the vendor's way to do it.
template <class Allocate>
Pair allocation_pair(BenchPlace& place, quovis_loop_kind kind, Allocate allocate) {
    quovis_loop_info loop{};
    loop.kind = kind;
    loop.stream = place.stream.get();
    loop.size = allocated;
    if (!has_vendor_loop(place.route, loop)) {
        throw Skip{"this vendor has no such allocation to compare with"};
    }
    Pair pair;
    pair.vendor = [timing = vendor_timing(place.route, loop), stream = place.stream](std::uint64_t turns) {
        return timing(turns);
    };
    pair.quovis = [allocate](std::uint64_t turns) {
        return time_turns(turns, [&] { const Buffer made = allocate(); });
    };
    pair.wait = [stream = place.stream] { stream.synchronize(); };
    return pair;
}

Pair plain(BenchPlace& place) {
    return allocation_pair(place, QUOVIS_LOOP_ALLOCATE, [route = place.route] { return route.bytes(allocated); });
}

Pair in_order(BenchPlace& place) {
    return allocation_pair(place, QUOVIS_LOOP_ALLOCATE_IN_ORDER,
                           [stream = place.stream] { return stream.buffer<std::byte>(allocated); });
}

Pair from_pool(BenchPlace& place, quovis_loop_kind kind) {
    return allocation_pair(place, kind, [pool = place.route.pool(), stream = place.stream] {
        return pool.buffer<std::byte>(stream, allocated);
    });
}

}  // namespace

void add_memory_cases(std::vector<Case>& cases, const BenchChoice& choice) {
    const std::pair<const char*, Direction> directions[] = {{"to-device", Direction::to_device},
                                                            {"from-device", Direction::from_device},
                                                            {"on-device", Direction::on_device}};
    for (const auto& [word, direction] : directions) {
        for (const std::size_t bytes : sizes) {
            if (!choice.quick || bytes <= most_of_quick) {
                cases.push_back(
                    {fmt::format("copy/{}/{}", word, size_word(bytes)),
                     [direction = direction, bytes](BenchPlace& place) { return copy_pair(place, direction, bytes); }});
            }
        }
    }
    cases.push_back({"allocate/plain", plain});
    cases.push_back({"allocate/in-order", in_order});
    cases.push_back(
        {"allocate/pool-to-plain", [](BenchPlace& place) { return from_pool(place, QUOVIS_LOOP_ALLOCATE); }});
    cases.push_back({"allocate/pool-to-in-order",
                     [](BenchPlace& place) { return from_pool(place, QUOVIS_LOOP_ALLOCATE_IN_ORDER); }});
}

}  // namespace quovis::cli

// Numbers of names, in one flat table: most tokens of a program are looked up in one or two of these.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace quovis::opencl_c {

// What `size` bytes (at most 8, a constant) say as a number.
template <std::size_t size>
std::uint64_t number_at(const char* bytes) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes, size);
    return number;
}

// Never 0. Reads a short name by two pieces that may overlap: a copy of so-and-so many bytes is slow.
inline std::uint32_t hash_of_name(std::string_view name) {
    const char* at = name.data();
    const char* const end = at + name.size();
    std::uint64_t hash = name.size() * 0x9e3779b97f4a7c15U;
    std::uint64_t rest = 0;
    if (name.size() >= 8) {
        for (; end - at > 8; at += 8) {
            hash = (hash ^ number_at<8>(at)) * 0xff51afd7ed558ccdU;
            hash ^= hash >> 32U;
        }
        rest = number_at<8>(end - 8);
    } else if (name.size() >= 4) {
        rest = number_at<4>(at) | number_at<4>(end - 4) << 32U;
    } else if (!name.empty()) {
        rest = number_at<1>(at) | number_at<1>(at + name.size() / 2) << 8U | number_at<1>(end - 1) << 16U;
    }
    hash = (hash ^ rest) * 0xc4ceb9fe1a85ec53U;
    return static_cast<std::uint32_t>(hash >> 32U) | 1U;
}

inline bool is_same_name(std::string_view one, std::string_view other) {
    if (one.size() != other.size()) {
        return false;
    }
    const char* a = one.data();
    const char* b = other.data();
    const std::size_t size = one.size();
    if (size >= 8) {
        for (std::size_t at = 0; at + 8 < size; at += 8) {
            if (number_at<8>(a + at) != number_at<8>(b + at)) {
                return false;
            }
        }
        return number_at<8>(a + size - 8) == number_at<8>(b + size - 8);
    }
    if (size >= 4) {
        return number_at<4>(a) == number_at<4>(b) && number_at<4>(a + size - 4) == number_at<4>(b + size - 4);
    }
    return size == 0 || (a[0] == b[0] && a[size / 2] == b[size / 2] && a[size - 1] == b[size - 1]);
}

// The names must live as long as the index.
class NameIndex {
  public:
    explicit NameIndex(std::size_t names = 32) {
        std::size_t size = 64;
        while (size < 2 * names) {
            size *= 2;
        }
        resize(size);
    }

    // The number of a name: 0 where it has none.
    std::uint32_t find(std::string_view name) const { return find(name, hash_of_name(name)); }
    std::uint32_t find(std::string_view name, std::uint32_t hash) const { return slots_[at(name, hash)].number; }

    // To read and to set it. Good until the next call.
    std::uint32_t& operator[](std::string_view name) { return number(name, hash_of_name(name)); }
    std::uint32_t& number(std::string_view name, std::uint32_t hash) {
        const std::size_t here = at(name, hash);
        return slots_[here].hash != 0 ? slots_[here].number : add(here, name, hash);
    }

  private:
    struct Slot {
        std::uint32_t hash = 0;  // 0: free
        std::uint32_t number = 0;
        std::string_view name;
    };

    std::size_t at(std::string_view name, std::uint32_t hash) const {
        std::size_t here = hash >> shift_;  // the first bits are the best mixed
        while (slots_[here].hash != 0 && (slots_[here].hash != hash || !is_same_name(slots_[here].name, name))) {
            here = (here + 1) & mask_;
        }
        return here;
    }

    [[gnu::noinline]] std::uint32_t& add(std::size_t here, std::string_view name, std::uint32_t hash) {
        if (++used_ * 2 > slots_.size()) {
            grow();
            here = at(name, hash);
        }
        slots_[here] = {hash, 0, name};
        return slots_[here].number;
    }

    // A power of two.
    void resize(std::size_t size) {
        slots_.assign(size, {});
        mask_ = size - 1;
        shift_ = 32U - static_cast<unsigned>(std::countr_zero(size));
    }

    void grow() {
        const std::vector<Slot> old = std::move(slots_);
        resize(old.size() * 2);
        for (const Slot& slot : old) {
            if (slot.hash != 0) {
                slots_[at(slot.name, slot.hash)] = slot;
            }
        }
    }

    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    unsigned shift_ = 0;
    std::size_t used_ = 0;
};

}  // namespace quovis::opencl_c

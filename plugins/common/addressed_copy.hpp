// Copies and fills of runtimes whose buffers have addresses, checked and taken apart before the vendor is called.
#pragma once

#include <quovis/plugin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace quovis::plugins {

// The memory of a buffer.
struct Extent {
    std::uintptr_t address = 0;
    std::size_t size = 0;  // bytes
};

struct CopySide {
    std::uintptr_t address = 0;  // of the first row; a host address as well, since addresses are unified
    std::size_t pitch = 0;

    std::uintptr_t row(std::size_t index) const { return address + index * pitch; }
};

struct CopyPlan {
    CopySide to;
    CopySide from;
    std::size_t width = 0;
    std::size_t height = 0;  // 1 also for rows that lie one behind the other on both sides; 0: there is nothing to copy
};

// Null stands for host memory. Throws PluginError (INVALID_ARGUMENT) for what does not fit.
CopyPlan plan_copy(const quovis_rt_copy& request, const Extent* destination, const Extent* source);

// Throws PluginError (INVALID_ARGUMENT) for what does not fit.
void check_fill(const Extent& buffer, std::size_t offset, std::size_t size, std::size_t pattern_size);

// The shortest piece that the pattern repeats.
std::size_t shortest_period(const void* pattern, std::size_t size);

template <class Word>
Word word_at(const void* bytes) {
    Word word;
    std::memcpy(&word, bytes, sizeof(word));
    return word;
}

// Patterns of 8 and 16 bytes, which neither CUDA nor HIP has a fill for: the first repetition by words of 4 bytes, then
// copies of what is there onto what comes next, twice as much each time. `set(address, word)` fills one word,
// `copy(to, from, size)` copies.
template <class Set, class Copy>
void fill_by_doubling(std::uintptr_t address, std::size_t size, const void* pattern, std::size_t period, Set&& set,
                      Copy&& copy) {
    for (std::size_t at = 0; at < period; at += sizeof(std::uint32_t)) {
        set(address + at, word_at<std::uint32_t>(static_cast<const char*>(pattern) + at));
    }
    for (std::size_t filled = period; filled < size;) {
        const std::size_t more = filled < size - filled ? filled : size - filled;
        copy(address + filled, address, more);
        filled += more;
    }
}

}  // namespace quovis::plugins

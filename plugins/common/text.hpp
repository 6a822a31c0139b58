// Crossing the ABI with plain C structs: texts to and from std::string_view, and structs of either side's size.
// Rule 1 is kept here, so that the plugins work with complete structs only.
#pragma once

#include <quovis/plugin.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace quovis::plugins {

inline std::string_view view(const quovis_plugin_text& text) {
    return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.size);
}

inline std::string string(const quovis_plugin_text& text) {
    return std::string(view(text));
}

// Points into `from`, which must outlive the result.
inline quovis_plugin_text text(std::string_view from) {
    return {from.data(), from.size()};
}

// A struct of the host's as this plugin knows it: members that the host does not know are zero.
template <class Struct>
Struct received(const Struct* given) {
    static_assert(std::is_trivially_copyable_v<Struct>);
    Struct copy{};
    if (given != nullptr) {
        std::memcpy(&copy, given, std::min(given->struct_size, sizeof(Struct)));
    }
    return copy;
}

// The same without a copy where the host's struct has all members: for calls that must stay cheap.
template <class Struct>
class Received {
  public:
    explicit Received(const Struct* given) {
        if (given->struct_size >= sizeof(Struct)) {
            known_ = given;
        } else {
            known_ = &copy_.emplace(received(given));
        }
    }
    Received(const Received&) = delete;
    Received& operator=(const Received&) = delete;

    const Struct& operator*() const { return *known_; }
    const Struct* operator->() const { return known_; }

  private:
    const Struct* known_;
    std::optional<Struct> copy_;
};

// The elements of a host's array, which all have the struct_size of the first.
template <class Struct>
std::vector<Struct> received(const Struct* first, std::size_t count) {
    std::vector<Struct> copies;
    if (first == nullptr) {
        return copies;
    }
    copies.reserve(count);
    const std::size_t step = first->struct_size;
    for (std::size_t index = 0; index < count; ++index) {
        Struct copy{};
        std::memcpy(&copy, reinterpret_cast<const char*>(first) + index * step, std::min(step, sizeof(Struct)));
        copies.push_back(copy);
    }
    return copies;
}

// Fills a struct of the host's as far as the host knows it; its struct_size stays the host's.
template <class Struct>
void give(Struct* target, const Struct& filled) {
    static_assert(std::is_trivially_copyable_v<Struct>);
    const std::size_t size = std::min(target->struct_size, sizeof(Struct));
    if (size > sizeof(std::size_t)) {
        std::memcpy(reinterpret_cast<char*>(target) + sizeof(std::size_t),
                    reinterpret_cast<const char*>(&filled) + sizeof(std::size_t), size - sizeof(std::size_t));
    }
}

// A zeroed struct that knows its size.
template <class Struct>
Struct sized() {
    Struct zeroed{};
    zeroed.struct_size = sizeof(Struct);
    return zeroed;
}

}  // namespace quovis::plugins

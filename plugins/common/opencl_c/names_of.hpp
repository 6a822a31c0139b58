// The identifiers in a text of C++.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace quovis::opencl_c {

// Of each byte, whether it may stand in a name.
inline constexpr std::array<bool, 256> name_bytes = [] {
    std::array<bool, 256> bytes{};
    for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")) {
        bytes[static_cast<unsigned char>(c)] = true;
    }
    return bytes;
}();

inline bool is_in_name(char c) {
    return name_bytes[static_cast<unsigned char>(c)];
}

// Calls `take` with each identifier. Comments and literals are not looked at more closely.
template <class Take>
void for_each_name(std::string_view text, Take&& take) {
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at != end;) {
        const char* const begin = at;
        while (at != end && is_in_name(*at)) {
            ++at;
        }
        if (at == begin) {
            ++at;
        } else if (*begin > '9') {  // no number
            take(std::string_view(begin, static_cast<std::size_t>(at - begin)));
        }
    }
}

}  // namespace quovis::opencl_c

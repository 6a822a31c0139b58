// The number types of the command line: how a value is read, checked, and printed so that it reads back exactly.
#include "tools/quovis/scalar.hpp"

#include "tools/quovis/failure.hpp"
#include "tools/quovis/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace quovis::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "files and devices are little-endian");

constexpr ScalarType types[] = {
    {Scalar::i8, "i8", 1, "|i1"},   {Scalar::u8, "u8", 1, "|u1"},   {Scalar::i16, "i16", 2, "<i2"},
    {Scalar::u16, "u16", 2, "<u2"}, {Scalar::i32, "i32", 4, "<i4"}, {Scalar::u32, "u32", 4, "<u4"},
    {Scalar::i64, "i64", 8, "<i8"}, {Scalar::u64, "u64", 8, "<u8"}, {Scalar::f16, "f16", 2, "<f2"},
    {Scalar::f32, "f32", 4, "<f4"}, {Scalar::f64, "f64", 8, "<f8"},
};

// Half precision has no type of C++20's; this one stands for it.
struct Half {
    std::uint16_t bits;
};

// Calls `work` with a value of the C++ type that stands for `id`.
template <typename Work>
auto with_type(Scalar id, Work work) {
    switch (id) {
        case Scalar::i8:
            return work(std::int8_t{});
        case Scalar::u8:
            return work(std::uint8_t{});
        case Scalar::i16:
            return work(std::int16_t{});
        case Scalar::u16:
            return work(std::uint16_t{});
        case Scalar::i32:
            return work(std::int32_t{});
        case Scalar::u32:
            return work(std::uint32_t{});
        case Scalar::i64:
            return work(std::int64_t{});
        case Scalar::u64:
            return work(std::uint64_t{});
        case Scalar::f16:
            return work(Half{});
        case Scalar::f32:
            return work(float{});
        case Scalar::f64:
            break;
    }
    return work(double{});
}

template <typename T>
T load(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

Failure bad_value(const ScalarType& type, std::string_view text, const std::string& why) {
    return usage_failure(fmt::format("'{}' is not a value of type {}: {}", text, type.name, why));
}

template <typename T>
T parse_integer(const ScalarType& type, std::string_view text) {
    std::string_view digits = text;
    const bool negative = !digits.empty() && digits.front() == '-';
    digits.remove_prefix(negative ? 1 : 0);
    const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    digits.remove_prefix(hexadecimal ? 2 : 0);

    std::uint64_t magnitude = 0;
    const char* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, magnitude, hexadecimal ? 16 : 10);
    if (error == std::errc::invalid_argument || end != last) {
        throw bad_value(type, text, "it must be a whole number");
    }
    const auto highest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    const std::uint64_t limit = !negative ? highest : std::is_signed_v<T> ? highest + 1 : 0;
    if (error == std::errc::result_out_of_range || magnitude > limit) {
        throw bad_value(
            type, text,
            fmt::format("the range is {} to {}", std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    }
    return static_cast<T>(negative ? 0 - magnitude : magnitude);
}

template <typename T>
T parse_floating(const ScalarType& type, std::string_view text) {
    T value{};
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error == std::errc::invalid_argument || end != last) {
        throw bad_value(type, text, "it must be a number, inf or nan");
    }
    if (error == std::errc::result_out_of_range) {
        throw bad_value(type, text, "it is too large or too near to zero");
    }
    return value;
}

template <typename T>
std::string shortest(T value) {
    std::array<char, 64> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::string(text.data(), end) : std::string("?");
}

// Whole numbers as they are. Of the others, five digits tell any two apart, and most need fewer.
std::string shortest_half(std::uint16_t bits) {
    const double value = double_from_half(bits);
    if (!std::isfinite(value) || value == std::trunc(value)) {
        return shortest(value);
    }
    std::array<char, 64> text{};
    for (int digits = 1; digits < 5; ++digits) {
        const auto end =
            std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits).ptr;
        double back = 0;
        std::from_chars(text.data(), end, back);
        if (half_from_double(back) == bits) {
            return shortest(back);
        }
    }
    return fmt::format("{:.5g}", value);
}

}  // namespace

const ScalarType& scalar_type(std::string_view name) {
    std::vector<std::string> names;
    for (const ScalarType& type : types) {
        if (name == type.name) {
            return type;
        }
        names.emplace_back(type.name);
    }
    throw usage_failure(fmt::format("'{}' is not a type; the types are {}", name, join(names)));
}

ScalarBytes parse_scalar(const ScalarType& type, std::string_view text) {
    ScalarBytes bytes{};
    with_type(type.id, [&](auto kind) {
        using T = decltype(kind);
        T value{};
        if constexpr (std::is_same_v<T, Half>) {
            const auto exact = parse_floating<double>(type, text);
            value.bits = half_from_double(exact);
            if (std::isfinite(exact) && !std::isfinite(double_from_half(value.bits))) {
                throw bad_value(type, text, "the largest is 65504");
            }
        } else if constexpr (std::is_floating_point_v<T>) {
            value = parse_floating<T>(type, text);
        } else {
            value = parse_integer<T>(type, text);
        }
        std::memcpy(bytes.data(), &value, sizeof value);
    });
    return bytes;
}

std::string format_scalar(const ScalarType& type, const std::byte* value) {
    return with_type(type.id, [&](auto kind) {
        using T = decltype(kind);
        if constexpr (std::is_same_v<T, Half>) {
            return shortest_half(load<Half>(value).bits);
        } else if constexpr (std::is_floating_point_v<T>) {
            return shortest(load<T>(value));
        } else {
            return fmt::format("{}", load<T>(value));
        }
    });
}

nlohmann::ordered_json scalar_to_json(const ScalarType& type, const std::byte* value) {
    return with_type(type.id, [&](auto kind) -> nlohmann::ordered_json {
        using T = decltype(kind);
        if constexpr (std::is_integral_v<T>) {
            return load<T>(value);
        } else {
            double number = 0;
            if constexpr (std::is_same_v<T, Half>) {
                number = double_from_half(load<Half>(value).bits);
            } else {
                number = load<T>(value);
            }
            if (!std::isfinite(number)) {
                return format_scalar(type, value);
            }
            return number;
        }
    });
}

void make_iota(const ScalarType& type, std::uint64_t first, std::size_t count, std::byte* out) {
    with_type(type.id, [&](auto kind) {
        using T = decltype(kind);
        for (std::size_t i = 0; i < count; ++i, out += sizeof(T)) {
            T value{};
            if constexpr (std::is_same_v<T, Half>) {
                value.bits = half_from_double(static_cast<double>(first + i));
            } else {
                value = static_cast<T>(first + i);
            }
            std::memcpy(out, &value, sizeof value);
        }
    });
}

std::uint16_t half_from_double(double value) {
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const double magnitude = std::fabs(value);
    if (std::isnan(value)) {
        return static_cast<std::uint16_t>(sign | 0x7e00);
    }
    if (magnitude >= 65520) {
        return static_cast<std::uint16_t>(sign | 0x7c00);
    }
    if (magnitude == 0) {
        return sign;
    }
    // Numbers below 2^-14 are spaced like those of the lowest exponent.
    const int exponent = std::max(std::ilogb(magnitude), -14);
    const auto steps = static_cast<int>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
    // `steps` holds the hidden bit, 1024, for normal numbers; a carry into the next exponent comes out right.
    return static_cast<std::uint16_t>(sign | (((exponent + 14) << 10) + steps));
}

double double_from_half(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 0x1f;
    const int fraction = bits & 0x3ff;
    double magnitude = 0;
    if (exponent == 0x1f) {
        magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    } else if (exponent == 0) {
        magnitude = std::ldexp(fraction, -24);
    } else {
        magnitude = std::ldexp(fraction + 1024, exponent - 25);
    }
    return std::copysign(magnitude, (bits & 0x8000) != 0 ? -1.0 : 1.0);
}

}  // namespace quovis::cli

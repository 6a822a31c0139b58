// Rows on conversions: convert_ of each pair of types with rounding and saturation, as_, halfs in memory.
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "tests/integration/opencl_c_features.hpp"

namespace opencl_c_test {
namespace {

enum class Rounding { none, nearest, zero, up, down };
const std::array<std::string, 5> suffixes{"", "_rte", "_rtz", "_rtp", "_rtn"};

template <typename T>
const char* type_name() {
    if constexpr (std::is_same_v<T, float>) {
        return "float";
    } else if constexpr (std::is_same_v<T, double>) {
        return "double";
    } else {
        constexpr const char* names[] = {"char", "short", "int", "long", "uchar", "ushort", "uint", "ulong"};
        constexpr int log_size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
        return names[log_size + (std::is_signed_v<T> ? 0 : 4)];
    }
}

// A step towards zero, up or down where rounding to nearest went the other way. long double holds all sources.
template <typename To>
To rounded_to_float(long double value, Rounding rounding) {
    const To nearest = static_cast<To>(value);
    const long double error = static_cast<long double>(nearest) - value;
    const bool up = rounding == Rounding::up || (rounding == Rounding::zero && value < 0);
    const bool down = rounding == Rounding::down || (rounding == Rounding::zero && value > 0);
    if (up && error < 0) {
        return std::nextafter(nearest, std::numeric_limits<To>::infinity());
    }
    return down && error > 0 ? std::nextafter(nearest, -std::numeric_limits<To>::infinity()) : nearest;
}

long double rounded_to_integer(long double value, Rounding rounding) {
    switch (rounding) {
        case Rounding::nearest:
            return std::nearbyint(value);
        case Rounding::up:
            return std::ceil(value);
        case Rounding::down:
            return std::floor(value);
        default:
            return std::trunc(value);
    }
}

template <typename To, typename From>
To converted(From value, Rounding rounding) {
    if constexpr (std::is_floating_point_v<To>) {
        return rounded_to_float<To>(static_cast<long double>(value), rounding);
    } else {
        if (value != value) {
            return 0;
        }
        const long double whole = rounded_to_integer(static_cast<long double>(value), rounding);
        const auto low = static_cast<long double>(std::numeric_limits<To>::min());
        const auto high = static_cast<long double>(std::numeric_limits<To>::max());
        return whole <= low    ? std::numeric_limits<To>::min()
               : whole >= high ? std::numeric_limits<To>::max()
                               : static_cast<To>(whole);
    }
}

// Values at the edges of all types; those that fit into any type.
template <typename From>
std::vector<From> edges() {
    if constexpr (std::is_floating_point_v<From>) {
        return {0,           From(-0.5),     From(0.5),        From(1.5),
                From(2.5),   From(-2.5),     From(-127.75),    From(128.25),
                From(255.5), From(256),      From(-32769),     From(65536),
                From(3e9),   From(-3e9),     From(1e19),       From(-1e19),
                From(1e30),  From(-1e30),    From(16777217.0), From(-0.75),
                From(NAN),   From(INFINITY), From(-INFINITY),  From(0.1)};
    } else {
        using Limits = std::numeric_limits<From>;
        std::vector<From> values{
            0, 1, 2, 100, 127, From(128), From(255), Limits::max(), Limits::min(), Limits::max() - 1};
        for (int bit = 8; bit < 8 * int(sizeof(From)); bit += 8) {
            values.push_back(From(From(1) << (bit - 1)));
            values.push_back(From((From(1) << bit) + 1));
            values.push_back(From(-(From(1) << bit) + 3));
        }
        values.resize((values.size() + 3) / 4 * 4, From(5));
        return values;
    }
}

template <typename From>
std::vector<From> within() {
    if constexpr (std::is_floating_point_v<From>) {
        return {0, From(0.5), From(1.5), From(2.5), From(99.25), From(126.5), From(3), From(64.75)};
    } else {
        return {0, 1, 2, 64, 99, 126, 127, 33};
    }
}

// Adds the lines that convert to one type, and the buffer for the results.
template <typename To, typename From>
void add_conversions(std::string& parameters, std::string& lines, std::vector<std::function<void(Case&)>>& buffers) {
    const std::string to = type_name<To>();
    parameters += ", global " + to + "* to_" + to;
    std::vector<To> expected;
    std::size_t place = 0;
    const auto add = [&](const std::string& function, const std::string& in, const std::vector<From>& values,
                         Rounding rounding) {
        for (std::size_t at = 0; at < values.size(); at += 4) {
            lines += "    vstore4(" + function + "(vload4(" + std::to_string(at / 4) + ", " + in + ")), " +
                     std::to_string(place++) + ", to_" + to + ");\n";
        }
        for (const From value : values) {
            expected.push_back(converted<To>(value, rounding));
        }
    };
    constexpr bool is_to_float = std::is_floating_point_v<To>;
    for (std::size_t i = 0; i < suffixes.size(); ++i) {
        const auto rounding = static_cast<Rounding>(i);
        const Rounding used = is_to_float && i == 0 ? Rounding::nearest : rounding;
        if constexpr (is_to_float) {
            add("convert_" + to + "4" + suffixes[i], "edges", edges<From>(), used);
        } else {
            add("convert_" + to + "4" + suffixes[i], "within", within<From>(), used);
            add("convert_" + to + "4_sat" + suffixes[i], "edges", edges<From>(), used);
        }
    }
    buffers.push_back([expected](Case& made_case) { made_case.out(expected); });
}

template <typename From, typename... To>
Case conversions_from() {
    std::string parameters =
        std::string("global const ") + type_name<From>() + "* within, global const " + type_name<From>() + "* edges";
    std::string lines;
    std::vector<std::function<void(Case&)>> buffers;
    (add_conversions<To, From>(parameters, lines, buffers), ...);
    Case made_case =
        row(std::string("convert_from_") + type_name<From>(), "kernel void k(" + parameters + ") {\n" + lines + "}\n");
    made_case.in(within<From>()).in(edges<From>());
    if (std::is_floating_point_v<From>) {
        made_case.unless(nvidia_differs("does not make 0 of NaN in each conversion with _sat"));
    }
    for (const auto& add : buffers) {
        add(made_case);
    }
    return made_case;
}

template <typename From>
Case conversions() {
    return conversions_from<From, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                            std::int64_t, std::uint64_t, float, double>();
}

Case conversions_of_widths() {
    return row("convert_widths", R"(
kernel void k(global const float* in, global int* out) {
    out[0] = convert_int(in[0]) + convert_uchar_sat(in[3]) + (int)in[1];
    vstore2(convert_int2_rtp(vload2(0, in)), 0, out + 1);
    vstore3(convert_int3_rtn(vload3(0, in)), 0, out + 3);
    vstore8(convert_int8_rte(vload8(0, in)), 0, out + 6);
    vstore16(convert_int16_sat_rtz(vload16(0, in)), 0, out + 14);
    const int4 same = convert_int4((int4)(1, 2, 3, 4));
    out[30] = same.w + convert_int3(convert_char3_sat((int3)(1000, -1000, 7))).y;
    out[31] = (uchar)300 + (char)200 + (short)70000 + (int)-1.75f;
})")
        .in(made(16, [](int i) { return float(i) * 1.5F - 4; }))
        .out(std::vector<int>{
            -4 + 0 - 2, -4, -2, -4, -3, -1, -4, -2, -1, 0,  2,  4,  5,  6,  -4,      -2,
            -1,         0,  2,  3,  5,  6,  8,  9,  11, 12, 14, 15, 17, 18, 4 - 128, 44 - 56 + 4464 - 1});
}

Case reinterpretations() {
    return row("as_type", R"(
kernel void k(global const float4* f, global const ulong2* l, global uint* out) {
    const float4 v = f[0];
    const ulong2 w = l[0];
    out[0] = as_uint(v.x);
    vstore4(as_uint4(v), 0, out + 1);
    vstore2(as_uint2(w.x), 0, out + 5);
    vstore4(as_uint4(w), 0, out + 7);
    out[11] = as_uint(as_uchar4(0x01020304u).wzyx);
    out[12] = as_uint(as_short2(v.y));
    vstore3(as_uint3(v.xyz), 0, out + 13);
    out[16] = as_float(out[0] + 0x800000) == 2 * v.x;
    out[17] = as_ulong(as_double(w.y)) == w.y;
    out[18] = as_uint(as_float(0x7FC00001u));
    vstore4(as_uint4(as_uchar16(v).s32107654ba98fedc), 0, out + 19);
    out[23] = as_char((uchar)255);
})")
        .in(std::vector<float>{1, -2, 0.5F, 1e10F})
        .in(std::vector<std::uint64_t>{0x0123456789ABCDEF, 0x3FF0000000000000})
        .out(std::vector<std::uint32_t>{0x3F800000, 0x3F800000, 0xC0000000, 0x3F000000, 0x501502F9, 0x89ABCDEF,
                                        0x01234567, 0x89ABCDEF, 0x01234567, 0,          0x3FF00000, 0x04030201,
                                        0xC0000000, 0x3F800000, 0xC0000000, 0x3F000000, 1,          1,
                                        0x7FC00001, 0x0000803F, 0x000000C0, 0x0000003F, 0xF9021550, 0xFFFFFFFF});
}

// A number as a half: 10 bits of fraction, exponents from -14 to 15, smaller ones without the leading bit.
std::uint16_t half_of(double value, Rounding rounding) {
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value)) {
        return sign | 0x7E00;
    }
    const double magnitude = std::fabs(value);
    const bool outwards = sign != 0 ? rounding == Rounding::down : rounding == Rounding::up;
    if (std::isinf(value)) {
        return sign | 0x7C00;
    }
    int exponent = magnitude == 0 ? -14 : std::max(std::ilogb(magnitude), -14);
    const double scaled = std::ldexp(magnitude, 10 - exponent);
    double fraction = rounding == Rounding::nearest ? std::nearbyint(scaled)
                      : outwards                    ? std::ceil(scaled)
                                                    : std::floor(scaled);
    if (fraction >= 2048) {
        fraction /= 2;
        ++exponent;
    }
    if (exponent > 15) {
        return sign | (rounding == Rounding::nearest || outwards ? 0x7C00 : 0x7BFF);
    }
    // The leading bit, where there is one, adds one to the exponent's field.
    return static_cast<std::uint16_t>(sign + (exponent + 14) * 1024 + static_cast<int>(fraction));
}

double of_half(std::uint16_t half) {
    const int exponent = half >> 10 & 31;
    const double fraction = half & 0x3FF;
    const double magnitude = exponent == 0    ? std::ldexp(fraction, -24)
                             : exponent == 31 ? (fraction == 0 ? INFINITY : NAN)
                                              : std::ldexp(fraction + 1024, exponent - 25);
    return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

Case half_loads() {
    std::vector<std::uint16_t> in{0, 0x8000, 0x3C00, 0xBC00, 0x0001, 0x83FF, 0x0400, 0x7BFF, 0xFC00, 0x7C00, 0x3555};
    for (int i = 0; in.size() < 48; ++i) {
        in.push_back(static_cast<std::uint16_t>(0x1234 + i * 0x333));
    }
    std::string text =
        "kernel void k(global const half* in, constant half* fixed, global float* out) {\n"
        "    out[0] = vload_half(4, in) + vload_half(2, fixed);\n";
    std::vector<float> expected{float(of_half(in[4]) + of_half(in[2]))};
    std::size_t place = 1;
    for (const std::size_t width : {2u, 3u, 4u, 8u, 16u}) {
        const std::string n = std::to_string(width);
        const std::size_t step = width == 3 ? 4 : width;
        text += "    vstore" + n + "(vload_half" + n + "(1, in + 1), 0, out + " + std::to_string(place) + ");\n" +
                "    vstore" + n + "(vloada_half" + n + "(1, in), 0, out + " + std::to_string(place + width) + ");\n";
        for (std::size_t i = 0; i < width; ++i) {
            expected.push_back(float(of_half(in[1 + width + i])));
        }
        for (std::size_t i = 0; i < width; ++i) {
            expected.push_back(float(of_half(in[step + i])));
        }
        place += 2 * width;
    }
    return row("half_loads", text + "}\n").in(in).in(in).out(expected);
}

template <typename T>
Case half_stores() {
    const std::string type = type_name<T>();
    const std::vector<T> in{T(1),    T(-1.0003), T(65504),    T(65519), T(65520),  T(1e6),
                            T(1e-7), T(-3e-8),   T(6e-5),     T(0.1),   T(-0.1),   T(2049),
                            T(2051), T(-4098),   T(INFINITY), T(0),     T(1.0005), T(3.1415)};
    std::string text = "kernel void k(global const " + type + "* in, global half* out) {\n    int i = 0;\n";
    std::vector<std::uint16_t> expected;
    std::string lines;
    for (std::size_t mode = 0; mode < suffixes.size(); ++mode) {
        lines += "    for (i = 0; i < 18; ++i) vstore_half" + suffixes[mode] + "(in[i], i, out + " +
                 std::to_string(expected.size()) + ");\n";
        for (const T value : in) {
            expected.push_back(half_of(double(value), mode == 0 ? Rounding::nearest : static_cast<Rounding>(mode)));
        }
    }
    for (const std::size_t width : {2u, 3u, 4u, 8u, 16u}) {
        const std::string n = std::to_string(width);
        const std::string suffix = suffixes[1 + width % 4];
        const auto rounding = static_cast<Rounding>(1 + width % 4);
        lines += "    vstore_half" + n + suffix + "(vload" + n + "(0, in), 0, out + " +
                 std::to_string(expected.size()) + ");\n";
        for (std::size_t i = 0; i < width; ++i) {
            expected.push_back(half_of(double(in[i]), rounding));
        }
        // Aligned as the vector; three take the room of four.
        expected.resize((expected.size() + 15) / 16 * 16, 0xA5A5);
        lines += "    vstorea_half" + n + suffix + "(vload" + n + "(0, in + 2), 0, out + " +
                 std::to_string(expected.size()) + ");\n";
        for (std::size_t i = 0; i < width; ++i) {
            expected.push_back(half_of(double(in[2 + i]), rounding));
        }
        // What a store of three makes of the fourth is nobody's business: it is stored again.
        if (width == 3) {
            lines += "    vstore_half(0.0f, " + std::to_string(expected.size()) + ", out);\n";
            expected.push_back(0);
        }
    }
    return row("half_stores_of_" + type, text + lines + "}\n").in(in).out(expected);
}

}  // namespace

std::vector<Case> features_of_conversions() {
    return {conversions<std::int8_t>(),
            conversions<std::uint8_t>(),
            conversions<std::int16_t>(),
            conversions<std::uint16_t>(),
            conversions<std::int32_t>(),
            conversions<std::uint32_t>(),
            conversions<std::int64_t>(),
            conversions<std::uint64_t>(),
            conversions<float>(),
            conversions<double>(),
            conversions_of_widths(),
            reinterpretations(),
            half_loads(),
            half_stores<float>(),
            half_stores<double>()};
}

}  // namespace opencl_c_test

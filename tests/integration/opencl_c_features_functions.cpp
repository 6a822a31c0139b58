// Rows on the built-in functions but math: common, integer, geometric, relational, select, shuffle.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "tests/integration/opencl_c_features.hpp"

namespace opencl_c_test {
namespace {

// The integer functions of one type, each on 16 triples as a vector of 4, and once as a scalar.
template <typename T>
Case integer_functions(const std::string& type) {
    __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    using Unsigned = std::make_unsigned_t<T>;
    constexpr int bits = 8 * sizeof(T);
    const auto saturated = [](Wide value) {
        return static_cast<T>(std::clamp<Wide>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    };
    const auto values = [](int seed) {
        return made(16, [&](int i) {
            const auto mixed = static_cast<std::uint64_t>(i * 16 + seed) * 0x9E3779B97F4A7C15U;
            return i == 0   ? std::numeric_limits<T>::min()
                   : i == 1 ? std::numeric_limits<T>::max()
                   : i == 2 ? T(0)
                   : i == 3 ? T(1)
                            : static_cast<T>(mixed >> (i % 2 == 0 ? 64 - bits : 66 - bits));
        });
    };
    std::vector<T> a = values(1);
    std::vector<T> b = values(2);
    std::vector<T> c = values(3);
    std::rotate(b.begin(), b.begin() + 1, b.end());
    std::rotate(c.begin(), c.begin() + 2, c.end());

    struct Function {
        std::string call;
        std::function<T(Wide a, Wide b, Wide c)> of;
    };
    const std::string u = std::is_signed_v<T> ? "u" + type : type;
    const std::vector<Function> functions = {
        {"convert_" + type + "4(abs(a))", [](Wide x, Wide, Wide) { return T(x < 0 ? -x : x); }},
        {"convert_" + type + "4(abs_diff(a, b))", [](Wide x, Wide y, Wide) { return T(x > y ? x - y : y - x); }},
        {"add_sat(a, b)", [&](Wide x, Wide y, Wide) { return saturated(x + y); }},
        {"sub_sat(a, b)", [&](Wide x, Wide y, Wide) { return std::is_signed_v<T> || x > y ? saturated(x - y) : T(0); }},
        {"hadd(a, b)", [](Wide x, Wide y, Wide) { return T((x + y) >> 1); }},
        {"rhadd(a, b)", [](Wide x, Wide y, Wide) { return T((x + y + 1) >> 1); }},
        {"min(a, b)", [](Wide x, Wide y, Wide) { return T(std::min(x, y)); }},
        {"max(a, b)", [](Wide x, Wide y, Wide) { return T(std::max(x, y)); }},
        {"max(a, b.x)", nullptr},
        {"clamp(a, min(b, c), max(b, c))",
         [](Wide x, Wide y, Wide z) { return T(std::clamp(x, std::min(y, z), std::max(y, z))); }},
        {"clz(a)", [](Wide x, Wide, Wide) { return T(std::countl_zero(Unsigned(x))); }},
        {"popcount(a)", [](Wide x, Wide, Wide) { return T(std::popcount(Unsigned(x))); }},
        {"mul_hi(a, b)", [](Wide x, Wide y, Wide) { return T((x * y) >> bits); }},
        {"mad_hi(a, b, c)",
         [](Wide x, Wide y, Wide z) { return T(Unsigned(Unsigned((x * y) >> bits) + Unsigned(z))); }},
        {"mad_sat(a, b, c)", [&](Wide x, Wide y, Wide z) { return saturated(x * y + z); }},
        {"rotate(a, b)",
         [](Wide x, Wide y, Wide) { return T(std::rotl(Unsigned(x), int(Unsigned(y) % unsigned(bits)))); }},
        {"bitselect(a, b, c)", [](Wide x, Wide y, Wide z) { return T((T(x) & ~T(z)) | (T(y) & T(z))); }},
        {"select(a, b, c)",
         [](Wide x, Wide y, Wide z) {
             return T((Unsigned(z) >> (bits - 1) & 1) != 0 ? y : x);  // of vectors the topmost bit decides
         }},
        {"select(a, b, as_" + u + "4(c))",
         [](Wide x, Wide y, Wide z) { return T((Unsigned(z) >> (bits - 1) & 1) != 0 ? y : x); }},
    };
    std::string text = "kernel void k(global const " + type + "* as, global const " + type + "* bs, global const " +
                       type + "* cs, global " + type + "* out) {\n    for (int i = 0; i < 4; ++i) {\n        const " +
                       type + "4 a = vload4(i, as), b = vload4(i, bs), c = vload4(i, cs);\n";
    std::vector<T> expected;
    for (std::size_t f = 0; f < functions.size(); ++f) {
        text += "        vstore4(" + functions[f].call + ", i + " + std::to_string(4 * f) + ", out);\n";
        for (std::size_t i = 0; i < 16; ++i) {
            expected.push_back(functions[f].of ? functions[f].of(a[i], b[i], c[i]) : std::max(a[i], b[i / 4 * 4]));
        }
    }
    // Of scalars any bit of the condition counts.
    text += "    }\n    out += " + std::to_string(16 * functions.size()) +
            ";\n    for (int i = 0; i < 16; ++i) {\n        out[i] = add_sat(as[i], bs[i]) ^ mul_hi(as[i], cs[i]) ^ "
            "rotate(bs[i], cs[i]) ^ select(as[i], bs[i], cs[i]);\n    }\n}\n";
    for (std::size_t i = 0; i < 16; ++i) {
        const int turn = int(Unsigned(c[i]) % unsigned(bits));
        expected.push_back(T(saturated(Wide(a[i]) + b[i]) ^ T((Wide(a[i]) * c[i]) >> bits) ^
                             T(std::rotl(Unsigned(b[i]), turn)) ^ (c[i] != 0 ? b[i] : a[i])));
    }
    return row("integer_functions_" + type, text).in(a).in(b).in(c).out(expected);
}

Case integer_functions_of_24_bits_and_pairs() {
    return row("mul24_and_upsample", R"(
kernel void k(global int* out) {
    out[0] = mul24(-1000, 3000);
    out[1] = mul24(0x123456u, 0x10u);
    out[2] = mad24(-5, 7, 100);
    vstore2(mad24((int2)(3, 4), (int2)(5), (int2)(-1, 1)), 0, out + 3);
    out[5] = upsample((char)-1, (uchar)2);
    out[6] = upsample((uchar)200, (uchar)2);
    out[7] = upsample((short)-3, (ushort)65535);
    out[8] = upsample(1u, 2u) == 0x100000002UL;
    out[9] = upsample(-1, 7u) == -0xFFFFFFF9L;
    vstore2(upsample((short2)(1, -2), (ushort2)(3, 4)), 0, out + 10);
})")
        .out(std::vector<int>{-3000000, 0x1234560, 65, 14, 21, -254, 200 * 256 + 2, (-3 * 65536) + 65535, 1, 1, 65539,
                              -2 * 65536 + 4});
}

template <typename T>
Case common_functions(const std::string& type) {
    std::string text =
        "kernel void k(global const T* in, global T* out) {\n"
        "    const T4 a = vload4(0, in), b = vload4(1, in);\n    const T x = a.x, y = b.y;\n"
        "    vstore4(clamp(a, (T4)(-1), (T4)(2)), 0, out);\n"
        "    vstore4(clamp(a, -x, x), 1, out);\n"
        "    vstore4(degrees(a), 2, out);\n"
        "    vstore4(radians(b), 3, out);\n"
        "    vstore4(max(a, b) - min(a, y), 4, out);\n"
        "    vstore4(mix(a, b, (T4)(0.25)), 5, out);\n"
        "    vstore4(mix(a, b, (T)0.5), 6, out);\n"
        "    vstore4(step(a, b) + step((T)0, a), 7, out);\n"
        "    vstore4(smoothstep((T4)(-2), (T4)(4), a), 8, out);\n"
        "    vstore4(smoothstep((T)0, (T)10, b), 9, out);\n"
        "    vstore4(sign(a) - sign((T4)(0)), 10, out);\n"
        "    out[44] = clamp(x, (T)0, (T)1) + mix(x, y, (T)0.125) + step(y, x) + sign(-y) + degrees(x);\n"
        "}\n";
    for (std::size_t at = text.find("T"); at != std::string::npos; at = text.find('T', at + 1)) {
        text.replace(at, 1, type);
    }
    const std::vector<T> a{T(1.5), T(-3), T(0.25), T(7)};
    const std::vector<T> b{T(0.5), T(4), T(-9), T(7)};
    const auto smooth = [](double low, double high, double x) {
        const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
        return T(t * t * (3 - 2 * t));
    };
    std::vector<T> expected;
    const auto each = [&](auto function) {
        for (std::size_t i = 0; i < 4; ++i) {
            expected.push_back(T(function(double(a[i]), double(b[i]))));
        }
    };
    each([](double x, double) { return std::clamp(x, -1.0, 2.0); });
    each([](double x, double) { return std::clamp(x, -1.5, 1.5); });
    each([](double x, double) { return x * 180 / M_PI; });
    each([](double, double y) { return y * M_PI / 180; });
    each([](double x, double y) { return std::max(x, y) - std::min(x, 4.0); });
    each([](double x, double y) { return x + (y - x) * 0.25; });
    each([](double x, double y) { return (x + y) / 2; });
    each([](double x, double y) { return (y < x ? 0 : 1) + (x < 0 ? 0 : 1); });
    each([&](double x, double) { return smooth(-2, 4, x); });
    each([&](double, double y) { return smooth(0, 10, y); });
    each([](double x, double) { return x > 0 ? 1 : -1; });
    expected.push_back(T(1 + (1.5 + 2.5 * 0.125) + 0 - 1 + 1.5 * 180 / M_PI));
    std::vector<T> in = a;
    in.insert(in.end(), b.begin(), b.end());
    Case made = row("common_functions_" + type, text);
    if (sizeof(T) == 8) {
        made.unless(nvidia_differs("computes smoothstep() of double as of float"));
    }
    return made.in(in).out(expected, sizeof(T) == 4 ? 1e-4 : 1e-12);
}

Case geometric_functions() {
    return row("geometric_functions", R"(
kernel void k(global const float* in, global float* out) {
    const float4 a = vload4(0, in), b = vload4(1, in);
    vstore4(cross(a, b), 0, out);
    vstore3(cross(a.xyz, b.xyz), 0, out + 4);
    out[7] = dot(a, b) + dot(a.xy, b.xy) + dot(a.x, b.x);
    out[8] = distance(a, b) + distance(a.x, b.x);
    out[9] = length(a) + length(-a.x);
    vstore4(normalize(a), 0, out + 10);
    vstore2(normalize(a.xy), 0, out + 14);
    out[16] = fast_distance(a.xyz, b.xyz);
    out[17] = fast_length(a.xyz);
    vstore3(fast_normalize(a.xyz), 0, out + 18);
    out[21] = normalize(-3.0f);
    const double3 d = convert_double3(a.xyz);
    out[22] = dot(d, d) + length(d) + cross(d, d.zxy).x;
})")
        .in(std::vector<float>{1, 2, 2, 4, -3, 0.5F, 6, 1})
        .out(std::vector<float>{11,
                                -12,
                                6.5F,
                                0,
                                11,
                                -12,
                                6.5F,
                                14 + -2 + -3,
                                std::sqrt(16 + 2.25F + 16 + 9) + 4,
                                6,
                                0.2F,
                                0.4F,
                                0.4F,
                                0.8F,
                                1 / std::sqrt(5.0F),
                                2 / std::sqrt(5.0F),
                                std::sqrt(16 + 2.25F + 16),
                                3,
                                1 / 3.0F,
                                2 / 3.0F,
                                2 / 3.0F,
                                -1,
                                9 + 3 + (2 * 2 - 2 * 1)},
             2e-3);
}

Case relational_functions() {
    return row("relational_functions", R"(
kernel void k(global const float* in, global int* out, global long* longs) {
    const float4 a = vload4(0, in), b = vload4(1, in);
    vstore4(isequal(a, b), 0, out);
    vstore4(isnotequal(a, b), 1, out);
    vstore4(isgreater(a, b), 2, out);
    vstore4(isgreaterequal(a, b), 3, out);
    vstore4(isless(a, b), 4, out);
    vstore4(islessequal(a, b), 5, out);
    vstore4(islessgreater(a, b), 6, out);
    vstore4(isfinite(a), 7, out);
    vstore4(isinf(a), 8, out);
    vstore4(isnan(a), 9, out);
    vstore4(isnormal(a), 10, out);
    vstore4(isordered(a, b), 11, out);
    vstore4(isunordered(a, b), 12, out);
    vstore4(signbit(b), 13, out);
    // Of scalars 1 is true.
    out[56] = isequal(a.x, b.x) + 10 * isnan(a.z) + 100 * isless(a.y, b.y) + 1000 * signbit(b.y) + 10000 * isinf(a.w);
    out[57] = any(a == b) + 10 * all(a == b) + 100 * any((int2)(1, -1)) + 1000 * all((char3)(-1, -1, -128)) + 10000 * any(-5);
    longs[0] = isequal((double2)(1, 2), (double2)(1, 3)).x + 2 * isnan((double2)(NAN, 0)).x;
    longs[1] = isgreater(2.0, 1.0) + (a == a).z;
})")
        .in(std::vector<float>{1, 2, NAN, INFINITY, 1, -3, 0, INFINITY})
        .out(std::vector<int>{-1, 0,  0, -1, 0,  -1, -1, 0,  0,  -1, 0,  0, -1, -1, 0, -1, 0,     0,        0,  0,
                              -1, 0,  0, -1, 0,  -1, 0,  0,  -1, -1, 0,  0, 0,  0,  0, -1, 0,     0,        -1, 0,
                              -1, -1, 0, 0,  -1, -1, 0,  -1, 0,  0,  -1, 0, 0,  -1, 0, 0,  11011, 11101 - 0})
        .out(std::vector<std::int64_t>{-3, 1});
}

Case selections_of_floats() {
    return row("select_and_bitselect", R"(
kernel void k(global const float* in, global float* out, global double* doubles) {
    const float4 a = vload4(0, in), b = vload4(1, in);
    vstore4(select(a, b, a < b), 0, out);
    vstore4(select(a, b, (uint4)(0, 0x80000000u, 0x7FFFFFFF, -1)), 1, out);
    out[8] = select(a.x, b.x, 1);
    out[9] = select(a.x, b.x, 0u);
    vstore4(bitselect(a, b, as_float4((int4)(0x80000000))), 0, out + 10);
    out[14] = bitselect(1.0f, -3.0f, -0.0f);
    vstore2(select((double2)(1, 2), (double2)(3, 4), (long2)(-1, 0)), 0, doubles);
    doubles[2] = select(1.5, 2.5, 1L);
    doubles[3] = any(select((int2)(0), (int2)(1), (int2)(-1, 0)) == 1) ? 7 : 8;
})")
        .in(std::vector<float>{1, 2, 3, 4, -5, 6, 3, 8})
        .out(std::vector<float>{1, 6, 3, 8, 1, 6, 3, 8, -5, 1, -1, 2, 3, 4, -1})
        .out(std::vector<double>{3, 2, 2.5, 7});
}

Case shuffles() {
    return row("shuffles", R"(
kernel void k(global const int* in, global int* out, global short* shorts) {
    const int4 a = vload4(0, in), b = vload4(1, in);
    vstore4(shuffle(a, (uint4)(3, 3, 0, 5)), 0, out);
    vstore8(shuffle(a, (uint8)(0, 1, 2, 3, 3, 2, 1, 0)), 0, out + 4);
    vstore2(shuffle(vload16(0, in), (uint2)(15, 9)), 0, out + 12);
    vstore4(shuffle2(a, b, (uint4)(0, 4, 7, 9)), 0, out + 14);
    vstore16(shuffle2((int2)(1, 2), (int2)(3, 4), (uint16)(0, 1, 2, 3, 3, 2, 1, 0, 0, 2, 1, 3, 4, 5, 6, 7)), 0, out + 18);
    vstore4(shuffle(convert_short8(vload8(0, in)), (ushort4)(7, 0, 6, 1)), 0, shorts);
    const uint4 mask = as_uint4(a) & 3u;
    vstore4(shuffle(b, mask), 0, out + 34);
})")
        .in(made(16, [](int i) { return 10 * i + 2; }))
        .out(std::vector<int>{32, 32, 2, 12, 2, 12, 22, 32, 32, 22, 12, 2, 152, 92, 2, 42, 72, 12, 1,
                              2,  3,  4, 4,  3, 2,  1,  1,  3,  2,  4,  1, 2,   3,  4, 62, 42, 62, 42})
        .out(std::vector<short>{72, 2, 62, 12});
}

}  // namespace

std::vector<Case> features_of_functions() {
    return {integer_functions<std::int8_t>("char"),
            integer_functions<std::uint8_t>("uchar"),
            integer_functions<std::int16_t>("short"),
            integer_functions<std::uint16_t>("ushort"),
            integer_functions<std::int32_t>("int"),
            integer_functions<std::uint32_t>("uint"),
            integer_functions<std::int64_t>("long"),
            integer_functions<std::uint64_t>("ulong"),
            integer_functions_of_24_bits_and_pairs(),
            common_functions<float>("float"),
            common_functions<double>("double"),
            geometric_functions(),
            relational_functions(),
            selections_of_floats(),
            shuffles()};
}

}  // namespace opencl_c_test

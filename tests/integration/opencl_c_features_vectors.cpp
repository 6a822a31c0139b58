// Rows on vectors of each width: operators, comparisons, components on both sides, literals, loads and stores.
#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "tests/integration/opencl_c_features.hpp"

namespace opencl_c_test {
namespace {

constexpr std::size_t widths[] = {2, 3, 4, 8, 16};

// An expression in a, b (vectors) and s (a scalar), and what it is for each component.
template <typename T, typename R>
struct Expression {
    const char* text;
    std::function<R(T a, T b, T s)> of;
};

// A kernel that stores each expression, a line for each, and what comes out.
template <typename T, typename R>
Case expressions(const std::string& name, const std::string& type, const std::string& result, std::size_t width,
                 const std::vector<T>& values, T scalar, const std::vector<Expression<T, R>>& lines) {
    const std::string n = std::to_string(width);
    std::string text = "kernel void k(global const " + type + "* in, " + type + " s, global " + result +
                       "* out) {\n    const " + type + n + " a = vload" + n + "(0, in), b = vload" + n + "(1, in);\n";
    std::vector<R> expected;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        text += "    { " + type + n + " t = a; " + result + n + " r; " + lines[line].text + "; vstore" + n + "(r, " +
                std::to_string(line) + ", out); }\n";
        for (std::size_t i = 0; i < width; ++i) {
            expected.push_back(lines[line].of(values[i], values[16 + i], scalar));
        }
    }
    std::vector<T> in(values.begin(), values.begin() + std::ptrdiff_t(width));
    in.insert(in.end(), values.begin() + 16, values.begin() + 16 + std::ptrdiff_t(width));
    return row(name + "_" + type + n, text + "}\n").in(in).value(scalar).out(expected);
}

Case integer_operators(std::size_t width) {
    using E = Expression<int, int>;
    const auto values = made(32, [](int i) { return i < 16 ? (i * 7919) % 1009 - 400 : 1 + (i * 5) % 13; });
    return expressions<int, int>(
        "operators", "int", "int", width, values, 3,
        {E{"r = a + b * s", [](int a, int b, int s) { return a + b * s; }},
         E{"r = a - s", [](int a, int, int s) { return a - s; }},
         E{"r = a / b", [](int a, int b, int) { return a / b; }},
         E{"r = a % b", [](int a, int b, int) { return a % b; }},
         E{"r = s - b", [](int, int b, int s) { return s - b; }},
         E{"r = -a ^ ~b", [](int a, int b, int) { return -a ^ ~b; }},
         E{"r = (a & b) | s", [](int a, int b, int s) { return (a & b) | s; }},
         E{"r = a << 2", [](int a, int, int) { return int(unsigned(a) << 2); }},
         E{"r = a >> b", [](int a, int b, int) { return a >> b; }},
         E{"r = b << (s + 32)", [](int, int b, int s) { return b << s; }},
         E{"t += b; t *= s; t -= 1; r = t", [](int a, int b, int s) { return (a + b) * s - 1; }},
         E{"t /= b; t %= s; r = t", [](int a, int b, int s) { return a / b % s; }},
         E{"t &= b; t |= 8; t ^= s; r = t", [](int a, int b, int s) { return ((a & b) | 8) ^ s; }},
         E{"t <<= 1; t >>= b; r = t", [](int a, int b, int) { return (a * 2) >> b; }},
         E{"r = t++; r += t", [](int a, int, int) { return a + a + 1; }},
         E{"r = --t; r *= t--; r += t", [](int a, int, int) { return (a - 1) * (a - 1) + a - 2; }},
         E{"r = !a", [](int a, int, int) { return a == 0 ? -1 : 0; }},
         E{"r = a && (b > 5)", [](int a, int b, int) { return a != 0 && b > 5 ? -1 : 0; }},
         E{"r = (a > 0) || (b == 1)", [](int a, int b, int) { return a > 0 || b == 1 ? -1 : 0; }},
         E{"r = a > 0 ? a : b", [](int a, int b, int) { return a > 0 ? a : b; }},
         E{"r = s > 0 ? a : b", [](int a, int, int) { return a; }},
         E{"r = (t += b, b)", [](int, int b, int) { return b; }}});
}

Case float_operators(std::size_t width) {
    using E = Expression<float, float>;
    const auto values = made(32, [](int i) { return i < 16 ? float(i * 37 % 41) - 20 : float(1 << i % 4); });
    return expressions<float, float>(
        "operators", "float", "float", width, values, 0.5F,
        {E{"r = a + b", [](float a, float b, float) { return a + b; }},
         E{"r = s * a - b", [](float a, float b, float s) { return s * a - b; }},
         E{"r = a / b", [](float a, float b, float) { return a / b; }},
         E{"r = 2 - -a", [](float a, float, float) { return 2 + a; }},
         E{"t += b; t *= 2; t -= s; t /= b; r = t", [](float a, float b, float s) { return ((a + b) * 2 - s) / b; }},
         E{"r = a < b ? a : s", [](float a, float b, float s) { return a < b ? a : s; }},
         E{"r = s * +a", [](float a, float, float s) { return a * s; }}});
}

template <typename T, typename R>
Case comparisons(const std::string& type, const std::string& result, std::size_t width) {
    using E = Expression<T, R>;
    const auto values = made(32, [](int i) { return T(i < 16 ? i % 5 : (i + 1) % 4); });
    return expressions<T, R>("comparisons", type, result, width, values, T(2),
                             {E{"r = a == b", [](T a, T b, T) { return R(a == b ? -1 : 0); }},
                              E{"r = a != b", [](T a, T b, T) { return R(a != b ? -1 : 0); }},
                              E{"r = a < b", [](T a, T b, T) { return R(a < b ? -1 : 0); }},
                              E{"r = a <= s", [](T a, T, T s) { return R(a <= s ? -1 : 0); }},
                              E{"r = s > b", [](T, T b, T s) { return R(s > b ? -1 : 0); }},
                              E{"r = a >= b", [](T a, T b, T) { return R(a >= b ? -1 : 0); }}});
}

// lo, hi, even, odd of each width, read and written. The fourth component of a vector of 3 is nobody's.
Case halves(std::size_t width) {
    const std::string n = std::to_string(width);
    const std::string half = width == 2 ? "" : width == 3 ? "2" : std::to_string(width / 2);
    const auto in = made(width, [](int i) { return 10 + i; });
    std::string text = "kernel void k(global const int* in, global int* out) {\n    const int" + n + " v = vload" + n +
                       "(0, in);\n    int" + n + " w = v;\n    int" + half + " part;\n";
    std::vector<int> expected;
    const std::size_t parts = (width + 1) / 2;
    int place = 0;
    const auto store = [&](const std::string& name, std::size_t first, std::size_t step) {
        const std::size_t count = width == 3 && first + step * (parts - 1) > 2 ? 1 : parts;
        text += "    part = v." + name + ";\n";
        for (std::size_t i = 0; i < count; ++i) {
            text += "    out[" + std::to_string(place++) + "] = part" + (width == 2 ? "" : ".s" + std::to_string(i)) +
                    ";\n";
            expected.push_back(in[first + step * i]);
        }
    };
    store("lo", 0, 1);
    store("hi", parts, 1);
    store("even", 0, 2);
    store("odd", 1, 2);
    text += "    w.hi = v.lo;\n    w.even *= 2;\n    w.odd += w.odd;\n    w.lo -= 1;\n";
    for (std::size_t i = 0; i < width; ++i) {
        text += "    out[" + std::to_string(place++) + "] = w.s" + std::string(1, "0123456789abcdef"[i]) + ";\n";
        expected.push_back(2 * in[i % parts] - (i < parts ? 1 : 0));
    }
    return row("halves_int" + n, text + "}\n").in(in).out(expected);
}

Case swizzles_of_values() {
    return row("swizzles_of_values", R"(
typedef struct { int x, lo, s0, even; } not_a_vector;
kernel void k(global const int* in, global int* out) {
    const int4 v = vload4(0, in);
    const int8 e = vload8(0, in);
    const int16 f = vload16(0, in);
    const int3 t = vload3(1, in);
    const int2 p = v.zw;
    vstore4(v.wzyx, 0, out);
    vstore4(v.xxyy, 1, out);
    vstore4((int4)(v.x, v.s3, v.S2, v.y), 2, out);
    vstore4(e.s7531, 3, out);
    vstore4(f.sFEDC + f.sabcd, 4, out);
    vstore4(f.lo.hi, 5, out);
    vstore4((int4)(t.zyx, p.y), 6, out);
    vstore4(f.odd.even.lo.yxyx, 7, out);
    vstore8(f.s08192a3b, 4, out);
    vstore4((v + 1).zwxy * e.hi.s0, 10, out);
    const not_a_vector plain = {1, 2, 3, 4};
    vstore4((int4)(plain.x, plain.lo, plain.s0, plain.even), 11, out);
    vstore2(e.s0123456776543210.s8f, 24, out);
})")
        .in(made(16, [](int i) { return i; }))
        .out(std::vector<int>{3, 2, 1, 0, 0, 0, 1, 1, 0, 3, 2, 1, 7,  5, 3,  1,  25, 25, 25, 25, 4, 5, 6, 7, 5,
                              4, 3, 3, 5, 1, 5, 1, 0, 8, 1, 9, 2, 10, 3, 11, 12, 16, 4,  8,  1,  2, 3, 4, 7, 0});
}

Case swizzles_as_targets() {
    return row("swizzles_as_targets", R"(
int4 zero_first(int4 v) { v.x = 0; return v; }
kernel void k(global int4* x, global int8* y, global float3* z) {
    x[0].yx = x[0].xy;
    x[1].xz += (int2)(10, 20);
    x[1].w++;
    x[2].hi = x[2].lo;
    x[2].lo.y = 50;
    x[3].wzyx = x[3];
    x[4].s13 = 9;
    x[5] = zero_first(x[5].wwww);
    x[5].y -= x[5].z = 2;
    int8 v = y[0];
    v.s01234567 = v.s76543210;
    v.even.lo = (int2)(-1, -2);
    v.odd <<= 1;
    v.s7 |= 256;
    int i = v.s6 = 77;
    v.s5 += i;
    y[0] = v;
    z[0].xy = z[0].yz * 2.0f;
    z[0].z -= 1;
    z[0].x -= 1;
})")
        .inout(made(24, [](int i) { return i % 4; }),
               std::vector<int>{1, 0, 2, 3, 10, 1, 22, 4, 0, 50, 0, 1, 3, 2, 1, 0, 0, 9, 2, 9, 0, 1, 2, 3})
        .inout(made(8, [](int i) { return i; }), std::vector<int>{-1, 12, -2, 8, 3, 81, 77, 256})
        .inout(std::vector<float>{1, 2, 3, 0}, std::vector<float>{3, 6, 2, 0});
}

Case literals() {
    return row("literals", R"(
#define MAKE(a, b) (int4)((a), (b), (a) + (b), (a) * (b))
constant int4 table[2] = {(int4)(1, 2, 3, 4), (int4)(5)};
kernel void k(global int* out, int n) {
    vstore4((int4)(n), 0, out);
    vstore4((int4)(n, (int2)(1, 2), 3), 1, out);
    vstore4((int4)((int3)(n, n + 1, n + 2), 9), 2, out);
    vstore4(MAKE(n, 3), 3, out);
    const int4 listed = {n, 1, 2, 3}, cast = (int4)7, computed = (int4)(n + 1) * 2;
    vstore4(listed, 4, out);
    vstore4(cast + computed, 5, out);
    vstore8((int8)(listed.xy, (int4)(listed.zw, 5, 6), (int2)(n)), 3, out);
    const int16 wide = (int16)((int8)(1), (int4)(2), 3, 4, (int2)(5, 6));
    vstore16(wide, 2, out);
    vstore4(table[0] + table[1], 12, out);
    const int4 several[2] = {{1, 2, 3, 4}, (int4)(n)};
    vstore4(several[0] + several[1], 13, out);
    const float2 halves = (float2)(1, 2) / 2;
    vstore2(as_int2(halves * 4), 28, out);
    const uchar4 narrow = (uchar4)(255, 'a', 3, 4);
    out[58] = narrow.x + narrow.y;
    out[59] = ((int2)(n, 4)).y;
})")
        .out(std::vector<int>{8,  8,  8,  8,  8, 1, 2, 3, 8, 9, 10, 9, 8, 3,  11, 24, 8,          1,          2,   3,
                              25, 25, 25, 25, 8, 1, 2, 3, 5, 6, 8,  8, 1, 1,  1,  1,  1,          1,          1,   1,
                              2,  2,  2,  2,  3, 4, 5, 6, 6, 7, 8,  9, 9, 10, 11, 12, 0x40000000, 0x40800000, 352, 4})
        .value(8);
}

template <typename T>
Case loads_and_stores(const std::string& type) {
    std::string text = "kernel void k(global const " + type + "* in, constant " + type + "* fixed, local " + type +
                       "* room, global " + type + "* out) {\n    " + type + " mine[33];\n";
    std::vector<T> expected;
    const auto in = made(40, [](int i) { return T(i * 3 + 1); });
    std::size_t place = 0;
    for (const std::size_t width : widths) {
        const std::string n = std::to_string(width);
        // From an address that is aligned as an element only, through each address space.
        text += "    vstore" + n + "(vload" + n + "(1, in + 1), 0, room + 1);\n" +    //
                "    vstore" + n + "(vload" + n + "(0, room + 1), 1, mine + 1);\n" +  //
                "    vstore" + n + "(vload" + n + "(1, mine + 1) + vload" + n + "(0, fixed), 0, out + " +
                std::to_string(place) + ");\n";
        for (std::size_t i = 0; i < width; ++i) {
            expected.push_back(T(in[1 + width + i] + in[i]));
        }
        place += width;
    }
    return row("loads_and_stores_" + type, text + "}\n").in(in).in(in).local(17 * sizeof(T)).out(expected);
}

Case sizes_and_steps() {
    return row("sizes_and_steps", R"(
typedef float3 triple;
struct padded { char c; float3 v; char d; };
kernel void k(global int* out) {
    const short8 v = 0;
    int i = 0;
    out[i++] = vec_step(float3); out[i++] = vec_step(v); out[i++] = vec_step(int); out[i++] = vec_step(triple);
    out[i++] = sizeof(char2); out[i++] = sizeof(float3); out[i++] = sizeof(double16); out[i++] = sizeof v;
    out[i++] = sizeof(long); out[i++] = sizeof(size_t); out[i++] = sizeof(struct padded); out[i++] = sizeof(v.lo);
    out[i++] = sizeof(half); out[i++] = sizeof(ulong4[3]);
})")
        .out(std::vector<int>{4, 8, 1, 4, 2, 16, 128, 16, 8, 8, 48, 8, 2, 96});
}

Case vectors_in_memory() {
    return row("vectors_in_memory", R"(
typedef struct { uchar3 colour; float2 at[2]; } vertex;
kernel void k(global const float3* in, global float4* out, local int2* pairs) {
    vertex v[2];
    v[1].colour = (uchar3)(1, 2, 3);
    v[1].at[0] = in[1].xy;
    v[1].at[1] = v[1].at[0].yx + 1;
    local float4 room[2];
    room[1] = (float4)(in[0], 5);
    pairs[1] = convert_int2(v[1].at[1]);
    const float* parts = (const float*)&v[1].at[0];
    out[0] = (float4)(parts[0], parts[1], parts[2], parts[3]);
    out[1] = room[1] + convert_float4((uchar4)(v[1].colour, 4));
    global float* flat = (global float*)(out + 2);
    flat[2] = pairs[1].y;
    out[2].xyw = 0.5f;
})")
        .in(std::vector<float>{1, 2, 3, 0, 4, 5, 6, 0})
        .out(std::vector<float>{4, 5, 6, 5, 2, 4, 6, 9, 0.5F, 0.5F, 5, 0.5F})
        .local(2 * 8);
}

}  // namespace

std::vector<Case> features_of_vectors() {
    std::vector<Case> rows;
    for (const std::size_t width : widths) {
        rows.push_back(integer_operators(width));
        rows.push_back(float_operators(width));
        rows.push_back(halves(width));
    }
    rows.push_back(comparisons<std::int8_t, std::int8_t>("char", "char", 4));
    rows.push_back(comparisons<std::uint16_t, std::int16_t>("ushort", "short", 8));
    rows.push_back(comparisons<std::uint32_t, std::int32_t>("uint", "int", 2));
    rows.push_back(comparisons<std::int64_t, std::int64_t>("long", "long", 3));
    rows.push_back(comparisons<float, std::int32_t>("float", "int", 16));
    rows.push_back(comparisons<double, std::int64_t>("double", "long", 4));
    rows.push_back(swizzles_of_values());
    rows.push_back(swizzles_as_targets());
    rows.push_back(literals());
    rows.push_back(loads_and_stores<std::uint8_t>("uchar"));
    rows.push_back(loads_and_stores<std::int16_t>("short"));
    rows.push_back(loads_and_stores<std::int32_t>("int"));
    rows.push_back(loads_and_stores<std::uint64_t>("ulong"));
    rows.push_back(loads_and_stores<float>("float"));
    rows.push_back(loads_and_stores<double>("double"));
    rows.push_back(sizes_and_steps());
    rows.push_back(vectors_in_memory());
    return rows;
}

}  // namespace opencl_c_test

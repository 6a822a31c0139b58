// Vectors, swizzles and the integer functions of the OpenCL C device library, run on the host, against plain loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include "tests/unit/opencl_c_on_host.hpp"

namespace plugins_opencl_c_vector_test {

namespace cl = quovis_cl;
using cl::half;
using cl::vec;
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

template <class V>
std::vector<double> elements(V v) {
    std::vector<double> all;
    for (int at = 0; at < cl::__qv_lanes<V>; ++at) {
        all.push_back(static_cast<double>(v[at]));
    }
    return all;
}
using Values = std::vector<double>;

// 1, 2, 3, ...
template <class V>
V counted(int first = 1) {
    V v;
    for (int at = 0; at < cl::__qv_lanes<V>; ++at) {
        v[at] = static_cast<cl::__qv_element<V>>(first + at);
    }
    return v;
}

template <class V>
void check_operators() {
    using T = cl::__qv_element<V>;
    const V a = counted<V>(5), b = counted<V>(2);
    for (int at = 0; at < cl::__qv_lanes<V>; ++at) {
        const T x = a[at], y = b[at];
        EXPECT_EQ((a + b)[at], static_cast<T>(x + y));
        EXPECT_EQ((a - b * T(2))[at], static_cast<T>(x - y * T(2)));
        EXPECT_EQ((T(60) / a)[at], static_cast<T>(T(60) / x));
        EXPECT_EQ((-a)[at], static_cast<T>(-x));
        EXPECT_EQ((a < V(T(7)))[at], x < T(7) ? -1 : 0);
        EXPECT_EQ((a >= T(7))[at], x >= T(7) ? -1 : 0);
        EXPECT_EQ((a == 7)[at], x == T(7) ? -1 : 0);
        EXPECT_EQ((a && b)[at], -1);
        EXPECT_EQ((!a)[at], 0);
        EXPECT_EQ(cl::__qv_choose(a > T(6), a, b)[at], x > T(6) ? x : y);
        V c = a;
        EXPECT_EQ((c++)[at], x);
        EXPECT_EQ((--c)[at], x);
        c -= 1;
        c *= b;
        EXPECT_EQ(c[at], static_cast<T>((x - T(1)) * y));
        if constexpr (std::is_integral_v<T>) {
            EXPECT_EQ((a % b & 3)[at], static_cast<T>(x % y & 3));
            EXPECT_EQ((a << b)[at], static_cast<T>(x << (static_cast<int>(y) % static_cast<int>(8 * sizeof(T)))));
            EXPECT_EQ((a >> 1)[at], static_cast<T>(x >> 1));
            EXPECT_EQ((~a ^ b)[at], static_cast<T>(~x ^ y));
        }
    }
}

template <class T>
void check_widths() {
    check_operators<vec<T, 2>>();
    check_operators<vec<T, 3>>();
    check_operators<vec<T, 4>>();
    check_operators<vec<T, 8>>();
    check_operators<vec<T, 16>>();
    static_assert(sizeof(vec<T, 3>) == 4 * sizeof(T) && alignof(vec<T, 16>) == 16 * sizeof(T));
    static_assert(std::is_trivially_copyable_v<vec<T, 8>> && std::is_trivially_default_constructible_v<vec<T, 3>>);
}

TEST(OpenclCVector, OperatorsWorkElementByElementOnEveryTypeAndWidth) {
    check_widths<char>();
    check_widths<cl::uchar>();
    check_widths<short>();
    check_widths<cl::ushort>();
    check_widths<int>();
    check_widths<cl::uint>();
    check_widths<long>();
    check_widths<cl::ulong>();
    check_widths<float>();
    check_widths<double>();
    check_widths<half>();
}

TEST(OpenclCVector, ComparisonsGiveSignedElementsOfTheSameSize) {
    static_assert(std::is_same_v<decltype(cl::double2() < cl::double2()), cl::long2>);
    static_assert(std::is_same_v<decltype(cl::uchar8() == cl::uchar8()), cl::char8>);
    static_assert(std::is_same_v<decltype(!cl::float3()), cl::int3>);
    static_assert(std::is_same_v<decltype(cl::half4() > cl::half4()), cl::short4>);
}

TEST(OpenclCVector, ScalarsSpreadButLoseNoFractionUnasked) {
    static_assert(std::is_convertible_v<int, cl::float4>);
    static_assert(!std::is_convertible_v<float, cl::int4>);
    EXPECT_EQ(elements((cl::int2)(2.5f)), (Values{2, 2}));
}

TEST(OpenclCVector, LiteralsAreMadeOfPartsOfAnySize) {
    const auto three = cl::__qv_make<cl::float3>(cl::float2(1, 2), 3);
    EXPECT_EQ(elements(cl::__qv_make<cl::float8>(three, 4, three, 9.5)), (Values{1, 2, 3, 4, 1, 2, 3, 9.5}));
    EXPECT_EQ(elements(cl::__qv_make<cl::char16>(counted<cl::char8>(), counted<cl::char4>(), 1, three.x, 3, -4)),
              (Values{1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 1, 1, 3, -4}));
}

TEST(OpenclCVector, SwizzlesAreReadInAnyOrder) {
    const auto v = counted<cl::int8>();
    EXPECT_EQ((v.__qv_get<6>()), 7);
    EXPECT_EQ(elements(v.__qv_get<7, 0, 0>()), (Values{8, 1, 1}));
    EXPECT_EQ(elements(v.__qv_hi()), (Values{5, 6, 7, 8}));
    EXPECT_EQ(elements(v.__qv_odd().__qv_lo()), (Values{2, 4}));
    EXPECT_EQ(elements(counted<cl::uchar16>().__qv_even()), (Values{1, 3, 5, 7, 9, 11, 13, 15}));
    EXPECT_EQ(counted<cl::float2>().__qv_hi(), 2);
    EXPECT_EQ(elements(counted<cl::float3>().__qv_lo()), (Values{1, 2}));
}

TEST(OpenclCVector, SwizzlesAreAssignedAllAtOnce) {
    auto v = counted<cl::int4>();
    v.__qv_ref<0, 1>() = v.__qv_get<1, 0>();
    EXPECT_EQ(elements(v), (Values{2, 1, 3, 4}));
    v.__qv_ref<3, 2>() += cl::int2(10, 20);
    EXPECT_EQ(elements(v), (Values{2, 1, 23, 14}));
    v.__qv_hi_ref() *= 2;
    v.__qv_even_ref()++;
    v.__qv_odd_ref() <<= 1;
    EXPECT_EQ(elements(v), (Values{3, 2, 47, 56}));
    v.__qv_ref<1>() = 5;
    v.__qv_lo_ref().__qv_ref<0>() = 7;
    EXPECT_EQ(elements(v), (Values{7, 5, 47, 56}));
    auto wide = counted<cl::float16>();
    wide.__qv_hi_ref().__qv_even_ref().__qv_ref<3, 0>() = cl::float2(-1, -2);
    EXPECT_EQ(wide[14], -1);
    EXPECT_EQ(wide[8], -2);
}

TEST(OpenclCVector, VolatileVectorsAreReadAndWritten) {
    volatile cl::float4 kept = counted<cl::float4>();
    cl::float4 copy = kept;
    copy.x = 9;
    kept = copy;
    kept.__qv_ref<1>() = kept.__qv_get<3>();
    EXPECT_EQ(elements(cl::float4(kept)), (Values{9, 4, 3, 4}));
}

TEST(OpenclCVector, VolatileVectorsTakeAllAssignments) {
    volatile cl::int4 four = counted<cl::int4>();
    EXPECT_EQ(elements(four += 10), (Values{11, 12, 13, 14}));
    EXPECT_EQ(elements(four++), (Values{11, 12, 13, 14}));
    four <<= 1;
    EXPECT_EQ(elements(cl::int4(four)), (Values{24, 26, 28, 30}));
    four.__qv_ref<0, 3>() -= cl::int2(4, 10);
    four.__qv_lo_ref().__qv_ref<1>() = 7;
    EXPECT_EQ(elements(--four), (Values{19, 6, 27, 19}));
    EXPECT_EQ(elements(four.__qv_hi()), (Values{27, 19}));
    volatile cl::float8 eight = counted<cl::float8>();
    eight.__qv_odd_ref() = cl::float4(0);
    eight *= 2.0f;
    volatile cl::float8 other;
    eight = other = eight;
    cl::float8 copy;
    copy = eight;
    eight = copy = other;
    EXPECT_EQ(elements(cl::float8(eight)), (Values{2, 0, 6, 0, 10, 0, 14, 0}));
}

TEST(OpenclCVector, VolatileHalvesTakeAllAssignments) {
    volatile half a, b = half(2);
    a = b;
    a += b;
    a *= 3;
    EXPECT_EQ(float(half(a++)), 12);
    half copy;
    copy = --b;
    copy = b = a;
    EXPECT_EQ(float(copy), 13);
    EXPECT_EQ(float(half(b)), 13);
}

TEST(OpenclCVector, ShiftsTakeTheAmountModuloTheWidth) {
    EXPECT_EQ(cl::__qv_shl(1, 33), 2);
    EXPECT_EQ(cl::__qv_shl(cl::uchar(1), 9), 512);  // an int after promotion
    EXPECT_EQ(cl::__qv_shr(-8L, 65L), -4);
    EXPECT_EQ(elements(cl::__qv_shr(cl::uint2(8, 16), 34)), (Values{2, 4}));
    EXPECT_EQ(elements(cl::uchar2(1, 1) << cl::uchar2(9, 7)), (Values{2, 128}));
    cl::ushort small = 0x8001;
    cl::__qv_shl_assign(small, 1);
    EXPECT_EQ(small, 2);
    auto v = counted<cl::int4>();
    cl::__qv_shl_assign(v.__qv_ref<0, 3>(), 33);
    cl::__qv_shr_assign(v.__qv_ref<1>(), 1);
    EXPECT_EQ(elements(v), (Values{2, 1, 3, 8}));
}

TEST(OpenclCVector, ChoiceGoesByTheHighestBitOfVectorsAndByTruthOfScalars) {
    const cl::int2 mask(1, -1);
    EXPECT_EQ(elements(cl::select(cl::float2(1, 2), cl::float2(3, 4), mask)), (Values{1, 4}));
    EXPECT_EQ(cl::select(1.0f, 3.0f, 1), 3);
    EXPECT_EQ(elements(cl::__qv_choose(cl::uint2(1, 0x80000000u), 5, 6)), (Values{6, 5}));
    EXPECT_EQ(cl::__qv_lazy_choose(
                  2, [] { return 1.5f; }, [] { return 2; }),
              1.5f);
    EXPECT_EQ(cl::any(cl::int4(0, 1, 2, -1)), 1);
    EXPECT_EQ(cl::any(1), 0);
    EXPECT_EQ(cl::all(cl::char16(-1)), 1);
    EXPECT_EQ(cl::all(cl::short3(-1, 1, -1)), 0);
    EXPECT_EQ(cl::bitselect(0x0f0f, 0x3333, 0x00ff), 0x0f33);
}

TEST(OpenclCVector, ShufflesTakeTheMaskModuloTheWidth) {
    const auto v = counted<cl::float4>(), w = counted<cl::float4>(11);
    EXPECT_EQ(elements(cl::shuffle(v, cl::uint8(3, 2, 1, 0, 4, 7, 2, 2))), (Values{4, 3, 2, 1, 1, 4, 3, 3}));
    EXPECT_EQ(elements(cl::shuffle2(v, w, cl::uint4(7, 0, 4, 11))), (Values{14, 1, 11, 4}));
    EXPECT_EQ(elements(cl::shuffle(counted<cl::char16>(), cl::uchar2(15, 8))), (Values{16, 9}));
}

TEST(OpenclCVector, VloadAndVstoreCountInWholeVectors) {
    short memory[40];
    std::fill(std::begin(memory), std::end(memory), short{-1});
    cl::__qv_vstore<3>(cl::short3(1, 2, 3), 2, memory);
    EXPECT_EQ(memory[5], -1);
    EXPECT_EQ(memory[6], 1);
    EXPECT_EQ(memory[9], -1);
    cl::__qv_vstore<16>(counted<cl::short16>(), 1, memory);
    EXPECT_EQ(elements(cl::__qv_vload<8>(2, memory)), (Values{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(elements(cl::__qv_vload<2>(3, static_cast<const volatile short*>(memory))), (Values{1, 2}));
}

template <class T>
std::vector<T> samples() {
    std::mt19937_64 random(3);
    std::vector<T> all{0,
                       1,
                       2,
                       3,
                       std::numeric_limits<T>::min(),
                       std::numeric_limits<T>::max(),
                       static_cast<T>(std::numeric_limits<T>::max() - 1),
                       static_cast<T>(-1),
                       static_cast<T>(-2)};
    for (int bit = 0; bit < 40; ++bit) {
        all.push_back(static_cast<T>(random() >> bit));
    }
    return all;
}

template <class T>
T saturated(Wide x) {
    return static_cast<T>(
        std::min<Wide>(std::max<Wide>(x, std::numeric_limits<T>::min()), std::numeric_limits<T>::max()));
}

template <class T>
void check_integers() {
    constexpr int bits = 8 * sizeof(T);
    using U = std::make_unsigned_t<T>;
    for (const T a : samples<T>()) {
        const Wide x = a;
        EXPECT_EQ(cl::abs(a), static_cast<U>(x < 0 ? -x : x));
        int ones = 0, zeros = bits;
        for (int bit = 0; bit < bits; ++bit) {
            if (static_cast<U>(a) >> bit & 1) {
                ++ones;
                zeros = bits - 1 - bit;
            }
        }
        EXPECT_EQ(cl::popcount(a), ones);
        EXPECT_EQ(cl::clz(a), zeros);
        for (const T b : samples<T>()) {
            const Wide y = b;
            EXPECT_EQ(cl::abs_diff(a, b), static_cast<U>(x > y ? x - y : y - x));
            EXPECT_EQ(cl::add_sat(a, b), saturated<T>(x + y));
            EXPECT_EQ(cl::sub_sat(a, b), saturated<T>(x - y));
            EXPECT_EQ(cl::hadd(a, b), static_cast<T>((x + y) >> 1));
            EXPECT_EQ(cl::rhadd(a, b), static_cast<T>((x + y + 1) >> 1));
            // The product of two unsigned 64 bit numbers needs the unsigned type.
            const T high = std::is_signed_v<T>
                               ? static_cast<T>((x * y) >> bits)
                               : static_cast<T>((static_cast<UnsignedWide>(x) * static_cast<UnsignedWide>(y)) >> bits);
            EXPECT_EQ(cl::mul_hi(a, b), high);
            const int by = static_cast<int>(static_cast<U>(b) % bits);
            const U turned = by == 0 ? static_cast<U>(a)
                                     : static_cast<U>(static_cast<U>(a) << by | static_cast<U>(a) >> (bits - by));
            EXPECT_EQ(cl::rotate(a, b), static_cast<T>(turned));
            EXPECT_EQ(cl::min(a, b), std::min(a, b));
            EXPECT_EQ(cl::max(a, b), std::max(a, b));
            for (const T c : {T(0), T(1), T(-1), std::numeric_limits<T>::max(), std::numeric_limits<T>::min(), T(77)}) {
                EXPECT_EQ(cl::mad_hi(a, b, c), static_cast<T>(static_cast<U>(high) + static_cast<U>(c)));
                if (bits < 64 || std::is_signed_v<T> || high == 0) {
                    EXPECT_EQ(cl::mad_sat(a, b, c), saturated<T>(x * y + c));
                } else {
                    EXPECT_EQ(cl::mad_sat(a, b, c), std::numeric_limits<T>::max());
                }
            }
        }
    }
}

TEST(OpenclCInteger, FunctionsAgreeWithWideArithmetic) {
    check_integers<char>();
    check_integers<cl::uchar>();
    check_integers<short>();
    check_integers<cl::ushort>();
    check_integers<int>();
    check_integers<cl::uint>();
    check_integers<long>();
    check_integers<cl::ulong>();
}

TEST(OpenclCInteger, VectorsGoElementByElementAndTakeScalarsToo) {
    EXPECT_EQ(elements(cl::max(cl::int3(1, 5, 9), 4)), (Values{4, 5, 9}));
    EXPECT_EQ(elements(cl::clamp(counted<cl::uchar8>(), cl::uchar(3), cl::uchar(6))), (Values{3, 3, 3, 4, 5, 6, 6, 6}));
    EXPECT_EQ(elements(cl::abs(cl::char2(-128, 5))), (Values{128, 5}));
    EXPECT_EQ(elements(cl::upsample(cl::short2(-1, 1), cl::ushort2(2, 3))), (Values{-65534, 65539}));
    EXPECT_EQ(cl::upsample(cl::uint(1), cl::uint(2)), 0x100000002ul);
    EXPECT_EQ(cl::mad24(3, -4, 5), -7);
    EXPECT_EQ(elements(cl::mul24(cl::uint2(3, 4), cl::uint2(5, 6))), (Values{15, 24}));
}

TEST(OpenclCHalf, ArithmeticRoundsOnce) {
    const half one(1.0f), least = half::__qv_from(1);
    EXPECT_EQ((one + half::__qv_from(0x1000)).__qv_bits, 0x3c00);  // 2^-11: to even
    EXPECT_EQ((one / half(3)).__qv_bits, 0x3555);
    EXPECT_EQ((least * half(0.5f)).__qv_bits, 0);
    EXPECT_EQ((-one).__qv_bits, 0xbc00);
    EXPECT_TRUE((std::is_same_v<decltype(one * 2), half>));
    EXPECT_TRUE((std::is_same_v<decltype(one * 2.0f), float>));
    EXPECT_TRUE((std::is_same_v<decltype(2.0 * one), double>));
    EXPECT_EQ(cl::nextafter(half(0), half(-1)).__qv_bits, 0x8001);
    EXPECT_EQ(cl::nextafter(half(1), half(2)).__qv_bits, 0x3c01);
    EXPECT_TRUE(cl::isnormal(one) && !cl::isnormal(least));
}

TEST(OpenclCHalf, EveryOneIsTheSameAfterAWayThroughFloat) {
    for (int bits = 0; bits < 65536; ++bits) {
        const float value = cl::__qv_half_to_float(static_cast<cl::ushort>(bits));
        if (value == value) {
            ASSERT_EQ(cl::__qv_float_to_half<1>(value), bits);
            ASSERT_EQ(cl::__qv_float_to_half<2>(value), bits);
        }
    }
}

}  // namespace plugins_opencl_c_vector_test

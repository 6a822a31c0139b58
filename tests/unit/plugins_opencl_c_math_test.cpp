// The math, geometric and relational functions of the OpenCL C device library that are its own, run on the host on top
// of the C library's, against long double.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "tests/unit/opencl_c_on_host.hpp"

namespace plugins_opencl_c_math_test {

namespace cl = quovis_cl;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float largest = std::numeric_limits<float>::max();
constexpr float smallest = std::numeric_limits<float>::denorm_min();

// The error in units in the last place of the true value.
template <class T>
double ulp(T made, long double wanted) {
    if (wanted != wanted || std::isinf(static_cast<T>(wanted))) {
        return std::isnan(made) == (wanted != wanted) && (wanted != wanted || made == static_cast<T>(wanted)) ? 0
                                                                                                              : 1e30;
    }
    const int digits = std::numeric_limits<T>::digits;
    const int power = wanted == 0 ? std::numeric_limits<T>::min_exponent - 1 : ilogbl(wanted);
    const long double unit = ldexpl(1, std::max(power, std::numeric_limits<T>::min_exponent - 1) - digits + 1);
    return static_cast<double>(fabsl(made - wanted) / unit);
}

template <class T>
bool same(T a, T b) {
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}
#define EXPECT_SAME(a, b) EXPECT_PRED2(same<float>, a, b)

std::vector<float> any_floats(int count) {
    std::mt19937 random(5);
    std::vector<float> all{0.0f,         -0.0f,   1.0f,     -1.0f,     infinity, -infinity,
                           not_a_number, largest, smallest, -smallest, 0.5f};
    while (static_cast<int>(all.size()) < count) {
        all.push_back(cl::__qv_as<float>(static_cast<unsigned>(random())));
    }
    return all;
}

TEST(OpenclCMath, FractStaysBelowOneAndKeepsZeros) {
    float whole;
    EXPECT_SAME(cl::fract(2.75f, &whole), 0.75f);
    EXPECT_SAME(whole, 2.0f);
    EXPECT_SAME(cl::fract(-0x1p-30f, &whole), 0x1.fffffep-1f);
    EXPECT_SAME(whole, -1.0f);
    EXPECT_SAME(cl::fract(-0.0f, &whole), -0.0f);
    EXPECT_SAME(cl::fract(-infinity, &whole), -0.0f);
    EXPECT_SAME(whole, -infinity);
    EXPECT_TRUE(std::isnan(cl::fract(not_a_number, &whole)));
    cl::half in_half;
    EXPECT_EQ(static_cast<float>(cl::fract(cl::half(-0x1p-14f), &in_half)), 0x1.ffcp-1f);
}

TEST(OpenclCMath, ModfAndFrexpAreThoseOfTheCLibrary) {
    for (const float x : any_floats(20000)) {
        float whole, wanted_whole;
        const float part = cl::modf(x, &whole), wanted = std::modf(x, &wanted_whole);
        ASSERT_TRUE(same(part, wanted) && same(whole, wanted_whole)) << x;
        int power = 7, wanted_power = 0;
        ASSERT_TRUE(same(cl::frexp(x, &power), std::frexp(x, &wanted_power))) << x;
        ASSERT_EQ(power, std::isfinite(x) ? wanted_power : 0) << x;
        const double d = static_cast<double>(x) * 1e-290;
        ASSERT_PRED2(same<double>, cl::frexp(d, &power), std::frexp(d, &wanted_power)) << d;
        ASSERT_EQ(power, std::isfinite(d) ? wanted_power : 0) << d;
    }
}

TEST(OpenclCMath, RemquoHasSevenBitsOfTheQuotient) {
    std::mt19937 random(11);
    for (int count = 0; count < 20000; ++count) {
        const float a = std::ldexp(static_cast<float>(random()), static_cast<int>(random() % 60) - 40);
        const float b =
            std::ldexp(static_cast<float>(static_cast<int>(random())), static_cast<int>(random() % 40) - 40);
        int quotient = 0;
        ASSERT_EQ(cl::remquo(a, b, &quotient), std::remainder(a, b));
        const long double times = (static_cast<long double>(a) - std::remainder(a, b)) / b;
        if (fabsl(times) < 0x1p62L) {
            ASSERT_EQ(quotient, static_cast<int>(llrintl(times) % 128)) << a << " " << b;
        }
    }
    int quotient = 0;
    EXPECT_EQ(cl::remquo(largest, largest / 3, &quotient), std::remainder(largest, largest / 3));
    EXPECT_EQ(quotient, 3);
}

TEST(OpenclCMath, PowrRefusesWhatTheLogarithmOfTheBaseDoes) {
    EXPECT_TRUE(std::isnan(cl::powr(-1.0f, 2.0f)));
    EXPECT_TRUE(std::isnan(cl::powr(0.0f, 0.0f)));
    EXPECT_TRUE(std::isnan(cl::powr(infinity, 0.0f)));
    EXPECT_TRUE(std::isnan(cl::powr(1.0f, infinity)));
    EXPECT_TRUE(std::isnan(cl::powr(2.0f, not_a_number)));
    EXPECT_SAME(cl::powr(-0.0f, -3.0f), infinity);
    EXPECT_SAME(cl::powr(-0.0f, 3.0f), 0.0f);
    EXPECT_SAME(cl::powr(3.0f, 0.0f), 1.0f);
    EXPECT_SAME(cl::powr(0.0f, -infinity), infinity);
}

TEST(OpenclCMath, PownAndRootnMeetTheirBounds) {
    std::mt19937 random(13);
    for (int count = 0; count < 20000; ++count) {
        const float near_one =
            1 + std::ldexp(static_cast<float>(static_cast<int>(random())), -54 + static_cast<int>(random() % 5));
        const int large = static_cast<int>(random());
        EXPECT_LE(ulp(cl::pown(near_one, large), powl(near_one, large)), 16) << near_one << " " << large;
        const float x = cl::__qv_as<float>(static_cast<unsigned>(random() & 0x7fffffff));
        const int n = static_cast<int>(random() % 41) - 20;
        if (std::isfinite(x) && n != 0) {
            EXPECT_LE(ulp(cl::rootn(x, n), powl(x, 1.0L / n)), 2) << x << " " << n;
            EXPECT_LE(ulp(cl::rootn(static_cast<double>(x), n), powl(x, 1.0L / n)), 2) << x << " " << n;
        }
    }
    EXPECT_SAME(cl::pown(-1.0f, 16777217), -1.0f);
    EXPECT_SAME(cl::pown(-1.0f, std::numeric_limits<int>::min()), 1.0f);
    EXPECT_SAME(cl::pown(-0.0f, -3), -infinity);
    EXPECT_SAME(cl::rootn(-8.0f, 3), -2.0f);
    EXPECT_TRUE(std::isnan(cl::rootn(-8.0f, 2)));
    EXPECT_TRUE(std::isnan(cl::rootn(8.0f, 0)));
    EXPECT_SAME(cl::rootn(-0.0f, 3), -0.0f);
    EXPECT_SAME(cl::rootn(-0.0f, 2), 0.0f);
    EXPECT_SAME(cl::rootn(-0.0f, -3), -infinity);
    EXPECT_SAME(cl::rootn(-0.0f, -2), infinity);
    EXPECT_SAME(cl::rootn(-infinity, 3), -infinity);
}

TEST(OpenclCMath, FunctionsOverPiMeetTheirBounds) {
    const long double pi = 3.14159265358979323846264338327950288L;
    for (const float x : any_floats(20000)) {
        if (!std::isfinite(x)) {
            continue;
        }
        const float in = std::fmod(x, 1.0f);
        ASSERT_LE(ulp(cl::acospi(in), acosl(in) / pi), 2) << in;
        ASSERT_LE(ulp(cl::asinpi(in), asinl(in) / pi), 2) << in;
        ASSERT_LE(ulp(cl::atanpi(x), atanl(x) / pi), 2) << x;
        ASSERT_LE(ulp(cl::atan2pi(x, 3.0f), atan2l(x, 3.0L) / pi), 2) << x;
        ASSERT_LE(ulp(cl::acospi(static_cast<double>(in)), acosl(in) / pi), 2) << in;
    }
    EXPECT_SAME(cl::acospi(-1.0f), 1.0f);
    EXPECT_SAME(cl::atan2pi(-0.0f, -1.0f), -1.0f);
    EXPECT_SAME(cl::asinpi(-0.0f), -0.0f);
    EXPECT_SAME(cl::tanpi(0.5f), infinity);
    EXPECT_SAME(cl::tanpi(1.5f), -infinity);
    EXPECT_SAME(cl::tanpi(1.0f), -0.0f);
    EXPECT_SAME(cl::tanpi(-2.0f), -0.0f);
    EXPECT_SAME(cl::tanpi(0.25f), 1.0f);
}

TEST(OpenclCMath, MagnitudesSignsAndCodes) {
    EXPECT_SAME(cl::maxmag(-3.0f, 2.0f), -3.0f);
    EXPECT_SAME(cl::minmag(-3.0f, 2.0f), 2.0f);
    EXPECT_SAME(cl::maxmag(-3.0f, 3.0f), 3.0f);
    EXPECT_SAME(cl::maxmag(not_a_number, 3.0f), 3.0f);
    EXPECT_TRUE(std::isnan(cl::nan(5u)));
    int sign = 0;
    cl::lgamma_r(-0.5f, &sign);
    EXPECT_EQ(sign, -1);
    cl::lgamma_r(-1.5f, &sign);
    EXPECT_EQ(sign, 1);
    EXPECT_SAME(cl::sign(-0.0f), -0.0f);
    EXPECT_SAME(cl::sign(not_a_number), 0.0f);
    EXPECT_SAME(cl::sign(-7.0f), -1.0f);
}

TEST(OpenclCMath, VectorsTakeSecondResultsAndScalars) {
    cl::float8 whole;
    const cl::float8 part = cl::fract(cl::float8(1.5f, 2.5f, 3.25f, 4, 5, 6, 7, 8.75f), &whole);
    EXPECT_EQ(part[7], 0.75f);
    EXPECT_EQ(whole[2], 3.0f);
    cl::int3 powers;
    cl::frexp(cl::float3(1, 2, 8), &powers);
    EXPECT_EQ(powers.z, 4);
    EXPECT_EQ(cl::fmax(cl::float4(-1, 2, -3, 4), 0.0f).z, 0.0f);
    EXPECT_EQ(cl::ldexp(cl::double2(3, 5), 2).y, 20.0);
    EXPECT_EQ(cl::mix(cl::float2(0, 10), cl::float2(10, 20), 0.5f).y, 15.0f);
    EXPECT_EQ(cl::step(2.0f, cl::float2(1, 3)).y, 1.0f);
    EXPECT_EQ(cl::smoothstep(0.0f, 2.0f, 1.0f), 0.5f);
    EXPECT_EQ(cl::ilogb(cl::float2(8, 0.5f)).y, -1);
}

TEST(OpenclCGeometric, LengthsHoldNearTheEndsOfTheRange) {
    EXPECT_EQ(cl::length(cl::float2(3, 4)), 5);
    EXPECT_EQ(cl::length(cl::float3(3e30f, 4e30f, 0)), 5e30f);
    EXPECT_EQ(cl::length(cl::float2(3 * smallest, 4 * smallest)), 5 * smallest);
    EXPECT_EQ(cl::length(cl::double4(3e300, 0, 0, 4e300)), 5e300);
    EXPECT_EQ(cl::length(cl::float4(infinity, 1, 1, not_a_number)), infinity);
    EXPECT_TRUE(std::isnan(cl::length(cl::float2(not_a_number, 1))));
    EXPECT_EQ(cl::length(cl::float4(0.0f)), 0);
    EXPECT_EQ(cl::distance(cl::float2(1e30f, 0), cl::float2(-2e30f, 4e30f)), 5e30f);
    EXPECT_EQ(static_cast<float>(cl::length(cl::half4(cl::half(300), cl::half(400), cl::half(0), cl::half(0)))), 500);
    EXPECT_EQ(cl::dot(cl::float4(1, 2, 3, 4), cl::float4(5, 6, 7, 8)), 70);
    EXPECT_EQ(cl::cross(cl::float3(1, 0, 0), cl::float3(0, 1, 0)).z, 1);
}

TEST(OpenclCGeometric, NormalizeKeepsZerosAndTakesInfinitiesForUnits) {
    EXPECT_NEAR(cl::normalize(cl::float2(3e30f, 4e30f)).y, 0.8f, 1e-6f);
    EXPECT_NEAR(cl::normalize(cl::float3(0, 0, -smallest)).z, -1.0f, 1e-6f);
    EXPECT_SAME(cl::normalize(cl::float2(0.0f, 0.0f)).x, 0.0f);
    EXPECT_NEAR(cl::normalize(cl::float2(-infinity, 5)).x, -1.0f, 1e-6f);
    EXPECT_NEAR(cl::normalize(cl::float2(-infinity, infinity)).y, 0.70710678f, 1e-6f);
    EXPECT_TRUE(std::isnan(cl::normalize(cl::float2(not_a_number, 1)).x));
    EXPECT_SAME(cl::fast_normalize(cl::float3(0.0f)).x, 0.0f);
}

TEST(OpenclCRelational, ScalarsGiveOneAndVectorsMinusOne) {
    EXPECT_EQ(cl::isless(1.0f, 2.0f), 1);
    EXPECT_EQ(cl::isless(cl::double2(1, 3), cl::double2(2, 2)).x, -1);
    EXPECT_EQ(cl::isunordered(cl::float2(not_a_number, 1), cl::float2(1, 1)).y, 0);
    for (const float x : any_floats(20000)) {
        ASSERT_EQ(cl::isnan(x), std::isnan(x) ? 1 : 0);
        ASSERT_EQ(cl::isinf(x), std::isinf(x) ? 1 : 0);
        ASSERT_EQ(cl::isfinite(x), std::isfinite(x) ? 1 : 0);
        ASSERT_EQ(cl::isnormal(x), std::isnormal(x) ? 1 : 0);
        ASSERT_EQ(cl::signbit(x), std::signbit(x) ? 1 : 0);
        ASSERT_EQ(cl::isnormal(static_cast<double>(x)), std::isnormal(static_cast<double>(x)) ? 1 : 0);
        ASSERT_EQ(cl::signbit(cl::float3(x)).z, std::signbit(x) ? -1 : 0);
    }
}

}  // namespace plugins_opencl_c_math_test

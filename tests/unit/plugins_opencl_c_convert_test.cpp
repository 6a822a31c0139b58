// The conversions of the OpenCL C device library, run on the host, against ones that go by long double.
#include <gtest/gtest.h>

#include <cfenv>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tests/unit/opencl_c_on_host.hpp"

namespace plugins_opencl_c_convert_test {

namespace cl = quovis_cl;
using cl::half;

// Every value of the smaller types; of the larger ones their ends, what lies around powers of two, and random ones.
template <class T>
std::vector<T> values() {
    std::vector<T> all;
    if constexpr (sizeof(T) <= 2) {
        for (int bits = 0; bits < 1 << 8 * sizeof(T); ++bits) {
            all.push_back(cl::__qv_as<T>(static_cast<typename cl::__qv_type<T>::unsigned_one>(bits)));
        }
        return all;
    } else if constexpr (std::is_integral_v<T>) {
        std::mt19937_64 random(7);
        using U = std::make_unsigned_t<T>;
        for (int bit = 0; bit < static_cast<int>(8 * sizeof(T)); ++bit) {
            for (int off = -3; off <= 3; ++off) {
                const U near = (U{1} << bit) + static_cast<U>(off);
                all.insert(all.end(),
                           {static_cast<T>(near), static_cast<T>(U{0} - near), static_cast<T>(near | near >> 11),
                            static_cast<T>(near | near >> 24), static_cast<T>(near | near >> 25),
                            static_cast<T>(near | near >> (sizeof(T) == 8 ? 53 : 25))});
            }
            all.push_back(static_cast<T>(random() >> bit % 64));
        }
        return all;
    } else {
        std::mt19937_64 random(9);
        const T infinity = std::numeric_limits<T>::infinity();
        for (int power = -160; power <= 160; ++power) {
            for (const T by : {T(1), T(1.5), T(1.25), T(1.7), std::nextafter(T(1), T(0)), std::nextafter(T(1), T(2))}) {
                const T near = std::ldexp(by, power);
                all.insert(all.end(), {near, -near, std::nextafter(near, infinity), -std::nextafter(near, infinity),
                                       near + T(0.5), T(0.5) - near, near + T(0.25)});
            }
            all.push_back(std::ldexp(T(1) + static_cast<T>(random() >> 12) / T(1ull << 52), power % 66));
        }
        all.insert(all.end(), {T(0), -T(0), infinity, -infinity, std::numeric_limits<T>::quiet_NaN(),
                               std::numeric_limits<T>::max(), -std::numeric_limits<T>::max(),
                               std::numeric_limits<T>::denorm_min(), -std::numeric_limits<T>::denorm_min()});
        return all;
    }
}

template <class T>
long double exact(T value) {
    if constexpr (std::is_same_v<T, half>) {
        return static_cast<float>(value);
    } else {
        return static_cast<long double>(value);
    }
}

// To an integer; the default is to cut off.
long double whole(long double x, int mode) {
    switch (mode) {
        case 1:
            return rintl(x);
        case 3:
            return ceill(x);
        case 4:
            return floorl(x);
        default:
            return truncl(x);
    }
}

class Rounding {
  public:
    explicit Rounding(int mode) {
        std::fesetround(mode < 2 ? FE_TONEAREST : mode == 2 ? FE_TOWARDZERO : mode == 3 ? FE_UPWARD : FE_DOWNWARD);
    }
    ~Rounding() { std::fesetround(FE_TONEAREST); }
    Rounding(const Rounding&) = delete;
    Rounding& operator=(const Rounding&) = delete;
};

// In the rounding mode of the processor, which g++ must not work out beforehand.
template <class F>
[[gnu::noinline]] long double rounded(long double x, int mode) {
    const Rounding in_mode(mode);
    if constexpr (std::is_same_v<F, half>) {
        if (x != x || x - x != 0 || x == 0) {
            return x;
        }
        const int power = std::max(ilogbl(x), -14) - 10;
        const long double near = ldexpl(rintl(ldexpl(x, -power)), power);
        const bool outwards = mode < 2 || (mode == 3 && x > 0) || (mode == 4 && x < 0);
        return fabsl(near) > 65504 ? copysignl(outwards ? HUGE_VALL : 65504, x) : near;
    } else {
        const volatile long double from = x;
        const volatile F near = static_cast<F>(from);
        return near;
    }
}

bool same(long double a, long double b) {
    return a == b ? std::signbit(a) == std::signbit(b) || a != 0 : a != a && b != b;
}

template <class To, int SAT, int MODE, class From>
void check_pair(const std::string& name) {
    int wrong = 0;
    for (const From from : values<From>()) {
        const long double x = exact(from);
        const long double made = exact(cl::__qv_convert<To, SAT, MODE>(from));
        long double wanted;
        if constexpr (std::is_integral_v<To>) {
            const auto least = exact(std::numeric_limits<To>::min()), most = exact(std::numeric_limits<To>::max());
            wanted = x != x ? 0 : std::is_integral_v<From> ? x : whole(x, MODE);
            const bool fits = x == x && wanted >= least && wanted <= most;
            wanted = std::min(std::max(wanted, least), most);
            if (!fits && SAT == 0) {
                if (!std::is_integral_v<From>) {
                    continue;  // the implementation's affair
                }
                if constexpr (std::is_integral_v<From>) {
                    wanted = exact(static_cast<To>(from));  // modulo
                }
            }
            wanted = wanted == 0 ? 0.0L : wanted;
        } else {
            wanted = rounded<To>(x, MODE);
        }
        if (!same(made, wanted) && ++wrong < 3) {
            ADD_FAILURE() << name << " sat " << SAT << " mode " << MODE << " of " << x << ": " << made << ", not "
                          << wanted;
        }
    }
    EXPECT_EQ(wrong, 0) << name;
}

template <class To, class From>
void check_modes(const std::string& name) {
    check_pair<To, 0, 0, From>(name);
    check_pair<To, 0, 1, From>(name);
    check_pair<To, 0, 2, From>(name);
    check_pair<To, 0, 3, From>(name);
    check_pair<To, 0, 4, From>(name);
    if constexpr (std::is_integral_v<To>) {
        check_pair<To, 1, 0, From>(name);
        check_pair<To, 1, 1, From>(name);
        check_pair<To, 1, 2, From>(name);
        check_pair<To, 1, 3, From>(name);
        check_pair<To, 1, 4, From>(name);
    }
}

template <class To>
void check_from_all(const std::string& to) {
    check_modes<To, char>(to + " from char");
    check_modes<To, cl::uchar>(to + " from uchar");
    check_modes<To, short>(to + " from short");
    check_modes<To, cl::ushort>(to + " from ushort");
    check_modes<To, int>(to + " from int");
    check_modes<To, cl::uint>(to + " from uint");
    check_modes<To, long>(to + " from long");
    check_modes<To, cl::ulong>(to + " from ulong");
    check_modes<To, float>(to + " from float");
    check_modes<To, double>(to + " from double");
    check_modes<To, half>(to + " from half");
}

TEST(OpenclCConvert, ToTheSmallIntegersIsExactInEachModeAndSaturates) {
    check_from_all<char>("char");
    check_from_all<cl::uchar>("uchar");
    check_from_all<short>("short");
    check_from_all<cl::ushort>("ushort");
}

TEST(OpenclCConvert, ToTheLargeIntegersIsExactInEachModeAndSaturates) {
    check_from_all<int>("int");
    check_from_all<cl::uint>("uint");
    check_from_all<long>("long");
    check_from_all<cl::ulong>("ulong");
}

TEST(OpenclCConvert, ToFloatAndDoubleIsExactInEachMode) {
    check_from_all<float>("float");
    check_from_all<double>("double");
}

TEST(OpenclCConvert, ToHalfIsExactInEachMode) {
    check_from_all<half>("half");
}

TEST(OpenclCConvert, NotANumberSaturatesToZero) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ((cl::__qv_convert<int, 1, 1>(nan)), 0);
    EXPECT_EQ((cl::__qv_convert<cl::uchar, 1, 0>(nan)), 0);
    EXPECT_EQ((cl::__qv_convert<long, 1, 0>(static_cast<double>(nan))), 0);
}

TEST(OpenclCConvert, VectorsConvertElementByElement) {
    const cl::float3 three(1.5f, -2.5f, 300.0f);
    const auto bytes = cl::__qv_convert<cl::uchar3, 1, 1>(three);
    EXPECT_EQ(bytes.x, 2);
    EXPECT_EQ(bytes.y, 0);
    EXPECT_EQ(bytes.z, 255);
    cl::int16 many;
    for (int at = 0; at < 16; ++at) {
        many[at] = at * 10 - 50;
    }
    const auto halves = cl::__qv_convert<cl::half16, 0, 0>(many);
    const auto back = cl::__qv_convert<cl::long16, 0, 0>(halves);
    for (int at = 0; at < 16; ++at) {
        EXPECT_EQ(back[at], at * 10 - 50);
    }
}

TEST(OpenclCConvert, BitsStayTheSameAsAnotherType) {
    EXPECT_EQ(cl::__qv_as<cl::uint>(1.0f), 0x3f800000u);
    const auto halves = cl::__qv_as<cl::ushort8>(cl::int4(0x00010002, 3, 4, 0x00050006));
    EXPECT_EQ(halves[0], 2);
    EXPECT_EQ(halves[1], 1);
    EXPECT_EQ(halves[7], 5);
    EXPECT_EQ(cl::__qv_as<cl::int4>(cl::int3(1, 2, 3)).z, 3);
}

TEST(OpenclCConvert, HalvesInMemoryRoundAsTold) {
    half memory[64] = {};
    cl::__qv_vstore_half<1, 0>(1.0f + 0x1p-11f, 3, memory);
    EXPECT_EQ(memory[3].__qv_bits, 0x3c00);
    cl::__qv_vstore_half<1, 3>(1.0 + 0x1p-40, 3, memory);
    EXPECT_EQ(memory[3].__qv_bits, 0x3c01);
    cl::__qv_vstore_half<3, 4>(cl::float3(-1.0f - 0x1p-20f, 2.0f, 70000.0f), 2, memory);
    EXPECT_EQ(memory[6].__qv_bits, 0xbc01);
    EXPECT_EQ(memory[8].__qv_bits, 0x7bff);
    cl::__qv_vstorea_half<3, 2>(cl::double3(5, 6, 7), 1, memory);
    EXPECT_EQ(cl::__qv_vload_half<1>(6, memory), 7.0f);
    EXPECT_EQ(cl::__qv_vloada_half<3>(1, memory).y, 6.0f);
    EXPECT_EQ(cl::__qv_vload_half<8>(0, memory)[6], 7.0f);
}

}  // namespace plugins_opencl_c_convert_test

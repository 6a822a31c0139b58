// How exact the math functions of OpenCL C are on each way to a device: the largest error over numbers that matter and
// random ones, against the bounds of the specification. The errors are printed, and recorded as properties.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <tuple>

#include "tests/integration/opencl_c_accuracy_functions.hpp"
#include "tests/integration/opencl_c_ways.hpp"

namespace opencl_c_test {
namespace opencl_c_accuracy_test {

template <typename T>
struct Inputs {
    std::vector<T> x, y, z;
    std::vector<int> n;
};

template <typename T>
std::vector<T> numbers(std::mt19937_64& random, Domain domain, std::size_t count) {
    const auto uniform = [&random](long double low, long double high) {
        return static_cast<T>(low + (high - low) * static_cast<long double>(random() >> 1) * 0x1p-63L);
    };
    std::vector<T> made;
    if (domain.low != domain.high) {
        while (made.size() < count) {
            made.push_back(uniform(domain.low, domain.high));
            // As many small ones as large ones.
            const bool spreads = domain.low > 0;
            made.push_back(spreads ? std::exp(uniform(std::log(domain.low), std::log(domain.high)))
                                   : uniform(domain.low / 16, domain.high / 16));
        }
        return made;
    }
    using Limits = std::numeric_limits<T>;
    for (const T value : {T(0),
                          T(0.5),
                          T(1),
                          T(2),
                          T(3),
                          T(10),
                          T(M_PI),
                          T(M_PI_2),
                          T(22),
                          T(100.5),
                          T(1e6),
                          T(1e10),
                          Limits::max(),
                          Limits::min(),
                          Limits::epsilon(),
                          Limits::infinity(),
                          Limits::quiet_NaN(),
                          std::nextafter(T(1), T(0)),
                          std::nextafter(T(1), T(2)),
                          T(1e-10)}) {
        made.push_back(value);
        made.push_back(-value);
    }
    while (made.size() < count) {
        made.push_back(uniform(-1, 1));
        made.push_back(uniform(-10, 10));
        made.push_back(uniform(-100, 100));
        T bits{};
        const std::uint64_t word = random();
        std::memcpy(&bits, &word, sizeof(bits));
        // Subnormal numbers may be taken for zero.
        made.push_back(std::fpclassify(bits) == FP_SUBNORMAL ? T(1) : bits);
    }
    return made;
}

template <typename T>
Inputs<T> inputs_for(Domain domain) {
    constexpr std::size_t count = 4096;
    std::mt19937_64 random(4711);
    Inputs<T> inputs{
        numbers<T>(random, domain, count), numbers<T>(random, domain, count), numbers<T>(random, domain, count), {}};
    // Each special number meets other ones.
    std::shuffle(inputs.y.begin(), inputs.y.end(), random);
    std::shuffle(inputs.z.begin(), inputs.z.end(), random);
    for (std::size_t i = 0; i < inputs.x.size(); ++i) {
        const int power = static_cast<int>(random() % 41) - 20;
        inputs.n.push_back(power == 0 ? 3 : power);
    }
    return inputs;
}

// Distance in units of the last place of the exact result. A float may be flushed to zero where it would be subnormal.
template <typename T>
double ulp_error(T got, long double exact) {
    using Limits = std::numeric_limits<T>;
    const T nearest = static_cast<T>(exact);
    if (got == nearest || (std::isnan(got) && std::isnan(exact))) {
        // Of functions that are rounded correctly half a unit is as good as none.
        return 0;
    }
    if (std::isnan(got) || std::isnan(exact) || std::isinf(exact)) {
        return INFINITY;
    }
    if (sizeof(T) == sizeof(float) && std::fabs(exact) < static_cast<long double>(Limits::min()) &&
        std::fabs(got) <= Limits::min()) {
        return 0;
    }
    // Infinity stands where the next number would be.
    const long double value = std::isinf(got) ? std::copysign(std::ldexp(1.0L, Limits::max_exponent), (long double)got)
                                              : static_cast<long double>(got);
    const int exponent = std::max(exact == 0 ? Limits::min_exponent - 1 : std::ilogb(exact), Limits::min_exponent - 1);
    const int capped = std::min(exponent, Limits::max_exponent - 1);
    return static_cast<double>(std::fabs(value - exact) / std::ldexp(1.0L, capped - Limits::digits + 1));
}

template <typename T>
std::string source_of_all() {
    const bool is_double = sizeof(T) == sizeof(double);
    std::string text =
        is_double ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\ntypedef double T;\n" : "typedef float T;\n";
    for (const MathFunction& function : math_functions()) {
        if (is_double && function.is_float_only) {
            continue;
        }
        text += "kernel void of_" + function.name +
                "(global const T* xs, global const T* ys, global const T* zs, global const int* ns, global T* out) {\n"
                "    const int i = get_global_id(0);\n    const T x = xs[i], y = ys[i], z = zs[i];\n"
                "    const int n = ns[i];\n    out[i] = " +
                function.call + ";\n}\n";
    }
    return text;
}

struct Worst {
    double error = 0;
    std::size_t at = 0;
};

template <typename T>
class Accuracy {
  public:
    Accuracy(const Way& way, const Opened& opened)
        : way_(way),
          route_(opened.route),
          module_(
              opened.instance->program(quovis::Source::memory(source_of_all<T>(), "opencl", "math.cl")).load(route_)) {}

    void look_at(const MathFunction& function) const {
        const Inputs<T> inputs = inputs_for<T>(function.domain);
        const std::vector<T> got = run(function, inputs);
        Worst worst;
        for (std::size_t i = 0; i < got.size(); ++i) {
            const long double exact = function.of(inputs.x[i], inputs.y[i], inputs.z[i], inputs.n[i]);
            if (const double error = ulp_error(got[i], exact); error > worst.error) {
                worst = {error, i};
            }
        }
        const double bound = is_double ? function.double_bound : function.bound;
        const bool is_bounded = bound >= 0;
        std::printf("%-14s %-16s %10.3f ULP", way_.name.c_str(), function.name.c_str(), worst.error);
        std::printf(is_bounded ? ", at most %g\n" : "\n", bound);
        testing::Test::RecordProperty(function.name, std::to_string(worst.error));
        // The reference itself is off by a thousandth.
        if (is_bounded && worst.error > bound + (bound == 0 ? 0 : 0x1p-10)) {
            const std::size_t i = worst.at;
            ADD_FAILURE() << function.call << " is off by " << worst.error << " ULP, allowed are " << bound
                          << std::hexfloat << ": x " << inputs.x[i] << ", y " << inputs.y[i] << ", z " << inputs.z[i]
                          << ", n " << inputs.n[i] << " gives " << got[i] << ", not "
                          << function.of(inputs.x[i], inputs.y[i], inputs.z[i], inputs.n[i]);
        }
    }

  private:
    static constexpr bool is_double = sizeof(T) == sizeof(double);

    std::vector<T> run(const MathFunction& function, const Inputs<T>& inputs) const {
        const std::size_t count = inputs.x.size() / 64 * 64;
        const auto buffer_of = [&](const auto& data) {
            quovis::Buffer buffer = route_.bytes(data.size() * sizeof(data[0]));
            buffer.write(data);
            return buffer;
        };
        const quovis::Buffer out = route_.buffer<T>(count);
        const quovis::Buffer x = buffer_of(inputs.x), y = buffer_of(inputs.y), z = buffer_of(inputs.z);
        module_.kernel("of_" + function.name).launch({count / 64}, {64}, x, y, z, buffer_of(inputs.n), out);
        route_.synchronize();
        return out.read<T>();
    }

    Way way_;
    quovis::Route route_;
    quovis::Module module_;
};

template <typename T>
void look_at_all(const Way& way) {
    const Opened opened = open(way);
    if (!opened.missing.empty()) {
        GTEST_SKIP() << opened.missing;
    }
    try {
        const Accuracy<T> accuracy(way, opened);
        for (const MathFunction& function : math_functions()) {
            if (sizeof(T) == sizeof(float) || !function.is_float_only) {
                accuracy.look_at(function);
            }
        }
    } catch (const quovis::Error& error) {
        fail_with(error);
    }
}

class MathOn : public testing::TestWithParam<Way> {};

TEST_P(MathOn, FloatsAreWithinTheBoundsOfTheSpecification) {
    look_at_all<float>(GetParam());
}

TEST_P(MathOn, DoublesAreWithinTheBoundsOfTheSpecification) {
    look_at_all<double>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(OpenclC, MathOn, testing::ValuesIn(ways),
                         [](const auto& tested) { return tested.param.name; });

class MathFor : public testing::TestWithParam<Target> {};

TEST_P(MathFor, AllFunctionsCompile) {
    compile_for(GetParam(), quovis::Source::memory(source_of_all<float>(), "opencl", "math.cl"));
    compile_for(GetParam(), quovis::Source::memory(source_of_all<double>(), "opencl", "math.cl"));
}

INSTANTIATE_TEST_SUITE_P(OpenclC, MathFor, testing::ValuesIn(few_targets),
                         [](const auto& tested) { return name_of(tested.param); });

// The measure itself.
TEST(OpenclCUlp, IsCountedFromTheExactResult) {
    EXPECT_EQ(ulp_error(1.0F, 1.0L), 0);
    EXPECT_EQ(ulp_error(std::nextafter(1.0F, 2.0F), 1.0L), 1);
    EXPECT_EQ(ulp_error(1.0, 1.0L + 0x1p-52L), 1);
    EXPECT_EQ(ulp_error(std::numeric_limits<float>::infinity(), 3e38L) > 1e6, true);
    EXPECT_EQ(ulp_error(0.0F, 1e-40L), 0) << "subnormal floats may be flushed";
    EXPECT_GT(ulp_error(0.0, 1e-310L), 1e6) << "and doubles not";
    EXPECT_EQ(ulp_error(std::numeric_limits<float>::quiet_NaN(), 1.0L), INFINITY);
}

}  // namespace opencl_c_accuracy_test
}  // namespace opencl_c_test

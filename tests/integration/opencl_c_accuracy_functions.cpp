// The table of the bounds. References are of 64 bits, so that those of double are right to a thousandth of an ULP.
#include "tests/integration/opencl_c_accuracy_functions.hpp"

#include <algorithm>
#include <cmath>

namespace opencl_c_test {
namespace {

constexpr long double pi = 3.14159265358979323846264338327950288L;
constexpr double any = -1;  // the implementation's matter
using L = long double;

// Half turns of less than one, so that the product with pi loses nothing; exact at the zeros.
L sine_of_half_turns(L x) {
    const L turn = std::remainder(x, 2.0L);
    const L within = turn > 0.5L ? 1 - turn : turn < -0.5L ? -1 - turn : turn;
    return std::sin(pi * within);
}
L cosine_of_half_turns(L x) {
    const L turn = std::fabs(std::remainder(x, 2.0L));
    return turn > 0.25L && turn < 0.75L ? std::sin(pi * (0.5L - turn)) : std::cos(pi * turn);
}
L tangent_of_half_turns(L x) {
    return sine_of_half_turns(x) / cosine_of_half_turns(x);
}
L root(L x, int n) {
    const L magnitude = std::pow(std::fabs(x), 1 / static_cast<L>(n));
    return x < 0 ? (n % 2 != 0 ? -magnitude : NAN) : magnitude;
}
L larger(L x, L y) {
    return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
}
L smaller(L x, L y) {
    return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
}

MathFunction one(const std::string& name, double bound, L (*of)(L), Domain domain = {}) {
    return {name, name + "(x)", bound, bound, [of](L x, L, L, int) { return of(x); }, domain};
}
MathFunction two(const std::string& name, double bound, L (*of)(L, L), Domain domain = {}) {
    return {name, name + "(x, y)", bound, bound, [of](L x, L y, L, int) { return of(x, y); }, domain};
}
MathFunction with_int(const std::string& name, double bound, L (*of)(L, int), Domain domain = {}) {
    return {name, name + "(x, n)", bound, bound, [of](L x, L, L, int n) { return of(x, n); }, domain};
}
// A native_ or half_ function, which there are of float only.
MathFunction of_float(MathFunction made) {
    made.is_float_only = true;
    return made;
}
MathFunction division(const std::string& name, const std::string& call, double bound) {
    return {name, call, bound, 0.5, [](L x, L y, L, int) { return x / y; }, {}};
}

// Within half_ and native_ functions' reach.
constexpr Domain moderate{-10, 10};
constexpr Domain positive{1e-3L, 1e3L};

std::vector<MathFunction> required() {
    return {
        {"add", "x + y", 0.5, 0.5, [](L x, L y, L, int) { return x + y; }, {}},
        {"multiply", "x * y", 0.5, 0.5, [](L x, L y, L, int) { return x * y; }, {}},
        division("divide", "x / y", 2.5),
        {"reciprocal", "1 / x", 2.5, 0.5, [](L x, L, L, int) { return 1 / x; }, {}},
        one("acos", 4, std::acos),
        one("acosh", 4, std::acosh),
        one("acospi", 5, [](L x) { return std::acos(x) / pi; }),
        one("asin", 4, std::asin),
        one("asinh", 4, std::asinh),
        one("asinpi", 5, [](L x) { return std::asin(x) / pi; }),
        one("atan", 5, std::atan),
        two("atan2", 6, std::atan2),
        one("atanh", 5, std::atanh),
        one("atanpi", 5, [](L x) { return std::atan(x) / pi; }),
        two("atan2pi", 6, [](L x, L y) { return std::atan2(x, y) / pi; }),
        one("cbrt", 2, std::cbrt),
        one("ceil", 0, std::ceil),
        two("copysign", 0, std::copysign),
        one("cos", 4, std::cos),
        one("cosh", 4, std::cosh),
        one("cospi", 4, cosine_of_half_turns),
        one("erf", 16, std::erf),
        one("erfc", 16, std::erfc),
        one("exp", 3, std::exp),
        one("exp2", 3, std::exp2),
        one("exp10", 3, [](L x) { return std::pow(10.0L, x); }),
        one("expm1", 3, std::expm1),
        one("fabs", 0, std::fabs),
        two("fdim", 0.5, std::fdim),
        one("floor", 0, std::floor),
        {"fma", "fma(x, y, z)", 0.5, 0.5, [](L x, L y, L z, int) { return std::fma(x, y, z); }, {}},
        two("fmax", 0, std::fmax),
        two("fmin", 0, std::fmin),
        two("fmod", 0, std::fmod),
        two("hypot", 4, std::hypot),
        {"ilogb", "ilogb(x)", 0, 0, [](L x, L, L, int) { return L(std::ilogb(x)); }, {1e-30L, 1e30L}},
        with_int("ldexp", 0.5, [](L x, int n) { return std::ldexp(x, n); }),
        one("lgamma", any, std::lgamma, positive),
        one("log", 3, std::log),
        one("log2", 3, std::log2),
        one("log10", 3, std::log10),
        one("log1p", 2, std::log1p),
        one("logb", 0, std::logb, {1e-30L, 1e30L}),
        two("maxmag", 0, larger),
        two("minmag", 0, smaller),
        two("pow", 16, std::pow),
        with_int("pown", 16, [](L x, int n) { return std::pow(x, L(n)); }),
        two("powr", 16, std::pow, {1e-30L, 1e30L}),
        two("remainder", 0, std::remainder),
        one("rint", 0, std::rint),
        with_int("rootn", 16, root),
        one("round", 0, std::round),
        one("rsqrt", 2, [](L x) { return 1 / std::sqrt(x); }),
        one("sin", 4, std::sin),
        one("sinh", 4, std::sinh),
        one("sinpi", 4, sine_of_half_turns),
        {"sqrt", "sqrt(x)", 3, 0.5, [](L x, L, L, int) { return std::sqrt(x); }, {}},
        one("tan", 5, std::tan),
        one("tanh", 5, std::tanh),
        one("tanpi", 6, tangent_of_half_turns, {-1e3L, 1e3L}),
        one("tgamma", 16, std::tgamma, {0.01L, 34}),
        one("trunc", 0, std::trunc),
    };
}

// half_ functions are right to 8192 ULP; native_ ones as the device likes.
std::vector<MathFunction> quick() {
    std::vector<MathFunction> made;
    for (const auto& [prefix, bound] : {std::pair<std::string, double>{"half_", 8192}, {"native_", any}}) {
        for (const MathFunction& function :
             {one("cos", bound, std::cos, moderate), one("exp", bound, std::exp, moderate),
              one("exp2", bound, std::exp2, moderate), one("log", bound, std::log, positive),
              one(
                  "exp10", bound, [](L x) { return std::pow(10.0L, x); }, moderate),
              one("log2", bound, std::log2, positive), one("log10", bound, std::log10, positive),
              one(
                  "recip", bound, [](L x) { return 1 / x; }, positive),
              one(
                  "rsqrt", bound, [](L x) { return 1 / std::sqrt(x); }, positive),
              one("sin", bound, std::sin, moderate), one("sqrt", bound, std::sqrt, positive),
              one("tan", bound, std::tan, moderate),
              two(
                  "divide", bound, [](L x, L y) { return x / y; }, positive),
              two("powr", bound, std::pow, {0.1L, 10})}) {
            made.push_back(of_float(function));
            made.back().name = prefix + function.name;
            made.back().call = prefix + function.call;
        }
    }
    return made;
}

}  // namespace

const std::vector<MathFunction>& math_functions() {
    static const std::vector<MathFunction> all = [] {
        std::vector<MathFunction> made = required();
        const std::vector<MathFunction> more = quick();
        made.insert(made.end(), more.begin(), more.end());
        return made;
    }();
    return all;
}

}  // namespace opencl_c_test

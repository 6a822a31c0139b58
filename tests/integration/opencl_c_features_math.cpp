// Rows on math: results by pointer, vectors, scalars among them. How exact it is tells opencl_c_accuracy_test.cpp.
#include <cmath>
#include <cstddef>
#include <string>

#include "tests/integration/opencl_c_features.hpp"

namespace opencl_c_test {
namespace {

Case math_with_pointers() {
    return row("math_with_pointers", R"(
kernel void k(global const float* in, global float* out, global int* ints, local float* room) {
    const float4 a = vload4(0, in);
    float4 whole;
    int4 exponent;
    vstore4(fract(a, &whole), 0, out);
    vstore4(whole, 1, out);
    vstore4(frexp(a, &exponent), 2, out);
    vstore4(exponent, 0, ints);
    vstore4(modf(a, &whole), 3, out);
    vstore4(whole, 4, out);
    float c;
    out[20] = sincos(a.x, &c);
    out[21] = c;
    int quotient;
    out[22] = remquo(a.w, 3.0f, &quotient);
    ints[4] = quotient & 7;
    out[23] = lgamma_r(-0.5f, &ints[5]);
    out[24] = modf(a.y, room) + fract(2.75f, &out[25]);
    out[26] = room[0];
    vstore4(ldexp(a, (int4)(1, -1, 2, 0)), 0, out + 27);
    vstore4(ilogb(a), 0, ints + 6);
    out[31] = ldexp(1.5f, 4) + pown(2.0f, -2) + rootn(27.0f, 3) + logb(10.0f);
    vstore2(pown(a.xy, (int2)(2, 3)), 0, out + 32);
    ints[10] = isnan(nan(1u)) + ilogb(8.0);
    double2 dw;
    const double2 d = modf((double2)(1.25, -2.5), &dw);
    out[34] = d.x + dw.y;
})")
        .in(std::vector<float>{1.5F, -2.25F, 0.125F, 10})
        .out(std::vector<float>{0.5F,
                                0.75F,
                                0.125F,
                                0,
                                1,
                                -3,
                                0,
                                10,
                                0.75F,
                                -0.5625F,
                                0.5F,
                                0.625F,
                                0.5F,
                                -0.25F,
                                0.125F,
                                0,
                                1,
                                -2,
                                0,
                                10,
                                std::sin(1.5F),
                                std::cos(1.5F),
                                1,
                                1.2655121F,
                                -0.25F + 0.75F,
                                2,
                                -2,
                                3,
                                -1.125F,
                                0.5F,
                                10,
                                24 + 0.25F + 3 + 3,
                                2.25F,
                                -11.390625F,
                                -1.75F},
             1e-5)
        .out(std::vector<int>{1, 2, -2, 4, 3, -1, 0, 1, -3, 3, 4})
        .local(sizeof(float))
        .unless(nvidia_differs("gives the sign 1 for lgamma_r(-0.5), which is -1"));
}

// Functions of vectors give about what they give of the components, for one width each.
Case math_of_vectors(const std::string& name, const std::vector<std::string>& functions, int operands) {
    constexpr std::size_t widths[] = {2, 3, 4, 8, 16};
    std::string text = "kernel void k(global const float* in, global int* out) {\n";
    for (std::size_t f = 0; f < functions.size(); ++f) {
        const std::size_t width = widths[f % 5];
        const std::string n = std::to_string(width);
        const std::string i = std::to_string(f);
        const auto call = [&](const std::string& part) {
            return functions[f] + "(a" + part + (operands == 1 ? ")" : ", b" + part + ")");
        };
        text += "    {\n        const float" + n + " a = vload" + n + "(0, in), b = vload" + n +
                "(1, in), r = " + call("") + ";\n        out[" + i + "] = 1;\n";
        for (std::size_t k = 0; k < width; ++k) {
            const std::string part = std::string(".s") + "0123456789abcdef"[k];
            text += "        out[" + i + "] &= fabs(r" + part + " - " + call(part) + ") <= 1e-3f * fabs(r" + part +
                    ") + 1e-3f;\n";
        }
        text += "    }\n";
    }
    return row(name, text + "}\n")
        .in(made(32, [](int i) { return float((i * 7) % 32 + 1) / 40; }))
        .out(std::vector<int>(functions.size(), 1));
}

Case math_of_one() {
    return math_of_vectors("math_of_one",
                           {"acos",  "acospi", "asin",  "asinh", "asinpi", "atan",  "atanh", "atanpi", "cbrt",  "ceil",
                            "cos",   "cosh",   "cospi", "erf",   "erfc",   "exp",   "exp2",  "exp10",  "expm1", "fabs",
                            "floor", "lgamma", "log",   "log2",  "log10",  "log1p", "logb",  "rint",   "round", "rsqrt",
                            "sin",   "sinh",   "sinpi", "sqrt",  "tan",    "tanh",  "tanpi", "tgamma", "trunc"},
                           1);
}

Case native_and_half_math() {
    std::vector<std::string> functions;
    for (const std::string prefix : {"native_", "half_"}) {
        for (const char* name :
             {"cos", "exp", "exp2", "exp10", "log", "log2", "log10", "recip", "rsqrt", "sin", "sqrt", "tan"}) {
            functions.push_back(prefix + name);
        }
    }
    return math_of_vectors("native_and_half_math", functions, 1);
}

Case math_of_two() {
    return math_of_vectors(
        "math_of_two",
        {"atan2", "atan2pi", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "maxmag", "minmag", "nextafter",
         "pow", "powr", "remainder", "native_divide", "native_powr", "half_divide", "half_powr"},
        2);
}

Case math_with_a_scalar() {
    return row("math_with_a_scalar", R"(
kernel void k(global const float* in, global float* out) {
    const float4 a = vload4(0, in);
    vstore4(fmax(a, 0.5f), 0, out);
    vstore4(fmin(a, 0.5f), 1, out);
    vstore4(ldexp(a, 3), 2, out);
    vstore4(fma(a, a, (float4)(1)) - mad(a, a, (float4)(2)), 3, out);
    vstore4(acosh(a + 1), 4, out);
})")
        .in(std::vector<float>{0.25F, 0.5F, 0.75F, 4})
        .out(std::vector<float>{0.5F,
                                0.5F,
                                0.75F,
                                4,
                                0.25F,
                                0.5F,
                                0.5F,
                                0.5F,
                                2,
                                4,
                                6,
                                32,
                                -1,
                                -1,
                                -1,
                                -1,
                                std::acosh(1.25F),
                                std::acosh(1.5F),
                                std::acosh(1.75F),
                                std::acosh(5.0F)},
             1e-5);
}

}  // namespace

std::vector<Case> features_of_math() {
    return {math_with_pointers(), math_of_one(), native_and_half_math(), math_of_two(), math_with_a_scalar()};
}

}  // namespace opencl_c_test

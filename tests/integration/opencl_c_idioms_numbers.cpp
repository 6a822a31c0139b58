// Simulations and numerics: floats, within stated tolerances.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>

#include "tests/integration/opencl_c_idioms.hpp"

namespace opencl_c_test {
namespace {

using Float4 = std::array<float, 4>;

Case blas_float() {
    const auto x = made(16, [](int i) { return 0.5F * float(i); });
    const auto y = made(8, [](int i) { return float(i) - 3; });
    const auto expected = made(8, [&](int i) { return i < 7 ? y[std::size_t(i)] + 1.5F * float(i) : y[7]; });
    return idiom("blas_macros").kernel("saxpy", 2, 4).value(7).value(1.5F).in(x).value(2).inout(y, expected).value(1);
}

Case blas_double() {
    const auto x = made(8, [](int i) { return double(i) / 3; });
    const auto expected = made(8, [&](int i) { return i < 7 ? x[std::size_t(i)] * -2.5 : x[7]; });
    return idiom("blas_macros")
        .named("blas_macros_double")
        .kernel("dscal", 1, 4)
        .value(7)
        .value(-2.5)
        .inout(x, expected);
}

Case fft() {
    const auto in = made(128, [](int i) { return float((i * 29) % 17) / 17 - 0.5F; });
    std::vector<float> expected;
    for (int k = 0; k < 64; ++k) {
        std::complex<double> sum = 0;
        for (int n = 0; n < 64; ++n) {
            sum += std::complex<double>(double(in[std::size_t(2 * n)]), double(in[std::size_t(2 * n + 1)])) *
                   std::polar(1.0, -2 * M_PI * k * n / 64);
        }
        expected.push_back(float(sum.real()));
        expected.push_back(float(sum.imag()));
    }
    return idiom("fft").kernel("fft64", 1, 32).in(in).out(expected, 1e-5).value(-1);
}

Case lattice_boltzmann() {
    constexpr int nx = 8;
    constexpr int ny = 6;
    constexpr double omega = 1.25;
    constexpr int ex[] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    constexpr int ey[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const auto weight = [](int q) { return q == 0 ? 4.0 / 9 : q < 5 ? 1.0 / 9 : 1.0 / 36; };
    const auto in =
        made(9 * nx * ny, [&](int i) { return float(weight(i / (nx * ny)) * (1 + 0.1 * std::sin(double(i)))); });
    const auto expected = made(9 * nx * ny, [&](int i) {
        const int x = i % nx;
        const int y = i / nx % ny;
        double f[9];
        double rho = 0;
        double ux = 0;
        double uy = 0;
        for (int q = 0; q < 9; ++q) {
            f[q] = double(in[std::size_t((q * ny + (y - ey[q] + ny) % ny) * nx + (x - ex[q] + nx) % nx)]);
            rho += f[q];
            ux += f[q] * ex[q];
            uy += f[q] * ey[q];
        }
        ux /= rho;
        uy /= rho;
        const int q = i / (nx * ny);
        const double eu = ex[q] * ux + ey[q] * uy;
        const double still = weight(q) * rho * (1 + 3 * eu + 4.5 * eu * eu - 1.5 * (ux * ux + uy * uy));
        return float(f[q] - omega * (f[q] - still));
    });
    return idiom("lattice_boltzmann")
        .kernel("lbm_step", {2, 3}, {4, 2})
        .in(in)
        .out(expected, 1e-6)
        .value(nx)
        .value(ny)
        .value(float(omega));
}

Case lennard_jones() {
    constexpr int items = 8;
    struct Parameters {
        float epsilon, sigma, cutoff, box;
    } parameters{1.5F, 1.0F, 2.5F, 6.0F};
    const auto positions = made(items, [](int i) {
        return Float4{float(i % 2) * 1.2F + 0.03F * float(i), float(i / 2 % 2) * 1.3F, float(i / 4) * 5.1F, 1};
    });
    const auto neighbours = made(items * 8, [](int i) { return i % 8 < 6 ? (i / 8 + 1 + i % 8) % items : -1; });
    std::vector<float> expected;
    for (int i = 0; i < items; ++i) {
        double f[4] = {};
        for (int k = 0; k < 6; ++k) {
            double d[3];
            double r2 = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto other = std::size_t(neighbours[std::size_t(i * 8 + k)]);
                d[axis] = double(positions[std::size_t(i)][axis]) - double(positions[other][axis]);
                d[axis] -= 6 * std::nearbyint(d[axis] / 6);
                r2 += d[axis] * d[axis];
            }
            if (r2 > 2.5 * 2.5) {
                continue;
            }
            const double s6 = 1 / (r2 * r2 * r2);
            f[3] += 4 * 1.5 * s6 * (s6 - 1);
            for (int axis = 0; axis < 3; ++axis) {
                f[axis] += d[axis] * 24 * 1.5 * s6 * (2 * s6 - 1) / r2;
            }
        }
        expected.insert(expected.end(), {float(f[0]), float(f[1]), float(f[2]), float(f[3])});
    }
    return idiom("lennard_jones")
        .kernel("lj_forces", 2, 4)
        .in(positions)
        .in(neighbours)
        .out(expected, 2e-3)
        .value(parameters);
}

Case async_copy() {
    const auto in = made(64, [](int i) { return float(i + 1); });
    const auto table = made(64, [](int i) { return i % 2 == 0 ? float(i) / 8 : -99.0F; });
    const auto expected = made(64, [&](int i) { return float(i + 1) * float(2 * (i % 32)) / 8; });
    return idiom("async_copy").kernel("scale_tiles", 2, 16).in(in).in(table).out(expected).local(32 * sizeof(float));
}

Case half_storage() {
    // 1, 1.5, 2, 2.5 and so on as halfs.
    const auto a = made(16, [](int i) { return std::uint16_t(0x3C00 + 0x200 * (i % 4) + 0x400 * (i / 4 % 2)); });
    const auto b = made(16, [](int i) { return std::uint16_t(0xBC00 + 0x83 * i); });
    const auto value = [](std::uint16_t half) {
        const float magnitude = std::ldexp(1 + float(half & 0x3FF) / 1024, (half >> 10 & 31) - 15);
        return (half & 0x8000) != 0 ? -magnitude : magnitude;
    };
    // Towards zero: the bits that do not fit are cut.
    const auto cut = [](float number) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &number, sizeof(bits));
        const std::uint32_t exponent = (bits >> 23 & 0xFF) - 112;
        return std::uint16_t((bits >> 16 & 0x8000) | exponent << 10 | (bits >> 13 & 0x3FF));
    };
    auto mixed = made(16, [&](int i) {
        const float x = value(a[std::size_t(i)]);
        return cut(x + (value(b[std::size_t(i)]) - x) * 0.125F);
    });
    mixed[0] = 0x3555;  // 1/3
    const auto sums = made(4, [&](int i) { return value(a[std::size_t(4 * i)]) + value(b[std::size_t(4 * i + 3)]); });
    return idiom("half_storage").kernel("mix_halfs", 1, 4).in(a).in(b).value(0.125F).out(mixed).out(sums);
}

Case float_atomics() {
    const auto bin = made(64, [](int i) { return i * 7 % 4; });
    const auto weight = made(64, [](int i) { return float(i) * 0.25F; });
    std::vector<float> bins(4, 0);
    float total = 0;
    for (std::size_t i = 0; i < 64; ++i) {
        bins[std::size_t(bin[i])] += weight[i];
        total += weight[i];
    }
    return idiom("float_atomics")
        .kernel("bin_weights", 4, 16)
        .in(bin)
        .in(weight)
        .inout(std::vector<float>{0}, std::vector<float>{total})
        .inout(std::vector<float>(4, 0), bins);
}

Case roots(bool is_double) {
    const auto in = made(16, [](int i) { return i * i + 1; });
    Case made_case = idiom("real_switch").kernel("roots", 1, 4);
    if (is_double) {
        return made_case.named("real_switch_double")
            .define("USE_DOUBLE", "1")
            .in(in)
            .out(made(16, [&](int i) { return std::sqrt(double(in[std::size_t(i)])); }), 1e-13);
    }
    return made_case.in(in).out(made(16, [&](int i) { return std::sqrt(float(in[std::size_t(i)])); }), 1e-5);
}

Case k_means() {
    const auto points = made(2 * 16, [](int i) { return float((i * 23) % 32) * 0.3F; });
    const std::vector<float> centres{1, 1, 8, 2, 4, 7};
    std::vector<int> which;
    std::vector<int> sizes(3, 0);
    std::vector<float> distances;
    for (std::size_t i = 0; i < 16; ++i) {
        std::array<double, 3> d{};
        for (std::size_t k = 0; k < 3; ++k) {
            d[k] = std::hypot(double(points[2 * i] - centres[2 * k]), double(points[2 * i + 1] - centres[2 * k + 1]));
        }
        which.push_back(int(std::min_element(d.begin(), d.end()) - d.begin()));
        distances.push_back(float(d[std::size_t(which.back())]));
        ++sizes[std::size_t(which.back())];
    }
    std::vector<float> best;
    for (int group = 0; group < 2; ++group) {
        const auto first = distances.begin() + 8 * group;
        const auto nearest = std::min_element(first, first + 8);
        const auto index = int(nearest - distances.begin());
        float bits = 0;
        std::memcpy(&bits, &index, sizeof(bits));
        best.insert(best.end(), {*nearest, bits});
    }
    return idiom("k_means")
        .kernel("assign", 2, 8)
        .in(points)
        .in(centres)
        .out(which)
        .inout(std::vector<int>(3, 0), sizes)
        .out(best, 1e-5);
}

Case halton() {
    const auto inverse = [](unsigned n, unsigned base) {
        double value = 0;
        double digit = 1.0 / base;
        for (; n != 0; n /= base, digit /= base) {
            value += digit * (n % base);
        }
        return value;
    };
    unsigned hits = 0;
    for (unsigned n = 1; n <= 64 * 8; ++n) {
        hits += inverse(n, 2) * inverse(n, 2) + inverse(n, 3) * inverse(n, 3) < 1 ? 1 : 0;
    }
    return idiom("halton")
        .kernel("inside", 2, 32)
        .inout(std::vector<unsigned>{0}, std::vector<unsigned>{hits}, 1)  // a point may lie on the circle
        .value(8U);
}

Case cholesky() {
    std::vector<float> in;
    std::vector<float> expected;
    for (int b = 0; b < 4; ++b) {
        double l[4][4] = {};
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j <= i; ++j) {
                l[i][j] = i == j ? 1 + i + b : 0.5 * (i - 2 * j) + b;
            }
        }
        for (int i = 0; i < 16; ++i) {
            double sum = 0;
            for (int k = 0; k < 4; ++k) {
                sum += l[i / 4][k] * l[i % 4][k];
            }
            in.push_back(float(sum));
            expected.push_back(float(l[i / 4][i % 4]));
        }
    }
    in[3 * 16] = -1;  // not positive definite
    std::copy(in.begin() + 48, in.end(), expected.begin() + 48);
    return idiom("cholesky").kernel("cholesky", 1, 4).in(in).out(expected, 1e-4).out(std::vector<int>{0, 0, 0, 1});
}

}  // namespace

std::vector<Case> idioms_of_numbers() {
    return {blas_float(), blas_double(),  fft(),           lattice_boltzmann(), lennard_jones(),
            async_copy(), half_storage(), float_atomics(), roots(false),        roots(true),
            k_means(),    halton(),       cholesky()};
}

}  // namespace opencl_c_test

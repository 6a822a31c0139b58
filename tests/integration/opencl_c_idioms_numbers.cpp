// Pictures, simulations and numerics: floats, within stated tolerances.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>

#include "tests/integration/opencl_c_idioms.hpp"

namespace opencl_c_test {
namespace {

using std::uint8_t;

using Int2 = std::array<int, 2>;
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

Case blur() {
    constexpr int width = 13;
    constexpr int height = 9;
    const auto in = made(4 * width * height, [](int i) { return uint8_t(i * i * 7 + i); });
    const auto expected = made(4 * width * height, [&](int i) {
        constexpr int weights[] = {1, 4, 6, 4, 1};
        const int x = i / 4 % width;
        int sum = 0;
        for (int k = -2; k <= 2; ++k) {
            const int from = std::clamp(x + k, 0, width - 1);
            sum += weights[k + 2] * in[std::size_t((i / 4 / width * width + from) * 4 + i % 4)];
        }
        return uint8_t(std::nearbyint(double(sum) / 16));  // sums of sixteenths are exact
    });
    return idiom("blur")
        .kernel("blur_rows", {4, 3}, {4, 3})
        .define("RADIUS", "2")
        .in(in)
        .out(expected)
        .value(Int2{width, height});
}

Case median() {
    constexpr int pitch = 18;
    constexpr int height = 6;
    const auto in = made(pitch * height, [](int i) { return uint8_t(i * 73 + i * i * 11); });
    std::vector<uint8_t> expected(in.size(), 9);
    for (int y = 1; y <= height - 2; ++y) {
        for (int x = 1; x <= 16; ++x) {
            std::array<uint8_t, 9> window{};
            for (int k = 0; k < 9; ++k) {
                window[std::size_t(k)] = in[std::size_t((y - 1 + k / 3) * pitch + x - 1 + k % 3)];
            }
            std::nth_element(window.begin(), window.begin() + 4, window.end());
            expected[std::size_t(y * pitch + x)] = window[4];
        }
    }
    return idiom("median")
        .kernel("median3x3", {2, 2}, {2, 2})
        .in(in)
        .inout(std::vector<uint8_t>(in.size(), 9), expected)
        .value(pitch);
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

Case resize() {
    constexpr Int2 from{7, 5};
    constexpr Int2 to{12, 9};
    const auto in = made(3 * from[0] * from[1], [](int i) { return uint8_t(i * i * 3); });
    const auto expected = made(3 * to[0] * to[1], [&](int i) {
        const double x = (i / 3 % to[0] + 0.5) * from[0] / to[0] - 0.5;
        const double y = (i / 3 / to[0] + 0.5) * from[1] / to[1] - 0.5;
        const auto pixel = [&](double column, double row) {
            const int c = std::clamp(int(column), 0, from[0] - 1);
            const int r = std::clamp(int(row), 0, from[1] - 1);
            return double(in[std::size_t((r * from[0] + c) * 3 + i % 3)]);
        };
        const double left = std::floor(x);
        const double top = std::floor(y);
        const double above = std::lerp(pixel(left, top), pixel(left + 1, top), x - left);
        const double below = std::lerp(pixel(left, top + 1), pixel(left + 1, top + 1), x - left);
        return uint8_t(std::lerp(above, below, y - top) + 0.5);
    });
    // One step where the sum is close to a half.
    return idiom("resize").kernel("resize", {3, 3}, {4, 4}).in(in).value(from).out(expected, 1).value(to);
}

Case quaternion() {
    const auto in = made(3 * 8, [](int i) { return float(i % 5) - 2 + 0.1F * float(i); });
    const double angle = 0.7;
    const std::array<double, 3> axis{1 / std::sqrt(14.0), 2 / std::sqrt(14.0), 3 / std::sqrt(14.0)};
    std::vector<float> expected;
    for (std::size_t i = 0; i < in.size(); i += 3) {
        const std::array<double, 3> p{double(in[i]), double(in[i + 1]), double(in[i + 2])};
        const double along = axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t l = (k + 1) % 3;
            const std::size_t m = (k + 2) % 3;
            expected.push_back(float(p[k] * std::cos(angle) + (axis[l] * p[m] - axis[m] * p[l]) * std::sin(angle) +
                                     axis[k] * along * (1 - std::cos(angle))));
        }
    }
    return idiom("quaternion")
        .kernel("rotate_points", 2, 4)
        .in(in)
        .value(Float4{1, 2, 3, float(angle)})
        .out(expected, 1e-5)
        .out(std::vector<float>(8, 0), 1e-5);
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

Case ray_spheres() {
    constexpr int side = 16;
    struct Sphere {
        double centre[3], radius;
        double green, others;
        bool mirror;
    };
    const std::array<Sphere, 3> scene{Sphere{{0, 0, 5}, 1, 0, 1, false}, Sphere{{1.5, 0.5, 4}, 0.5, 1, 0, true},
                                      Sphere{{0, -101, 5}, 100, 0.5, 1, false}};
    const auto closest = [&](const double* origin, const double* direction, double& nearest) {
        int best = -1;
        for (int i = 0; i < 3; ++i) {
            const Sphere& sphere = scene[std::size_t(i)];
            double b = 0;
            double c = -sphere.radius * sphere.radius;
            for (int k = 0; k < 3; ++k) {
                const double oc = origin[k] - sphere.centre[k];
                b += oc * direction[k];
                c += oc * oc;
            }
            const double t = -b - std::sqrt(b * b - c);
            if (b * b - c >= 0 && t >= 1e-3 && (best < 0 || t < nearest)) {
                best = i;
                nearest = t;
            }
        }
        return best;
    };
    std::vector<int> ids;
    std::vector<float> shades;
    for (int i = 0; i < side * side; ++i) {
        double origin[3] = {};
        double d[3] = {(i % side + 0.5) / side - 0.5, 0.5 - (i / side + 0.5) / side, 1};
        const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + 1);
        std::for_each(d, d + 3, [&](double& part) { part /= length; });
        double t = 0;
        double light = 1;
        int id = closest(origin, d, t);
        if (id == 1) {
            double n[3];
            double dn = 0;
            for (int k = 0; k < 3; ++k) {
                origin[k] += t * d[k];
                n[k] = (origin[k] - scene[1].centre[k]) / scene[1].radius;
                dn += d[k] * n[k];
            }
            for (int k = 0; k < 3; ++k) {
                d[k] -= 2 * dn * n[k];
            }
            light = 0.5;
            id = closest(origin, d, t);
        }
        ids.push_back(id);
        const double shade[] = {0.25, 0.5, 0.5};
        shades.push_back(id < 0 ? 0.0F : float(light * shade[id]));
    }
    return idiom("ray_spheres")
        .kernel("trace", {2, 2}, {8, 8})
        .out(ids)
        .out(shades, 1e-6)
        .value(side)
        .value(side)
        .unless(nvidia_differs("gives 1/16 for 1/4 in three pixels"));
}

}  // namespace

std::vector<Case> idioms_of_numbers() {
    return {blas_float(),    blas_double(), fft(),          blur(),          median(),     lattice_boltzmann(),
            lennard_jones(), async_copy(),  half_storage(), float_atomics(), roots(false), roots(true),
            k_means(),       resize(),      quaternion(),   halton(),        cholesky(),   ray_spheres()};
}

}  // namespace opencl_c_test

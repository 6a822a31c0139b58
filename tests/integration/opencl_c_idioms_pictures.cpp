// Pictures and what is in them: filters of neighbours, rotations, rays.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "tests/integration/opencl_c_idioms.hpp"

namespace opencl_c_test {
namespace {

using std::uint8_t;

using Int2 = std::array<int, 2>;
using Float4 = std::array<float, 4>;

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

std::vector<Case> idioms_of_pictures() {
    return {blur(), median(), resize(), quaternion(), ray_spheres()};
}

}  // namespace opencl_c_test

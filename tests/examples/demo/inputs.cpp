// Makes the inputs of the demo: inputs_cpp FOLDER writes x.npy, y.npy, a.npy, b.npy and photo.png.
#include "files.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>

namespace {

std::vector<float> random_floats(std::size_t count, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<float> values(count);
    for (float& value : values) {
        value = static_cast<float>(engine() >> 8) / 16777216.0F - 0.5F;
    }
    return values;
}

// A number from 0 to 1 for each point of a grid, always the same.
double grain(int x, int y) {
    auto bits = static_cast<std::uint32_t>(x) * 374761393U + static_cast<std::uint32_t>(y) * 668265263U;
    bits = (bits ^ (bits >> 13)) * 1274126177U;
    return static_cast<double>((bits ^ (bits >> 16)) & 0xffff) / 65535.0;
}

// Grain at the corners of unit squares, smoothly between them.
double smooth_noise(double x, double y) {
    const int left = static_cast<int>(std::floor(x));
    const int top = static_cast<int>(std::floor(y));
    const auto ease = [](double t) { return t * t * (3 - 2 * t); };
    const double s = ease(x - left);
    const double t = ease(y - top);
    const double above = grain(left, top) * (1 - s) + grain(left + 1, top) * s;
    const double below = grain(left, top + 1) * (1 - s) + grain(left + 1, top + 1) * s;
    return above * (1 - t) + below * t;
}

// Noise of several sizes on top of each other, as clouds and mountains have it; from 0 to 1.
double rough_noise(double x, double y) {
    double sum = 0;
    double weight = 0.5;
    for (int octave = 0; octave < 6; ++octave, weight /= 2, x *= 2, y *= 2) {
        sum += weight * smooth_noise(x, y);
    }
    return sum;
}

struct Colour {
    double red;
    double green;
    double blue;
};

Colour mix(Colour a, Colour b, double share) {
    share = std::clamp(share, 0.0, 1.0);
    return {a.red + (b.red - a.red) * share, a.green + (b.green - a.green) * share, a.blue + (b.blue - a.blue) * share};
}

// The height of the mountain ridge `layer` at x, from 0 (top of the picture) to 1.
double ridge(double x, int layer) {
    return 0.34 + 0.1 * layer + 0.22 * (0.5 - rough_noise(x * (2.5 + layer), 17.3 * layer));
}

Colour sky(double x, double y) {
    const Colour base = mix({40, 78, 150}, {250, 196, 150}, y / 0.55);
    const Colour clouded = mix(base, {255, 240, 228}, 1.8 * (rough_noise(3 * x, 9 * y) - 0.45));
    const double from_sun = std::hypot((x - 0.68) * 1.5, y - 0.26);
    return from_sun < 0.05 ? Colour{255, 244, 214} : mix(clouded, {255, 226, 170}, 0.05 / from_sun - 0.15);
}

Colour land(double x, double y) {
    Colour colour = sky(x, y);
    for (int layer = 0; layer < 3; ++layer) {
        if (y > ridge(x, layer)) {
            const double rock = rough_noise(40 * x, 60 * y);
            colour = mix({150.0 - 45 * layer, 150.0 - 38 * layer, 170.0 - 55 * layer}, {30, 45, 40},
                         0.25 * layer + rock * 0.5);
            if (layer == 0 && y < ridge(x, 0) + 0.05 * rock) {
                colour = {240, 244, 250};  // snow
            }
        }
    }
    return colour;
}

// A lake, from its shore down, shows what is above it, with waves.
Colour scene(double x, double y) {
    const double shore = 0.70;
    if (y < shore) {
        return land(x, y);
    }
    const double wave = 0.012 * (smooth_noise(30 * x, 300 * y) - 0.5);
    return mix(land(x + wave, 2 * shore - y + wave), {18, 44, 72}, 0.35 + (y - shore));
}

demo::Picture photograph() {
    demo::Picture picture{demo::picture_width, demo::picture_height, {}};
    picture.bytes.reserve(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) * 3);
    const auto byte = [](double value) { return static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0)); };
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            const Colour colour = scene(x / 1920.0, y / 1280.0);
            const double film = 6 * (grain(x + 5000, y) - 0.5);
            for (const double channel : {colour.red, colour.green, colour.blue}) {
                picture.bytes.push_back(byte(channel + film));
            }
        }
    }
    return picture;
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 2) {
        std::cerr << "usage: inputs_cpp FOLDER\n";
        return 2;
    }
    const std::string folder = argv[1];
    const std::size_t elements = std::size_t{demo::matrix_side} * demo::matrix_side;
    demo::write_npy(folder + "/x.npy", random_floats(demo::saxpy_count, 1));
    demo::write_npy(folder + "/y.npy", random_floats(demo::saxpy_count, 2));
    demo::write_npy(folder + "/a.npy", random_floats(elements, 3));
    demo::write_npy(folder + "/b.npy", random_floats(elements, 4));
    demo::write_png(folder + "/photo.png", photograph(), PNG_FORMAT_RGB);
    return 0;
} catch (const std::exception& error) {
    std::cerr << "inputs_cpp: " << error.what() << "\n";
    return 1;
}

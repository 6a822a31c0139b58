// Checks a result of the demo against the CPU: check_cpp saxpy|sobel|matmul FOLDER.
#include "files.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

namespace {

// Largest error of `values`, relative to the largest of `expected`.
double relative_error(const std::vector<float>& values, const std::vector<double>& expected) {
    if (values.size() != expected.size()) {
        throw std::runtime_error("the result has the wrong number of elements");
    }
    double largest = 0;
    double error = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        largest = std::max(largest, std::fabs(expected[i]));
        error = std::max(error, std::isfinite(values[i]) ? std::fabs(values[i] - expected[i]) : HUGE_VAL);
    }
    return error / largest;
}

bool tell(double error, double limit) {
    const bool right = error <= limit;
    std::cout << "check: largest relative error " << error << " against the CPU: " << (right ? "right" : "WRONG")
              << "\n";
    return right;
}

bool check_saxpy(const std::string& folder) {
    const auto x = demo::read_npy(folder + "/x.npy");
    const auto y = demo::read_npy(folder + "/y.npy");
    std::vector<double> expected(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        expected[i] = double{demo::saxpy_factor} * x[i] + y[i];
    }
    return tell(relative_error(demo::read_npy(folder + "/saxpy.npy"), expected), 1e-6);
}

bool check_matmul(const std::string& folder) {
    const auto a = demo::read_npy(folder + "/a.npy");
    const auto b = demo::read_npy(folder + "/b.npy");
    const std::size_t n = demo::matrix_side;
    std::vector<double> expected(n * n);
    for (std::size_t row = 0; row < n; ++row) {
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t column = 0; column < n; ++column) {
                expected[row * n + column] += double{a[row * n + k]} * b[k * n + column];
            }
        }
    }
    return tell(relative_error(demo::read_npy(folder + "/product.npy"), expected), 1e-5);
}

std::vector<int> sobel(const demo::Picture& picture) {
    const auto brightness = [&](int x, int y) {
        const int row = std::clamp(y, 0, picture.height - 1);
        const int column = std::clamp(x, 0, picture.width - 1);
        const std::uint8_t* pixel = &picture.bytes[3 * (static_cast<std::size_t>(row) * picture.width + column)];
        return 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2];
    };
    std::vector<int> edges;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            double across = 0;
            double down = 0;
            for (int i = -1; i <= 1; ++i) {
                const double weight = i == 0 ? 2 : 1;
                across += weight * (brightness(x + 1, y + i) - brightness(x - 1, y + i));
                down += weight * (brightness(x + i, y + 1) - brightness(x + i, y - 1));
            }
            edges.push_back(static_cast<int>(std::min(std::hypot(across, down), 255.0)));
        }
    }
    return edges;
}

// The device computes in single precision and may round a brightness to the other side, so one step is allowed.
bool check_sobel(const std::string& folder) {
    const std::vector<int> expected = sobel(demo::read_png(folder + "/photo.png", PNG_FORMAT_RGB));
    const demo::Picture edges = demo::read_png(folder + "/edges.png", PNG_FORMAT_GRAY);
    if (edges.bytes.size() != expected.size()) {
        throw std::runtime_error("the picture has the wrong size");
    }
    int largest = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        largest = std::max(largest, std::abs(edges.bytes[i] - expected[i]));
    }
    const bool right = largest <= 1;
    std::cout << "check: largest difference of a pixel " << largest
              << " of 255 against the CPU: " << (right ? "right" : "WRONG") << "\n";
    return right;
}

}  // namespace

int main(int argc, char** argv) try {
    const std::string what = argc == 3 ? argv[1] : "";
    if (what == "saxpy") {
        return check_saxpy(argv[2]) ? 0 : 1;
    }
    if (what == "sobel") {
        return check_sobel(argv[2]) ? 0 : 1;
    }
    if (what == "matmul") {
        return check_matmul(argv[2]) ? 0 : 1;
    }
    std::cerr << "usage: check_cpp saxpy|sobel|matmul FOLDER\n";
    return 2;
} catch (const std::exception& error) {
    std::cerr << "check_cpp: " << error.what() << "\n";
    return 1;
}

// A first host program in C++. The configuration says which compiler builds the kernel and which device runs it.
// Build: c++ -std=c++17 saxpy.cpp -Iinclude -Llib -lquovis -o saxpy    Run: ./saxpy kernels/saxpy.cl (or .cu)
#include <iostream>
#include <numeric>
#include <quovis/quovis.hpp>

int main(int argc, char** argv) try {
    const int n = 1000;
    const float a = 2;
    std::vector<float> x(n), y(n, 1.0f);
    std::iota(x.begin(), x.end(), 0.0f);

    const quovis::Instance instance;
    const auto program = instance.program(quovis::Source::file(argc > 1 ? argv[1] : "saxpy.cl"));
    const auto module = program.load();
    const auto kernel = module.kernel("saxpy");

    const auto device_x = module.route().buffer<float>(n);
    const auto device_y = module.route().buffer<float>(n);
    device_x.write(x);
    device_y.write(y);
    kernel.launch({(n + 63) / 64}, {64}, n, a, device_x, device_y);
    y = device_y.read<float>();

    int right = 0;
    for (int i = 0; i < n; ++i) {
        right += y[i] == a * x[i] + 1;
    }
    std::cout << "saxpy: " << right << " of " << n << " elements are right\n";
    return right == n ? 0 : 1;
} catch (const quovis::Error& error) {
    std::cerr << "saxpy: " << error.what() << "\n";
    return 1;
}

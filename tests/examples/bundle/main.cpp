// Loads a kernel from the bundle inside this program and says which of its images was taken.
#include <kernels.h>

#include <cstdio>
#include <numeric>
#include <quovis/quovis.hpp>
#include <vector>

int main() try {
    const quovis::Instance instance;
    const quovis::Module module = instance.bundle(kernels_data, kernels_size, "kernels").load();
    const quovis::Route route = module.route();
    std::printf("%s: %s\n", route.info().selector.c_str(), module.attempts().back().reason.c_str());

    constexpr int count = 1000;
    std::vector<float> x(count);
    std::iota(x.begin(), x.end(), 0.0f);
    const quovis::Buffer memory = route.buffer<float>(x.size());
    memory.write(x);
    module.kernel("scale").launch((count + 63) / 64, 64, count, memory);
    route.synchronize();

    const std::vector<float> y = memory.read<float>();
    int right = 0;
    for (int i = 0; i < count; ++i) {
        right += y[i] == 3 * x[i] ? 1 : 0;
    }
    std::printf("scale: %d of %d elements are right\n", right, count);
    return right == count ? 0 : 1;
} catch (const quovis::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}

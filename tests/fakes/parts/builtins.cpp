// What the kernels of the fakes do, chosen by name. Each computes what its OpenCL C or CUDA source would.
#include "tests/fakes/parts/builtins.hpp"

#include <utility>

namespace quovis::fakes {
namespace {

// void noop(...)
void noop(const Launch&) {}

// void saxpy(int n, float a, const float* x, float* y): y = a * x + y for the first n threads
void saxpy(const Launch& launch) {
    const auto n = static_cast<std::uint64_t>(std::max(0, launch.value<std::int32_t>(0)));
    const std::uint64_t count = std::min(n, launch.threads());
    const auto a = launch.value<float>(1);
    const auto* x = launch.elements<const float>(2, count);
    auto* y = launch.elements<float>(3, count);
    for (std::uint64_t i = 0; i < count; ++i) {
        y[i] = a * x[i] + y[i];
    }
}

// void add(const int* a, const int* b, int* sum): one element for each thread
void add(const Launch& launch) {
    const std::uint64_t count = launch.threads();
    const auto* a = launch.elements<const std::uint32_t>(0, count);
    const auto* b = launch.elements<const std::uint32_t>(1, count);
    auto* sum = launch.elements<std::uint32_t>(2, count);
    for (std::uint64_t i = 0; i < count; ++i) {
        sum[i] = a[i] + b[i];
    }
}

// void scale(float* data): doubles one element for each thread
void scale(const Launch& launch) {
    auto* data = launch.elements<float>(0, launch.threads());
    for (std::uint64_t i = 0; i < launch.threads(); ++i) {
        data[i] *= 2;
    }
}

// void number(uint* out): each thread writes its number, x fastest, through the whole grid
void number(const Launch& launch) {
    auto* out = launch.elements<std::uint32_t>(0, launch.threads());
    for (std::uint64_t i = 0; i < launch.threads(); ++i) {
        out[i] = static_cast<std::uint32_t>(i);
    }
}

// void reverse(uint* data, local uint* tile) or void reverse(uint* data) with dynamic shared memory: in each block
void reverse(const Launch& launch) {
    const std::uint64_t block = launch.threads_of_block();
    const std::size_t local = launch.argument_count() > 1 ? launch.local_bytes(1) : launch.shared_memory();
    if (local < block * sizeof(std::uint32_t)) {
        throw KernelFault{};
    }
    auto* data = launch.elements<std::uint32_t>(0, launch.threads());
    for (std::uint64_t i = 0; i < launch.blocks(); ++i) {
        std::reverse(data + i * block, data + (i + 1) * block);
    }
}

// void fault(): what a kernel that reaches beyond its buffer does
void fault(const Launch&) {
    throw KernelFault{};
}

}  // namespace

Builtin find_builtin(std::string_view kernel) {
    static constexpr std::pair<std::string_view, Builtin> all[] = {
        {"noop", noop},     {"saxpy", saxpy},     {"add", add},    {"scale", scale},
        {"number", number}, {"reverse", reverse}, {"fault", fault}};
    for (const auto& [name, function] : all) {
        if (name == kernel) {
            return function;
        }
    }
    return nullptr;
}

}  // namespace quovis::fakes

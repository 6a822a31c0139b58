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

// void sumN(uint* out, uint a, uint b, ...): how many arguments it has, and the sum of all behind the first
void sum(const Launch& launch) {
    auto total = static_cast<std::uint32_t>(launch.argument_count());
    for (std::size_t i = 1; i < launch.argument_count(); ++i) {
        total += launch.value<std::uint32_t>(i);
    }
    *launch.elements<std::uint32_t>(0, 1) = total;
}

// void fault(): what a kernel that reaches beyond its buffer does
void fault(const Launch&) {
    throw KernelFault{};
}

}  // namespace

Builtin find_builtin(std::string_view kernel) {
    static constexpr std::pair<std::string_view, Builtin> all[] = {
        {"noop", noop},       {"empty", noop},  {"saxpy", saxpy}, {"add", add},  {"scale", scale}, {"number", number},
        {"reverse", reverse}, {"fault", fault}, {"sum1", sum},    {"sum3", sum}, {"sum8", sum},    {"sum32", sum}};
    for (const auto& [name, function] : all) {
        if (name == kernel) {
            return function;
        }
    }
    return nullptr;
}

}  // namespace quovis::fakes

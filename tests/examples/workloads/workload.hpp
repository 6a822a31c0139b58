// What tests/examples/kernels needs around it: inputs, launches and results on the CPU to compare with, for the tests
// that each kernel is right on every route, and for the benchmark that compares the languages.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <quovis/quovis.hpp>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace workload {

// Launches kernels of one module. What OpenCL C takes as a parameter in local memory is dynamic shared memory in
// CUDA C++, and no argument.
class Launcher {
  public:
    enum class Language { opencl, cuda };

    Launcher(quovis::Module module, quovis::Stream stream, Language language)
        : module_(std::move(module)), stream_(std::move(stream)), language_(language) {}

    template <typename... Arguments>
    void operator()(const std::string& kernel, quovis::Extent grid, quovis::Extent block,
                    const Arguments&... arguments) {
        quovis::LaunchShape shape(grid, block);
        quovis_argument list[sizeof...(Arguments)];
        std::size_t count = 0;
        (add(shape, list, count, arguments), ...);
        kernel_of(kernel).launch_list(stream_, shape, list, count);
    }

  private:
    template <typename Argument>
    void add(quovis::LaunchShape& shape, quovis_argument* list, std::size_t& count, const Argument& argument) const {
        if constexpr (std::is_same_v<Argument, quovis::Local>) {
            if (language_ == Language::cuda) {
                shape.shared_memory += argument.bytes;
                return;
            }
        }
        quovis::detail::put(list[count++], argument);
    }

    const quovis::Kernel& kernel_of(const std::string& name) {
        auto found = kernels_.find(name);
        if (found == kernels_.end()) {
            found = kernels_.emplace(name, module_.kernel(name)).first;
        }
        return found->second;
    }

    quovis::Module module_;
    quovis::Stream stream_;
    Language language_;
    std::map<std::string, quovis::Kernel> kernels_;
};

class Workload {
  public:
    explicit Workload(std::string name) : name_(std::move(name)) {}
    virtual ~Workload() = default;

    // Of its files in tests/examples/kernels.
    const std::string& name() const { return name_; }
    // Makes the buffers and writes the inputs. Once for each object.
    virtual void prepare(const quovis::Route& route) = 0;
    // Gives one run to the stream. A second one may work on the results of the first.
    virtual void run(Launcher& launch) = 0;
    // After one run from fresh inputs: what is wrong with the results; empty when they are right.
    virtual std::string check() = 0;

  private:
    std::string name_;
};

enum class Size { test, bench };

const std::vector<std::string>& names();
std::unique_ptr<Workload> make(const std::string& name, Size size);

// One of each, in the files of this folder.
std::unique_ptr<Workload> reduction(Size size);
std::unique_ptr<Workload> scan(Size size);
std::unique_ptr<Workload> histogram(Size size);
std::unique_ptr<Workload> matmul(Size size);
std::unique_ptr<Workload> transpose(Size size);
std::unique_ptr<Workload> spmv(Size size);
std::unique_ptr<Workload> stencil(Size size);
std::unique_ptr<Workload> mandelbrot(Size size);
std::unique_ptr<Workload> nbody(Size size);
std::unique_ptr<Workload> sha256(Size size);
std::unique_ptr<Workload> bitonic(Size size);
std::unique_ptr<Workload> black_scholes(Size size);

// What the workloads share.

template <typename T>
quovis::Buffer buffer_of(const quovis::Route& route, const std::vector<T>& data) {
    quovis::Buffer buffer = route.buffer<T>(data.size());
    buffer.write(data);
    return buffer;
}

inline unsigned blocks_for(std::size_t items, unsigned block) {
    return static_cast<unsigned>((items + block - 1) / block);
}

// The same numbers on every machine: the distributions of <random> are not.
class Random {
  public:
    std::uint32_t word() { return static_cast<std::uint32_t>(engine_()); }
    float between(float low, float high) { return low + (high - low) * static_cast<float>(word() >> 8) * 0x1p-24F; }
    std::vector<float> floats(std::size_t count, float low, float high);
    std::vector<std::uint32_t> words(std::size_t count);

  private:
    std::mt19937 engine_;
};

// "" when `got` is within `tolerance` of `expected`, else both with the name of the place.
std::string differs(const std::string& what, std::size_t place, double got, double expected, double tolerance);
template <typename T>
std::string differs(const std::string& what, const std::vector<T>& got, const std::vector<T>& expected) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (i >= got.size() || got[i] != expected[i]) {
            return differs(what, i, i < got.size() ? static_cast<double>(got[i]) : -1.0,
                           static_cast<double>(expected[i]), 0);
        }
    }
    return {};
}

}  // namespace workload

// Many threads compile many kernels through each backend at once, in this process and in workers: each gets its own.
#include <gmock/gmock.h>
#include <atomic>
#include <set>
#include <thread>

#include "tests/integration/backends.hpp"

namespace compile_parallel_test {

using namespace backend_test;
using quovis::Image;
using quovis::Instance;
using quovis::Source;

constexpr int threads_at_once = 16;
constexpr int kernels = 64;

std::string name_of(int number) {
    return "kernel_" + std::to_string(number);
}
int value_of(int number) {
    return 1000 + number;
}

// A kernel whose name and work are its own.
Source source_of(const std::string& backend, int number) {
    const auto name = name_of(number);
    const auto value = std::to_string(value_of(number));
    const bool opencl = language_of(backend) == "opencl";
    const std::string text = opencl ? "__kernel void " + name + "(__global int* a) { *a = " + value + "; }\n"
                                    : "extern \"C\" __global__ void " + name + "(int* a) { *a = " + value + "; }\n";
    return Source::memory(text, language_of(backend), name);
}

int result_of(const quovis::Kernel& kernel, const quovis::Route& route) {
    const auto buffer = route.buffer<int>(1);
    const auto stream = route.stream();
    kernel.launch(stream, {1}, {1}, buffer);
    stream.synchronize();
    return buffer.read<int>().at(0);
}

// Runs `work(number)` for each kernel, shared among the threads.
template <typename Work>
void in_threads(Work work) {
    std::atomic<int> next{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < threads_at_once; ++i) {
        threads.emplace_back([&] {
            for (int number = next++; number < kernels; number = next++) {
                try {
                    work(number);
                } catch (const std::exception& error) {
                    ADD_FAILURE() << error.what();
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

class ParallelCompiles : public testing::TestWithParam<std::tuple<std::string, std::string>> {
  protected:
    void SetUp() override {
        backend_ = std::get<0>(GetParam());
        instance_ = open_only(backend_, "compile: { isolation: " + std::get<1>(GetParam()) + " }\n");
        if (const std::string reason = why_not(instance_, backend_); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }

    std::string backend_;
    Instance instance_{[] {
        quovis::InstanceOptions none;
        none.log_level = QUOVIS_LOG_OFF;
        return none;
    }()};
};

TEST_P(ParallelCompiles, EachKernelGetsItsOwnImage) {
    std::vector<Image> images(kernels);
    in_threads([&](int number) {
        images[static_cast<std::size_t>(number)] =
            instance_.program(source_of(backend_, number)).compile(request_for(backend_));
    });
    std::set<std::string> different;
    for (int number = 0; number < kernels; ++number) {
        const Image& image = images[static_cast<std::size_t>(number)];
        const std::string bytes(static_cast<const char*>(image.data()), image.size());
        EXPECT_THAT(bytes, testing::HasSubstr(name_of(number)));
        different.insert(bytes);
    }
    EXPECT_EQ(different.size(), std::size_t{kernels});
    if (instance_.devices().empty()) {
        return;  // nothing here runs them
    }
    const auto route = instance_.route();
    in_threads([&](int number) {
        const auto kernel = images[static_cast<std::size_t>(number)].load(route).kernel(name_of(number));
        EXPECT_EQ(result_of(kernel, route), value_of(number));
    });
}

INSTANTIATE_TEST_SUITE_P(Backends, ParallelCompiles,
                         testing::Values(std::tuple("cuda-nvrtc", "in-process"), std::tuple("cuda-nvrtc", "worker"),
                                         std::tuple("cuda-nvcc", "auto"), std::tuple("hip-hiprtc", "auto"),
                                         std::tuple("opencl", "in-process"), std::tuple("opencl", "worker")),
                         [](const auto& each) {
                             return as_name(std::get<0>(each.param) + "_" + std::get<1>(each.param));
                         });

}  // namespace compile_parallel_test

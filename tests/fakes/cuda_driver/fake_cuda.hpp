// What a test can set and see of the fake CUDA driver (libcuda.cpp).
// Both sides get at it by `fake_cuda()`, looked up in the library.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

struct FakeCuda {
    // To be set before the driver is started.
    int init_result = 0;  // what cuInit answers
    int version = 13000;  // of CUDA; functions that came later are not there
    int devices = 1;
    int major = 9;  // compute capability
    int minor = 0;

    // To be set at any time.
    std::size_t memory = std::size_t{1} << 30;  // bytes of each device
    int launch_result = 0;                      // what the next launches answer
    bool streams_bring_their_context = true;    // to launches, copies and waits; false: it must be current

    // To be seen.
    std::atomic<int> contexts{0};     // primary contexts retained
    std::atomic<int> allocations{0};  // of every kind, now
    std::atomic<int> streams{0};
    std::atomic<int> events{0};
    std::atomic<int> modules{0};
    std::atomic<int> graphs{0};                 // instantiated ones too
    std::atomic<int> loads{0};                  // calls of cuModuleLoadDataEx
    std::atomic<int> without_context{0};        // calls that need a current context and had none, or another
    std::atomic<std::size_t> dynamic_limit{0};  // the last one set by cuFuncSetAttribute
    std::array<std::uint64_t, 3> place{};       // what the kernel `place` was given as its last argument
};

using FakeCudaFunction = FakeCuda* (*)();
inline constexpr const char* fake_cuda_name = "fake_cuda";

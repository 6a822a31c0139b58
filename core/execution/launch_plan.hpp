// What is known of a kernel's launches when the kernel is made: limits, and what each argument must be.
#pragma once

#include "core/inventory/route.hpp"
#include "core/program/kernel_facts.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace quovis::core {

// Together, and on cache lines of its own: between two launches a driver uses most of the nearest cache.
struct alignas(64) LaunchPlan {
    LaunchPlan(Route& route, quovis_rt_kernel* kernel, LaunchMark& mark, const KernelFacts& facts);

    // What an argument must be for one parameter.
    struct Expected {
        static constexpr std::uint32_t any_size = 0;
        static constexpr std::uint32_t no_value = UINT32_MAX;

        std::uint32_t value_size = any_size;  // bytes
        bool takes_buffer = true;
        bool takes_local = true;
    };

    // What is called, and with what.
    Route& route;
    quovis_rt_kernel* const kernel;
    decltype(quovis_rt_table::launch) const launch;
    LaunchMark& mark;
    // A limit that the runtime does not tell is the largest number.
    std::uint32_t max_block[3];
    std::uint32_t max_grid[3];
    std::uint64_t max_threads;  // of a block
    std::uint64_t max_shared;   // dynamic, bytes
    std::uint64_t max_local;    // of one argument, bytes
    bool has_required_block;
    bool checks_arguments;  // the image tells the parameters
    std::uint32_t offset_alignment;
    std::vector<Expected> parameters;
    std::uint32_t required_block[3];
};

}  // namespace quovis::core

// What the plugins' loops of vendor calls share (QUOVIS_EXTENSION_VENDOR_LOOPS): the clock around the turns, and the
// arguments of a launch as a program has them that is written for one vendor.
#pragma once

#include <fmt/format.h>
#include <quovis/plugin.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "plugins/common/error.hpp"

namespace quovis::plugins {

// Nanoseconds of `count` turns. `turn` makes the vendor's calls, and returns whether to go on.
template <class Turn>
std::uint64_t time_turns(std::uint64_t count, Turn&& turn) {
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t done = 0; done < count; ++done) {
        if (!turn()) {
            break;
        }
    }
    const auto took = std::chrono::steady_clock::now() - start;
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
}

[[noreturn]] inline void refuse_loop(std::int32_t kind) {
    throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                      fmt::format("there is no loop of the kind {} to compare with", kind));
}

inline void check_loop_copy(const quovis_rt_copy& copy) {
    if (copy.height != 1) {
        throw PluginError(
            QUOVIS_PLUGIN_NOT_SUPPORTED,
            fmt::format("a copy of {} rows cannot be compared with, only one of a single row", copy.height));
    }
}

// For CUDA and HIP: the variables that a program would have, and of each launch the array of pointers to them.
class LoopArguments {
  public:
    static constexpr std::size_t most = 128;
    using Pointers = std::array<void*, most + 1>;

    // `takes_offset`: the kernel has one argument more (KernelRecord).
    template <class AddressOf>
    LoopArguments(const quovis_rt_launch& launch, bool takes_offset, std::string_view vendor, AddressOf&& address_of)
        : addresses_(launch.argument_count), variables_(launch.argument_count) {
        if (launch.argument_count > most) {
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              fmt::format("a launch of {} arguments cannot be compared with, {} are the most",
                                          launch.argument_count, most));
        }
        for (std::size_t index = 0; index < launch.argument_count; ++index) {
            const quovis_rt_argument& argument = launch.arguments[index];
            if (argument.kind == QUOVIS_RT_ARGUMENT_BUFFER) {
                addresses_[index] = argument.buffer == nullptr ? 0 : address_of(*argument.buffer) + argument.offset;
                variables_[index] = &addresses_[index];
            } else if (argument.kind == QUOVIS_RT_ARGUMENT_VALUE) {
                variables_[index] = const_cast<void*>(argument.value);  // the driver reads it only
            } else {
                throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                                  fmt::format("argument {} is of a kind that no {} kernel takes", index, vendor));
            }
        }
        if (takes_offset) {
            variables_.push_back(no_offset_.data());
        }
    }
    LoopArguments(const LoopArguments&) = delete;
    LoopArguments& operator=(const LoopArguments&) = delete;

    void list(Pointers& pointers) const {
        for (std::size_t index = 0; index < variables_.size(); ++index) {
            pointers[index] = variables_[index];
        }
    }

  private:
    std::vector<std::uint64_t> addresses_;
    std::vector<void*> variables_;
    std::array<std::uint64_t, 3> no_offset_{};
};

}  // namespace quovis::plugins

// The arguments of a launch as CUDA and HIP take them: one pointer to each argument's bytes. It allocates nothing up to
// 128 arguments.
#pragma once

#include <fmt/format.h>
#include <quovis/plugin.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {

class LaunchArguments {
  public:
    // `address_of(buffer)` is the number of its address; `vendor` is for messages: "CUDA".
    template <class AddressOf>
    LaunchArguments(const quovis_rt_argument* arguments, std::size_t count, std::string_view vendor,
                    AddressOf&& address_of) {
        if (count > pointers_near_.size()) {
            make_room(count);
        }
        for (std::size_t index = 0; index < count; ++index) {
            const quovis_rt_argument& argument = arguments[index];
            switch (argument.kind) {
                case QUOVIS_RT_ARGUMENT_VALUE:
                    pointers_[index] = const_cast<void*>(argument.value);  // the driver reads it only
                    break;
                case QUOVIS_RT_ARGUMENT_BUFFER:
                    addresses_[index] = argument.buffer == nullptr ? 0 : address_of(*argument.buffer) + argument.offset;
                    pointers_[index] = &addresses_[index];
                    break;
                default:
                    refuse(argument.kind, index, vendor);
            }
        }
    }
    LaunchArguments(const LaunchArguments&) = delete;
    LaunchArguments& operator=(const LaunchArguments&) = delete;

    void** pointers() { return pointers_; }

  private:
    [[gnu::noinline]] void make_room(std::size_t count) {
        pointers_far_ = std::make_unique<void*[]>(count);
        addresses_far_ = std::make_unique<std::uint64_t[]>(count);
        pointers_ = pointers_far_.get();
        addresses_ = addresses_far_.get();
    }

    [[noreturn, gnu::cold]] static void refuse(std::int32_t kind, std::size_t index, std::string_view vendor) {
        if (kind == QUOVIS_RT_ARGUMENT_LOCAL) {
            throw PluginError(
                QUOVIS_PLUGIN_INVALID_LAUNCH,
                fmt::format("argument {} is local memory, which no {} kernel takes", index, vendor),
                "Declare an `extern __shared__` array and give the launch its size as dynamic shared memory.");
        }
        throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                          fmt::format("argument {} is of the unknown kind {}", index, kind));
    }

    void** pointers_ = pointers_near_.data();
    std::uint64_t* addresses_ = addresses_near_.data();
    std::unique_ptr<void*[]> pointers_far_;
    std::unique_ptr<std::uint64_t[]> addresses_far_;
    // Not cleared: each element is written before it is read.
    std::array<void*, 128> pointers_near_;
    std::array<std::uint64_t, 128> addresses_near_;
};

// The host's array, element by element: by its own size, and without memory of ours.
inline quovis_rt_launch_attribute attribute_at(const quovis_rt_launch& plan, std::size_t index) {
    const auto* const first = reinterpret_cast<const char*>(plan.attributes);
    return received(reinterpret_cast<const quovis_rt_launch_attribute*>(first + index * plan.attributes->struct_size));
}

}  // namespace quovis::plugins

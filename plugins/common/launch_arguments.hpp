// The arguments of a launch as CUDA and HIP take them: one pointer to each argument's bytes. It allocates nothing up to
// 128 arguments. A kernel that was written in OpenCL C may take local memory; its share of the block's dynamic shared
// memory is laid out here. Where its program asks for the offset of a launch, that is one argument more.
#pragma once

#include <fmt/format.h>
#include <quovis/plugin.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {

// For each parameter the alignment of its local memory, 0 for one that is none; empty for a kernel that takes none.
using LocalAlignments = std::vector<std::uint32_t>;

class LaunchArguments {
  public:
    // `address_of(buffer)` is the number of its address; `vendor` is for messages: "CUDA". As many alignments as
    // arguments, or none.
    template <class AddressOf>
    LaunchArguments(const quovis_rt_argument* arguments, std::size_t count, const LocalAlignments& alignments,
                    std::string_view vendor, AddressOf&& address_of) {
        if (count > most_near) {
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
                    take_local(argument, index, alignments, vendor);
            }
        }
        if (!alignments.empty()) {
            require_locals(arguments, alignments);
        }
    }
    LaunchArguments(const LaunchArguments&) = delete;
    LaunchArguments& operator=(const LaunchArguments&) = delete;

    // The last argument of a kernel that takes an offset (KernelRecord), behind the `count` others.
    void add_offset(const std::array<std::uint64_t, 3>& offset, std::size_t count) {
        offset_ = offset;
        pointers_[count] = &offset_;
    }

    void** pointers() { return pointers_; }
    // Bytes of dynamic shared memory that the local arguments need.
    std::size_t local_bytes() const { return local_bytes_; }

  private:
    [[gnu::noinline]] void make_room(std::size_t count) {
        pointers_far_ = std::make_unique<void*[]>(count + 1);
        addresses_far_ = std::make_unique<std::uint64_t[]>(count);
        pointers_ = pointers_far_.get();
        addresses_ = addresses_far_.get();
    }

    [[gnu::noinline]] void take_local(const quovis_rt_argument& argument, std::size_t index,
                                      const LocalAlignments& alignments, std::string_view vendor) {
        if (argument.kind != QUOVIS_RT_ARGUMENT_LOCAL) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                              fmt::format("argument {} is of the unknown kind {}", index, argument.kind));
        }
        if (index >= alignments.size() || alignments[index] == 0) {
            throw PluginError(
                QUOVIS_PLUGIN_INVALID_LAUNCH,
                fmt::format("argument {} is local memory, which no kernel takes that was written in {}", index, vendor),
                "Declare an `extern __shared__` array and give the launch its size as dynamic shared memory.");
        }
        const std::size_t begin = (local_bytes_ + alignments[index] - 1) / alignments[index] * alignments[index];
        if (argument.size > most_local || begin > most_local) {
            throw PluginError(
                QUOVIS_PLUGIN_INVALID_LAUNCH,
                fmt::format("argument {} is {} bytes of local memory, more than any block has", index, argument.size));
        }
        addresses_[index] = begin;  // the kernel reads its lower 4 bytes, which stand first
        pointers_[index] = &addresses_[index];
        local_bytes_ = begin + argument.size;
    }

    [[gnu::noinline]] static void require_locals(const quovis_rt_argument* arguments,
                                                 const LocalAlignments& alignments) {
        for (std::size_t index = 0; index < alignments.size(); ++index) {
            if (alignments[index] != 0 && arguments[index].kind != QUOVIS_RT_ARGUMENT_LOCAL) {
                throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                                  fmt::format("argument {} must be local memory of a size", index));
            }
        }
    }

    static constexpr std::size_t most_local = std::size_t{1} << 30u;
    static constexpr std::size_t most_near = 128;

    // Not cleared: each element is written before it is read.
    std::array<void*, most_near + 1> pointers_near_;
    std::array<std::uint64_t, most_near> addresses_near_;
    std::array<std::uint64_t, 3> offset_;
    std::unique_ptr<void*[]> pointers_far_;
    std::unique_ptr<std::uint64_t[]> addresses_far_;
    void** pointers_ = pointers_near_.data();
    std::uint64_t* addresses_ = addresses_near_.data();
    std::size_t local_bytes_ = 0;
};

// The launch with the memory of its local arguments, which `changed` then holds.
inline const quovis_rt_launch& with_locals(const quovis_rt_launch& launch, const LaunchArguments& arguments,
                                           std::optional<quovis_rt_launch>& changed) {
    changed = launch;
    changed->shared_memory += arguments.local_bytes();
    return *changed;
}

[[noreturn, gnu::cold]] inline void refuse_shared_memory(std::string_view kernel, std::size_t bytes) {
    throw PluginError(
        QUOVIS_PLUGIN_INVALID_LAUNCH,
        fmt::format("`{}` is written in OpenCL C, which has no dynamic shared memory of a launch; {} bytes "
                    "were asked for",
                    kernel, bytes),
        "Give local memory of that size as an argument.");
}

}  // namespace quovis::plugins

// The attributes of a launch, and the offset that one of them is.
#pragma once

#include <fmt/format.h>
#include <quovis/plugin.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {

// The host's array, element by element: by its own size, and without memory of ours.
inline quovis_rt_launch_attribute attribute_at(const quovis_rt_launch& plan, std::size_t index) {
    const auto* const first = reinterpret_cast<const char*>(plan.attributes);
    return received(reinterpret_cast<const quovis_rt_launch_attribute*>(first + index * plan.attributes->struct_size));
}

// Zeros for a launch without one.
inline std::array<std::uint64_t, 3> offset_of(const quovis_rt_launch& plan) {
    std::array<std::uint64_t, 3> offset{};
    for (std::size_t index = 0; index < plan.attribute_count; ++index) {
        const auto attribute = attribute_at(plan, index);
        if (attribute.id == QUOVIS_RT_LAUNCH_OFFSET) {
            std::copy_n(attribute.value.offset, 3, offset.begin());
        }
    }
    return offset;
}

// For kernels that do not take one. Zeros are none.
inline void refuse_offset(std::string_view kernel, const quovis_rt_launch& plan) {
    const auto offset = offset_of(plan);
    if ((offset[0] | offset[1] | offset[2]) != 0) {
        throw PluginError(
            QUOVIS_PLUGIN_INVALID_LAUNCH,
            fmt::format(
                "an offset of {} x {} x {} work-items was asked for, and `{}` was not made for launches with one",
                offset[0], offset[1], offset[2], kernel),
            "Only kernels of a program in OpenCL C in which get_global_offset stands are. Call it there, or give the "
            "kernel the offset as an argument, or use the backend opencl.");
    }
}

}  // namespace quovis::plugins

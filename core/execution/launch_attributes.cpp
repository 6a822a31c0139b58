// From the members of a launch to attributes of the plugin ABI.
#include "core/execution/launch_attributes.hpp"

#include <fmt/format.h>

#include <limits>
#include <string_view>

namespace quovis::core {
namespace {

constexpr std::uint32_t known_flags = QUOVIS_LAUNCH_COOPERATIVE | QUOVIS_LAUNCH_PRIORITY | QUOVIS_LAUNCH_FITS;

[[noreturn, gnu::cold]] void fail(const Kernel& kernel, std::string_view what) {
    throw Error(QUOVIS_ERROR_INVALID_LAUNCH, "launch", fmt::format("kernel '{}': {}", kernel.name(), what));
}

}  // namespace

LaunchAttributes::LaunchAttributes(const Kernel& kernel, const quovis_launch_info& asked,
                                   const quovis_rt_launch& launch) {
    if (asked.flags & ~known_flags)
        fail(kernel,
             fmt::format("the launch has the flags {:#x}, of which Quovis knows {:#x}", asked.flags, known_flags));
    if (asked.flags & QUOVIS_LAUNCH_COOPERATIVE)
        add_number(QUOVIS_RT_LAUNCH_COOPERATIVE, 1);
    if (asked.cluster[0] || asked.cluster[1] || asked.cluster[2])
        add_cluster(kernel, asked, launch);
    if (asked.flags & QUOVIS_LAUNCH_PRIORITY)
        add_number(QUOVIS_RT_LAUNCH_PRIORITY, asked.priority);
    if (asked.offset[0] || asked.offset[1] || asked.offset[2])
        add_offset(kernel, asked, launch);
}

quovis_rt_launch_attribute& LaunchAttributes::add(std::int32_t id) {
    auto& attribute = list[count++];
    attribute = sized<quovis_rt_launch_attribute>();
    attribute.id = id;
    return attribute;
}

void LaunchAttributes::add_number(std::int32_t id, std::int64_t number) {
    add(id).value.number = number;
}

void LaunchAttributes::add_cluster(const Kernel& kernel, const quovis_launch_info& asked,
                                   const quovis_rt_launch& launch) {
    auto& attribute = add(QUOVIS_RT_LAUNCH_CLUSTER);
    for (int axis = 0; axis < 3; ++axis) {
        const auto size = asked.cluster[axis] ? asked.cluster[axis] : 1;
        if (launch.grid[axis] % size != 0)
            fail(kernel, fmt::format("the grid is {} blocks along axis {}, which clusters of {} do not fill",
                                     launch.grid[axis], "xyz"[axis], size));
        attribute.value.dimensions[axis] = size;
    }
}

void LaunchAttributes::add_offset(const Kernel& kernel, const quovis_launch_info& asked,
                                  const quovis_rt_launch& launch) {
    auto& attribute = add(QUOVIS_RT_LAUNCH_OFFSET);
    for (int axis = 0; axis < 3; ++axis) {
        const std::uint64_t items = std::uint64_t{launch.grid[axis]} * launch.block[axis];
        if (asked.offset[axis] > std::numeric_limits<std::size_t>::max() - items)
            fail(kernel, fmt::format("the offset along axis {} is {}, and the {} work-items behind it would have "
                                     "global ids that no size_t can hold",
                                     "xyz"[axis], asked.offset[axis], items));
        attribute.value.offset[axis] = asked.offset[axis];
    }
}

void LaunchAttributes::explain(Error& refusal) const {
    if (refusal.status != QUOVIS_ERROR_NOT_SUPPORTED || !refusal.hint.empty() || count == 0 ||
        list[count - 1].id != QUOVIS_RT_LAUNCH_OFFSET)
        return;
    const auto& offset = list[count - 1].value.offset;
    refusal.hint = fmt::format("attribute {} is the offset of the launch, {} x {} x {} work-items",
                               static_cast<int>(QUOVIS_RT_LAUNCH_OFFSET), offset[0], offset[1], offset[2]);
}

}  // namespace quovis::core

// From what device and kernel tell to what a launch is compared with.
#include "core/execution/launch_plan.hpp"

#include <algorithm>
#include <limits>

namespace quovis::core {
namespace {

template <typename T>
T limit(std::uint64_t told) {
    constexpr auto none = std::numeric_limits<T>::max();
    return told == 0 || told > none ? none : static_cast<T>(told);
}

LaunchPlan::Expected expected(const Parameter& parameter) {
    const auto size = limit<std::uint32_t>(parameter.size) == LaunchPlan::Expected::no_value
                          ? LaunchPlan::Expected::any_size
                          : static_cast<std::uint32_t>(parameter.size);
    switch (parameter.kind) {
        case QUOVIS_PARAMETER_VALUE:
            return {size, false, false};
        // A value of a pointer's size may be an address.
        case QUOVIS_PARAMETER_POINTER:
            return {size ? size : LaunchPlan::Expected::no_value, true, false};
        case QUOVIS_PARAMETER_LOCAL:
            return {LaunchPlan::Expected::no_value, false, true};
        default:
            return {size, size == 0 || size == sizeof(std::uint64_t), true};
    }
}

}  // namespace

LaunchPlan::LaunchPlan(Route& on, quovis_rt_kernel* of, LaunchMark& with, const KernelFacts& facts)
    : route(on),
      kernel(of),
      launch(on.runtime().launch),
      mark(with),
      max_threads(limit<std::uint64_t>(facts.numbers.max_threads_per_block ? facts.numbers.max_threads_per_block
                                                                           : route.limits.max_threads_per_block)),
      max_shared(limit<std::uint64_t>(facts.numbers.max_dynamic_shared_memory)),
      max_local(
          limit<std::uint64_t>(std::max(route.limits.shared_memory_per_block, route.limits.shared_memory_opt_in))),
      has_required_block(false),
      checks_arguments(facts.has_parameters),
      offset_alignment(std::max(1U, route.limits.buffer_offset_alignment)) {
    for (int axis = 0; axis < 3; ++axis) {
        max_block[axis] = limit<std::uint32_t>(route.limits.max_block[axis]);
        max_grid[axis] = limit<std::uint32_t>(route.limits.max_grid[axis]);
        required_block[axis] = facts.numbers.required_block[axis];
        has_required_block = has_required_block || required_block[axis] != 0;
    }
    for (const auto& parameter : facts.parameters)
        parameters.push_back(expected(parameter));
}

}  // namespace quovis::core

// Checks a launch against the kernel's plan, then gives it to the runtime. Nothing is allocated, locked or looked up on
// the way of a launch that fits.
#pragma once

#include "core/execution/buffer.hpp"
#include "core/execution/module.hpp"

#include <quovis/quovis.h>

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

// The handle of the C API is the buffer itself: a launch then reads its arguments without a detour.
struct quovis_buffer final : quovis::core::Buffer {
    explicit quovis_buffer(quovis::core::Buffer&& buffer) : Buffer(std::move(buffer)) {}

    std::once_flag route_made;
    std::shared_ptr<quovis_route> route_handle;  // that quovis_buffer_get lends, made when it is first asked for
};

namespace quovis::core {

// Throws Error (invalid launch and what the runtime reports).
void launch(const Kernel& kernel, StreamState& stream, const quovis_launch_info& launch);

// A launch as the runtime takes it, checked and not made. Values stay where the caller has them.
struct TranslatedLaunch {
    quovis_rt_launch launch;  // points into the member below
    std::vector<quovis_rt_argument> arguments;
};
TranslatedLaunch translate(const Kernel& kernel, const quovis_launch_info& launch);  // throws Error

}  // namespace quovis::core

// Checks a launch against the kernel and its device, then gives it to the runtime. Nothing is allocated, locked or
// looked up on the way of a launch that fits.
#pragma once

#include "core/execution/module.hpp"

#include <quovis/quovis.h>

#include <memory>
#include <utility>

// The handle of the C API is the buffer itself: a launch then reads its arguments without a detour.
struct quovis_buffer final : quovis::core::Buffer {
    quovis_buffer(quovis::core::Buffer&& buffer, std::shared_ptr<quovis_route> route)
        : Buffer(std::move(buffer)), route_handle(std::move(route)) {}

    std::shared_ptr<quovis_route> route_handle;  // that quovis_buffer_get lends
};

namespace quovis::core {

// `stream` null: the route's default. Throws Error (invalid launch and what the runtime reports).
void launch(const Kernel& kernel, quovis_rt_stream* stream, const quovis_launch_info& launch);

}  // namespace quovis::core

// Finds the extension and calls it.
#include "core/execution/vendor_loop.hpp"

#include <fmt/format.h>

namespace quovis::core {
namespace {

quovis_rt_vendor_loops loops_of(const Plugin& plugin) {
    const auto extension = plugin.table().extension;
    const auto* loops =
        extension ? static_cast<const quovis_rt_vendor_loops*>(extension(to_text(QUOVIS_EXTENSION_VENDOR_LOOPS)))
                  : nullptr;
    return loops ? known_part(*loops) : quovis_rt_vendor_loops{};
}

[[noreturn]] void fail_without_loops(const Route& route) {
    Error error(
        QUOVIS_ERROR_NOT_SUPPORTED, "vendor loop",
        fmt::format("the plugin '{}', which serves '{}', has no loops of the vendor's own calls to compare with",
                    route.plugin->name, route.selector),
        fmt::format("a plugin offers them by the extension \"{}\"", QUOVIS_EXTENSION_VENDOR_LOOPS));
    error.plugin = route.plugin->name;
    throw error;
}

}  // namespace

std::uint64_t time_vendor_loop(Route& route, const quovis_rt_loop& loop) {
    const auto loops = loops_of(*route.plugin);
    if (!loops.time)
        fail_without_loops(route);
    std::uint64_t nanoseconds = 0;
    call(route, "vendor loop", "vendor_loops.time", loops.time, route.handle, &loop, &nanoseconds);
    return nanoseconds;
}

}  // namespace quovis::core

// What a launch asks for beside its shape and its arguments, as the runtime takes it.
#pragma once

#include "core/execution/module.hpp"

#include <quovis/plugin.h>
#include <quovis/quovis.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace quovis::core {

// On the way of every launch: one comparison.
inline bool has_attributes(const quovis_launch_info& asked) {
    return ((asked.flags & ~std::uint32_t{QUOVIS_LAUNCH_FITS}) | asked.cluster[0] | asked.cluster[1] |
            asked.cluster[2] | asked.offset[0] | asked.offset[1] | asked.offset[2]) != 0;
}

struct LaunchAttributes {
    // `launch` has its grid and block. Throws Error (invalid launch) for what no runtime could do.
    LaunchAttributes(const Kernel& kernel, const quovis_launch_info& asked, const quovis_rt_launch& launch);

    // Adds what was asked for where a plugin that is older than an attribute knows it by its number only.
    void explain(Error& refusal) const;

    std::array<quovis_rt_launch_attribute, 4> list;
    std::size_t count = 0;

  private:
    void add_number(std::int32_t id, std::int64_t number);
    void add_cluster(const Kernel& kernel, const quovis_launch_info& asked, const quovis_rt_launch& launch);
    void add_offset(const Kernel& kernel, const quovis_launch_info& asked, const quovis_rt_launch& launch);
    quovis_rt_launch_attribute& add(std::int32_t id);
};

}  // namespace quovis::core

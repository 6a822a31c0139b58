// A cl_kernel with what is known of the arguments that are set on it, so that only those that differ are set again.
// For one thread at a time.
#pragma once

#include <quovis/plugin.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "plugins/opencl/functions.hpp"

namespace quovis::opencl {

class PreparedKernel {
  public:
    PreparedKernel(const quovis_rt_kernel& kernel, Held<cl_kernel> handle);

    cl_kernel handle() const { return handle_.get(); }

    // As many arguments as the kernel has parameters. Throws PluginError (INVALID_LAUNCH).
    void set(const quovis_rt_kernel& kernel, const quovis_rt_argument* arguments);
    // To be called after the enqueue: OpenCL keeps what a command uses, but not what is only set.
    void let_go_of_parts() {
        if (!parts_.empty()) {
            parts_.clear();
        }
    }
    // Sets all arguments anew next time.
    void forget();

  private:
    // Memory by its serial number: OpenCL may give the handle of released memory to another.
    struct Known {
        static constexpr std::int32_t nothing = -1;
        static constexpr std::size_t most_bytes = 32;

        std::int32_t kind = nothing;  // QUOVIS_RT_ARGUMENT_…
        std::size_t size = 0;
        std::uint64_t serial = 0;
        std::size_t offset = 0;
        std::array<std::byte, most_bytes> bytes{};

        bool is(const quovis_rt_argument& argument) const;
    };

    void set_one(const quovis_rt_kernel& kernel, cl_uint index, const quovis_rt_argument& argument);
    cl_int set_value(const quovis_rt_kernel& kernel, cl_uint index, const quovis_rt_argument& argument);
    cl_int set_buffer(const quovis_rt_kernel& kernel, cl_uint index, const quovis_rt_argument& argument,
                      const Known& former);
    cl_int set_address(const quovis_rt_kernel& kernel, cl_uint index, const void* address);
    cl_int set_part(const quovis_rt_kernel& kernel, cl_uint index, const quovis_rt_argument& argument,
                    const Known& former);

    Held<cl_kernel> handle_;
    std::vector<Known> known_;         // one for each parameter
    std::vector<Held<cl_mem>> parts_;  // sub-buffers, which nothing else keeps until the enqueue
};

}  // namespace quovis::opencl

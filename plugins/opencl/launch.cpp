// Sets a kernel's arguments and enqueues it. What is on the way of every launch allocates nothing and takes no lock.
#include "plugins/opencl/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "plugins/common/launch_attributes.hpp"
#include "plugins/common/text.hpp"
#include "plugins/opencl/errors.hpp"
#include "plugins/opencl/memory.hpp"
#include "plugins/opencl/module.hpp"
#include "plugins/opencl/stream.hpp"

namespace quovis::opencl {
namespace {

using plugins::PluginError;

void check_attributes(const Kernel& kernel, const quovis_rt_launch& launch) {
    if (launch.shared_memory != 0) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                          fmt::format("kernel '{}': OpenCL has no dynamic shared memory beside the arguments ({} bytes "
                                      "were asked for)",
                                      kernel.name, launch.shared_memory),
                          "Declare a __local parameter and pass local memory as its argument.");
    }
    for (std::size_t index = 0; index < launch.attribute_count; ++index) {
        const std::int32_t id = plugins::attribute_at(launch, index).id;
        if (id == QUOVIS_RT_LAUNCH_OFFSET) {
            continue;
        }
        const std::string_view name = id == QUOVIS_RT_LAUNCH_COOPERATIVE ? "cooperative launches"
                                      : id == QUOVIS_RT_LAUNCH_CLUSTER   ? "clusters"
                                      : id == QUOVIS_RT_LAUNCH_PRIORITY  ? "a priority for one launch"
                                                                         : "this launch attribute";
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, fmt::format("OpenCL has no {} (attribute {})", name, id));
    }
}

void check_parts(const Stream& stream, const Kernel& kernel, const quovis_rt_launch& launch) {
    if (&stream.device != &kernel.device) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                          fmt::format("kernel '{}' is loaded on {} and cannot be launched in a stream of {}",
                                      kernel.name, naming(kernel.device), naming(stream.device)));
    }
    if (launch.argument_count != kernel.parameters.size()) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                          fmt::format("kernel '{}' takes {} argument(s), {} were given", kernel.name,
                                      kernel.parameters.size(), launch.argument_count));
    }
}

struct Range {
    cl_uint dimensions = 1;
    std::array<std::size_t, 3> global{};
    std::array<std::size_t, 3> local{};
    std::array<std::size_t, 3> offset{};
    bool has_offset = false;
};

// OpenCL's `dimensions` are the axes up to the last that is longer than 1 or begins elsewhere than at 0.
Range range_of(const Kernel& kernel, const quovis_rt_launch& launch) {
    Range range;
    if (launch.attribute_count != 0) {
        range.offset = plugins::offset_of(launch);
        range.has_offset = range.offset != std::array<std::size_t, 3>{};
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (launch.grid[axis] == 0 || launch.block[axis] == 0) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                              fmt::format("kernel '{}': grid {}x{}x{} and block {}x{}x{} must have no zero",
                                          kernel.name, launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0],
                                          launch.block[1], launch.block[2]));
        }
        range.local[axis] = launch.block[axis];
        range.global[axis] = std::size_t{launch.grid[axis]} * launch.block[axis];
        if (range.global[axis] > 1 || range.offset[axis] != 0) {
            range.dimensions = static_cast<cl_uint>(axis + 1);
        }
    }
    return range;
}

std::size_t buffer_bytes(const quovis_rt_launch& launch) {
    std::size_t bytes = 0;
    for (std::size_t index = 0; index < launch.argument_count; ++index) {
        const quovis_rt_argument& argument = launch.arguments[index];
        if (argument.kind == QUOVIS_RT_ARGUMENT_BUFFER && argument.buffer != nullptr) {
            bytes += argument.buffer->size;
        }
    }
    return bytes;
}

// What a message about a launch says, also when the kernel is gone.
struct Launched {
    Launched(const Kernel& kernel, const quovis_rt_launch& launch)
        : device(kernel.device),
          name(kernel.name),
          most_threads(kernel.info.max_threads_per_block),
          buffers(buffer_bytes(launch)) {
        std::copy_n(launch.grid, grid.size(), grid.begin());
        std::copy_n(launch.block, block.size(), block.begin());
        offset = plugins::offset_of(launch);
        std::copy_n(kernel.info.required_block, required.size(), required.begin());
    }

    const Device& device;
    std::string name;
    std::array<std::uint32_t, 3> grid{};
    std::array<std::uint32_t, 3> block{};
    std::array<std::uint64_t, 3> offset{};
    std::array<std::uint32_t, 3> required{};
    std::uint32_t most_threads;
    std::size_t buffers;  // bytes
};

[[noreturn]] void fail(const Launched& launched, cl_int error) {
    std::string doing = fmt::format("launching kernel '{}' with a grid of {} blocks of {} threads", launched.name,
                                    fmt::join(launched.grid, "x"), fmt::join(launched.block, "x"));
    if (launched.offset != std::array<std::uint64_t, 3>{}) {
        doing += fmt::format(" and an offset of {} work-items", fmt::join(launched.offset, "x"));
    }
    PluginError failure = vendor_error(error, doing);
    if (error == CL_INVALID_WORK_GROUP_SIZE || error == CL_INVALID_WORK_ITEM_SIZE) {
        failure.message += fmt::format("; this kernel takes at most {} threads in a block", launched.most_threads);
        if (launched.required[0] != 0) {
            failure.message += fmt::format(", and requires {}", fmt::join(launched.required, "x"));
        }
    }
    explain_missing_memory(failure, launched.device, launched.buffers);
    throw failure;
}

cl_int enqueue(Stream& stream, cl_kernel kernel, const Range& range) {
    return stream.put([&](cl_command_queue queue) {
        return stream.device.cl.clEnqueueNDRangeKernel(queue, kernel, range.dimensions,
                                                       range.has_offset ? range.offset.data() : nullptr,
                                                       range.global.data(), range.local.data(), 0, nullptr, nullptr);
    });
}

// A launch with a cl_kernel of its own, on which all arguments are set once.
class LaunchNode final : public Node {
  public:
    LaunchNode(const Kernel& kernel, const quovis_rt_launch& launch, const Range& range)
        : launched_(kernel, launch), range_(range), prepared_(kernel, kernel.another()) {
        check_block();
        prepared_.set(kernel, launch.arguments);
        for (std::size_t index = 0; index < launch.argument_count; ++index) {
            const quovis_rt_argument& argument = launch.arguments[index];
            if (argument.kind == QUOVIS_RT_ARGUMENT_BUFFER && argument.buffer != nullptr &&
                !argument.buffer->is_shared()) {
                memory_.push_back(argument.buffer->from(0).memory);
            }
        }
        program_ = program_of(kernel.device, prepared_.handle());
    }

    void put(Stream& stream) const override {
        if (const cl_int error = enqueue(stream, prepared_.handle(), range_); error != CL_SUCCESS) {
            fail(launched_, error);
        }
    }
    Shape shape() const override { return {fmt::format("a launch of kernel '{}'", launched_.name), program_}; }

  private:
    // Told now, not when half of the graph runs.
    void check_block() const {
        const std::size_t threads = range_.local[0] * range_.local[1] * range_.local[2];
        const bool is_too_large = launched_.most_threads != 0 && threads > launched_.most_threads;
        if (is_too_large || (launched_.required[0] != 0 && launched_.required != launched_.block)) {
            fail(launched_, CL_INVALID_WORK_GROUP_SIZE);
        }
    }

    const Launched launched_;
    const Range range_;
    PreparedKernel prepared_;
    std::vector<Held<cl_mem>> memory_;
    cl_program program_ = nullptr;  // which the kernel keeps
};

}  // namespace

quovis_plugin_status launch(quovis_rt_stream* stream, quovis_rt_kernel* kernel, const quovis_rt_launch* request,
                            quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LAUNCH, [&] {
        const plugins::Received<quovis_rt_launch> given(request);
        const quovis_rt_launch& launch = *given;
        check_attributes(*kernel, launch);
        check_parts(*stream, *kernel, launch);
        const Range range = range_of(*kernel, launch);
        if (stream->is_recording() && stream->record(std::make_shared<LaunchNode>(*kernel, launch, range))) {
            return;
        }
        const KernelPool::Lease prepared = kernel->pool.take(*kernel);
        prepared->set(*kernel, launch.arguments);
        if (const cl_int failure = enqueue(*stream, prepared->handle(), range); failure != CL_SUCCESS) {
            fail(Launched(*kernel, launch), failure);
        }
    });
}

quovis_plugin_status kernel_occupancy(quovis_rt_kernel* kernel, quovis_rt_occupancy* occupancy,
                                      quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_KERNEL, [&] {
        // OpenCL tells how large a block may be and of what it should be a multiple, not how many fit.
        constexpr std::uint32_t usual_threads = 256;
        quovis_rt_occupancy known = plugins::received(occupancy);
        const std::uint32_t multiple = std::max(1u, kernel->info.preferred_multiple);
        const std::uint32_t most = std::min(usual_threads, std::max(1u, kernel->info.max_threads_per_block));
        if (known.block_threads != 0) {
            known.suggested_threads = known.block_threads;
        } else {
            known.suggested_threads = most < multiple ? most : most / multiple * multiple;
        }
        known.blocks_per_multiprocessor = 0;
        known.max_cooperative_grid = 0;
        plugins::give(occupancy, known);
    });
}

}  // namespace quovis::opencl

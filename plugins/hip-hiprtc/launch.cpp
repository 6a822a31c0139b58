// The launch path: arguments to pointers, then one call of HIP. It allocates nothing up to 128 arguments.
#include "plugins/hip-hiprtc/launch.hpp"

#include <fmt/format.h>

#include <optional>

#include "plugins/common/launch_arguments.hpp"
#include "plugins/common/launch_attributes.hpp"
#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/memory.hpp"
#include "plugins/hip-hiprtc/module.hpp"
#include "plugins/hip-hiprtc/stream.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;

[[noreturn]] void refuse_attribute(std::int32_t id) {
    switch (id) {
        case QUOVIS_RT_LAUNCH_CLUSTER:
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, "HIP has no clusters of blocks");
        case QUOVIS_RT_LAUNCH_PRIORITY:
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, "HIP has no priority of a single launch",
                              "Give the stream a priority instead.");
        default:
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              fmt::format("the launch attribute number {} is not known", id));
    }
}

// The one attribute that HIP has. An offset is an argument, where the kernel takes it.
bool is_cooperative(const Kernel& kernel, const quovis_rt_launch& plan) {
    bool cooperative = false;
    for (std::size_t index = 0; index < plan.attribute_count; ++index) {
        const auto attribute = plugins::attribute_at(plan, index);
        if (attribute.id == QUOVIS_RT_LAUNCH_COOPERATIVE) {
            cooperative = attribute.value.number != 0;
        } else if (attribute.id != QUOVIS_RT_LAUNCH_OFFSET) {
            refuse_attribute(attribute.id);
        }
    }
    if (plan.attribute_count != 0 && !kernel.takes_offset) {
        plugins::refuse_offset(kernel.name, plan);
    }
    return cooperative;
}

std::uint32_t max_cooperative_grid(const Kernel& kernel, std::uint32_t block_threads, std::size_t shared_memory) {
    const Device& device = kernel.device;
    const auto ask = device.hip.hipModuleOccupancyMaxActiveBlocksPerMultiprocessor;
    int blocks = 0;
    if (!device.facts.cooperative_launch || ask == nullptr ||
        ask(&blocks, kernel.handle, static_cast<int>(block_threads), shared_memory) != error_success) {
        return 0;
    }
    return static_cast<std::uint32_t>(blocks) * device.facts.multiprocessors;
}

PluginError launch_failed(const Kernel& kernel, const quovis_rt_launch& plan, Result result) {
    const Functions& hip = kernel.device.hip;
    const std::string doing = fmt::format(
        "launching `{}` with grid {}x{}x{}, block {}x{}x{} and {} bytes of dynamic shared memory", kernel.name,
        plan.grid[0], plan.grid[1], plan.grid[2], plan.block[0], plan.block[1], plan.block[2], plan.shared_memory);
    if (result == error_cooperative_launch_too_large) {
        const std::uint32_t threads = plan.block[0] * plan.block[1] * plan.block[2];
        return vendor_error(hip, QUOVIS_PLUGIN_INVALID_LAUNCH, result, doing,
                            fmt::format("A cooperative grid of this block can have {} blocks at most.",
                                        max_cooperative_grid(kernel, threads, plan.shared_memory)));
    }
    if (status_of(result) == QUOVIS_PLUGIN_INVALID_LAUNCH || status_of(result) == QUOVIS_PLUGIN_INVALID_ARGUMENT) {
        return vendor_error(hip, QUOVIS_PLUGIN_INVALID_LAUNCH, result, doing,
                            fmt::format("The kernel can have {} threads in a block and uses {} registers of each.",
                                        kernel.facts.max_threads_per_block, kernel.facts.registers));
    }
    return vendor_error(hip, result, doing);
}

// HIP reads as many arguments as the kernel has, wherever they are: a wrong count is caught here at the latest.
void check_parts(const Stream& stream, const Kernel& kernel, const quovis_rt_launch& plan) {
    if (&stream.device != &kernel.device) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                          fmt::format("`{}` is loaded on {} and cannot be launched in a stream of {}", kernel.name,
                                      naming(kernel.device), naming(stream.device)));
    }
    if (kernel.facts.has_parameters != 0 && plan.argument_count != kernel.facts.parameter_count) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                          fmt::format("`{}` takes {} arguments; {} were given", kernel.name,
                                      kernel.facts.parameter_count, plan.argument_count));
    }
    if (kernel.takes_locals && plan.shared_memory != 0) {
        plugins::refuse_shared_memory(kernel.name, plan.shared_memory);
    }
}

void check_shared_memory(const Stream& stream, const Kernel& kernel, const quovis_rt_launch& plan) {
    if (stream.device.facts.shared_memory_per_block != 0 && plan.shared_memory > kernel.max_dynamic_memory()) {
        throw PluginError(
            QUOVIS_PLUGIN_INVALID_LAUNCH,
            fmt::format("{} bytes of dynamic shared memory were asked for; `{}` can have {} on {} (which has {} for "
                        "each block, less {} that the kernel takes itself)",
                        plan.shared_memory, kernel.name, kernel.max_dynamic_memory(), naming(kernel.device),
                        kernel.device.facts.shared_memory_per_block, kernel.facts.static_shared_memory));
    }
}

Result start(const Stream& stream, const Kernel& kernel, const quovis_rt_launch& plan, void** arguments) {
    const Functions& hip = stream.device.hip;
    const auto shared = static_cast<unsigned>(plan.shared_memory);
    if (!is_cooperative(kernel, plan)) {
        return hip.hipModuleLaunchKernel(kernel.handle, plan.grid[0], plan.grid[1], plan.grid[2], plan.block[0],
                                         plan.block[1], plan.block[2], shared, stream.handle, arguments, nullptr);
    }
    const auto start_cooperative = QUOVIS_HIP_CALL(hip, hipModuleLaunchCooperativeKernel);
    if (!stream.device.facts.cooperative_launch) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("{} has no cooperative launches", naming(stream.device)));
    }
    return start_cooperative(kernel.handle, plan.grid[0], plan.grid[1], plan.grid[2], plan.block[0], plan.block[1],
                             plan.block[2], shared, stream.handle, arguments);
}

std::uint32_t suggest_block(const Kernel& kernel, std::size_t shared_memory) {
    const Functions& hip = kernel.device.hip;
    int grid = 0;
    int block = 0;
    check_with(
        hip,
        QUOVIS_HIP_CALL(hip, hipModuleOccupancyMaxPotentialBlockSize)(&grid, &block, kernel.handle, shared_memory, 0),
        [&] {
            return fmt::format("asking for a block size of `{}` (hipModuleOccupancyMaxPotentialBlockSize)",
                               kernel.name);
        });
    return static_cast<std::uint32_t>(block);
}

}  // namespace

quovis_plugin_status launch(quovis_rt_stream* stream, quovis_rt_kernel* kernel, const quovis_rt_launch* request,
                            quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LAUNCH, [&] {
        const plugins::Received<quovis_rt_launch> received(request);
        const quovis_rt_launch& given = *received;
        check_parts(*stream, *kernel, given);
        plugins::LaunchArguments arguments(given.arguments, given.argument_count, kernel->locals, "HIP",
                                           [](const Buffer& buffer) { return number_of(buffer.address); });
        if (kernel->takes_offset) {
            arguments.add_offset(plugins::offset_of(given), given.argument_count);
        }
        std::optional<quovis_rt_launch> with_locals;
        const quovis_rt_launch& plan =
            arguments.local_bytes() == 0 ? given : plugins::with_locals(given, arguments, with_locals);
        check_shared_memory(*stream, *kernel, plan);
        const Current current(stream->device);
        const Result result = start(*stream, *kernel, plan, arguments.pointers());
        if (result != error_success) {
            throw launch_failed(*kernel, plan, result);
        }
    });
}

quovis_plugin_status kernel_occupancy(quovis_rt_kernel* kernel, quovis_rt_occupancy* occupancy,
                                      quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_KERNEL, [&] {
        const Functions& hip = kernel->device.hip;
        auto answer = plugins::received(occupancy);
        const Current current(kernel->device);
        const std::uint32_t block =
            answer.block_threads != 0 ? answer.block_threads : suggest_block(*kernel, answer.shared_memory);
        answer.suggested_threads = block;
        int blocks = 0;
        check_with(hip,
                   QUOVIS_HIP_CALL(hip, hipModuleOccupancyMaxActiveBlocksPerMultiprocessor)(
                       &blocks, kernel->handle, static_cast<int>(block), answer.shared_memory),
                   [&] {
                       return fmt::format(
                           "asking how many blocks of {} threads of `{}` fit "
                           "(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor)",
                           block, kernel->name);
                   });
        answer.blocks_per_multiprocessor = static_cast<std::uint32_t>(blocks);
        answer.max_cooperative_grid = max_cooperative_grid(*kernel, block, answer.shared_memory);
        plugins::give(occupancy, answer);
    });
}

}  // namespace quovis::hip

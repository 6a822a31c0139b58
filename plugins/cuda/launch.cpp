// The launch path: arguments to pointers, then one call of the driver. It allocates nothing up to 128 arguments.
#include "plugins/cuda/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "plugins/common/error.hpp"
#include "plugins/common/launch_arguments.hpp"
#include "plugins/common/launch_attributes.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda/memory.hpp"
#include "plugins/cuda/module.hpp"
#include "plugins/cuda/stream.hpp"

namespace quovis::cuda {
namespace {

using plugins::PluginError;

// What the attributes of a launch come to.
struct Extras {
    bool cooperative = false;
    bool has_cluster = false;
    bool has_priority = false;
    std::array<std::uint32_t, 3> cluster{};
    int priority = 0;

    std::uint64_t cluster_blocks() const {
        return has_cluster ? std::uint64_t{cluster[0]} * cluster[1] * cluster[2] : 1;
    }
};

Extras read_extras(const quovis_rt_launch& plan) {
    Extras extras;
    for (std::size_t index = 0; index < plan.attribute_count; ++index) {
        const auto attribute = plugins::attribute_at(plan, index);
        switch (attribute.id) {
            case QUOVIS_RT_LAUNCH_COOPERATIVE:
                extras.cooperative = attribute.value.number != 0;
                break;
            case QUOVIS_RT_LAUNCH_CLUSTER:
                extras.has_cluster = true;
                std::copy_n(attribute.value.dimensions, 3, extras.cluster.begin());
                break;
            case QUOVIS_RT_LAUNCH_PRIORITY:
                extras.has_priority = true;
                extras.priority = static_cast<int>(attribute.value.number);
                break;
            case QUOVIS_RT_LAUNCH_OFFSET:  // an argument, where the kernel takes it
                break;
            default:
                throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                                  fmt::format("the launch attribute number {} is not known", attribute.id));
        }
    }
    return extras;
}

std::uint32_t max_cooperative_grid(const Kernel& kernel, std::uint32_t block_threads, std::size_t shared_memory) {
    const Device& device = kernel.device;
    int blocks = 0;
    if (!device.facts.cooperative_launch ||
        device.cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.handle, static_cast<int>(block_threads),
                                                                shared_memory) != CUDA_SUCCESS) {
        return 0;
    }
    return static_cast<std::uint32_t>(blocks) * device.facts.multiprocessors;
}

#if QUOVIS_CUDA_HAS_LAUNCH_EX
// A cluster of up to 8 blocks is what every device with clusters has; more must be allowed for the kernel.
constexpr std::uint64_t portable_cluster = 8;

// A launch as cuLaunchKernelEx takes it. It points into itself.
struct ExtendedConfig {
    ExtendedConfig(const Stream& stream, const quovis_rt_launch& plan, const Extras& extras) {
        if (extras.cooperative) {
            attributes[config.numAttrs].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
            attributes[config.numAttrs++].value.cooperative = 1;
        }
        if (extras.has_cluster) {
            attributes[config.numAttrs].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
            attributes[config.numAttrs].value.clusterDim.x = extras.cluster[0];
            attributes[config.numAttrs].value.clusterDim.y = extras.cluster[1];
            attributes[config.numAttrs++].value.clusterDim.z = extras.cluster[2];
        }
        if (extras.has_priority) {
            attributes[config.numAttrs].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
            attributes[config.numAttrs++].value.priority = extras.priority;
        }
        config.gridDimX = plan.grid[0];
        config.gridDimY = plan.grid[1];
        config.gridDimZ = plan.grid[2];
        config.blockDimX = plan.block[0];
        config.blockDimY = plan.block[1];
        config.blockDimZ = plan.block[2];
        config.sharedMemBytes = static_cast<unsigned int>(plan.shared_memory);
        config.hStream = stream.handle;
        config.attrs = attributes.data();
    }
    ExtendedConfig(const ExtendedConfig&) = delete;
    ExtendedConfig& operator=(const ExtendedConfig&) = delete;

    std::array<CUlaunchAttribute, 3> attributes{};
    CUlaunchConfig config{};
};

CUresult launch_extended(const Stream& stream, Kernel& kernel, const quovis_rt_launch& plan, const Extras& extras,
                         void** arguments) {
    const Functions& cuda = stream.device.cuda;
    need(cuda, cuda.cuLaunchKernelEx != nullptr, "cuLaunchKernelEx, for launch attributes", "11.8");
    if (extras.cluster_blocks() > portable_cluster) {
        kernel.allow_large_clusters();
    }
    const ExtendedConfig extended(stream, plan, extras);
    return cuda.cuLaunchKernelEx(&extended.config, kernel.handle, arguments, nullptr);
}

// What a launch with clusters could have had; 0 where the driver does not tell.
int max_cluster_blocks(const Stream& stream, const Kernel& kernel, const quovis_rt_launch& plan) {
    const Functions& cuda = stream.device.cuda;
    const ExtendedConfig extended(stream, plan, {});
    int blocks = 0;
    const bool told = cuda.cuOccupancyMaxPotentialClusterSize != nullptr &&
                      cuda.cuOccupancyMaxPotentialClusterSize(&blocks, kernel.handle, &extended.config) == CUDA_SUCCESS;
    return told ? blocks : 0;
}

std::uint32_t max_cluster_grid(const Stream& stream, const Kernel& kernel, const quovis_rt_launch& plan,
                               const Extras& extras) {
    const Functions& cuda = stream.device.cuda;
    const ExtendedConfig extended(stream, plan, extras);
    int clusters = 0;
    const bool told = cuda.cuOccupancyMaxActiveClusters != nullptr &&
                      cuda.cuOccupancyMaxActiveClusters(&clusters, kernel.handle, &extended.config) == CUDA_SUCCESS;
    return told ? static_cast<std::uint32_t>(static_cast<std::size_t>(clusters) * extras.cluster_blocks()) : 0;
}
#else
CUresult launch_extended(const Stream&, Kernel&, const quovis_rt_launch&, const Extras&, void**) {
    throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                      fmt::format("this plugin was built with the headers of CUDA {}, which have no clusters and no "
                                  "priority of a launch",
                                  version_text(CUDA_VERSION)),
                      "Build the plugin with the headers of CUDA 11.8 or newer.");
}
int max_cluster_blocks(const Stream&, const Kernel&, const quovis_rt_launch&) {
    return 0;
}
std::uint32_t max_cluster_grid(const Stream&, const Kernel&, const quovis_rt_launch&, const Extras&) {
    return 0;
}
#endif

std::string hint_for(const Stream& stream, const Kernel& kernel, const quovis_rt_launch& plan, const Extras& extras,
                     CUresult result) {
    switch (static_cast<int>(result)) {
        case CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE: {
            const std::uint32_t threads = plan.block[0] * plan.block[1] * plan.block[2];
            const std::uint32_t most = extras.has_cluster ? max_cluster_grid(stream, kernel, plan, extras)
                                                          : max_cooperative_grid(kernel, threads, plan.shared_memory);
            return fmt::format("A cooperative grid of this block{} can have {} blocks at most.",
                               extras.has_cluster ? " and cluster" : "", most);
        }
        case invalid_cluster_size:
            return fmt::format("A cluster of this kernel and block can have {} blocks at most.",
                               max_cluster_blocks(stream, kernel, plan));
        case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
        case CUDA_ERROR_INVALID_VALUE:
            return fmt::format("The kernel can have {} threads in a block and uses {} registers of each.",
                               kernel.attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
                               kernel.attribute(CU_FUNC_ATTRIBUTE_NUM_REGS));
        default:
            return {};
    }
}

PluginError launch_failed(const Stream& stream, const Kernel& kernel, const quovis_rt_launch& plan,
                          const Extras& extras, CUresult result) {
    std::string doing = fmt::format(
        "launching `{}` with grid {}x{}x{}, block {}x{}x{} and {} bytes of dynamic shared memory", kernel.name,
        plan.grid[0], plan.grid[1], plan.grid[2], plan.block[0], plan.block[1], plan.block[2], plan.shared_memory);
    if (extras.has_cluster) {
        doing += fmt::format(" in clusters of {}x{}x{}", extras.cluster[0], extras.cluster[1], extras.cluster[2]);
    }
    std::string hint = hint_for(stream, kernel, plan, extras, result);
    const auto status = hint.empty() ? status_of(result) : QUOVIS_PLUGIN_INVALID_LAUNCH;
    return vendor_error(kernel.device.cuda, status, result, doing, std::move(hint));
}

CUresult launch_plain(const Stream& stream, const Kernel& kernel, const quovis_rt_launch& plan, void** arguments) {
    return stream.device.cuda.cuLaunchKernel(
        kernel.handle, plan.grid[0], plan.grid[1], plan.grid[2], plan.block[0], plan.block[1], plan.block[2],
        static_cast<unsigned int>(plan.shared_memory), stream.handle, arguments, nullptr);
}

[[gnu::noinline]] CUresult launch_with(const Stream& stream, Kernel& kernel, const quovis_rt_launch& plan,
                                       const Extras& extras, void** arguments) {
    if (!kernel.takes_offset) {
        plugins::refuse_offset(kernel.name, plan);
    }
    const Current current(stream.device);
    if (extras.cooperative && !stream.device.facts.cooperative_launch) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("{} has no cooperative launches", naming(stream.device)));
    }
    if (extras.has_priority) {
        check_priority(stream.device, extras.priority);
    }
    if (extras.has_cluster || extras.has_priority) {
        return launch_extended(stream, kernel, plan, extras, arguments);
    }
    if (!extras.cooperative) {
        return launch_plain(stream, kernel, plan, arguments);
    }
    return stream.device.cuda.cuLaunchCooperativeKernel(
        kernel.handle, plan.grid[0], plan.grid[1], plan.grid[2], plan.block[0], plan.block[1], plan.block[2],
        static_cast<unsigned int>(plan.shared_memory), stream.handle, arguments);
}

[[noreturn, gnu::cold, gnu::noinline]] void fail_parts(const Stream& stream, const Kernel& kernel,
                                                       const quovis_rt_launch& plan) {
    if (&stream.device != &kernel.device) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                          fmt::format("`{}` is loaded on {} and cannot be launched in a stream of {}", kernel.name,
                                      naming(kernel.device), naming(stream.device)));
    }
    if (kernel.takes_locals && plan.shared_memory != 0) {
        plugins::refuse_shared_memory(kernel.name, plan.shared_memory);
    }
    throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH, fmt::format("`{}` takes {} arguments; {} were given", kernel.name,
                                                                kernel.parameters.size(), plan.argument_count));
}

[[noreturn, gnu::cold, gnu::noinline]] void fail(const Stream& stream, const Kernel& kernel,
                                                 const quovis_rt_launch& plan, CUresult result) {
    const Current current(stream.device);  // for what the driver is asked about limits
    throw launch_failed(stream, kernel, plan, read_extras(plan), result);
}

}  // namespace

// Lean: between two launches the driver uses most of the instruction cache.
[[gnu::hot]] quovis_plugin_status launch(quovis_rt_stream* stream, quovis_rt_kernel* kernel,
                                         const quovis_rt_launch* request, quovis_plugin_error* error) {
    return plugins::guard(
        error, QUOVIS_PLUGIN_PHASE_LAUNCH, [&]() __attribute__((always_inline)) {
            const plugins::Received<quovis_rt_launch> received(request);
            const quovis_rt_launch& given = *received;
            // The driver reads as many arguments as the kernel has, wherever they are: a wrong count is caught here at
            // the latest.
            if (&stream->device != &kernel->device ||
                (kernel->has_parameters && given.argument_count != kernel->parameters.size()) ||
                (kernel->takes_locals && given.shared_memory != 0)) {
                fail_parts(*stream, *kernel, given);
            }
            plugins::LaunchArguments arguments(given.arguments, given.argument_count, kernel->declared.locals,
                                               "CUDA C++", [](const Buffer& buffer) { return buffer.address; });
            if (kernel->takes_offset) {
                arguments.add_offset(plugins::offset_of(given), given.argument_count);
            }
            std::optional<quovis_rt_launch> with_locals;
            const quovis_rt_launch& plan =
                arguments.local_bytes() == 0 ? given : plugins::with_locals(given, arguments, with_locals);
            kernel->allow_dynamic_memory(plan.shared_memory);
            const CUresult result =
                plan.attribute_count == 0
                    ? call_in(*stream, [&] { return launch_plain(*stream, *kernel, plan, arguments.pointers()); })
                    : launch_with(*stream, *kernel, plan, read_extras(plan), arguments.pointers());
            if (result != CUDA_SUCCESS) {
                fail(*stream, *kernel, plan, result);
            }
        });
}

quovis_plugin_status kernel_occupancy(quovis_rt_kernel* kernel, quovis_rt_occupancy* occupancy,
                                      quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_KERNEL, [&] {
        const Functions& cuda = kernel->device.cuda;
        auto answer = plugins::received(occupancy);
        const Current current(kernel->device);
        kernel->allow_dynamic_memory(answer.shared_memory);
        int grid = 0;
        int block = static_cast<int>(answer.block_threads);
        if (answer.block_threads == 0) {
            check_with(
                cuda,
                cuda.cuOccupancyMaxPotentialBlockSize(&grid, &block, kernel->handle, nullptr, answer.shared_memory, 0),
                [&] {
                    return fmt::format("asking for a block size of `{}` (cuOccupancyMaxPotentialBlockSize)",
                                       kernel->name);
                });
        }
        answer.suggested_threads = static_cast<std::uint32_t>(block);
        int blocks = 0;
        check_with(
            cuda,
            cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel->handle, block, answer.shared_memory),
            [&] {
                return fmt::format(
                    "asking how many blocks of {} threads of `{}` fit "
                    "(cuOccupancyMaxActiveBlocksPerMultiprocessor)",
                    block, kernel->name);
            });
        answer.blocks_per_multiprocessor = static_cast<std::uint32_t>(blocks);
        answer.max_cooperative_grid =
            max_cooperative_grid(*kernel, static_cast<std::uint32_t>(block), answer.shared_memory);
        plugins::give(occupancy, answer);
    });
}

}  // namespace quovis::cuda

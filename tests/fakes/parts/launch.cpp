// Launches of the working parts: the kernel's name chooses a function of the host from parts/builtins.cpp.
#include "tests/fakes/parts/builtins.hpp"
#include "tests/fakes/parts/objects.hpp"
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {
namespace {

// Empty when the arguments are what the declaration asks for.
std::string mismatch(const Kernel& kernel, const quovis_rt_launch& launch) {
    if (launch.argument_count != kernel.parameters.size()) {
        return "takes " + std::to_string(kernel.parameters.size()) + " arguments and was given " +
               std::to_string(launch.argument_count);
    }
    for (std::size_t i = 0; i < launch.argument_count; ++i) {
        const Parameter& parameter = kernel.parameters[i];
        const quovis_rt_argument& argument = launch.arguments[i];
        const std::int32_t wanted = parameter.kind == QUOVIS_RT_PARAMETER_POINTER ? QUOVIS_RT_ARGUMENT_BUFFER
                                    : parameter.kind == QUOVIS_RT_PARAMETER_LOCAL ? QUOVIS_RT_ARGUMENT_LOCAL
                                                                                  : QUOVIS_RT_ARGUMENT_VALUE;
        if (argument.kind != wanted) {
            return "argument " + std::to_string(i) + " is of the wrong kind";
        }
        if (wanted == QUOVIS_RT_ARGUMENT_VALUE && parameter.size != 0 && argument.size != parameter.size) {
            return "argument " + std::to_string(i) + " has the wrong size";
        }
        if (wanted == QUOVIS_RT_ARGUMENT_BUFFER && argument.buffer != nullptr &&
            argument.offset > argument.buffer->size) {
            return "argument " + std::to_string(i) + " begins beyond its buffer";
        }
    }
    return {};
}

}  // namespace

quovis_plugin_status kernel_occupancy(quovis_rt_kernel* kernel, quovis_rt_occupancy* occupancy, quovis_plugin_error*) {
    quovis_rt_occupancy all = take(occupancy);
    const std::uint32_t threads =
        all.block_threads != 0 ? all.block_threads : std::min(256u, kernel->module->program.max_threads);
    all.suggested_threads = threads;
    all.blocks_per_multiprocessor = std::max(1u, 2048 / std::max(1u, threads));
    all.max_cooperative_grid = 0;
    give(occupancy, all);
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status launch(quovis_rt_stream* stream, quovis_rt_kernel* kernel, const quovis_rt_launch* launch,
                            quovis_plugin_error* error) {
    count(Count::calls_launch);
    const quovis_rt_launch all = take(launch);
    for (int axis = 0; axis < 3; ++axis) {
        if (all.grid[axis] == 0 || all.block[axis] == 0) {
            return fail(error, QUOVIS_PLUGIN_INVALID_LAUNCH, QUOVIS_PLUGIN_PHASE_LAUNCH,
                        "a launch of '" + kernel->name + "' with an axis of 0");
        }
    }
    if (all.attribute_count != 0) {
        return fail(error, QUOVIS_PLUGIN_NOT_SUPPORTED, QUOVIS_PLUGIN_PHASE_LAUNCH,
                    "the fake has no launch attribute " + std::to_string(take(all.attributes).id));
    }
    if (const std::string why = mismatch(*kernel->declaration, all); !why.empty()) {
        return fail(error, QUOVIS_PLUGIN_INVALID_LAUNCH, QUOVIS_PLUGIN_PHASE_LAUNCH, "'" + kernel->name + "' " + why);
    }
    const Builtin builtin = find_builtin(kernel->declaration->name);
    if (builtin == nullptr) {
        return fail(error, QUOVIS_PLUGIN_NOT_SUPPORTED, QUOVIS_PLUGIN_PHASE_LAUNCH,
                    "the fake knows no function for the kernel '" + kernel->name + "'");
    }
    try {
        builtin(Launch(all));
    } catch (const KernelFault&) {
        stream->fault = QUOVIS_PLUGIN_KERNEL_FAULT;
    }
    return QUOVIS_PLUGIN_OK;
}

}  // namespace quovis::fakes

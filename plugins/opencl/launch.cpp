// Sets a kernel's arguments and enqueues it.
// Arguments are state of the cl_kernel, so one launch of a kernel at a time is between its first argument and its
// enqueue; launches of different kernels do not wait for each other.
#include "plugins/opencl/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "plugins/common/text.hpp"
#include "plugins/opencl/errors.hpp"
#include "plugins/opencl/memory.hpp"
#include "plugins/opencl/module.hpp"
#include "plugins/opencl/stream.hpp"

namespace quovis::opencl {
namespace {

using plugins::PluginError;

constexpr std::size_t handle_size = sizeof(void*);  // of a cl_mem

std::string naming(const Kernel& kernel, cl_uint index) {
    const std::string_view name =
        index < kernel.parameters.size() ? plugins::view(kernel.parameters[index].name) : std::string_view();
    return name.empty() ? fmt::format("argument {} of kernel '{}'", index, kernel.name)
                        : fmt::format("argument {} ({}) of kernel '{}'", index, name, kernel.name);
}

[[noreturn]] void refuse(const Kernel& kernel, cl_uint index, std::string_view reason, std::string hint = {}) {
    throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH, fmt::format("{}: {}", naming(kernel, index), reason),
                      std::move(hint));
}

std::string_view kind_name(int kind) {
    switch (kind) {
        case QUOVIS_RT_PARAMETER_VALUE:
            return "a value";
        case QUOVIS_RT_PARAMETER_POINTER:
            return "a buffer";
        case QUOVIS_RT_PARAMETER_LOCAL:
            return "local memory";
        default:
            return "unknown";
    }
}

cl_int set_address(const Kernel& kernel, cl_uint index, const void* address) {
    const Functions& cl = kernel.device.cl;
    if (!kernel.device.facts.has_fine_grained_memory() || cl.clSetKernelArgSVMPointer == nullptr) {
        refuse(kernel, index, "a value for a pointer: OpenCL buffers have no addresses on this device",
               "Pass the buffer itself.");
    }
    return cl.clSetKernelArgSVMPointer(kernel.kernel(), index, address);
}

cl_int set_value(const Kernel& kernel, cl_uint index, const quovis_rt_argument& argument) {
    const int kind = index < kernel.parameters.size() ? kernel.parameters[index].kind : QUOVIS_RT_PARAMETER_UNKNOWN;
    if (kind == QUOVIS_RT_PARAMETER_POINTER && argument.size == sizeof(void*)) {
        const void* address = nullptr;
        std::memcpy(&address, argument.value, sizeof(address));
        return set_address(kernel, index, address);
    }
    if (kind == QUOVIS_RT_PARAMETER_POINTER || kind == QUOVIS_RT_PARAMETER_LOCAL) {
        refuse(kernel, index,
               fmt::format("a value of {} bytes was given, it takes {}", argument.size, kind_name(kind)));
    }
    return kernel.device.cl.clSetKernelArg(kernel.kernel(), index, argument.size, argument.value);
}

// Sub-buffers, which nothing else keeps between the setting of an argument and the enqueue.
using Parts = std::vector<Held<cl_mem>>;

cl_int set_buffer(const Kernel& kernel, cl_uint index, const quovis_rt_argument& argument, Parts& parts) {
    const Functions& cl = kernel.device.cl;
    if (argument.buffer == nullptr) {
        return cl.clSetKernelArg(kernel.kernel(), index, handle_size, nullptr);
    }
    Buffer& buffer = *argument.buffer;
    if (&buffer.device != &kernel.device) {
        refuse(kernel, index, "the buffer belongs to another device");
    }
    if (buffer.is_shared()) {
        if (argument.offset >= buffer.size) {
            refuse(kernel, index,
                   fmt::format("offset {} is outside a buffer of {} bytes", argument.offset, buffer.size));
        }
        return set_address(kernel, index, buffer.host() + argument.offset);
    }
    if (buffer.kind == QUOVIS_RT_MEMORY_PINNED) {
        refuse(kernel, index, "a pinned buffer is mapped to the host, and OpenCL lets no kernel use it meanwhile",
               "Copy it to a buffer of the device, or use managed memory where the device has it.");
    }
    if (argument.offset == 0) {
        const cl_mem memory = buffer.memory();
        return cl.clSetKernelArg(kernel.kernel(), index, handle_size, &memory);
    }
    const cl_mem part = parts.emplace_back(buffer.from(argument.offset)).get();
    return cl.clSetKernelArg(kernel.kernel(), index, handle_size, &part);
}

void set_argument(const Kernel& kernel, cl_uint index, const quovis_rt_argument& argument, Parts& parts) {
    cl_int error = CL_SUCCESS;
    switch (argument.kind) {
        case QUOVIS_RT_ARGUMENT_VALUE:
            error = set_value(kernel, index, argument);
            break;
        case QUOVIS_RT_ARGUMENT_BUFFER:
            error = set_buffer(kernel, index, argument, parts);
            break;
        case QUOVIS_RT_ARGUMENT_LOCAL:
            error = kernel.device.cl.clSetKernelArg(kernel.kernel(), index, argument.size, nullptr);
            break;
        default:
            refuse(kernel, index, fmt::format("arguments of the kind {} are unknown", argument.kind));
    }
    if (error != CL_SUCCESS) {
        throw vendor_error(QUOVIS_PLUGIN_INVALID_LAUNCH, error,
                           fmt::format("setting {} ({} bytes)", naming(kernel, index), argument.size));
    }
}

void check_attributes(const Kernel& kernel, const quovis_rt_launch& launch) {
    if (launch.shared_memory != 0) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                          fmt::format("kernel '{}': OpenCL has no dynamic shared memory beside the arguments ({} bytes "
                                      "were asked for)",
                                      kernel.name, launch.shared_memory),
                          "Declare a __local parameter and pass local memory as its argument.");
    }
    for (const quovis_rt_launch_attribute& attribute : plugins::received(launch.attributes, launch.attribute_count)) {
        const std::string_view name = attribute.id == QUOVIS_RT_LAUNCH_COOPERATIVE ? "cooperative launches"
                                      : attribute.id == QUOVIS_RT_LAUNCH_CLUSTER   ? "clusters"
                                      : attribute.id == QUOVIS_RT_LAUNCH_PRIORITY  ? "a priority for one launch"
                                                                                   : "this launch attribute";
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("OpenCL has no {} (attribute {})", name, attribute.id));
    }
}

struct Range {
    cl_uint dimensions = 1;
    std::array<std::size_t, 3> global{};
    std::array<std::size_t, 3> local{};
};

Range range_of(const Kernel& kernel, const quovis_rt_launch& launch) {
    Range range;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (launch.grid[axis] == 0 || launch.block[axis] == 0) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                              fmt::format("kernel '{}': grid {}x{}x{} and block {}x{}x{} must have no zero",
                                          kernel.name, launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0],
                                          launch.block[1], launch.block[2]));
        }
        range.local[axis] = launch.block[axis];
        range.global[axis] = std::size_t{launch.grid[axis]} * launch.block[axis];
        if (range.global[axis] > 1) {
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

[[noreturn]] void fail(const Kernel& kernel, const quovis_rt_launch& launch, cl_int error) {
    PluginError failure =
        vendor_error(error, fmt::format("launching kernel '{}' with a grid of {}x{}x{} blocks of {}x{}x{} threads",
                                        kernel.name, launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0],
                                        launch.block[1], launch.block[2]));
    if (error == CL_INVALID_WORK_GROUP_SIZE || error == CL_INVALID_WORK_ITEM_SIZE) {
        const std::uint32_t* required = kernel.info.required_block;
        failure.message +=
            fmt::format("; this kernel takes at most {} threads in a block", kernel.info.max_threads_per_block);
        if (required[0] != 0) {
            failure.message += fmt::format(", and requires {}x{}x{}", required[0], required[1], required[2]);
        }
    } else if (failure.status == QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY) {
        // Many drivers allocate a buffer only when a kernel first needs it.
        failure.message += fmt::format("; its buffers have {} bytes, the device {}", buffer_bytes(launch),
                                       kernel.device.facts.memory_bytes);
    }
    throw failure;
}

}  // namespace

quovis_plugin_status launch(quovis_rt_stream* stream, quovis_rt_kernel* kernel, const quovis_rt_launch* given,
                            quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LAUNCH, [&] {
        const quovis_rt_launch launch = plugins::received(given);
        check_attributes(*kernel, launch);
        const Range range = range_of(*kernel, launch);
        if (launch.argument_count != kernel->parameters.size()) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                              fmt::format("kernel '{}' takes {} argument(s), {} were given", kernel->name,
                                          kernel->parameters.size(), launch.argument_count));
        }
        Parts parts;
        const std::lock_guard lock(kernel->launching);
        for (std::size_t index = 0; index < launch.argument_count; ++index) {
            set_argument(*kernel, static_cast<cl_uint>(index), launch.arguments[index], parts);
        }
        const cl_int failure =
            stream->device.cl.clEnqueueNDRangeKernel(stream->queue(), kernel->kernel(), range.dimensions, nullptr,
                                                     range.global.data(), range.local.data(), 0, nullptr, nullptr);
        if (failure != CL_SUCCESS) {
            fail(*kernel, launch, failure);
        }
        stream->submitted();
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
        known.suggested_threads = most < multiple ? most : most / multiple * multiple;
        known.blocks_per_multiprocessor = 0;
        known.max_cooperative_grid = 0;
        plugins::give(occupancy, known);
    });
}

}  // namespace quovis::opencl

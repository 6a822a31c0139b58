// Each loop is written as in a program that knows HIP only: the device is made current once, and a turn makes HIP's
// calls and looks at what they return.
#include "plugins/hip-hiprtc/vendor_loops.hpp"

#include <fmt/format.h>

#include <string>

#include "plugins/common/text.hpp"
#include "plugins/common/vendor_loops.hpp"
#include "plugins/hip-hiprtc/graph.hpp"
#include "plugins/hip-hiprtc/memory.hpp"
#include "plugins/hip-hiprtc/module.hpp"
#include "plugins/hip-hiprtc/stream.hpp"

namespace quovis::hip {
namespace {

// The turns of one loop, up to the first call that fails.
template <class Turn>
std::uint64_t time_calls(const Functions& hip, std::uint64_t count, std::string_view doing, Turn&& turn) {
    Result result = error_success;
    const std::uint64_t took = plugins::time_turns(count, [&] { return (result = turn()) == error_success; });
    check(hip, result, doing);
    return took;
}

std::uint64_t launches(const Functions& hip, const quovis_rt_loop& loop, bool waits) {
    const auto launch = plugins::received(loop.launch);
    const plugins::LoopArguments arguments(launch, loop.kernel->takes_offset, "HIP",
                                           [](const Buffer& buffer) { return number_of(buffer.address); });
    FunctionHandle const function = loop.kernel->handle;
    StreamHandle const stream = loop.stream->handle;
    const auto shared = static_cast<unsigned>(launch.shared_memory);
    const auto start = [&] {
        plugins::LoopArguments::Pointers pointers;
        arguments.list(pointers);
        return hip.hipModuleLaunchKernel(function, launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0],
                                         launch.block[1], launch.block[2], shared, stream, pointers.data(), nullptr);
    };
    if (!waits) {
        return time_calls(hip, loop.count, "hipModuleLaunchKernel", start);
    }
    return time_calls(hip, loop.count, "hipModuleLaunchKernel and hipStreamSynchronize", [&] {
        const Result result = start();
        return result == error_success ? hip.hipStreamSynchronize(stream) : result;
    });
}

std::uint64_t graph_launches(const Functions& hip, const quovis_rt_loop& loop) {
    const auto launch = QUOVIS_HIP_CALL(hip, hipGraphLaunch);
    GraphExecHandle const graph = loop.graph->handle;
    StreamHandle const stream = loop.stream->handle;
    return time_calls(hip, loop.count, "hipGraphLaunch", [&] { return launch(graph, stream); });
}

char* address_of(const quovis_rt_buffer* buffer, const void* host, std::size_t offset) {
    return static_cast<char*>(buffer != nullptr ? buffer->address : const_cast<void*>(host)) + offset;
}

std::uint64_t copies(const Functions& hip, const quovis_rt_loop& loop) {
    const auto copy = plugins::received(loop.copy);
    plugins::check_loop_copy(copy);
    char* const to = address_of(copy.destination, copy.destination_host, copy.destination_offset);
    const char* const from = address_of(copy.source, copy.source_host, copy.source_offset);
    StreamHandle const stream = loop.stream->handle;
    return time_calls(hip, loop.count, "hipMemcpyAsync and hipStreamSynchronize", [&] {
        const Result result = hip.hipMemcpyAsync(to, from, copy.width, memcpy_default, stream);
        return result == error_success ? hip.hipStreamSynchronize(stream) : result;
    });
}

std::uint64_t allocations(const Functions& hip, const quovis_rt_loop& loop) {
    return time_calls(hip, loop.count, "hipMalloc and hipFree", [&] {
        Address address = nullptr;
        const Result result = hip.hipMalloc(&address, loop.size);
        return result == error_success ? hip.hipFree(address) : result;
    });
}

std::uint64_t allocations_in_order(const Functions& hip, const quovis_rt_loop& loop) {
    const auto allocate = QUOVIS_HIP_CALL(hip, hipMallocAsync);
    const auto release = QUOVIS_HIP_CALL(hip, hipFreeAsync);
    if (!loop.stream->device.facts.memory_pools) {
        throw plugins::PluginError(
            QUOVIS_PLUGIN_NOT_SUPPORTED,
            fmt::format("{} allocates nothing in the order of a stream", naming(loop.stream->device)));
    }
    StreamHandle const stream = loop.stream->handle;
    return time_calls(hip, loop.count, "hipMallocAsync and hipFreeAsync", [&] {
        Address address = nullptr;
        const Result result = allocate(&address, loop.size, stream);
        return result == error_success ? release(address, stream) : result;
    });
}

std::uint64_t kernels(const Functions& hip, const quovis_rt_loop& loop) {
    const std::string name(plugins::view(loop.name));
    ModuleHandle const module = loop.module->handle;
    return time_calls(hip, loop.count, "hipModuleGetFunction", [&] {
        FunctionHandle function = nullptr;
        return hip.hipModuleGetFunction(&function, module, name.c_str());
    });
}

std::uint64_t run(const Device& device, const quovis_rt_loop& loop) {
    const Functions& hip = device.hip;
    const Current current(device);
    switch (loop.kind) {
        case QUOVIS_RT_LOOP_LAUNCH:
            return launches(hip, loop, false);
        case QUOVIS_RT_LOOP_LAUNCH_AND_WAIT:
            return launches(hip, loop, true);
        case QUOVIS_RT_LOOP_GRAPH:
            return graph_launches(hip, loop);
        case QUOVIS_RT_LOOP_COPY:
            return copies(hip, loop);
        case QUOVIS_RT_LOOP_ALLOCATE:
            return allocations(hip, loop);
        case QUOVIS_RT_LOOP_ALLOCATE_IN_ORDER:
            return allocations_in_order(hip, loop);
        case QUOVIS_RT_LOOP_KERNEL:
            return kernels(hip, loop);
        default:
            plugins::refuse_loop(loop.kind);
    }
}

quovis_plugin_status time_loop(quovis_rt_device* device, const quovis_rt_loop* loop, std::uint64_t* nanoseconds,
                               quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_LAUNCH,
                          [&] { *nanoseconds = run(*device, plugins::received(loop)); });
}

}  // namespace

const quovis_rt_vendor_loops* vendor_loops() {
    static const quovis_rt_vendor_loops table{sizeof(quovis_rt_vendor_loops), time_loop};
    return &table;
}

}  // namespace quovis::hip

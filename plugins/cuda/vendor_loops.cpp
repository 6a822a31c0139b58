// Each loop is written as in a program that knows CUDA only: the context is made current once, and a turn makes the
// driver's calls and looks at what they return.
#include "plugins/cuda/vendor_loops.hpp"

#include <fmt/format.h>

#include <string>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"
#include "plugins/common/vendor_loops.hpp"
#include "plugins/cuda/graph.hpp"
#include "plugins/cuda/memory.hpp"
#include "plugins/cuda/module.hpp"
#include "plugins/cuda/stream.hpp"

namespace quovis::cuda {
namespace {

// The turns of one loop, up to the first call that fails.
template <class Turn>
std::uint64_t time_calls(const Functions& cuda, std::uint64_t count, std::string_view doing, Turn&& turn) {
    CUresult result = CUDA_SUCCESS;
    const std::uint64_t took = plugins::time_turns(count, [&] { return (result = turn()) == CUDA_SUCCESS; });
    check(cuda, result, doing);
    return took;
}

std::uint64_t launches(const Functions& cuda, const quovis_rt_loop& loop, bool waits) {
    const auto launch = plugins::received(loop.launch);
    const plugins::LoopArguments arguments(launch, loop.kernel->takes_offset, "CUDA",
                                           [](const Buffer& buffer) { return buffer.address; });
    loop.kernel->allow_dynamic_memory(launch.shared_memory);
    CUfunction const function = loop.kernel->handle;
    CUstream const stream = loop.stream->handle;
    const auto shared = static_cast<unsigned int>(launch.shared_memory);
    const auto start = [&] {
        plugins::LoopArguments::Pointers pointers;
        arguments.list(pointers);
        return cuda.cuLaunchKernel(function, launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0],
                                   launch.block[1], launch.block[2], shared, stream, pointers.data(), nullptr);
    };
    if (!waits) {
        return time_calls(cuda, loop.count, "cuLaunchKernel", start);
    }
    return time_calls(cuda, loop.count, "cuLaunchKernel and cuStreamSynchronize", [&] {
        const CUresult result = start();
        return result == CUDA_SUCCESS ? cuda.cuStreamSynchronize(stream) : result;
    });
}

std::uint64_t graph_launches(const Functions& cuda, const quovis_rt_loop& loop) {
    CUgraphExec const graph = loop.graph->handle;
    CUstream const stream = loop.stream->handle;
    return time_calls(cuda, loop.count, "cuGraphLaunch", [&] { return cuda.cuGraphLaunch(graph, stream); });
}

CUdeviceptr address_of(const quovis_rt_buffer* buffer, const void* host, std::size_t offset) {
    return (buffer != nullptr ? buffer->address : reinterpret_cast<CUdeviceptr>(host)) + offset;
}

std::uint64_t copies(const Functions& cuda, const quovis_rt_loop& loop) {
    const auto copy = plugins::received(loop.copy);
    plugins::check_loop_copy(copy);
    const CUdeviceptr to = address_of(copy.destination, copy.destination_host, copy.destination_offset);
    const CUdeviceptr from = address_of(copy.source, copy.source_host, copy.source_offset);
    CUstream const stream = loop.stream->handle;
    return time_calls(cuda, loop.count, "cuMemcpyAsync and cuStreamSynchronize", [&] {
        const CUresult result = cuda.cuMemcpyAsync(to, from, copy.width, stream);
        return result == CUDA_SUCCESS ? cuda.cuStreamSynchronize(stream) : result;
    });
}

std::uint64_t allocations(const Functions& cuda, const quovis_rt_loop& loop) {
    return time_calls(cuda, loop.count, "cuMemAlloc and cuMemFree", [&] {
        CUdeviceptr address = 0;
        const CUresult result = cuda.cuMemAlloc(&address, loop.size);
        return result == CUDA_SUCCESS ? cuda.cuMemFree(address) : result;
    });
}

std::uint64_t allocations_in_order(const Functions& cuda, const quovis_rt_loop& loop) {
    need(cuda, cuda.cuMemAllocAsync != nullptr && cuda.cuMemFreeAsync != nullptr, "cuMemAllocAsync", "11.2");
    CUstream const stream = loop.stream->handle;
    return time_calls(cuda, loop.count, "cuMemAllocAsync and cuMemFreeAsync", [&] {
        CUdeviceptr address = 0;
        const CUresult result = cuda.cuMemAllocAsync(&address, loop.size, stream);
        return result == CUDA_SUCCESS ? cuda.cuMemFreeAsync(address, stream) : result;
    });
}

std::uint64_t kernels(const Functions& cuda, const quovis_rt_loop& loop) {
    const std::string name(plugins::view(loop.name));
    CUmodule const module = loop.module->handle;
    return time_calls(cuda, loop.count, "cuModuleGetFunction", [&] {
        CUfunction function = nullptr;
        return cuda.cuModuleGetFunction(&function, module, name.c_str());
    });
}

std::uint64_t run(Device& device, const quovis_rt_loop& loop) {
    const Functions& cuda = device.cuda;
    const Current current(device);
    switch (loop.kind) {
        case QUOVIS_RT_LOOP_LAUNCH:
            return launches(cuda, loop, false);
        case QUOVIS_RT_LOOP_LAUNCH_AND_WAIT:
            return launches(cuda, loop, true);
        case QUOVIS_RT_LOOP_GRAPH:
            return graph_launches(cuda, loop);
        case QUOVIS_RT_LOOP_COPY:
            return copies(cuda, loop);
        case QUOVIS_RT_LOOP_ALLOCATE:
            return allocations(cuda, loop);
        case QUOVIS_RT_LOOP_ALLOCATE_IN_ORDER:
            return allocations_in_order(cuda, loop);
        case QUOVIS_RT_LOOP_KERNEL:
            return kernels(cuda, loop);
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

}  // namespace quovis::cuda

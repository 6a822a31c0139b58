// Each loop is written as in a program that knows OpenCL only: a turn makes OpenCL's calls and looks at what they
// return.
#include "plugins/opencl/vendor_loops.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "plugins/common/text.hpp"
#include "plugins/common/vendor_loops.hpp"
#include "plugins/opencl/errors.hpp"
#include "plugins/opencl/memory.hpp"
#include "plugins/opencl/module.hpp"
#include "plugins/opencl/stream.hpp"

namespace quovis::opencl {
namespace {

using plugins::PluginError;

// The turns of one loop, up to the first call that fails.
template <class Turn>
std::uint64_t time_calls(std::uint64_t count, std::string_view doing, Turn&& turn) {
    cl_int result = CL_SUCCESS;
    const std::uint64_t took = plugins::time_turns(count, [&] { return (result = turn()) == CL_SUCCESS; });
    check(result, doing);
    return took;
}

// The queue got work behind the stream's back: something that comes last and does nothing lets the stream know of it.
void account(Stream& stream) {
    const Held<cl_event> end = stream.device.mark(stream.queue());
    stream.wait_for(end.get(), stream.device);
}

// Arguments as clSetKernelArg takes them.
class Arguments {
  public:
    explicit Arguments(const quovis_rt_launch& launch) : all_(launch.argument_count) {
        for (std::size_t index = 0; index < all_.size(); ++index) {
            const quovis_rt_argument& argument = launch.arguments[index];
            if (argument.kind != QUOVIS_RT_ARGUMENT_BUFFER) {
                all_[index] = {argument.size, argument.value, {}, nullptr};
            } else if (argument.buffer == nullptr) {
                all_[index] = {sizeof(cl_mem), nullptr, {}, nullptr};
            } else {
                add_buffer(index, *argument.buffer, argument.offset);
            }
        }
    }
    Arguments(const Arguments&) = delete;
    Arguments& operator=(const Arguments&) = delete;

    cl_int set(const Functions& cl, cl_kernel kernel) const {
        for (cl_uint index = 0; index < all_.size(); ++index) {
            const cl_int result = cl.clSetKernelArg(kernel, index, all_[index].size, all_[index].value);
            if (result != CL_SUCCESS) {
                return result;
            }
        }
        return CL_SUCCESS;
    }

  private:
    struct One {
        std::size_t size = 0;
        const void* value = nullptr;
        Held<cl_mem> held;
        cl_mem memory = nullptr;  // what `value` points to, of a buffer
    };

    void add_buffer(std::size_t index, Buffer& buffer, std::size_t offset) {
        if (buffer.host() != nullptr) {
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              fmt::format("argument {} is memory of the host's, for which there is no loop", index));
        }
        One& one = all_[index];
        one.held = buffer.from(offset).memory;
        one.memory = one.held.get();
        one.size = sizeof(cl_mem);
        one.value = &one.memory;
    }

    std::vector<One> all_;  // never grows: its elements are pointed to
};

// A cl_kernel of this thread's own: its arguments are nobody else's, so that many threads can have a loop each. The
// last one is kept, for a host calls in short turns, and what a driver does for a new cl_kernel is no part of a launch.
class OwnKernel {
  public:
    // Null the first time a thread asks for the kernel.
    cl_kernel find(const Kernel& kernel) const { return of_.get() == kernel.kernel() ? own_.get() : nullptr; }

    cl_kernel make(const Kernel& kernel) {
        const Functions& cl = kernel.device.cl;
        cl_program program = nullptr;
        check(cl.clGetKernelInfo(kernel.kernel(), CL_KERNEL_PROGRAM, sizeof(program), &program, nullptr),
              "clGetKernelInfo");
        cl_int error = CL_SUCCESS;
        const cl_kernel made = cl.clCreateKernel(program, kernel.name.c_str(), &error);
        check(error, fmt::format("creating the kernel '{}' once more", kernel.name));
        own_ = {made, cl.clReleaseKernel};
        check(cl.clRetainKernel(kernel.kernel()), "clRetainKernel");
        of_ = {kernel.kernel(), cl.clReleaseKernel};  // held, so that no other kernel gets this handle
        return made;
    }

  private:
    Held<cl_kernel> own_;
    Held<cl_kernel> of_;
};

struct Range {
    cl_uint dimensions = 1;
    std::array<std::size_t, 3> global{};
    std::array<std::size_t, 3> local{};
};

Range range_of(const quovis_rt_launch& launch) {
    Range range;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        range.local[axis] = launch.block[axis];
        range.global[axis] = std::size_t{launch.grid[axis]} * launch.block[axis];
        if (range.global[axis] > 1) {
            range.dimensions = static_cast<cl_uint>(axis + 1);
        }
    }
    return range;
}

std::uint64_t launches(const quovis_rt_loop& loop, bool waits) {
    const Functions& cl = loop.stream->device.cl;
    const auto launch = plugins::received(loop.launch);
    const Arguments arguments(launch);
    const Range range = range_of(launch);
    thread_local OwnKernel own;
    cl_kernel kernel = own.find(*loop.kernel);
    cl_command_queue const queue = loop.stream->queue();
    const auto start = [&] {
        const cl_int result = arguments.set(cl, kernel);
        return result != CL_SUCCESS
                   ? result
                   : cl.clEnqueueNDRangeKernel(queue, kernel, range.dimensions, nullptr, range.global.data(),
                                               range.local.data(), 0, nullptr, nullptr);
    };
    if (kernel == nullptr) {  // what a driver does at the first launch, as making code for this size of block
        kernel = own.make(*loop.kernel);
        check(start(), "clEnqueueNDRangeKernel");
        check(cl.clFinish(queue), "clFinish");
    }
    std::uint64_t took = 0;
    if (waits) {
        took = time_calls(loop.count, "clEnqueueNDRangeKernel and clFinish", [&] {
            const cl_int result = start();
            return result == CL_SUCCESS ? cl.clFinish(queue) : result;
        });
    } else {
        took = time_calls(loop.count, "clEnqueueNDRangeKernel", start);
    }
    account(*loop.stream);
    return took;
}

std::byte* host_of(Buffer* buffer, const void* host) {
    return buffer != nullptr ? buffer->host() : static_cast<std::byte*>(const_cast<void*>(host));
}

std::uint64_t copies(const quovis_rt_loop& loop) {
    const Functions& cl = loop.stream->device.cl;
    const auto copy = plugins::received(loop.copy);
    plugins::check_loop_copy(copy);
    cl_command_queue const queue = loop.stream->queue();
    const std::size_t to_offset = copy.destination_offset;
    const std::size_t from_offset = copy.source_offset;
    std::byte* const to = host_of(copy.destination, copy.destination_host);
    const std::byte* const from = host_of(copy.source, copy.source_host);
    if (to != nullptr && from != nullptr) {
        throw PluginError(
            QUOVIS_PLUGIN_NOT_SUPPORTED,
            "a copy within the host's memory is no call of OpenCL's, so there is nothing to compare with");
    }
    if (to != nullptr) {
        cl_mem const source = copy.source->memory();
        return time_calls(loop.count, "clEnqueueReadBuffer", [&] {
            return cl.clEnqueueReadBuffer(queue, source, CL_TRUE, from_offset, copy.width, to + to_offset, 0, nullptr,
                                          nullptr);
        });
    }
    cl_mem const destination = copy.destination->memory();
    if (from != nullptr) {
        return time_calls(loop.count, "clEnqueueWriteBuffer", [&] {
            return cl.clEnqueueWriteBuffer(queue, destination, CL_TRUE, to_offset, copy.width, from + from_offset, 0,
                                           nullptr, nullptr);
        });
    }
    cl_mem const source = copy.source->memory();
    return time_calls(loop.count, "clEnqueueCopyBuffer and clFinish", [&] {
        const cl_int result =
            cl.clEnqueueCopyBuffer(queue, source, destination, from_offset, to_offset, copy.width, 0, nullptr, nullptr);
        return result == CL_SUCCESS ? cl.clFinish(queue) : result;
    });
}

std::uint64_t allocations(Device& device, const quovis_rt_loop& loop) {
    const Functions& cl = device.cl;
    cl_context const context = device.context();
    return time_calls(loop.count, "clCreateBuffer and clReleaseMemObject", [&] {
        cl_int result = CL_SUCCESS;
        cl_mem const memory = cl.clCreateBuffer(context, CL_MEM_READ_WRITE, loop.size, nullptr, &result);
        return result == CL_SUCCESS ? cl.clReleaseMemObject(memory) : result;
    });
}

std::uint64_t kernels(const Functions& cl, const quovis_rt_loop& loop) {
    const std::string name(plugins::view(loop.name));
    cl_program const program = loop.module->program();
    return time_calls(loop.count, "clCreateKernel and clReleaseKernel", [&] {
        cl_int result = CL_SUCCESS;
        cl_kernel const kernel = cl.clCreateKernel(program, name.c_str(), &result);
        return result == CL_SUCCESS ? cl.clReleaseKernel(kernel) : result;
    });
}

std::uint64_t run(Device& device, const quovis_rt_loop& loop) {
    switch (loop.kind) {
        case QUOVIS_RT_LOOP_LAUNCH:
            return launches(loop, false);
        case QUOVIS_RT_LOOP_LAUNCH_AND_WAIT:
            return launches(loop, true);
        case QUOVIS_RT_LOOP_COPY:
            return copies(loop);
        case QUOVIS_RT_LOOP_ALLOCATE:
            return allocations(device, loop);
        case QUOVIS_RT_LOOP_KERNEL:
            return kernels(device.cl, loop);
        case QUOVIS_RT_LOOP_GRAPH:
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, "OpenCL itself has no graphs to compare with",
                              "Compare with the launches that the graph consists of.");
        case QUOVIS_RT_LOOP_ALLOCATE_IN_ORDER:
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, "OpenCL allocates nothing in the order of a queue",
                              "Compare with a plain allocation.");
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

}  // namespace quovis::opencl

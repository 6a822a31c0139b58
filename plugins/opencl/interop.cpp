// A wrapped handle is retained unless it is handed over, so the host may release its own at any time.
#include "plugins/opencl/interop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
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

template <class Handle>
std::uint64_t widened(Handle handle) {
    return reinterpret_cast<std::uintptr_t>(handle);
}

template <class Handle>
Handle handle_in(const quovis_rt_native& native) {
    auto* const handle = reinterpret_cast<Handle>(static_cast<std::uintptr_t>(native.handle));
    if (handle == nullptr) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "the native handle to wrap is null");
    }
    return handle;
}

// `make` is given a reference of its own. One that is handed over goes only when all has succeeded: until then it is
// the host's.
template <class Handle, class Make>
void* take(const quovis_rt_native& native, cl_int(CL_API_CALL* retain)(Handle), cl_int(CL_API_CALL* release)(Handle),
           Make&& make) {
    auto* const handle = handle_in<Handle>(native);
    check(retain(handle), "retaining a native handle");
    void* const made = make(Held<Handle>(handle, release));
    if (native.owned != 0) {
        release(handle);
    }
    return made;
}

// `get` is OpenCL's question about `handle`, and `what` the one for its context. Makes no context where there is none
// yet: the host may want to wrap its own after this has failed.
template <class Handle, class Info>
void require_context(Device& device, cl_int(CL_API_CALL* get)(Handle, Info, std::size_t, void*, std::size_t*),
                     Handle handle, Info what, std::string_view name) {
    cl_context context = nullptr;
    check(get(handle, what, sizeof(cl_context), &context, nullptr), fmt::format("asking a {} for its context", name));
    cl_context const own = device.context_if_any();
    if (context != own) {
        throw PluginError(
            QUOVIS_PLUGIN_INVALID_ARGUMENT,
            own == nullptr
                ? fmt::format("the {} to wrap belongs to a context that {} does not use yet", name, naming(device))
                : fmt::format("the {} to wrap belongs to another context than {}", name, naming(device)),
            "Wrap the context first, before anything else is made on the device.");
    }
}

void wrap_context(Device& device, const quovis_rt_native& native) {
    const Functions& cl = device.cl;
    const auto use = [&](Held<cl_context> context) -> void* {
        cl_uint count = 0;
        check(cl.clGetContextInfo(context.get(), CL_CONTEXT_NUM_DEVICES, sizeof(count), &count, nullptr),
              "asking a context for its devices");
        std::vector<cl_device_id> devices(count);
        check(cl.clGetContextInfo(context.get(), CL_CONTEXT_DEVICES, count * sizeof(cl_device_id), devices.data(),
                                  nullptr),
              "asking a context for its devices");
        if (std::find(devices.begin(), devices.end(), device.id) == devices.end()) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                              fmt::format("the context to wrap is not one of {}", naming(device)));
        }
        device.use_context(std::move(context));
        return nullptr;
    };
    take<cl_context>(native, cl.clRetainContext, cl.clReleaseContext, use);
}

void* wrap_stream(Device& device, const quovis_rt_native& native) {
    const Functions& cl = device.cl;
    const auto make = [&](Held<cl_command_queue> queue) -> void* {
        require_context(device, cl.clGetCommandQueueInfo, queue.get(), cl_command_queue_info{CL_QUEUE_CONTEXT},
                        "command queue");
        cl_device_id its_device = nullptr;
        cl_command_queue_properties properties = 0;
        check(cl.clGetCommandQueueInfo(queue.get(), CL_QUEUE_DEVICE, sizeof(cl_device_id), &its_device, nullptr),
              "asking a command queue for its device");
        if (its_device != device.id) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                              fmt::format("the command queue to wrap is not one of {}", naming(device)));
        }
        check(cl.clGetCommandQueueInfo(queue.get(), CL_QUEUE_PROPERTIES, sizeof(properties), &properties, nullptr),
              "asking a command queue for its properties");
        if ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "an out-of-order command queue cannot be a stream");
        }
        return std::make_unique<Stream>(device, std::move(queue)).release();
    };
    return take<cl_command_queue>(native, cl.clRetainCommandQueue, cl.clReleaseCommandQueue, make);
}

void* wrap_event(Device& device, const quovis_rt_native& native) {
    const Functions& cl = device.cl;
    const auto make = [&](Held<cl_event> marker) -> void* {
        require_context(device, cl.clGetEventInfo, marker.get(), cl_event_info{CL_EVENT_CONTEXT}, "event");
        auto event = std::make_unique<Event>(device);
        event->set_marker(std::move(marker));
        return event.release();
    };
    return take<cl_event>(native, cl.clRetainEvent, cl.clReleaseEvent, make);
}

void* wrap_buffer(Device& device, const quovis_rt_native& native) {
    const Functions& cl = device.cl;
    const auto make = [&](Held<cl_mem> memory) -> void* {
        require_context(device, cl.clGetMemObjectInfo, memory.get(), cl_mem_info{CL_MEM_CONTEXT}, "memory object");
        std::size_t size = 0;
        check(cl.clGetMemObjectInfo(memory.get(), CL_MEM_SIZE, sizeof(size), &size, nullptr),
              "asking a memory object for its size");
        if (native.size > size) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                              fmt::format("the memory object to wrap has {} bytes, not {}", size, native.size));
        }
        return std::make_unique<Buffer>(device, std::move(memory), native.size == 0 ? size : native.size).release();
    };
    return take<cl_mem>(native, cl.clRetainMemObject, cl.clReleaseMemObject, make);
}

void* wrap_module(Device& device, const quovis_rt_native& native) {
    const Functions& cl = device.cl;
    const auto make = [&](Held<cl_program> program) -> void* {
        require_context(device, cl.clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_CONTEXT}, "program");
        return std::make_unique<Module>(device, std::move(program)).release();
    };
    return take<cl_program>(native, cl.clRetainProgram, cl.clReleaseProgram, make);
}

void* wrap_kernel(Device& device, const quovis_rt_native& native) {
    const Functions& cl = device.cl;
    const auto make = [&](Held<cl_kernel> handle) -> void* {
        require_context(device, cl.clGetKernelInfo, handle.get(), cl_kernel_info{CL_KERNEL_CONTEXT}, "kernel");
        BinaryParameters of_program(device, program_of(device, handle.get()));
        auto kernel = std::make_unique<Kernel>(device, std::move(handle), of_program);
        kernel->share();
        return kernel.release();
    };
    return take<cl_kernel>(native, cl.clRetainKernel, cl.clReleaseKernel, make);
}

void* wrap(Device& device, const quovis_rt_native& native) {
    switch (native.kind) {
        case QUOVIS_RT_NATIVE_CONTEXT:
            wrap_context(device, native);
            return nullptr;
        case QUOVIS_RT_NATIVE_STREAM:
            return wrap_stream(device, native);
        case QUOVIS_RT_NATIVE_EVENT:
            return wrap_event(device, native);
        case QUOVIS_RT_NATIVE_MODULE:
            return wrap_module(device, native);
        case QUOVIS_RT_NATIVE_KERNEL:
            return wrap_kernel(device, native);
        case QUOVIS_RT_NATIVE_BUFFER:
            return wrap_buffer(device, native);
        default:
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              fmt::format("OpenCL wraps no native handle of the kind {}", native.kind));
    }
}

std::uint64_t handle_of_event(const Event& event) {
    const Held<cl_event> marker = event.marker();
    if (!marker) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          "an event that was never recorded has no native handle: OpenCL makes one by recording");
    }
    return widened(marker.get());
}

std::uint64_t handle_of_buffer(const Buffer& buffer) {
    return buffer.is_shared() ? widened(buffer.host()) : widened(buffer.memory());
}

std::uint64_t handle_of(Device& device, void* object, std::int32_t kind) {
    switch (kind) {
        case QUOVIS_RT_NATIVE_DEVICE:
            return widened(device.id);
        case QUOVIS_RT_NATIVE_CONTEXT:
            return widened(device.context());
        case QUOVIS_RT_NATIVE_STREAM:
            static_cast<Stream*>(object)->settle();
            return widened(static_cast<Stream*>(object)->queue());
        case QUOVIS_RT_NATIVE_EVENT:
            return handle_of_event(*static_cast<Event*>(object));
        case QUOVIS_RT_NATIVE_MODULE:
            return widened(static_cast<Module*>(object)->program());
        case QUOVIS_RT_NATIVE_KERNEL:
            static_cast<Kernel*>(object)->share();
            return widened(static_cast<Kernel*>(object)->kernel());
        case QUOVIS_RT_NATIVE_BUFFER:
            return handle_of_buffer(*static_cast<Buffer*>(object));
        default:
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              fmt::format("native handles of the kind {} are unknown", kind));
    }
}

}  // namespace

quovis_plugin_status native_get(quovis_rt_device* device, void* object, quovis_rt_native* native,
                                quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_INTEROP, [&] {
        quovis_rt_native known = plugins::received(native);
        known.handle = handle_of(*device, object, known.kind);
        if (known.kind == QUOVIS_RT_NATIVE_BUFFER) {
            const Buffer& buffer = *static_cast<Buffer*>(object);
            known.size = buffer.size;
            known.address = buffer.is_shared() ? known.handle : 0;
        }
        plugins::give(native, known);
    });
}

quovis_plugin_status native_wrap(quovis_rt_device* device, const quovis_rt_native* native, void** object,
                                 quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_INTEROP, [&] {
        void* const made = wrap(*device, plugins::received(native));
        if (object != nullptr) {
            *object = made;
        }
    });
}

}  // namespace quovis::opencl

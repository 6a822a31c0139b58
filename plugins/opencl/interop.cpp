// A wrapped handle is retained unless it is handed over, so the host may release its own at any time.
#include "plugins/opencl/interop.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <utility>

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
Held<Handle> taken(const quovis_rt_native& native, cl_int(CL_API_CALL* retain)(Handle),
                   cl_int(CL_API_CALL* release)(Handle)) {
    auto* const handle = reinterpret_cast<Handle>(static_cast<std::uintptr_t>(native.handle));
    if (handle == nullptr) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "the native handle to wrap is null");
    }
    if (native.owned == 0) {
        check(retain(handle), "retaining a native handle");
    }
    return {handle, release};
}

void require_context(Device& device, cl_context context, std::string_view what) {
    if (context != device.context()) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the {} to wrap belongs to another context than {}", what, naming(device)),
                          "Wrap the context first, before anything else is made on the device.");
    }
}

void* wrap_stream(Device& device, const quovis_rt_native& native) {
    const Functions& cl = device.cl;
    Held<cl_command_queue> queue = taken<cl_command_queue>(native, cl.clRetainCommandQueue, cl.clReleaseCommandQueue);
    cl_context context = nullptr;
    cl_command_queue_properties properties = 0;
    check(cl.clGetCommandQueueInfo(queue.get(), CL_QUEUE_CONTEXT, sizeof(context), &context, nullptr),
          "asking a command queue for its context");
    require_context(device, context, "command queue");
    check(cl.clGetCommandQueueInfo(queue.get(), CL_QUEUE_PROPERTIES, sizeof(properties), &properties, nullptr),
          "asking a command queue for its properties");
    if ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "an out-of-order command queue cannot be a stream");
    }
    return std::make_unique<Stream>(device, std::move(queue), true).release();
}

void* wrap_event(Device& device, const quovis_rt_native& native) {
    auto event = std::make_unique<Event>(device);
    event->set_marker(taken<cl_event>(native, device.cl.clRetainEvent, device.cl.clReleaseEvent));
    return event.release();
}

void* wrap_buffer(Device& device, const quovis_rt_native& native) {
    const Functions& cl = device.cl;
    Held<cl_mem> memory = taken<cl_mem>(native, cl.clRetainMemObject, cl.clReleaseMemObject);
    cl_context context = nullptr;
    std::size_t size = 0;
    check(cl.clGetMemObjectInfo(memory.get(), CL_MEM_CONTEXT, sizeof(context), &context, nullptr),
          "asking a memory object for its context");
    require_context(device, context, "memory object");
    check(cl.clGetMemObjectInfo(memory.get(), CL_MEM_SIZE, sizeof(size), &size, nullptr),
          "asking a memory object for its size");
    if (native.size > size) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the memory object to wrap has {} bytes, not {}", size, native.size));
    }
    return std::make_unique<Buffer>(device, std::move(memory), native.size == 0 ? size : native.size).release();
}

void* wrap_module(Device& device, const quovis_rt_native& native) {
    return std::make_unique<Module>(device,
                                    taken<cl_program>(native, device.cl.clRetainProgram, device.cl.clReleaseProgram))
        .release();
}

void* wrap_kernel(Device& device, const quovis_rt_native& native) {
    return std::make_unique<Kernel>(device,
                                    taken<cl_kernel>(native, device.cl.clRetainKernel, device.cl.clReleaseKernel))
        .release();
}

void* wrap(Device& device, const quovis_rt_native& native) {
    switch (native.kind) {
        case QUOVIS_RT_NATIVE_CONTEXT:
            device.use_context(reinterpret_cast<cl_context>(static_cast<std::uintptr_t>(native.handle)),
                               native.owned != 0);
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
            return widened(static_cast<Stream*>(object)->queue());
        case QUOVIS_RT_NATIVE_EVENT:
            return handle_of_event(*static_cast<Event*>(object));
        case QUOVIS_RT_NATIVE_MODULE:
            return widened(static_cast<Module*>(object)->program());
        case QUOVIS_RT_NATIVE_KERNEL:
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
            known.size = static_cast<Buffer*>(object)->size;
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

// One case for each kind of handle, both ways.
#include "plugins/hip-hiprtc/interop.hpp"

#include <fmt/format.h>

#include <memory>

#include "plugins/common/text.hpp"
#include "plugins/hip-hiprtc/memory.hpp"
#include "plugins/hip-hiprtc/module.hpp"
#include "plugins/hip-hiprtc/stream.hpp"

namespace quovis::hip {
namespace {

using plugins::PluginError;

template <class Handle>
std::uint64_t widened(Handle handle) {
    return reinterpret_cast<std::uintptr_t>(handle);
}

template <class Handle>
Handle narrowed(std::uint64_t handle) {
    return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(handle));
}

[[noreturn]] void unknown_kind(std::int32_t kind) {
    throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, fmt::format("native handles of kind {} are not known", kind));
}

void get(Device& device, void* object, quovis_rt_native& native) {
    switch (native.kind) {
        case QUOVIS_RT_NATIVE_DEVICE:
            native.handle = static_cast<std::uint64_t>(device.id);
            break;
        case QUOVIS_RT_NATIVE_CONTEXT:
            native.handle = widened(device.context());
            break;
        case QUOVIS_RT_NATIVE_STREAM:
            native.handle = widened(static_cast<Stream*>(object)->handle);
            break;
        case QUOVIS_RT_NATIVE_EVENT:
            native.handle = widened(static_cast<Event*>(object)->handle);
            break;
        case QUOVIS_RT_NATIVE_MODULE:
            native.handle = widened(static_cast<Module*>(object)->handle);
            break;
        case QUOVIS_RT_NATIVE_KERNEL:
            native.handle = widened(static_cast<Kernel*>(object)->handle);
            break;
        case QUOVIS_RT_NATIVE_BUFFER:
            native.handle = number_of(static_cast<Buffer*>(object)->address);
            native.size = static_cast<Buffer*>(object)->size;
            native.address = native.handle;
            break;
        default:
            unknown_kind(native.kind);
    }
}

Module* wrap_module(Device& device, const quovis_rt_native& native) {
    auto module = std::make_unique<Module>(device);
    module->handle = narrowed<ModuleHandle>(native.handle);
    module->owned = native.owned != 0;
    module->name = "a wrapped module";
    return module.release();
}

Buffer* wrap_buffer(Device& device, const quovis_rt_native& native) {
    if (native.handle == 0 || native.size == 0) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "wrapping a buffer needs its address and its size in bytes");
    }
    return std::make_unique<Buffer>(Buffer{device, narrowed<Address>(native.handle), native.size, nullptr,
                                           native.owned != 0 ? Buffer::Origin::allocated : Buffer::Origin::foreign})
        .release();
}

Stream* wrap_stream(Device& device, const quovis_rt_native& native) {
    auto stream = std::make_unique<Stream>(Stream{device, narrowed<StreamHandle>(native.handle), native.owned != 0});
    device.streams.enlist(*stream);
    return stream.release();
}

void* wrap(Device& device, const quovis_rt_native& native) {
    switch (native.kind) {
        case QUOVIS_RT_NATIVE_DEVICE:
            if (native.handle != static_cast<std::uint64_t>(device.id)) {
                throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                                  fmt::format("the handle is HIP device {}, not {}", native.handle, naming(device)));
            }
            return nullptr;
        case QUOVIS_RT_NATIVE_CONTEXT:
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                              "HIP works with a thread's current device, not with contexts: none can be wrapped");
        case QUOVIS_RT_NATIVE_STREAM:
            return wrap_stream(device, native);
        case QUOVIS_RT_NATIVE_EVENT:
            return std::make_unique<Event>(Event{device, narrowed<EventHandle>(native.handle), native.owned != 0})
                .release();
        case QUOVIS_RT_NATIVE_MODULE:
            return wrap_module(device, native);
        case QUOVIS_RT_NATIVE_KERNEL:
            return std::make_unique<Kernel>(device, narrowed<FunctionHandle>(native.handle), "a wrapped kernel",
                                            nullptr)
                .release();
        case QUOVIS_RT_NATIVE_BUFFER:
            return wrap_buffer(device, native);
        default:
            unknown_kind(native.kind);
    }
}

}  // namespace

quovis_plugin_status native_get(quovis_rt_device* device, void* object, quovis_rt_native* native,
                                quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_INTEROP, [&] {
        auto filled = plugins::received(native);
        filled.owned = 0;
        filled.size = 0;
        filled.address = 0;
        get(*device, object, filled);
        plugins::give(native, filled);
    });
}

quovis_plugin_status native_wrap(quovis_rt_device* device, const quovis_rt_native* native, void** object,
                                 quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_INTEROP,
                          [&] { *object = wrap(*device, plugins::received(native)); });
}

}  // namespace quovis::hip

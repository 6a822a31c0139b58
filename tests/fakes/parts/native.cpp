// Native handles of the working parts: an object's handle is its address, or the handle that it was wrapped around.
#include "tests/fakes/parts/objects.hpp"
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {
namespace {

std::uint64_t address(const void* object) {
    return reinterpret_cast<std::uintptr_t>(object);
}

template <typename Object>
void* wrap(quovis_rt_device* device, std::uint64_t handle) {
    auto made = std::make_unique<Object>();
    made->device = device;
    made->native = handle;
    return made.release();
}

}  // namespace

quovis_plugin_status native_get(quovis_rt_device* device, void* object, quovis_rt_native* native,
                                quovis_plugin_error* error) {
    quovis_rt_native all = take(native);
    all.owned = 0;
    if (all.kind == QUOVIS_RT_NATIVE_DEVICE) {
        all.handle = address(device);
    } else if (all.kind == QUOVIS_RT_NATIVE_CONTEXT) {
        all.handle = address(device->owner);
    } else if (all.kind == QUOVIS_RT_NATIVE_BUFFER) {
        all.handle = address(static_cast<quovis_rt_buffer*>(object)->data);
        all.size = static_cast<quovis_rt_buffer*>(object)->size;
    } else if (all.kind == QUOVIS_RT_NATIVE_STREAM) {
        const std::uint64_t wrapped = static_cast<quovis_rt_stream*>(object)->native;
        all.handle = wrapped != 0 ? wrapped : address(object);
    } else if (all.kind == QUOVIS_RT_NATIVE_EVENT) {
        const std::uint64_t wrapped = static_cast<quovis_rt_event*>(object)->native;
        all.handle = wrapped != 0 ? wrapped : address(object);
    } else if (all.kind == QUOVIS_RT_NATIVE_MODULE || all.kind == QUOVIS_RT_NATIVE_KERNEL) {
        all.handle = address(object);
    } else {
        return fail(error, QUOVIS_PLUGIN_NOT_SUPPORTED, QUOVIS_PLUGIN_PHASE_INTEROP,
                    "the fake has no native handle of kind " + std::to_string(all.kind));
    }
    give(native, all);
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status native_wrap(quovis_rt_device* device, const quovis_rt_native* native, void** object,
                                 quovis_plugin_error* error) {
    const quovis_rt_native all = take(native);
    return guarded(error, QUOVIS_PLUGIN_PHASE_INTEROP, [&]() -> quovis_plugin_status {
        if (all.handle == 0 || all.owned != 0) {
            return fail(error, QUOVIS_PLUGIN_INVALID_ARGUMENT, QUOVIS_PLUGIN_PHASE_INTEROP,
                        "the fake wraps handles that are not null and stay the host's");
        }
        if (all.kind == QUOVIS_RT_NATIVE_STREAM) {
            *object = wrap<quovis_rt_stream>(device, all.handle);
        } else if (all.kind == QUOVIS_RT_NATIVE_EVENT) {
            *object = wrap<quovis_rt_event>(device, all.handle);
        } else if (all.kind == QUOVIS_RT_NATIVE_BUFFER) {
            auto made = std::make_unique<quovis_rt_buffer>();
            made->device = device;
            made->data = reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(all.handle));
            made->size = all.size;
            made->counted = 0;
            *object = made.release();
        } else {
            return fail(error, QUOVIS_PLUGIN_NOT_SUPPORTED, QUOVIS_PLUGIN_PHASE_INTEROP,
                        "the fake cannot wrap a native handle of kind " + std::to_string(all.kind));
        }
        return QUOVIS_PLUGIN_OK;
    });
}

}  // namespace quovis::fakes

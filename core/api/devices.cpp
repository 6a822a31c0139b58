// Devices, routes and native handles of the C API.
#include "core/api/handles.hpp"

#include <fmt/format.h>

#include <algorithm>

using namespace quovis::core;

namespace {

const Device& device_at(quovis_instance* instance, std::size_t index) {
    const auto& devices = required(instance, "instance").object->inventory().devices();
    if (index >= devices.size())
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {},
                    fmt::format("there is no device {}: there are {}", index, devices.size()));
    return devices[index];
}

quovis_route_info describe(const quovis_route& route) {
    const auto& object = *route.object;
    quovis_route_info info{};
    info.device = object.device;
    info.selector = object.selector.c_str();
    info.runtime = object.plugin->runtime_name.c_str();
    info.plugin = object.plugin->name.c_str();
    info.name = object.name.c_str();
    info.platform = object.platform.c_str();
    info.driver = object.driver.c_str();
    info.target = object.target.c_str();
    info.compilers = route.compilers.data();
    info.compiler_count = route.compilers.size();
    info.languages = route.languages.data();
    info.language_count = route.languages.size();
    std::copy(std::begin(object.limits.max_block), std::end(object.limits.max_block), info.max_block);
    info.max_threads_per_block = object.limits.max_threads_per_block;
    std::copy(std::begin(object.limits.max_grid), std::end(object.limits.max_grid), info.max_grid);
    info.shared_memory_per_block = object.limits.shared_memory_per_block;
    info.shared_memory_opt_in = object.limits.shared_memory_opt_in;
    info.warp_size = object.limits.warp_size;
    info.multiprocessors = object.limits.multiprocessors;
    return info;
}

quovis_status native_of_device(quovis_route* route, std::int32_t kind, std::uint64_t* handle) {
    return guarded("interop", [&] {
        auto& out = required(handle, "handle");
        out = native_of(*required(route, "route").object, kind, nullptr).handle;
    });
}

}  // namespace

extern "C" {

quovis_status quovis_device_count(quovis_instance* instance, size_t* count) {
    return guarded("devices", [&] {
        required(count, "count") = required(instance, "instance").object->inventory().devices().size();
    });
}

quovis_status quovis_device_get(quovis_instance* instance, size_t index, quovis_device_info* info) {
    return guarded("devices", [&] {
        const auto& device = device_at(instance, index);
        quovis_device_info full{};
        full.index = index;
        full.name = device.name.c_str();
        full.vendor = device.vendor.c_str();
        full.type = device.type;
        full.uuid = device.uuid.c_str();
        full.pci = device.pci.c_str();
        full.memory_bytes = device.memory_bytes;
        full.route_count = device.routes.size();
        give(info, full);
    });
}

quovis_status quovis_device_route(quovis_instance* instance, size_t device, size_t index, quovis_route** route) {
    return guarded("devices", [&] {
        const auto& routes = device_at(instance, device).routes;
        auto& out = required(route, "the route to set");
        if (index >= routes.size())
            throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {},
                        fmt::format("device {} has no route {}: it has {}", device, index, routes.size()));
        out = new quovis_route(routes[index]);
    });
}

quovis_status quovis_route_find(quovis_instance* instance, const char* selector, quovis_route** route) {
    return guarded("selection", [&] {
        auto& out = required(route, "the route to set");
        out =
            new quovis_route(required(instance, "instance").object->router().routes(selector ? selector : "").front());
    });
}

quovis_status quovis_route_find_all(quovis_instance* instance, const char* selector, quovis_route*** routes,
                                    size_t* count) {
    return guarded("selection", [&] {
        auto& out = required(routes, "the routes to set");
        auto& out_count = required(count, "count");
        const auto found = required(instance, "instance").object->router().routes(selector ? selector : "");
        std::vector<std::unique_ptr<quovis_route>> handles;
        for (const auto& one : found)
            handles.push_back(std::make_unique<quovis_route>(one));
        auto array = std::make_unique<quovis_route*[]>(handles.size());
        for (std::size_t i = 0; i < handles.size(); ++i)
            array[i] = handles[i].release();
        out = array.release();
        out_count = found.size();
    });
}

void quovis_routes_release(quovis_route** routes, size_t count) {
    if (!routes)
        return;
    for (std::size_t i = 0; i < count; ++i)
        delete routes[i];
    delete[] routes;
}

void quovis_route_release(quovis_route* route) {
    delete route;
}

quovis_status quovis_route_get(quovis_route* route, quovis_route_info* info) {
    return guarded("devices", [&] { give(info, describe(required(route, "route"))); });
}

quovis_status quovis_route_capability_count(quovis_route* route, size_t* count) {
    return guarded("devices", [&] { required(count, "count") = required(route, "route").object->capabilities.size(); });
}

quovis_status quovis_route_capability(quovis_route* route, size_t index, quovis_capability* capability) {
    return guarded("devices", [&] {
        const auto& capabilities = required(route, "route").object->capabilities;
        if (index >= capabilities.size())
            throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {},
                        fmt::format("there is no capability {}: there are {}", index, capabilities.size()));
        const auto& one = capabilities[index];
        give(capability, quovis_capability{0, one.name.c_str(), one.type, one.number, one.text.c_str()});
    });
}

quovis_status quovis_route_memory(quovis_route* route, uint64_t* free_bytes, uint64_t* total_bytes) {
    return guarded("memory", [&] {
        const auto& object = *required(route, "route").object;
        auto& free_out = required(free_bytes, "free_bytes");
        auto& total_out = required(total_bytes, "total_bytes");
        call(*object.plugin, "memory", "memory", object.runtime().memory, object.handle, &free_out, &total_out);
    });
}

quovis_status quovis_route_synchronize(quovis_route* route) {
    return guarded("stream", [&] { synchronize_device(*required(route, "route").object); });
}

quovis_status quovis_route_native_device(quovis_route* route, uint64_t* handle) {
    return native_of_device(route, QUOVIS_RT_NATIVE_DEVICE, handle);
}

quovis_status quovis_route_native_context(quovis_route* route, uint64_t* handle) {
    return native_of_device(route, QUOVIS_RT_NATIVE_CONTEXT, handle);
}

quovis_status quovis_route_use_context(quovis_route* route, uint64_t handle) {
    return guarded("interop", [&] { wrap_native(*required(route, "route").object, QUOVIS_RT_NATIVE_CONTEXT, handle); });
}

}  // extern "C"

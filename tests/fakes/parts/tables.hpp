// The functions of the working parts, and the two tables that are made of them.
// A fake that lacks something takes a table and sets the entry to null.
#pragma once

#include "tests/fakes/fake_plugin.hpp"

namespace quovis::fakes {

// compiler.cpp
quovis_plugin_status describe(quovis_plugin_instance*, quovis_cc_description*, quovis_plugin_error*);
quovis_plugin_status targets(quovis_plugin_instance*, const quovis_plugin_text**, size_t*, quovis_plugin_error*);
quovis_plugin_status compile(quovis_plugin_instance*, const quovis_cc_request*, quovis_cc_result*,
                             quovis_plugin_error*);
quovis_plugin_status link(quovis_plugin_instance*, const quovis_cc_link_request*, quovis_cc_result*,
                          quovis_plugin_error*);
void release_result(quovis_plugin_instance*, quovis_cc_result*);

// device.cpp
quovis_plugin_status devices(quovis_plugin_instance*, quovis_rt_device* const**, size_t*, quovis_plugin_error*);
quovis_plugin_status device_info(quovis_rt_device*, quovis_rt_device_info*, quovis_plugin_error*);
quovis_plugin_status capabilities(quovis_rt_device*, const quovis_rt_capability**, size_t*, quovis_plugin_error*);
quovis_plugin_status accepts(quovis_rt_device*, const quovis_rt_image*, quovis_plugin_error*);
quovis_plugin_status memory(quovis_rt_device*, uint64_t*, uint64_t*, quovis_plugin_error*);
quovis_plugin_status device_synchronize(quovis_rt_device*, quovis_plugin_error*);
quovis_plugin_status peer_access(quovis_rt_device*, quovis_rt_device*, int32_t*, quovis_plugin_error*);

// memory.cpp
quovis_plugin_status buffer_create(quovis_rt_device*, quovis_rt_buffer_info*, quovis_rt_buffer**, quovis_plugin_error*);
void buffer_release(quovis_rt_buffer*, quovis_rt_stream*);
quovis_plugin_status copy(quovis_rt_stream*, const quovis_rt_copy*, quovis_plugin_error*);
quovis_plugin_status fill(quovis_rt_stream*, quovis_rt_buffer*, size_t, size_t, const void*, size_t,
                          quovis_plugin_error*);

// stream.cpp
quovis_plugin_status stream_create(quovis_rt_device*, const quovis_rt_stream_info*, quovis_rt_stream**,
                                   quovis_plugin_error*);
void stream_release(quovis_rt_stream*);
quovis_plugin_status stream_synchronize(quovis_rt_stream*, quovis_plugin_error*);
quovis_plugin_status stream_query(quovis_rt_stream*, quovis_plugin_error*);
quovis_plugin_status stream_wait_event(quovis_rt_stream*, quovis_rt_event*, quovis_plugin_error*);
quovis_plugin_status stream_host_function(quovis_rt_stream*, void (*)(void*), void*, quovis_plugin_error*);
quovis_plugin_status event_create(quovis_rt_device*, quovis_rt_event**, quovis_plugin_error*);
void event_release(quovis_rt_event*);
quovis_plugin_status event_record(quovis_rt_event*, quovis_rt_stream*, quovis_plugin_error*);
quovis_plugin_status event_synchronize(quovis_rt_event*, quovis_plugin_error*);
quovis_plugin_status event_query(quovis_rt_event*, quovis_plugin_error*);
quovis_plugin_status event_elapsed(quovis_rt_event*, quovis_rt_event*, double*, quovis_plugin_error*);

// module.cpp
quovis_plugin_status module_load(quovis_rt_device*, const quovis_rt_image*, quovis_rt_module**, quovis_plugin_error*);
void module_release(quovis_rt_module*);
quovis_plugin_status module_kernels(quovis_rt_module*, const quovis_plugin_text**, size_t*, quovis_plugin_error*);
quovis_plugin_status module_global(quovis_rt_module*, quovis_plugin_text, quovis_rt_buffer_info*, quovis_rt_buffer**,
                                   quovis_plugin_error*);
quovis_plugin_status kernel_create(quovis_rt_module*, quovis_plugin_text, quovis_rt_kernel**, quovis_plugin_error*);
void kernel_release(quovis_rt_kernel*);
quovis_plugin_status kernel_info(quovis_rt_kernel*, quovis_rt_kernel_info*, quovis_plugin_error*);

// launch.cpp
quovis_plugin_status kernel_occupancy(quovis_rt_kernel*, quovis_rt_occupancy*, quovis_plugin_error*);
quovis_plugin_status launch(quovis_rt_stream*, quovis_rt_kernel*, const quovis_rt_launch*, quovis_plugin_error*);

// vendor_loops.cpp: extension() with QUOVIS_EXTENSION_VENDOR_LOOPS
const void* extension_with_loops(quovis_plugin_text name);

// native.cpp
quovis_plugin_status native_get(quovis_rt_device*, void*, quovis_rt_native*, quovis_plugin_error*);
quovis_plugin_status native_wrap(quovis_rt_device*, const quovis_rt_native*, void**, quovis_plugin_error*);

inline constexpr quovis_cc_table text_compiler = {sizeof(quovis_cc_table), describe, targets, compile, link,
                                                  release_result};

constexpr quovis_rt_table host_runtime(std::string_view name) {
    quovis_rt_table table{};
    table.struct_size = sizeof table;
    table.name = text(name);
    table.devices = devices;
    table.device_info = device_info;
    table.capabilities = capabilities;
    table.accepts = accepts;
    table.memory = memory;
    table.device_synchronize = device_synchronize;
    table.peer_access = peer_access;
    table.buffer_create = buffer_create;
    table.buffer_release = buffer_release;
    table.copy = copy;
    table.fill = fill;
    table.stream_create = stream_create;
    table.stream_release = stream_release;
    table.stream_synchronize = stream_synchronize;
    table.stream_query = stream_query;
    table.stream_wait_event = stream_wait_event;
    table.stream_host_function = stream_host_function;
    table.event_create = event_create;
    table.event_release = event_release;
    table.event_record = event_record;
    table.event_synchronize = event_synchronize;
    table.event_query = event_query;
    table.event_elapsed = event_elapsed;
    table.module_load = module_load;
    table.module_release = module_release;
    table.module_kernels = module_kernels;
    table.module_global = module_global;
    table.kernel_create = kernel_create;
    table.kernel_release = kernel_release;
    table.kernel_info = kernel_info;
    table.kernel_occupancy = kernel_occupancy;
    table.launch = launch;
    table.native_get = native_get;
    table.native_wrap = native_wrap;
    return table;
}

}  // namespace quovis::fakes

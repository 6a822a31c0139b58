// The tables of the `opencl` plugin and its one exported function.
#include <quovis/plugin.h>

#include <iterator>
#include <memory>
#include <string_view>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/common/result.hpp"
#include "plugins/common/text.hpp"
#include "plugins/opencl/compiler.hpp"
#include "plugins/opencl/graph.hpp"
#include "plugins/opencl/instance.hpp"
#include "plugins/opencl/interop.hpp"
#include "plugins/opencl/launch.hpp"
#include "plugins/opencl/link.hpp"
#include "plugins/opencl/memory.hpp"
#include "plugins/opencl/module.hpp"
#include "plugins/opencl/stream.hpp"
#include "plugins/opencl/vendor_loops.hpp"

namespace quovis::opencl {
namespace {

constexpr quovis_plugin_text literal(std::string_view text) {
    return {text.data(), text.size()};
}

// Opens nothing: what is missing is told by `describe` and `devices`.
quovis_plugin_status initialize(const quovis_plugin_initialize_info* info, quovis_plugin_instance** instance,
                                quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_INITIALIZE,
                          [&] { *instance = std::make_unique<quovis_plugin_instance>(info).release(); });
}

void shutdown(quovis_plugin_instance* instance) {
    plugins::contain("opencl: shutdown", [&] { delete instance; });
}

constexpr quovis_cc_table compiler_table{
    sizeof(quovis_cc_table), describe, targets, compile, link, plugins::release_result,
};

constexpr quovis_cc_cache_facts cache_facts{sizeof(quovis_cc_cache_facts), origin, plan, plugins::release_plan};

const void* extension(quovis_plugin_text name) {
    if (plugins::view(name) == QUOVIS_EXTENSION_VENDOR_LOOPS) {
        return vendor_loops();
    }
    return plugins::view(name) == QUOVIS_EXTENSION_CACHE_FACTS ? &cache_facts : nullptr;
}

constexpr quovis_rt_table runtime_table{
    sizeof(quovis_rt_table),
    literal("opencl"),
    devices,
    device_info,
    capabilities,
    accepts,
    memory,
    device_synchronize,
    peer_access,
    buffer_create,
    buffer_release,
    copy,
    fill,
    stream_create,
    stream_release,
    stream_synchronize,
    stream_query,
    stream_wait_event,
    stream_host_function,
    event_create,
    event_release,
    event_record,
    event_synchronize,
    event_query,
    event_elapsed,
    module_load,
    module_release,
    module_kernels,
    nullptr,  // module_global: OpenCL has no handle for a program's variables
    kernel_create,
    kernel_release,
    kernel_info,
    kernel_occupancy,
    launch,
    native_get,
    native_wrap,
    &graphs,
};

constexpr quovis_plugin_key keys[] = {
    {sizeof(quovis_plugin_key), literal("library"),
     literal("the ICD loader: a file, or a folder that holds libOpenCL.so.1; else the system linker finds it")},
};

constexpr quovis_plugin_table plugin_table{
    sizeof(quovis_plugin_table),
    QUOVIS_PLUGIN_ABI_MAJOR,
    QUOVIS_PLUGIN_ABI_MINOR,
    literal("opencl"),
    literal(QUOVIS_PROJECT_VERSION),
    literal("OpenCL C through any OpenCL driver: CPUs by PoCL, GPUs by their vendors' drivers"),
    keys,
    std::size(keys),
    initialize,
    shutdown,
    &compiler_table,
    &runtime_table,
    extension,
};

}  // namespace
}  // namespace quovis::opencl

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    quovis::plugins::set_host(host);
    return &quovis::opencl::plugin_table;
}

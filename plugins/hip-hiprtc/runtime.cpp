// Opens HIP, lists its devices, and lays out the table of the runtime.
#include "plugins/hip-hiprtc/runtime.hpp"

#include <fmt/format.h>

#include "plugins/common/host_state.hpp"
#include "plugins/hip-hiprtc/graph.hpp"
#include "plugins/hip-hiprtc/interop.hpp"
#include "plugins/hip-hiprtc/kernel_driver.hpp"
#include "plugins/hip-hiprtc/launch.hpp"
#include "plugins/hip-hiprtc/memory.hpp"
#include "plugins/hip-hiprtc/module.hpp"
#include "plugins/hip-hiprtc/stream.hpp"

namespace quovis::hip {
namespace {

// A library that is named may be another vendor's, whose devices have nothing to do with AMD's driver.
void require_gpu(const plugins::Settings& settings) {
    if (settings.one("library")) {
        return;
    }
    if (const auto reason = why_no_gpu()) {
        throw plugins::PluginError(
            QUOVIS_PLUGIN_NO_DEVICE, fmt::format("HIP was not opened: {}", *reason),
            "A library with HIP's API for other devices can be named in `backends.hip-hiprtc.library`.");
    }
}

}  // namespace

const std::vector<quovis_rt_device*>& Runtime::devices() {
    const std::lock_guard lock(mutex_);
    if (devices_.empty()) {
        list();
    }
    return devices_;
}

void Runtime::list() {
    if (!functions_) {
        require_gpu(settings_);
        const plugins::HostState state;
        functions_ = Functions::start(runtime_library_search(settings_).open(runtime_hint));
    }
    std::vector<std::unique_ptr<quovis_rt_device>> found;
    for (DeviceId id = 0; id < functions_->count; ++id) {
        found.push_back(std::make_unique<quovis_rt_device>(*functions_, id));
    }
    for (const auto& device : found) {
        devices_.push_back(device.get());
    }
    owned_ = std::move(found);
}

const quovis_rt_table* runtime_table() {
    static const quovis_rt_table table{
        sizeof(quovis_rt_table),
        {"hip", 3},
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
        module_global,
        kernel_create,
        kernel_release,
        kernel_info,
        kernel_occupancy,
        launch,
        native_get,
        native_wrap,
        graph_table(),
    };
    return &table;
}

}  // namespace quovis::hip

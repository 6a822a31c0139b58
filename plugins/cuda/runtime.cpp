// Lists the devices of an instance, and lays out the table of the runtime.
#include "plugins/cuda/runtime.hpp"

#include <fmt/format.h>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda/graph.hpp"
#include "plugins/cuda/interop.hpp"
#include "plugins/cuda/launch.hpp"
#include "plugins/cuda/memory.hpp"
#include "plugins/cuda/module.hpp"
#include "plugins/cuda/stream.hpp"

namespace quovis::cuda {
namespace {

using plugins::PluginError;

PluginError none_found(const Functions& cuda) {
    const auto visible = plugins::environment("CUDA_VISIBLE_DEVICES");
    return {QUOVIS_PLUGIN_NO_DEVICE, static_cast<std::int64_t>(CUDA_ERROR_NO_DEVICE), "CUDA_ERROR_NO_DEVICE",
            fmt::format("the CUDA driver {} works and lists no device", cuda.library.naming()),
            visible ? fmt::format("CUDA_VISIBLE_DEVICES is '{}', which may hide the devices.", *visible) : ""};
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
        functions_ = Functions::open(settings_);
    }
    const Functions& cuda = *functions_;
    int count = 0;
    check(cuda, cuda.cuDeviceGetCount(&count), "listing the devices (cuDeviceGetCount)");
    std::vector<std::unique_ptr<quovis_rt_device>> found;
    for (int index = 0; index < count; ++index) {
        CUdevice device = 0;
        check_with(cuda, cuda.cuDeviceGet(&device, index),
                   [&] { return fmt::format("opening CUDA device {} (cuDeviceGet)", index); });
        found.push_back(std::make_unique<quovis_rt_device>(cuda, device));
    }
    if (found.empty()) {
        throw none_found(cuda);
    }
    for (const auto& device : found) {
        devices_.push_back(device.get());
    }
    owned_ = std::move(found);
}

const quovis_rt_table* runtime_table() {
    static const quovis_rt_table table{
        sizeof(quovis_rt_table),
        {"cuda", 4},
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

}  // namespace quovis::cuda

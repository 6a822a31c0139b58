// The `cuda` runtime as a plugin takes it in: the driver and its devices, for one instance, and the table.
// Both CUDA plugins link this; each defines quovis_plugin_instance and says where in it the Runtime is.
#pragma once

#include <quovis/plugin.h>

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "plugins/common/settings.hpp"
#include "plugins/cuda/device.hpp"

namespace quovis::cuda {

class Runtime {
  public:
    explicit Runtime(plugins::Settings settings) : settings_(std::move(settings)) {}

    // Nothing is opened before the first call; a failure is told again at each. Throws PluginError: UNAVAILABLE without
    // a driver, NO_DEVICE without a device, DRIVER_TOO_OLD.
    const std::vector<quovis_rt_device*>& devices();

  private:
    void list();

    const plugins::Settings settings_;
    std::mutex mutex_;
    std::optional<Functions> functions_;
    std::vector<std::unique_ptr<quovis_rt_device>> owned_;
    std::vector<quovis_rt_device*> devices_;
};

// Defined by the plugin.
Runtime& runtime_of(quovis_plugin_instance& instance);

const quovis_rt_table* runtime_table();

}  // namespace quovis::cuda

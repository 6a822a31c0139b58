// The `hip` runtime of one instance: HIP's library and its devices, and the table.
#pragma once

#include <quovis/plugin.h>

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "plugins/common/settings.hpp"
#include "plugins/hip-hiprtc/device.hpp"

namespace quovis::hip {

class Runtime {
  public:
    explicit Runtime(plugins::Settings settings) : settings_(std::move(settings)) {}

    // Nothing is opened before the first call, nor where the machine has no AMD GPU, unless the settings name a
    // library; a failure is told again at each. Throws PluginError: UNAVAILABLE without a library, NO_DEVICE,
    // DRIVER_TOO_OLD.
    const std::vector<quovis_rt_device*>& devices();

  private:
    void list();

    const plugins::Settings settings_;
    std::mutex mutex_;
    std::optional<Functions> functions_;
    std::vector<std::unique_ptr<quovis_rt_device>> owned_;
    std::vector<quovis_rt_device*> devices_;
};

// Defined by plugin.cpp.
Runtime& runtime_of(quovis_plugin_instance& instance);

const quovis_rt_table* runtime_table();

}  // namespace quovis::hip

// One use of the plugin: its settings, the ICD loader, and the devices of all platforms.
// Nothing is opened before it is asked for; a failure is told again at each question.
#pragma once

#include <quovis/plugin.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "plugins/common/settings.hpp"
#include "plugins/opencl/device.hpp"

struct quovis_plugin_instance {
  public:
    explicit quovis_plugin_instance(const quovis_plugin_initialize_info* info) : settings_(info) {}

    // Throws PluginError: UNAVAILABLE without an ICD loader, NO_DEVICE without a device.
    const std::vector<quovis_rt_device*>& devices();
    bool has_devices();  // have been listed
    const quovis::opencl::Functions& functions();

    // For the compiler role; made once, after devices().
    struct Description {
        std::string identity;
        std::string version;
        std::vector<std::string> targets;
        std::vector<quovis_plugin_text> target_texts;
    };
    const Description& description();
    // The first device of a target, or the first with a compiler for an empty one. Throws TARGET_UNKNOWN.
    quovis_rt_device& device_for(std::string_view target);

  private:
    const quovis::opencl::Functions& functions_locked();
    const std::vector<quovis_rt_device*>& devices_to_compile_for();
    void list_platform(cl_platform_id platform);
    void list();

    const quovis::plugins::Settings settings_;
    std::mutex mutex_;
    std::optional<quovis::opencl::Functions> functions_;
    std::vector<std::unique_ptr<quovis_rt_device>> owned_;
    std::vector<quovis_rt_device*> devices_;
    std::optional<Description> description_;
};

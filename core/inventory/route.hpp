// One way to use a device: the device as a runtime sees it, and the compilers that can feed it.
#pragma once

#include "core/loader/plugin.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace quovis::core {

struct Capability {
    std::string name;
    quovis_capability_type type = QUOVIS_CAPABILITY_BOOLEAN;
    std::uint64_t number = 0;
    std::string text;
};

struct Route {
    Route() = default;
    ~Route();
    Route(const Route&) = delete;
    Route& operator=(const Route&) = delete;

    std::shared_ptr<Plugin> plugin;  // that serves it
    quovis_rt_device* handle = nullptr;
    std::string selector;    // "cuda:0", "opencl:cpu:0"
    std::size_t device = 0;  // index of the physical device

    std::string name;
    std::string vendor;
    std::string platform;
    std::string driver;
    std::string target;
    quovis_device_type type = QUOVIS_DEVICE_OTHER;
    std::string uuid;                // empty when unknown
    std::string pci;                 // empty when unknown
    quovis_rt_device_info limits{};  // the numbers; its texts are not used

    std::vector<std::shared_ptr<Plugin>> compilers;  // whose images it loads, in the configured order
    std::vector<std::string> languages;              // that those compilers take
    std::vector<Capability> capabilities;

    const quovis_rt_table& runtime() const { return plugin->runtime(); }
    bool is_fed_by(const std::string& compiler) const;
    // Throws Error with the reason. `data` may be null where only format and target are asked about.
    void accept(const quovis_rt_image& image) const;

    // The stream for work that names none, made when it is first needed.
    quovis_rt_stream* default_stream() {
        auto* stream = default_stream_.load(std::memory_order_acquire);
        return stream ? stream : create_default_stream();
    }

  private:
    quovis_rt_stream* create_default_stream();

    std::mutex mutex_;
    std::atomic<quovis_rt_stream*> default_stream_{nullptr};
};

// Asks a runtime's device for everything that a route shows. Throws Error.
std::shared_ptr<Route> describe_route(std::shared_ptr<Plugin> plugin, quovis_rt_device* handle);

}  // namespace quovis::core

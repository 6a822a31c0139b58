// One way to use a device: the device as a runtime sees it, and the compilers that can feed it.
#pragma once

#include "core/inventory/in_flight.hpp"
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

struct Route;
class Recording;

// A stream as work is given to it. Its route outlives it.
struct StreamState : std::enable_shared_from_this<StreamState> {
    StreamState(Route& of, quovis_rt_stream* made);
    ~StreamState();
    StreamState(const StreamState&) = delete;
    StreamState& operator=(const StreamState&) = delete;

    Route& route;
    quovis_rt_stream* const handle;
    std::atomic<Recording*> recording{nullptr};  // that takes its work, between begin and end of a capture
    std::atomic<std::uint64_t> epoch{0};         // of its last launch that was not waited for; see InFlight
    std::mutex asking;  // over the begin of a recording and is_idle(): to ask a stream that is recorded spoils that

    // Whether all its work has passed. False also where nobody can say, as of a stream that is recorded or has failed.
    bool is_idle();
};

inline void InFlight::launched(LaunchMark& kernel, StreamState& stream) noexcept {
    const auto now = epoch_.load(std::memory_order_relaxed);
    if (kernel.epoch.load(std::memory_order_relaxed) != now)
        kernel.epoch.store(now, std::memory_order_relaxed);
    if (stream.epoch.load(std::memory_order_relaxed) != now && stream.epoch.exchange(now) != now)
        streams_.fetch_add(1);
}

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
    StreamState& default_stream() {
        auto* stream = default_stream_.load(std::memory_order_acquire);
        return stream ? *stream : create_default_stream();
    }

    InFlight in_flight;
    // Adds to a failure what is known of the device: the kernels that may have caused a fault, or that it was lost
    // before.
    void explain(Error& failure);

  private:
    StreamState& create_default_stream();

    std::mutex mutex_;
    std::shared_ptr<StreamState> owned_default_stream_;
    std::atomic<StreamState*> default_stream_{nullptr};
    std::string fault_;  // the first after which the device may be lost; empty: none
};

// As the call of a plugin's function (loader/plugin.hpp), for what is done on a route.
template <typename Entry, typename... Arguments>
[[gnu::always_inline]] inline quovis_plugin_status call(Route& route, std::string_view phase,
                                                        std::string_view entry_name, Entry entry,
                                                        Arguments... arguments) {
    try {
        return call(*route.plugin, phase, entry_name, entry, arguments...);
    } catch (Error& failure) {
        route.explain(failure);
        throw;
    }
}

// Asks a runtime's device for everything that a route shows. Throws Error.
std::shared_ptr<Route> describe_route(std::shared_ptr<Plugin> plugin, quovis_rt_device* handle);

}  // namespace quovis::core

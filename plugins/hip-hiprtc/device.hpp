// One device. HIP has no context to hold: a thread has a current device, which is set for each call and set back.
// The C ABI's opaque quovis_rt_device is this struct itself.
#pragma once

#include <quovis/plugin.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "plugins/common/recorded_streams.hpp"
#include "plugins/hip-hiprtc/errors.hpp"
#include "plugins/hip-hiprtc/facts.hpp"
#include "plugins/hip-hiprtc/functions.hpp"

struct quovis_rt_stream;

struct quovis_rt_device {
  public:
    quovis_rt_device(const quovis::hip::Functions& functions, quovis::hip::DeviceId device);
    ~quovis_rt_device();
    quovis_rt_device(const quovis_rt_device&) = delete;
    quovis_rt_device& operator=(const quovis_rt_device&) = delete;

    const quovis::hip::Functions& hip;
    const quovis::hip::DeviceId id;
    const quovis::hip::Facts facts;
    const std::vector<quovis_rt_capability> capabilities;  // texts point into `facts`

    // Opens the direct way from this device to another's memory, once, where there is one. Copies work without, by way
    // of the host.
    void reach(quovis_rt_device& other);
    // The primary context, for hosts that ask for one: nothing here needs it.
    quovis::hip::ContextHandle context();

    quovis::plugins::RecordedStreams<quovis_rt_stream> streams;

  private:
    std::mutex mutex_;
    quovis::hip::ContextHandle context_ = nullptr;
    std::vector<quovis::hip::DeviceId> reached_;
};

namespace quovis::hip {

using Device = quovis_rt_device;

// "AMD Instinct MI250X (hip device 0)", for messages.
std::string naming(const Device& device);

// Makes a device current for a scope and leaves the thread as it was (rule 6).
class Current {
  public:
    explicit Current(const Device& device) : hip_(device.hip) {
        check(hip_, hip_.hipGetDevice(&before_), "asking for the current device (hipGetDevice)");
        if (before_ != device.id) {
            check(hip_, hip_.hipSetDevice(device.id), "making a device current (hipSetDevice)");
            changed_ = true;
        }
    }
    ~Current() {
        if (changed_) {
            hip_.hipSetDevice(before_);
        }
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

  private:
    const Functions& hip_;
    DeviceId before_ = 0;
    bool changed_ = false;
};

// Waits for what may use memory, a module or a graph that is about to go: in one stream, or on the device, which must
// be current. A failure of earlier work is told elsewhere.
void wait_for_users(const Device& device, StreamHandle stream = nullptr);

// The entries of quovis_rt_table for devices.
quovis_plugin_status devices(quovis_plugin_instance*, quovis_rt_device* const** devices, std::size_t* count,
                             quovis_plugin_error*);
quovis_plugin_status device_info(quovis_rt_device*, quovis_rt_device_info*, quovis_plugin_error*);
quovis_plugin_status capabilities(quovis_rt_device*, const quovis_rt_capability** capabilities, std::size_t* count,
                                  quovis_plugin_error*);
quovis_plugin_status accepts(quovis_rt_device*, const quovis_rt_image*, quovis_plugin_error*);
quovis_plugin_status memory(quovis_rt_device*, std::uint64_t* free_bytes, std::uint64_t* total_bytes,
                            quovis_plugin_error*);
quovis_plugin_status device_synchronize(quovis_rt_device*, quovis_plugin_error*);
quovis_plugin_status peer_access(quovis_rt_device*, quovis_rt_device*, std::int32_t* possible, quovis_plugin_error*);

}  // namespace quovis::hip

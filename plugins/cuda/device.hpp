// One device: its facts and its context, which is the primary one, retained when it is first needed.
// The C ABI's opaque quovis_rt_device is this struct itself.
#pragma once

#include <quovis/plugin.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "plugins/common/recorded_streams.hpp"
#include "plugins/cuda/errors.hpp"
#include "plugins/cuda/facts.hpp"
#include "plugins/cuda/functions.hpp"

struct quovis_rt_stream;

struct quovis_rt_device {
  public:
    quovis_rt_device(const quovis::cuda::Functions& functions, CUdevice device);
    ~quovis_rt_device();
    quovis_rt_device(const quovis_rt_device&) = delete;
    quovis_rt_device& operator=(const quovis_rt_device&) = delete;

    // A launch reads the first two.
    const quovis::cuda::Functions& cuda;

  private:
    std::atomic<CUcontext> context_{nullptr};

  public:
    const CUdevice id;
    const quovis::cuda::Facts facts;
    const std::vector<quovis_rt_capability> capabilities;  // texts point into `facts`

    // The context of all that is made on this device.
    CUcontext context() {
        const CUcontext known = context_.load(std::memory_order_acquire);
        return known != nullptr ? known : retain_primary();
    }
    // A context of the host's instead. Throws PluginError when there is one already, or when it is another device's.
    void use_context(CUcontext foreign, bool owned);
    bool has_context() const { return context_.load(std::memory_order_acquire) != nullptr; }
    // Opens the direct way from this device to another's memory, once, where there is one. Copies work without, by way
    // of the host.
    void reach(quovis_rt_device& other);
    // Waits for what may use memory or a module that is about to go. A failure of earlier work is told elsewhere: where
    // the host waits for it. The context must be current.
    void wait_for_users() const;

    quovis::plugins::RecordedStreams<quovis_rt_stream> streams;

  private:
    enum class Ownership { none, primary, foreign_owned };

    CUcontext retain_primary();

    std::mutex mutex_;
    Ownership ownership_ = Ownership::none;
    std::vector<CUdevice> reached_;
};

namespace quovis::cuda {

using Device = quovis_rt_device;

// "NVIDIA H200 (cuda device 0)", for messages.
std::string naming(const Device& device);

// Makes a context current for a scope and leaves the thread as it was (rule 6).
class Current {
  public:
    explicit Current(Device& device) : Current(device.cuda, device.context()) {}
    Current(const Functions& cuda, CUcontext wanted) : cuda_(cuda) {
        CUcontext present = nullptr;
        check(cuda, cuda.cuCtxGetCurrent(&present), "cuCtxGetCurrent");
        if (present != wanted) {
            check(cuda, cuda.cuCtxPushCurrent(wanted), "cuCtxPushCurrent");
            pushed_ = true;
        }
    }
    ~Current() {
        if (pushed_) {
            CUcontext popped = nullptr;
            cuda_.cuCtxPopCurrent(&popped);
        }
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

  private:
    const Functions& cuda_;
    bool pushed_ = false;
};

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

}  // namespace quovis::cuda

// One device: its facts, its context (made when it is first needed), and the streams that are alive on it.
// The C ABI's opaque quovis_rt_device is this struct itself.
#pragma once

#include <quovis/plugin.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "plugins/opencl/facts.hpp"

namespace quovis::opencl {

// How far a stream's queue has come, in pieces of work.
struct Progress {
    std::atomic<std::uint64_t> submitted{0};
    std::atomic<std::uint64_t> passed{0};  // known to be done; there may be more
};

}  // namespace quovis::opencl

struct quovis_rt_device {
  public:
    quovis_rt_device(const quovis::opencl::Functions& functions, cl_platform_id of_platform, cl_device_id device);
    ~quovis_rt_device();
    quovis_rt_device(const quovis_rt_device&) = delete;
    quovis_rt_device& operator=(const quovis_rt_device&) = delete;

    const quovis::opencl::Functions& cl;
    const cl_platform_id platform;
    const cl_device_id id;
    const quovis::opencl::Facts facts;
    const std::vector<quovis_rt_capability> capabilities;  // texts point into `facts`

    // The context of all that is made on this device.
    cl_context context();
    // A context of the host's instead. Throws PluginError when there is one already.
    void use_context(cl_context foreign, bool owned);
    // The plugin's own in-order queue, for work that belongs to no stream.
    cl_command_queue own_queue();

    // A new end of the queue, which is sure to be reached: the queue is flushed, so that others may wait for it.
    quovis::opencl::Held<cl_event> mark(cl_command_queue queue) const;

    // Streams enlist themselves, so that the device can wait for all of them; what is still running when a stream is
    // delisted is waited for all the same.
    void enlist(cl_command_queue queue, std::shared_ptr<quovis::opencl::Progress> progress);
    void delist(cl_command_queue queue);
    void finish_all();
    // One event for each stream, also of those that were released, which passes when its work of now is done.
    std::vector<quovis::opencl::Held<cl_event>> marks_of_all();

  private:
    struct Enlisted {
        cl_command_queue queue;
        std::shared_ptr<quovis::opencl::Progress> progress;
    };
    cl_context context_locked();
    void forget_passed_marks();
    std::vector<quovis::opencl::Held<cl_event>> left_behind_marks();

    std::mutex mutex_;
    quovis::opencl::Held<cl_context> context_;
    quovis::opencl::Held<cl_command_queue> own_queue_;
    std::vector<Enlisted> streams_;
    std::vector<quovis::opencl::Held<cl_event>> left_behind_;  // the ends of streams that were released with work
};

namespace quovis::opencl {

using Device = quovis_rt_device;

// In capabilities.cpp.
std::vector<quovis_rt_capability> ask_capabilities(const Functions& cl, cl_device_id device, const Facts& facts);

// "NVIDIA H200 (NVIDIA CUDA)", for messages.
std::string naming(const Device& device);

// Waits for all that is in the queue. Throws when it failed.
void finish(const Device& device, cl_command_queue queue, Progress& progress);

// Raw handles, as the wait lists of OpenCL take them.
inline std::vector<cl_event> raw(const std::vector<Held<cl_event>>& events) {
    std::vector<cl_event> handles;
    handles.reserve(events.size());
    for (const Held<cl_event>& event : events) {
        handles.push_back(event.get());
    }
    return handles;
}

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

// Throws PluginError (IMAGE_REJECTED) with the reason; the body of `accepts`.
void require_loadable(const Device& device, const quovis_rt_image& image);

}  // namespace quovis::opencl

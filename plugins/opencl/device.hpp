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

#include "plugins/common/error.hpp"
#include "plugins/opencl/facts.hpp"

namespace quovis::opencl {

// What is known of the work in a stream's queue. A launch only reads it, unless it is the first piece of work after a
// wait. That needs no fence: either the driver takes the work in before a wait or a mark, which then covers it, or
// after it, and then what was written before that is seen.
class Progress {
  public:
    // To be called after each piece of work that was put into the queue.
    void submitted() {
        if (state_.load() != open) {
            state_.store(open);
        }
    }
    // Around a wait for the queue.
    void begin_wait() {
        waits_.fetch_add(1);
        state_.store(none);
    }
    void end_wait(bool succeeded) {
        if (!succeeded) {
            state_.store(open);
        }
        waits_.fetch_sub(1);
    }
    // There is nothing that was not waited for.
    bool is_idle() const { return state_.load() == none && waits_.load() == 0; }

    // Around a mark at the queue's end.
    void begin_mark() { state_.store(marked); }
    bool is_marked() const { return state_.load() == marked; }
    void mark_passed() {
        int expected = marked;
        state_.compare_exchange_strong(expected, none);
    }

  private:
    enum State : int { none, open, marked };  // no work; work; work before the last mark only
    std::atomic<int> state_{none};
    std::atomic<int> waits_{0};
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
    // Null where none was needed yet.
    cl_context context_if_any();
    // A context of the host's instead. Throws PluginError when there is another one already.
    void use_context(quovis::opencl::Held<cl_context> of_host);
    // The plugin's own in-order queue, for work that belongs to no stream.
    cl_command_queue own_queue();

    // A new end of the queue, which is sure to be reached: the queue is flushed, so that others may wait for it.
    quovis::opencl::Held<cl_event> mark(cl_command_queue queue) const;

    // Streams enlist themselves, so that the device can wait for all of them; what is still running when a stream is
    // delisted is waited for all the same.
    void enlist(cl_command_queue queue, std::shared_ptr<quovis::opencl::Progress> progress);
    void delist(cl_command_queue queue);
    void replace(cl_command_queue former, cl_command_queue by);  // of a stream that goes on in another queue
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

// Bytes; 0 where the driver does not tell, as all but AMD's.
std::uint64_t free_memory(const Device& device);

// For messages: "the device has 85899345920 bytes, at most 21474836480 in one piece; OpenCL does not tell how many are
// free".
std::string memory_words(const Device& device);

// Adds to a failed enqueue that found no memory what is known of it: many drivers allocate a buffer only when a command
// first needs it.
void explain_missing_memory(plugins::PluginError& failure, const Device& device, std::size_t buffer_bytes);

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

// What the working parts count, and the object that counts one that is alive.
// All numbers are of the whole shared object, over its instances.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace quovis::fakes {

enum class Count {
    live_instances,
    live_results,
    live_buffers,
    live_streams,
    live_events,
    live_modules,
    live_kernels,
    calls_entry,
    calls_initialize,
    calls_shutdown,
    calls_describe,
    calls_targets,
    calls_compile,
    calls_link,
    calls_devices,
    calls_buffer_create,
    calls_copy,
    calls_fill,
    calls_module_load,
    calls_kernel_create,
    calls_kernel_info,
    calls_launch,
    running_compiles,
    peak_compiles,
    end
};

std::atomic<std::int64_t>& counter(Count which);
inline void count(Count which) {
    counter(which).fetch_add(1, std::memory_order_relaxed);
}

// One line for each counter: "live.buffers 0".
std::string counters_as_text();

// A member of every object: counts it as alive from its making to its end.
class Alive {
  public:
    explicit Alive(Count which) : which_(which) { count(which_); }
    ~Alive() { counter(which_).fetch_sub(1, std::memory_order_relaxed); }
    Alive(const Alive&) = delete;
    Alive& operator=(const Alive&) = delete;

  private:
    Count which_;
};

}  // namespace quovis::fakes

// A buffer: a cl_mem, host memory that a cl_mem is mapped to (pinned), or fine-grained shared memory (managed).
// The C ABI's opaque quovis_rt_buffer is this struct itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

#include "plugins/opencl/device.hpp"
#include "plugins/opencl/stream.hpp"

struct quovis_rt_buffer {
  public:
    // A cl_mem: of the device's, or (with `mapped`) of pinned memory.
    quovis_rt_buffer(quovis_rt_device& of_device, quovis::opencl::Held<cl_mem> memory, std::size_t bytes,
                     void* mapped = nullptr);
    // Memory of clSVMAlloc.
    quovis_rt_buffer(quovis_rt_device& of_device, void* shared, std::size_t bytes);
    quovis_rt_buffer(const quovis_rt_buffer&) = delete;
    quovis_rt_buffer& operator=(const quovis_rt_buffer&) = delete;
    ~quovis_rt_buffer() = default;

    // Gives back what is not counted by OpenCL itself, when the work that may use it has passed.
    void retire(quovis_rt_stream* in_order_of);

    // A reference to memory that no other memory has or will have the serial number of.
    struct Part {
        quovis::opencl::Held<cl_mem> memory;
        std::uint64_t serial;
    };
    // What a kernel that takes the buffer from `offset` on is given: the buffer itself or a sub-buffer. Throws
    // PluginError (INVALID_LAUNCH) for an offset that the device cannot start at.
    Part from(std::size_t offset);

    cl_mem memory() const { return memory_.get(); }
    bool is_shared() const { return shared_ != nullptr; }
    // The address of pinned and managed memory; null for memory of the device.
    std::byte* host() const { return static_cast<std::byte*>(host_); }

    quovis_rt_device& device;
    const std::size_t size;
    const int kind;
    const std::uint64_t serial;  // of all of it, as that of a Part

  private:
    struct Kept {
        std::size_t offset;
        Part part;
    };
    quovis::opencl::Held<cl_mem> make_part(std::size_t offset) const;

    quovis::opencl::Held<cl_mem> memory_;
    void* host_ = nullptr;
    void* shared_ = nullptr;
    std::mutex mutex_;
    std::deque<Kept> parts_;  // sub-buffers that were asked for, newest last
};

namespace quovis::opencl {

using Buffer = quovis_rt_buffer;

// For messages; 0 where OpenCL does not say.
std::size_t bytes_of(const Functions& cl, cl_mem memory);

// The entries of quovis_rt_table for memory.
quovis_plugin_status buffer_create(quovis_rt_device*, quovis_rt_buffer_info*, quovis_rt_buffer**, quovis_plugin_error*);
void buffer_release(quovis_rt_buffer*, quovis_rt_stream* in_order_of);
quovis_plugin_status copy(quovis_rt_stream*, const quovis_rt_copy*, quovis_plugin_error*);
quovis_plugin_status fill(quovis_rt_stream*, quovis_rt_buffer*, std::size_t offset, std::size_t size,
                          const void* pattern, std::size_t pattern_size, quovis_plugin_error*);

}  // namespace quovis::opencl

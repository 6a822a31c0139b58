// Buffers of the three kinds, and fills. Copies are in copy.cpp.
// OpenCL counts the references of a cl_mem and keeps it while work uses it; mapped and shared memory is given back by
// commands that wait for that work.
#include "plugins/opencl/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <utility>

#include "plugins/common/host_state.hpp"
#include "plugins/common/text.hpp"
#include "plugins/opencl/errors.hpp"

using namespace quovis::opencl;
using quovis::plugins::PluginError;

namespace {

// Sub-buffers that a buffer keeps. A kernel in flight holds its own reference, so an old one can go at any time.
constexpr std::size_t parts_kept = 32;

std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

// A sub-buffer cannot be divided again: its parts are made of the buffer that it is a part of.
struct Root {
    cl_mem memory;
    std::size_t offset;
};
Root root_of(const Functions& cl, cl_mem memory) {
    cl_mem parent = nullptr;
    std::size_t offset = 0;
    check(cl.clGetMemObjectInfo(memory, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem), &parent, nullptr),
          "clGetMemObjectInfo");
    if (parent == nullptr) {
        return {memory, 0};
    }
    check(cl.clGetMemObjectInfo(memory, CL_MEM_OFFSET, sizeof(offset), &offset, nullptr), "clGetMemObjectInfo");
    return {parent, offset};
}

}  // namespace

quovis_rt_buffer::quovis_rt_buffer(Device& of_device, Held<cl_mem> memory, std::size_t bytes, void* mapped)
    : device(of_device),
      size(bytes),
      kind(mapped == nullptr ? QUOVIS_RT_MEMORY_DEVICE : QUOVIS_RT_MEMORY_PINNED),
      serial(next_serial()),
      memory_(std::move(memory)),
      host_(mapped) {}

quovis_rt_buffer::quovis_rt_buffer(Device& of_device, void* shared, std::size_t bytes)
    : device(of_device),
      size(bytes),
      kind(QUOVIS_RT_MEMORY_MANAGED),
      serial(next_serial()),
      host_(shared),
      shared_(shared) {}

void quovis_rt_buffer::retire(Stream* in_order_of) {
    if (host_ == nullptr) {
        return;
    }
    const Functions& cl = device.cl;
    const std::vector<Held<cl_event>> marks =
        in_order_of == nullptr ? device.marks_of_all() : std::vector<Held<cl_event>>();
    const std::vector<cl_event> waited = raw(marks);
    const auto count = static_cast<cl_uint>(waited.size());
    const cl_event* list = waited.empty() ? nullptr : waited.data();
    const auto give_back = [&](cl_command_queue queue) {
        return shared_ != nullptr ? cl.clEnqueueSVMFree(queue, 1, &shared_, nullptr, nullptr, count, list, nullptr)
                                  : cl.clEnqueueUnmapMemObject(queue, memory_.get(), host_, count, list, nullptr);
    };
    cl_command_queue const queue = in_order_of == nullptr ? device.own_queue() : in_order_of->queue();
    check(in_order_of == nullptr ? give_back(queue) : in_order_of->put(give_back),
          shared_ != nullptr ? "clEnqueueSVMFree" : "clEnqueueUnmapMemObject");
    check(cl.clFlush(queue), "clFlush");
}

Held<cl_mem> quovis_rt_buffer::make_part(std::size_t offset) const {
    const Functions& cl = device.cl;
    const Root root = root_of(cl, memory_.get());
    const std::size_t origin = root.offset + offset;
    const std::size_t alignment = device.facts.base_alignment;
    if (origin % alignment != 0) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH, CL_MISALIGNED_SUB_BUFFER_OFFSET,
                          std::string(error_name(CL_MISALIGNED_SUB_BUFFER_OFFSET)),
                          fmt::format("a kernel cannot be given a buffer from byte {} on: on {} an offset must be a "
                                      "multiple of {} bytes",
                                      origin, naming(device), alignment),
                          "Pass the offset to the kernel as a value, or align it.");
    }
    const cl_buffer_region region{origin, size - offset};
    cl_int error = CL_SUCCESS;
    const cl_mem made = cl.clCreateSubBuffer(root.memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    check(error, fmt::format("making a sub-buffer from byte {} on", origin));
    return {made, cl.clReleaseMemObject};
}

quovis_rt_buffer::Part quovis_rt_buffer::from(std::size_t offset) {
    const Functions& cl = device.cl;
    cl_mem found = memory_.get();
    std::uint64_t its_serial = serial;
    const std::lock_guard lock(mutex_);
    if (offset != 0) {
        if (offset >= size) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH,
                              fmt::format("offset {} is outside a buffer of {} bytes", offset, size));
        }
        auto kept = std::find_if(parts_.begin(), parts_.end(), [&](const Kept& one) { return one.offset == offset; });
        if (kept == parts_.end()) {
            if (parts_.size() == parts_kept) {
                parts_.pop_front();
            }
            parts_.push_back({offset, {make_part(offset), next_serial()}});
            kept = parts_.end() - 1;
        }
        found = kept->part.memory.get();
        its_serial = kept->part.serial;
    }
    check(cl.clRetainMemObject(found), "clRetainMemObject");
    return {{found, cl.clReleaseMemObject}, its_serial};
}

namespace quovis::opencl {

std::size_t bytes_of(const Functions& cl, cl_mem memory) {
    std::size_t bytes = 0;
    cl.clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof(bytes), &bytes, nullptr);
    return bytes;
}

namespace {

PluginError out_of_memory(const Device& device, cl_int error, std::size_t size, std::string_view what) {
    const quovis_plugin_status status =
        error == CL_OUT_OF_HOST_MEMORY ? QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY : status_of(error);
    const bool is_too_large = device.facts.max_allocation != 0 && size > device.facts.max_allocation;
    return vendor_error(
        status, error,
        fmt::format("allocating {} bytes of {} on {} ({})", size, what, naming(device), memory_words(device)),
        is_too_large ? "Divide it into buffers that the device can give in one piece."
                     : "Release buffers that are not needed, or work on smaller pieces.");
}

Held<cl_mem> allocate(Device& device, cl_mem_flags flags, std::size_t size, std::string_view what) {
    // Some drivers find out only when the memory is used; the limit of one piece is known before.
    if (device.facts.max_allocation != 0 && size > device.facts.max_allocation) {
        throw out_of_memory(device, CL_INVALID_BUFFER_SIZE, size, what);
    }
    cl_int error = CL_SUCCESS;
    const cl_mem made = device.cl.clCreateBuffer(device.context(), flags, size, nullptr, &error);
    if (error != CL_SUCCESS) {
        throw out_of_memory(device, error, size, what);
    }
    return {made, device.cl.clReleaseMemObject};
}

std::unique_ptr<Buffer> create_pinned(Device& device, std::size_t size) {
    Held<cl_mem> memory = allocate(device, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, size, "pinned memory");
    cl_int error = CL_SUCCESS;
    void* mapped = device.cl.clEnqueueMapBuffer(device.own_queue(), memory.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                                0, size, 0, nullptr, nullptr, &error);
    if (error != CL_SUCCESS) {
        throw out_of_memory(device, error, size, "pinned memory");
    }
    return std::make_unique<Buffer>(device, std::move(memory), size, mapped);
}

std::unique_ptr<Buffer> create_managed(Device& device, std::size_t size) {
    const Functions& cl = device.cl;
    if (!device.facts.has_fine_grained_memory() || cl.clSVMAlloc == nullptr || cl.clEnqueueSVMFree == nullptr ||
        cl.clSetKernelArgSVMPointer == nullptr) {
        throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED,
                          fmt::format("{} has no managed memory (fine-grained shared virtual memory)", naming(device)),
                          "Use device memory and copies.");
    }
    void* shared = cl.clSVMAlloc(device.context(), CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, size, 0);
    if (shared == nullptr) {  // clSVMAlloc gives no reason
        throw out_of_memory(device, CL_MEM_OBJECT_ALLOCATION_FAILURE, size, "managed memory");
    }
    return std::make_unique<Buffer>(device, shared, size);
}

std::unique_ptr<Buffer> create(Device& device, const quovis_rt_buffer_info& info) {
    if (info.size == 0) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, "a buffer needs at least one byte");
    }
    switch (info.kind) {
        case QUOVIS_RT_MEMORY_DEVICE:
            return std::make_unique<Buffer>(device, allocate(device, CL_MEM_READ_WRITE, info.size, "device memory"),
                                            info.size);
        case QUOVIS_RT_MEMORY_PINNED:
            return create_pinned(device, info.size);
        case QUOVIS_RT_MEMORY_MANAGED:
            return create_managed(device, info.size);
        default:
            throw PluginError(QUOVIS_PLUGIN_NOT_SUPPORTED, fmt::format("memory of the kind {} is unknown", info.kind));
    }
}

void check_fill(const Buffer& buffer, std::size_t offset, std::size_t size, std::size_t pattern_size) {
    constexpr std::array<std::size_t, 5> sizes{1, 2, 4, 8, 16};
    if (std::find(sizes.begin(), sizes.end(), pattern_size) == sizes.end()) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("a fill pattern has 1, 2, 4, 8 or 16 bytes, not {}", pattern_size));
    }
    if (offset % pattern_size != 0 || size % pattern_size != 0) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("a fill of {} bytes at offset {} is not a multiple of its pattern of {} bytes",
                                      size, offset, pattern_size));
    }
    if (offset > buffer.size || size > buffer.size - offset) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT, fmt::format("a fill of {} bytes at offset {} is outside a "
                                                                      "buffer of {} bytes",
                                                                      size, offset, buffer.size));
    }
}

// A fill that was checked. Of memory of the device there is a handle, of other memory an address.
struct Fill {
    cl_mem memory = nullptr;
    std::byte* host = nullptr;
    std::size_t offset = 0;
    std::size_t size = 0;
    std::array<std::byte, 16> pattern{};
    std::size_t pattern_size = 0;
};

void fill_host(Stream& stream, const Fill& fill) {
    stream.call_host(
        [start = fill.host + fill.offset, size = fill.size, pattern = fill.pattern, pattern_size = fill.pattern_size] {
            for (std::size_t at = 0; at < size; at += pattern_size) {
                std::memcpy(start + at, pattern.data(), pattern_size);
            }
        });
}

void put(Stream& stream, const Fill& fill) {
    if (fill.host != nullptr) {
        fill_host(stream, fill);
        return;
    }
    const cl_int error = stream.put([&](cl_command_queue queue) {
        return stream.device.cl.clEnqueueFillBuffer(queue, fill.memory, fill.pattern.data(), fill.pattern_size,
                                                    fill.offset, fill.size, 0, nullptr, nullptr);
    });
    if (error != CL_SUCCESS) {
        PluginError failure =
            vendor_error(error, fmt::format("filling {} bytes at offset {} of a buffer", fill.size, fill.offset));
        explain_missing_memory(failure, stream.device, bytes_of(stream.device.cl, fill.memory));
        throw failure;
    }
}

class FillNode final : public Node {
  public:
    FillNode(const Fill& fill, Held<cl_mem> memory) : fill_(fill), memory_(std::move(memory)) {}
    void put(Stream& stream) const override { opencl::put(stream, fill_); }
    Shape shape() const override { return {"a fill", nullptr}; }

  private:
    const Fill fill_;
    const Held<cl_mem> memory_;
};

std::shared_ptr<const Node> node_of(const Fill& fill, Buffer& buffer) {
    return std::make_shared<FillNode>(fill, fill.host == nullptr ? buffer.from(0).memory : Held<cl_mem>());
}

}  // namespace

quovis_plugin_status buffer_create(quovis_rt_device* device, quovis_rt_buffer_info* info, quovis_rt_buffer** buffer,
                                   quovis_plugin_error* error) {
    const auto make = [&] {
        // The stream of `info` is not needed: OpenCL allocates at once.
        quovis_rt_buffer_info known = plugins::received(info);
        std::unique_ptr<Buffer> made = create(*device, known);
        known.address = made->is_shared() ? reinterpret_cast<std::uintptr_t>(made->host()) : 0;
        known.host = made->host();
        plugins::give(info, known);
        *buffer = made.release();
    };
    // With the first context a vendor's library comes in and may change the host; a buffer alone changes nothing.
    return device->context_if_any() != nullptr ? plugins::guard(error, QUOVIS_PLUGIN_PHASE_MEMORY, make)
                                               : plugins::guard_host(error, QUOVIS_PLUGIN_PHASE_MEMORY, make);
}

void buffer_release(quovis_rt_buffer* buffer, quovis_rt_stream* in_order_of) {
    if (buffer == nullptr) {
        return;
    }
    plugins::contain("opencl: releasing a buffer", [&] { buffer->retire(in_order_of); });
    delete buffer;
}

quovis_plugin_status fill(quovis_rt_stream* stream, quovis_rt_buffer* buffer, std::size_t offset, std::size_t size,
                          const void* pattern, std::size_t pattern_size, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_COPY, [&] {
        check_fill(*buffer, offset, size, pattern_size);
        if (size == 0) {
            return;
        }
        Fill wanted{buffer->memory(), buffer->host(), offset, size, {}, pattern_size};
        std::memcpy(wanted.pattern.data(), pattern, pattern_size);
        if (!stream->is_recording() || !stream->record(node_of(wanted, *buffer))) {
            put(*stream, wanted);
        }
    });
}

}  // namespace quovis::opencl

// Copies between buffers and the host, of one row or of many.
// Pinned and managed memory counts as the host's: OpenCL lets no command touch a buffer that is mapped.
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "plugins/common/text.hpp"
#include "plugins/opencl/errors.hpp"
#include "plugins/opencl/memory.hpp"

namespace quovis::opencl {
namespace {

using plugins::PluginError;

struct Side {
    Device* device = nullptr;  // of `memory`, or else `host` is set
    cl_mem memory = nullptr;
    std::byte* host = nullptr;
    std::size_t offset = 0;  // into `memory`
    std::size_t pitch = 0;

    bool is_host() const { return memory == nullptr; }
    // OpenCL counts a start as (x, row); one that reaches over the end of a row is left as it is.
    std::array<std::size_t, 3> origin(std::size_t width) const {
        const std::size_t x = offset % pitch;
        return x + width <= pitch ? std::array<std::size_t, 3>{x, offset / pitch, 0}
                                  : std::array<std::size_t, 3>{offset, 0, 0};
    }
};

struct Copy {
    Side destination;
    Side source;
    std::size_t width = 0;
    std::size_t height = 0;

    bool is_linear() const { return height == 1 || (destination.pitch == width && source.pitch == width); }
    std::size_t bytes() const { return width * height; }
    std::array<std::size_t, 3> region() const { return {width, height, 1}; }
};

Side side(std::string_view which, Buffer* buffer, void* host, std::size_t offset, std::size_t pitch,
          const quovis_rt_copy& copy) {
    if ((buffer == nullptr) == (host == nullptr)) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the {} of a copy must be either a buffer or host memory", which));
    }
    const std::size_t step = pitch == 0 ? copy.width : pitch;
    if (step < copy.width) {
        throw PluginError(
            QUOVIS_PLUGIN_INVALID_ARGUMENT,
            fmt::format("the {} of a copy has a pitch of {} bytes for rows of {}", which, step, copy.width));
    }
    if (buffer == nullptr) {
        return {nullptr, nullptr, static_cast<std::byte*>(host) + offset, 0, step};
    }
    const std::size_t rows_before = copy.height - 1;
    std::size_t last_row = 0;
    std::size_t end = 0;
    if (__builtin_mul_overflow(rows_before, step, &last_row) || __builtin_add_overflow(last_row, offset, &end) ||
        __builtin_add_overflow(end, copy.width, &end) || end > buffer->size) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("the {} of a copy ({} row(s) of {} bytes at offset {}, pitch {}) is outside its "
                                      "buffer of {} bytes",
                                      which, copy.height, copy.width, offset, step, buffer->size));
    }
    if (buffer->host() != nullptr) {
        return {nullptr, nullptr, buffer->host() + offset, 0, step};
    }
    return {&buffer->device, buffer->memory(), nullptr, offset, step};
}

cl_int read(const Copy& copy, cl_command_queue queue, cl_bool wait) {
    const Side& from = copy.source;
    const Functions& cl = from.device->cl;
    std::byte* to = copy.destination.host;
    if (copy.is_linear()) {
        return cl.clEnqueueReadBuffer(queue, from.memory, wait, from.offset, copy.bytes(), to, 0, nullptr, nullptr);
    }
    const std::array<std::size_t, 3> start{};
    return cl.clEnqueueReadBufferRect(queue, from.memory, wait, from.origin(copy.width).data(), start.data(),
                                      copy.region().data(), from.pitch, 0, copy.destination.pitch, 0, to, 0, nullptr,
                                      nullptr);
}

cl_int write(const Copy& copy, cl_command_queue queue, cl_bool wait) {
    const Side& to = copy.destination;
    const Functions& cl = to.device->cl;
    const std::byte* from = copy.source.host;
    if (copy.is_linear()) {
        return cl.clEnqueueWriteBuffer(queue, to.memory, wait, to.offset, copy.bytes(), from, 0, nullptr, nullptr);
    }
    const std::array<std::size_t, 3> start{};
    return cl.clEnqueueWriteBufferRect(queue, to.memory, wait, to.origin(copy.width).data(), start.data(),
                                       copy.region().data(), to.pitch, 0, copy.source.pitch, 0, from, 0, nullptr,
                                       nullptr);
}

cl_int copy_within(const Copy& copy, cl_command_queue queue) {
    const Side& to = copy.destination;
    const Side& from = copy.source;
    const Functions& cl = to.device->cl;
    if (copy.is_linear()) {
        return cl.clEnqueueCopyBuffer(queue, from.memory, to.memory, from.offset, to.offset, copy.bytes(), 0, nullptr,
                                      nullptr);
    }
    return cl.clEnqueueCopyBufferRect(queue, from.memory, to.memory, from.origin(copy.width).data(),
                                      to.origin(copy.width).data(), copy.region().data(), from.pitch, 0, to.pitch, 0, 0,
                                      nullptr, nullptr);
}

void copy_on_host(Stream& stream, const Copy& copy) {
    stream.call_host([copy] {
        for (std::size_t row = 0; row < copy.height; ++row) {
            std::memmove(copy.destination.host + row * copy.destination.pitch,
                         copy.source.host + row * copy.source.pitch, copy.width);
        }
    });
}

std::string ways(const Copy& copy) {
    return fmt::format("from {} to {}", copy.source.is_host() ? "the host" : "a buffer",
                       copy.destination.is_host() ? "the host" : "a buffer");
}

std::string naming(const Copy& copy) {
    return fmt::format("copying {} bytes {}", copy.bytes(), ways(copy));
}

[[noreturn]] void fail(const Stream& stream, const Copy& copy, cl_int error) {
    PluginError failure = vendor_error(error, naming(copy));
    std::size_t bytes = 0;
    for (const Side* side : {&copy.destination, &copy.source}) {
        bytes += side->is_host() ? 0 : bytes_of(stream.device.cl, side->memory);
    }
    explain_missing_memory(failure, stream.device, bytes);
    throw failure;
}

bool foreign(const Side& side, const Stream& stream) {
    return !side.is_host() && side.device != &stream.device;
}

// A command takes buffers of its own context only, so this goes through the host, and is done when it returns.
void copy_across(Stream& stream, const Copy& copy) {
    stream.finish();
    std::vector<std::byte> staging(copy.bytes());
    Copy first = copy;
    first.destination = {nullptr, nullptr, staging.data(), 0, copy.width};
    if (copy.source.is_host()) {
        for (std::size_t row = 0; row < copy.height; ++row) {
            std::memcpy(staging.data() + row * copy.width, copy.source.host + row * copy.source.pitch, copy.width);
        }
    } else {
        check(read(first, copy.source.device->own_queue(), CL_TRUE), naming(copy));
    }
    Copy second = copy;
    second.source = {nullptr, nullptr, staging.data(), 0, copy.width};
    if (copy.destination.is_host()) {
        for (std::size_t row = 0; row < copy.height; ++row) {
            std::memcpy(copy.destination.host + row * copy.destination.pitch, staging.data() + row * copy.width,
                        copy.width);
        }
    } else {
        check(write(second, copy.destination.device->own_queue(), CL_TRUE), naming(copy));
    }
}

void put(Stream& stream, const Copy& copy) {
    if (copy.source.is_host() && copy.destination.is_host()) {
        copy_on_host(stream, copy);
        return;
    }
    if (foreign(copy.source, stream) || foreign(copy.destination, stream)) {
        stream.refuse_while_recording("a copy between two devices, which is done when the call returns,");
        copy_across(stream, copy);
        return;
    }
    const cl_int error = stream.put([&](cl_command_queue queue) {
        return copy.destination.is_host() ? read(copy, queue, CL_FALSE)
               : copy.source.is_host()    ? write(copy, queue, CL_FALSE)
                                          : copy_within(copy, queue);
    });
    if (error != CL_SUCCESS) {
        fail(stream, copy, error);
    }
}

// Host memory is read and written when the graph runs.
class CopyNode final : public Node {
  public:
    explicit CopyNode(const Copy& copy)
        : copy_(copy), destination_(held(copy.destination)), source_(held(copy.source)) {}
    void put(Stream& stream) const override { opencl::put(stream, copy_); }
    Shape shape() const override { return {"a copy " + ways(copy_), nullptr}; }

  private:
    static Held<cl_mem> held(const Side& side) {
        if (side.is_host()) {
            return {};
        }
        check(side.device->cl.clRetainMemObject(side.memory), "clRetainMemObject");
        return {side.memory, side.device->cl.clReleaseMemObject};
    }

    const Copy copy_;
    const Held<cl_mem> destination_;
    const Held<cl_mem> source_;
};

bool is_recorded(Stream& stream, const Copy& copy) {
    return stream.is_recording() && !foreign(copy.source, stream) && !foreign(copy.destination, stream) &&
           stream.record(std::make_shared<CopyNode>(copy));
}

}  // namespace

quovis_plugin_status copy(quovis_rt_stream* stream, const quovis_rt_copy* given, quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_COPY, [&] {
        const quovis_rt_copy known = plugins::received(given);
        if (known.width == 0 || known.height == 0) {
            return;
        }
        Copy wanted;
        wanted.width = known.width;
        wanted.height = known.height;
        wanted.destination = side("destination", known.destination, known.destination_host, known.destination_offset,
                                  known.destination_pitch, known);
        wanted.source = side("source", known.source, const_cast<void*>(known.source_host), known.source_offset,
                             known.source_pitch, known);
        if (!is_recorded(*stream, wanted)) {
            put(*stream, wanted);
        }
    });
}

}  // namespace quovis::opencl

// Which arguments fit which parameters of OpenCL, and which are set already.
#include "plugins/opencl/prepared_kernel.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "plugins/common/text.hpp"
#include "plugins/opencl/errors.hpp"
#include "plugins/opencl/memory.hpp"
#include "plugins/opencl/module.hpp"

namespace quovis::opencl {
namespace {

using plugins::PluginError;

constexpr std::size_t handle_size = sizeof(void*);  // of a cl_mem

std::string naming(const Kernel& kernel, cl_uint index) {
    const std::string_view name =
        index < kernel.parameters.size() ? plugins::view(kernel.parameters[index].name) : std::string_view();
    return name.empty() ? fmt::format("argument {} of kernel '{}'", index, kernel.name)
                        : fmt::format("argument {} ({}) of kernel '{}'", index, name, kernel.name);
}

[[noreturn]] void refuse(const Kernel& kernel, cl_uint index, std::string_view reason, std::string hint = {}) {
    throw PluginError(QUOVIS_PLUGIN_INVALID_LAUNCH, fmt::format("{}: {}", naming(kernel, index), reason),
                      std::move(hint));
}

std::string_view kind_name(int kind) {
    switch (kind) {
        case QUOVIS_RT_PARAMETER_VALUE:
            return "a value";
        case QUOVIS_RT_PARAMETER_POINTER:
            return "a buffer";
        case QUOVIS_RT_PARAMETER_LOCAL:
            return "local memory";
        default:
            return "unknown";
    }
}

template <class Number>
bool same_number(const void* one, const void* other) {
    Number first;
    Number second;
    std::memcpy(&first, one, sizeof(first));
    std::memcpy(&second, other, sizeof(second));
    return first == second;
}

// The usual sizes without a call.
bool same_bytes(const void* one, const void* other, std::size_t size) {
    switch (size) {
        case sizeof(std::uint32_t):
            return same_number<std::uint32_t>(one, other);
        case sizeof(std::uint64_t):
            return same_number<std::uint64_t>(one, other);
        default:
            return std::memcmp(one, other, size) == 0;
    }
}

}  // namespace

PreparedKernel::PreparedKernel(const Kernel& kernel, Held<cl_kernel> handle)
    : handle_(std::move(handle)), known_(kernel.parameters.size()) {
    parts_.reserve(kernel.parameters.size());
}

// A buffer from an offset on is looked up each time: its sub-buffer must be held until the enqueue.
bool PreparedKernel::Known::is(const quovis_rt_argument& argument) const {
    if (kind != argument.kind) {
        return false;
    }
    switch (kind) {
        case QUOVIS_RT_ARGUMENT_VALUE:
            return size == argument.size && same_bytes(bytes.data(), argument.value, size);
        case QUOVIS_RT_ARGUMENT_BUFFER:
            return argument.buffer != nullptr && argument.buffer->serial == serial && argument.offset == offset &&
                   offset == 0;
        default:
            return size == argument.size;
    }
}

void PreparedKernel::set(const Kernel& kernel, const quovis_rt_argument* arguments) {
    const std::size_t count = known_.size();
    for (std::size_t index = 0; index < count; ++index) {
        if (!known_[index].is(arguments[index])) {
            set_one(kernel, static_cast<cl_uint>(index), arguments[index]);
        }
    }
}

void PreparedKernel::forget() {
    for (Known& known : known_) {
        known.kind = Known::nothing;
    }
}

void PreparedKernel::set_one(const Kernel& kernel, cl_uint index, const quovis_rt_argument& argument) {
    Known& known = known_[index];
    const Known former = std::exchange(known, Known());  // a failure leaves what is set unknown
    cl_int error = CL_SUCCESS;
    switch (argument.kind) {
        case QUOVIS_RT_ARGUMENT_VALUE:
            error = set_value(kernel, index, argument);
            break;
        case QUOVIS_RT_ARGUMENT_BUFFER:
            error = set_buffer(kernel, index, argument, former);
            break;
        case QUOVIS_RT_ARGUMENT_LOCAL:
            error = kernel.device.cl.clSetKernelArg(handle(), index, argument.size, nullptr);
            known = {QUOVIS_RT_ARGUMENT_LOCAL, argument.size, 0, 0, {}};
            break;
        default:
            refuse(kernel, index, fmt::format("arguments of the kind {} are unknown", argument.kind));
    }
    if (error != CL_SUCCESS) {
        known.kind = Known::nothing;
        throw vendor_error(QUOVIS_PLUGIN_INVALID_LAUNCH, error,
                           fmt::format("setting {} ({} bytes)", naming(kernel, index), argument.size));
    }
}

cl_int PreparedKernel::set_address(const Kernel& kernel, cl_uint index, const void* address) {
    const Functions& cl = kernel.device.cl;
    if (!kernel.device.facts.has_fine_grained_memory() || cl.clSetKernelArgSVMPointer == nullptr) {
        refuse(kernel, index, "a value for a pointer: OpenCL buffers have no addresses on this device",
               "Pass the buffer itself.");
    }
    return cl.clSetKernelArgSVMPointer(handle(), index, address);
}

cl_int PreparedKernel::set_value(const Kernel& kernel, cl_uint index, const quovis_rt_argument& argument) {
    const int kind = kernel.parameters[index].kind;
    if (kind == QUOVIS_RT_PARAMETER_POINTER && argument.size == sizeof(void*)) {
        const void* address = nullptr;
        std::memcpy(&address, argument.value, sizeof(address));
        return set_address(kernel, index, address);
    }
    if (kind == QUOVIS_RT_PARAMETER_POINTER || kind == QUOVIS_RT_PARAMETER_LOCAL) {
        refuse(kernel, index,
               fmt::format("a value of {} bytes was given, it takes {}", argument.size, kind_name(kind)));
    }
    if (argument.size <= Known::most_bytes && argument.value != nullptr) {
        Known& known = known_[index];
        known.kind = QUOVIS_RT_ARGUMENT_VALUE;
        known.size = argument.size;
        std::memcpy(known.bytes.data(), argument.value, argument.size);
    }
    return kernel.device.cl.clSetKernelArg(handle(), index, argument.size, argument.value);
}

cl_int PreparedKernel::set_buffer(const Kernel& kernel, cl_uint index, const quovis_rt_argument& argument,
                                  const Known& former) {
    if (argument.buffer == nullptr) {
        return kernel.device.cl.clSetKernelArg(handle(), index, handle_size, nullptr);
    }
    const Buffer& buffer = *argument.buffer;
    if (&buffer.device != &kernel.device) {
        refuse(kernel, index, "the buffer belongs to another device");
    }
    if (buffer.is_shared()) {
        if (argument.offset >= buffer.size) {
            refuse(kernel, index,
                   fmt::format("offset {} is outside a buffer of {} bytes", argument.offset, buffer.size));
        }
        return set_address(kernel, index, buffer.host() + argument.offset);
    }
    if (buffer.kind == QUOVIS_RT_MEMORY_PINNED) {
        refuse(kernel, index, "a pinned buffer is mapped to the host, and OpenCL lets no kernel use it meanwhile",
               "Copy it to a buffer of the device, or use managed memory where the device has it.");
    }
    if (argument.offset != 0) {
        return set_part(kernel, index, argument, former);
    }
    const cl_mem memory = buffer.memory();
    known_[index] = {QUOVIS_RT_ARGUMENT_BUFFER, 0, buffer.serial, 0, {}};
    return kernel.device.cl.clSetKernelArg(handle(), index, handle_size, &memory);
}

cl_int PreparedKernel::set_part(const Kernel& kernel, cl_uint index, const quovis_rt_argument& argument,
                                const Known& former) {
    quovis_rt_buffer::Part part = argument.buffer->from(argument.offset);
    const cl_mem memory = part.memory.get();
    parts_.push_back(std::move(part.memory));
    known_[index] = {QUOVIS_RT_ARGUMENT_BUFFER, 0, part.serial, argument.offset, {}};
    if (former.kind == QUOVIS_RT_ARGUMENT_BUFFER && former.serial == part.serial) {
        return CL_SUCCESS;
    }
    return kernel.device.cl.clSetKernelArg(handle(), index, handle_size, &memory);
}

}  // namespace quovis::opencl

// Arrays of other frameworks as buffers, and buffers as arrays for them, without a copy: by DLPack.
// dlpack.h comes from its own package (Debian: libdlpack-dev); this header needs it, quovis.hpp does not.
// DLPack carries no stream: whoever hands an array over has waited for the work on it, or tells its stream beside.
#pragma once

#include <dlpack/dlpack.h>
#include <quovis/quovis.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace quovis {

// An array on a device.
struct Tensor {
    Buffer buffer;  // begins at the first element
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  // in elements; empty: rows one after the other, without gaps
    DLDataType type{};
};

namespace detail {

// A runtime's memory in DLPack's words.
struct DlpackMemory {
    const char* runtime;
    Memory kind;
    DLDeviceType type;
};
constexpr DlpackMemory dlpack_memories[] = {
    {"cuda", Memory::device, kDLCUDA}, {"cuda", Memory::pinned, kDLCUDAHost}, {"cuda", Memory::managed, kDLCUDAManaged},
    {"hip", Memory::device, kDLROCM},  {"hip", Memory::pinned, kDLROCMHost},  {"opencl", Memory::device, kDLOpenCL},
};

[[noreturn]] inline void refuse_dlpack(quovis_status status, const std::string& reason) {
    throw Error(status, "interop", "DLPack: " + reason);
}

inline std::size_t item_bytes(DLDataType type) {
    const std::size_t bits = std::size_t{type.bits} * type.lanes;
    if (bits == 0 || bits % 8 != 0) {
        refuse_dlpack(QUOVIS_ERROR_NOT_SUPPORTED, "elements of " + std::to_string(type.bits) + " bits times " +
                                                      std::to_string(type.lanes) + " are no whole bytes");
    }
    return bits / 8;
}

// Elements from the first to behind the last, gaps of the strides included.
inline std::size_t reach(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides) {
    if (!strides.empty() && strides.size() != shape.size()) {
        refuse_dlpack(QUOVIS_ERROR_INVALID_ARGUMENT,
                      std::to_string(shape.size()) + " extents and " + std::to_string(strides.size()) + " strides");
    }
    constexpr auto most = std::numeric_limits<std::int64_t>::max() / 16;
    std::int64_t last = 0;
    std::int64_t compact = 1;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const std::int64_t extent = shape[axis];
        const std::int64_t stride = strides.empty() ? compact : strides[axis];
        if (extent <= 0 || stride < 0) {
            refuse_dlpack(QUOVIS_ERROR_NOT_SUPPORTED,
                          "axis " + std::to_string(axis) + " has " + std::to_string(extent) + " elements, " +
                              std::to_string(stride) + " apart; a buffer has at least one, and none before its first");
        }
        if (compact > most / extent || (stride != 0 && extent - 1 > (most - last) / stride)) {
            refuse_dlpack(QUOVIS_ERROR_INVALID_ARGUMENT, "an array of more elements than any memory holds");
        }
        last += (extent - 1) * stride;
        compact *= extent;
    }
    return static_cast<std::size_t>(last) + 1;
}

// "cuda:1" is 1, "opencl:gpu:0" is 0.
inline int index_of(const std::string& selector) {
    return std::atoi(selector.substr(selector.rfind(':') + 1).c_str());
}

inline std::string dlpack_selector(const DLDevice& device) {
    for (const auto& known : dlpack_memories) {
        if (known.type == device.device_type) {
            return std::string(known.runtime) + ":" + std::to_string(device.device_id);
        }
    }
    refuse_dlpack(QUOVIS_ERROR_NOT_SUPPORTED, "memory of the device type " +
                                                  std::to_string(static_cast<int>(device.device_type)) +
                                                  " belongs to no runtime that Quovis has; copy it into a buffer");
}

// What a buffer that was handed out needs until its taker calls the deleter.
struct HandedOut {
    Buffer buffer;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;
    DLManagedTensor tensor{};
};

}  // namespace detail

// The array as a buffer of `route`, which must be of the device that it is on. Takes the array over: its deleter is
// called when the buffer and all that uses it (slices, graphs) are gone. On failure the array stays the caller's.
inline Tensor from_dlpack(const Route& route, DLManagedTensor* array) {
    const DLTensor& told = array->dl_tensor;
    Tensor tensor;
    tensor.type = told.dtype;
    tensor.shape.assign(told.shape, told.shape + told.ndim);
    if (told.strides != nullptr) {
        tensor.strides.assign(told.strides, told.strides + told.ndim);
    }
    const std::size_t bytes = detail::reach(tensor.shape, tensor.strides) * detail::item_bytes(told.dtype);
    const auto offset = static_cast<std::size_t>(told.byte_offset);
    const auto release = [array] {
        if (array->deleter != nullptr) {
            array->deleter(array);
        }
    };
    const Buffer whole = Buffer::wrap(route, reinterpret_cast<std::uintptr_t>(told.data), offset + bytes, release);
    tensor.buffer = offset == 0 ? whole : whole.slice(offset, bytes);
    return tensor;
}

// The same on the route that the array's device says: of the runtime's device of that number.
inline Tensor from_dlpack(const Instance& instance, DLManagedTensor* array) {
    return from_dlpack(instance.route(detail::dlpack_selector(array->dl_tensor.device)), array);
}

// A buffer as an array for another framework, which calls the deleter when it is done; the memory stays until then.
// Memory of runtimes that DLPack has no word for, and slices of OpenCL buffers, are QUOVIS_ERROR_NOT_SUPPORTED.
inline DLManagedTensor* to_dlpack(const Tensor& tensor) {
    const std::size_t bytes = detail::reach(tensor.shape, tensor.strides) * detail::item_bytes(tensor.type);
    if (bytes > tensor.buffer.size()) {
        detail::refuse_dlpack(QUOVIS_ERROR_INVALID_ARGUMENT, "the array needs " + std::to_string(bytes) +
                                                                 " bytes, and the buffer has " +
                                                                 std::to_string(tensor.buffer.size()));
    }
    const RouteInfo on = tensor.buffer.route().info();
    const Memory kind = tensor.buffer.kind();
    auto out = std::make_unique<detail::HandedOut>();
    DLTensor& told = out->tensor.dl_tensor;
    bool known = false;
    for (const auto& memory : detail::dlpack_memories) {
        if (on.runtime == memory.runtime && kind == memory.kind) {
            told.device = {memory.type, kind == Memory::device ? detail::index_of(on.selector) : 0};
            known = true;
        }
    }
    if (!known) {
        detail::refuse_dlpack(QUOVIS_ERROR_NOT_SUPPORTED,
                              "it has no word for this memory of the runtime '" + on.runtime + "'");
    }
    told.data = reinterpret_cast<void*>(static_cast<std::uintptr_t>(tensor.buffer.native()));
    out->buffer = tensor.buffer;
    out->shape = tensor.shape;
    out->strides = tensor.strides;
    told.ndim = static_cast<int>(out->shape.size());
    told.shape = out->shape.data();
    told.strides = out->strides.empty() ? nullptr : out->strides.data();
    told.dtype = tensor.type;
    out->tensor.manager_ctx = out.get();
    out->tensor.deleter = [](DLManagedTensor* self) { delete static_cast<detail::HandedOut*>(self->manager_ctx); };
    return &out.release()->tensor;
}

}  // namespace quovis

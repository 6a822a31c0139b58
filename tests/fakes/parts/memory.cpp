// Buffers of the working parts are host memory. Copies and fills are done when the call returns, and are checked.
#include "tests/fakes/parts/objects.hpp"
#include "tests/fakes/parts/tables.hpp"

namespace quovis::fakes {
namespace {

// Whether `height` rows of `width` bytes from `offset` on, `pitch` apart, lie within `size` bytes.
bool fits(std::size_t size, std::size_t offset, std::size_t pitch, std::size_t width, std::size_t height) {
    std::size_t end = 0;
    return !__builtin_mul_overflow(pitch, height - 1, &end) && !__builtin_add_overflow(end, offset, &end) &&
           !__builtin_add_overflow(end, width, &end) && end <= size;
}

// Charges the device, unless it has not that much left.
bool charge(quovis_rt_device& device, std::uint64_t bytes) {
    std::uint64_t used = device.used;
    do {
        if (bytes > device.owner->settings.memory - used) {
            return false;
        }
    } while (!device.used.compare_exchange_weak(used, used + bytes));
    return true;
}

}  // namespace

quovis_plugin_status buffer_create(quovis_rt_device* device, quovis_rt_buffer_info* info, quovis_rt_buffer** buffer,
                                   quovis_plugin_error* error) {
    count(Count::calls_buffer_create);
    quovis_rt_buffer_info all = take(info);
    if (all.size == 0 || all.kind < QUOVIS_RT_MEMORY_DEVICE || all.kind > QUOVIS_RT_MEMORY_MANAGED) {
        return fail(error, QUOVIS_PLUGIN_INVALID_ARGUMENT, QUOVIS_PLUGIN_PHASE_MEMORY,
                    "a buffer of " + std::to_string(all.size) + " bytes and kind " + std::to_string(all.kind) +
                        " cannot be made");
    }
    if (!charge(*device, all.size)) {
        return fail(error, QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY, QUOVIS_PLUGIN_PHASE_MEMORY,
                    device->name + " has no " + std::to_string(all.size) + " bytes left", {}, 2,
                    "FAKE_ERROR_OUT_OF_MEMORY");
    }
    const auto status = guarded(error, QUOVIS_PLUGIN_PHASE_MEMORY, [&]() -> quovis_plugin_status {
        auto made = std::make_unique<quovis_rt_buffer>();
        made->device = device;
        made->memory = std::make_unique<std::byte[]>(all.size);
        made->data = made->memory.get();
        made->size = all.size;
        made->counted = all.size;
        all.address = reinterpret_cast<std::uintptr_t>(made->data);
        all.host = all.kind == QUOVIS_RT_MEMORY_DEVICE ? nullptr : made->data;
        give(info, all);
        *buffer = made.release();
        return QUOVIS_PLUGIN_OK;
    });
    if (status != QUOVIS_PLUGIN_OK) {
        device->used -= all.size;
    }
    return status;
}

void buffer_release(quovis_rt_buffer* buffer, quovis_rt_stream*) {
    buffer->device->used -= buffer->counted;
    delete buffer;
}

quovis_plugin_status copy(quovis_rt_stream*, const quovis_rt_copy* copy, quovis_plugin_error* error) {
    count(Count::calls_copy);
    const quovis_rt_copy all = take(copy);
    if (all.width == 0 || all.height == 0) {
        return QUOVIS_PLUGIN_OK;
    }
    const std::size_t to_pitch = all.destination_pitch != 0 ? all.destination_pitch : all.width;
    const std::size_t from_pitch = all.source_pitch != 0 ? all.source_pitch : all.width;
    if ((all.destination == nullptr) == (all.destination_host == nullptr) ||
        (all.source == nullptr) == (all.source_host == nullptr) || to_pitch < all.width || from_pitch < all.width) {
        return fail(error, QUOVIS_PLUGIN_INVALID_ARGUMENT, QUOVIS_PLUGIN_PHASE_COPY,
                    "a copy takes one source and one destination, and pitches of at least its width");
    }
    if ((all.destination != nullptr &&
         !fits(all.destination->size, all.destination_offset, to_pitch, all.width, all.height)) ||
        (all.source != nullptr && !fits(all.source->size, all.source_offset, from_pitch, all.width, all.height))) {
        return fail(error, QUOVIS_PLUGIN_INVALID_ARGUMENT, QUOVIS_PLUGIN_PHASE_COPY,
                    "a copy of " + std::to_string(all.height) + " rows of " + std::to_string(all.width) +
                        " bytes reaches beyond its buffer");
    }
    auto* to = all.destination != nullptr ? all.destination->data : static_cast<std::byte*>(all.destination_host);
    const auto* from = all.source != nullptr ? all.source->data : static_cast<const std::byte*>(all.source_host);
    for (std::size_t row = 0; row < all.height; ++row) {
        std::memmove(to + all.destination_offset + row * to_pitch, from + all.source_offset + row * from_pitch,
                     all.width);
    }
    return QUOVIS_PLUGIN_OK;
}

quovis_plugin_status fill(quovis_rt_stream*, quovis_rt_buffer* buffer, size_t offset, size_t size, const void* pattern,
                          size_t pattern_size, quovis_plugin_error* error) {
    count(Count::calls_fill);
    const bool known =
        pattern_size == 1 || pattern_size == 2 || pattern_size == 4 || pattern_size == 8 || pattern_size == 16;
    if (!known || offset % pattern_size != 0 || size % pattern_size != 0 || offset > buffer->size ||
        size > buffer->size - offset) {
        return fail(error, QUOVIS_PLUGIN_INVALID_ARGUMENT, QUOVIS_PLUGIN_PHASE_COPY,
                    "a fill of " + std::to_string(size) + " bytes at " + std::to_string(offset) +
                        " with a pattern of " + std::to_string(pattern_size) + " does not fit the buffer");
    }
    for (std::size_t at = 0; at < size; at += pattern_size) {
        std::memcpy(buffer->data + offset + at, pattern, pattern_size);
    }
    return QUOVIS_PLUGIN_OK;
}

}  // namespace quovis::fakes

// Fills the caller's error struct without ever allocating, so that it also works when memory has run out.
#include "plugins/common/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>

#include "plugins/common/host.hpp"

namespace quovis::plugins {
namespace {

// The longest start of `text` of at most `room` bytes that does not end inside a UTF-8 sequence.
std::size_t fitting(std::string_view text, std::size_t room) {
    if (text.size() <= room) {
        return text.size();
    }
    std::size_t size = room;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0u) == 0x80u) {
        --size;
    }
    return size;
}

template <std::size_t Size>
void put(char (&target)[Size], std::string_view text) {
    const std::size_t size = fitting(text, Size - 1);
    text.copy(target, size);
    target[size] = '\0';
}

}  // namespace

void fill_error(quovis_plugin_error* error, quovis_plugin_status status, std::int32_t phase, std::int64_t native_code,
                std::string_view native_name, std::string_view message, std::string_view hint) noexcept {
    if (error == nullptr) {
        return;
    }
    quovis_plugin_error filled{};
    filled.struct_size = error->struct_size;
    filled.code = status;
    filled.phase = phase;
    filled.native_code = native_code;
    put(filled.native_name, native_name);
    put(filled.message, message);
    put(filled.hint, hint);
    std::memcpy(error, &filled, std::min(error->struct_size, sizeof(filled)));
}

void fill_error(quovis_plugin_error* error, std::int32_t phase, const PluginError& failure) noexcept {
    fill_error(error, failure.status, phase, failure.native_code, failure.native_name, failure.message, failure.hint);
}

quovis_plugin_status fill_error_from_exception(quovis_plugin_error* error, std::int32_t phase) noexcept {
    try {
        throw;
    } catch (const PluginError& failure) {
        fill_error(error, phase, failure);
        return failure.status;
    } catch (const std::bad_alloc&) {
        fill_error(error, QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY, phase, 0, {}, "the plugin found no more host memory", {});
        return QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY;
    } catch (const std::exception& failure) {
        fill_error(error, QUOVIS_PLUGIN_INTERNAL, phase, 0, {}, failure.what(),
                   "This is a fault of the plugin; please report it.");
    } catch (...) {
        fill_error(error, QUOVIS_PLUGIN_INTERNAL, phase, 0, {}, "an unknown exception inside the plugin",
                   "This is a fault of the plugin; please report it.");
    }
    return QUOVIS_PLUGIN_INTERNAL;
}

void log_exception(std::string_view doing) noexcept {
    try {
        std::string line(doing);
        try {
            throw;
        } catch (const std::exception& failure) {
            line += ": ";
            line += failure.what();
        } catch (...) {
            line += ": unknown exception";
        }
        log(QUOVIS_PLUGIN_LOG_ERROR, line);
    } catch (...) {
        log(QUOVIS_PLUGIN_LOG_ERROR, "a release failed, and no memory was left to say which");
    }
}

}  // namespace quovis::plugins

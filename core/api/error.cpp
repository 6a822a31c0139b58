// The last error of each thread, and the names of statuses.
#include "core/api/handles.hpp"

#include <new>

using namespace quovis::core;

namespace {

struct LastError {
    Error error{QUOVIS_OK, {}, {}};
    std::vector<quovis_diagnostic> diagnostics;
    std::vector<quovis_attempt> attempts;
    quovis_error c{};

    void publish() {
        diagnostics = to_c(error.diagnostics);
        attempts = to_c(error.attempts);
        c = {sizeof(quovis_error),  error.status,       error.phase.c_str(),
             error.plugin.c_str(),  error.native_code,  error.native_name.c_str(),
             error.message.c_str(), error.hint.c_str(), error.log.c_str(),
             diagnostics.data(),    diagnostics.size(), attempts.data(),
             attempts.size()};
    }
};

LastError& last_error() {
    thread_local LastError last;
    return last;
}

quovis_status remember(Error error, const char* phase) {
    if (error.phase.empty())
        error.phase = phase;
    auto& last = last_error();
    last.error = std::move(error);
    last.publish();
    return last.error.status;
}

// For when there is no memory to say more.
quovis_status remember_out_of_memory() noexcept {
    auto& c = last_error().c;
    c = {sizeof(quovis_error),
         QUOVIS_ERROR_OUT_OF_HOST_MEMORY,
         "",
         "",
         0,
         "",
         "out of host memory",
         "",
         "",
         nullptr,
         0,
         nullptr,
         0};
    return QUOVIS_ERROR_OUT_OF_HOST_MEMORY;
}

}  // namespace

namespace quovis::core {

quovis_status remember_current_exception(const char* phase) noexcept {
    try {
        try {
            throw;
        } catch (const Error& error) {
            return remember(error, phase);
        } catch (const std::bad_alloc&) {
            return remember_out_of_memory();
        } catch (const std::exception& other) {
            return remember(Error(QUOVIS_ERROR_INTERNAL, phase, std::string("a fault of Quovis: ") + other.what()),
                            phase);
        } catch (...) {
            return remember(Error(QUOVIS_ERROR_INTERNAL, phase, "a plugin let an exception pass (rule 3)"), phase);
        }
    } catch (...) {
        return remember_out_of_memory();
    }
}

}  // namespace quovis::core

extern "C" {

const quovis_error* quovis_last_error(void) {
    auto& last = last_error();
    if (!last.c.struct_size)
        last.publish();
    return &last.c;
}

const char* quovis_status_name(quovis_status status) {
    switch (status) {
        case QUOVIS_OK:
            return "ok";
        case QUOVIS_NOT_READY:
            return "not_ready";
        case QUOVIS_ERROR_SOURCE_INVALID:
            return "source_invalid";
        case QUOVIS_ERROR_UNAVAILABLE:
            return "unavailable";
        case QUOVIS_ERROR_NO_DEVICE:
            return "no_device";
        case QUOVIS_ERROR_TARGET_UNKNOWN:
            return "target_unknown";
        case QUOVIS_ERROR_LANGUAGE_UNKNOWN:
            return "language_unknown";
        case QUOVIS_ERROR_HOST_COMPILER_REFUSED:
            return "host_compiler_refused";
        case QUOVIS_ERROR_IMAGE_REJECTED:
            return "image_rejected";
        case QUOVIS_ERROR_DRIVER_TOO_OLD:
            return "driver_too_old";
        case QUOVIS_ERROR_COMPILER_CRASHED:
            return "compiler_crashed";
        case QUOVIS_ERROR_NOT_SUPPORTED:
            return "not_supported";
        case QUOVIS_ERROR_DEVICE_FAILED:
            return "device_failed";
        case QUOVIS_ERROR_DEVICE_LOST:
            return "device_lost";
        case QUOVIS_ERROR_KERNEL_FAULT:
            return "kernel_fault";
        case QUOVIS_ERROR_OUT_OF_DEVICE_MEMORY:
            return "out_of_device_memory";
        case QUOVIS_ERROR_OUT_OF_HOST_MEMORY:
            return "out_of_host_memory";
        case QUOVIS_ERROR_INVALID_ARGUMENT:
            return "invalid_argument";
        case QUOVIS_ERROR_NOT_FOUND:
            return "not_found";
        case QUOVIS_ERROR_INVALID_LAUNCH:
            return "invalid_launch";
        case QUOVIS_ERROR_INVALID_SELECTOR:
            return "invalid_selector";
        case QUOVIS_ERROR_FILE:
            return "file";
        case QUOVIS_ERROR_CANCELLED:
            return "cancelled";
        case QUOVIS_ERROR_TIMED_OUT:
            return "timed_out";
        case QUOVIS_ERROR_CONFIGURATION:
            return "configuration";
        case QUOVIS_ERROR_INTERNAL:
            return "internal";
    }
    return "unknown";
}

const char* quovis_version(void) {
    return QUOVIS_PROJECT_VERSION;
}

const char* quovis_abi_version(void) {
    return "1.0";
}

}  // extern "C"

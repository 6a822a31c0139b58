// Failures inside a plugin are PluginError; guard() turns them into the caller's quovis_plugin_error.
// Every function of a plugin's tables runs its body in guard() or contain(), so that nothing is thrown across (rule 3).
#pragma once

#include <quovis/plugin.h>

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace quovis::plugins {

class PluginError : public std::exception {
  public:
    PluginError(quovis_plugin_status code, std::string text, std::string advice = {})
        : status(code), message(std::move(text)), hint(std::move(advice)) {}

    // With what the vendor said: its number and its own name for it.
    PluginError(quovis_plugin_status code, std::int64_t vendor_number, std::string vendor_name, std::string text,
                std::string advice = {})
        : status(code),
          native_code(vendor_number),
          native_name(std::move(vendor_name)),
          message(std::move(text)),
          hint(std::move(advice)) {}

    const char* what() const noexcept override { return message.c_str(); }

    quovis_plugin_status status;
    std::int64_t native_code = 0;
    std::string native_name;
    std::string message;
    std::string hint;
};

// Writes all members that the caller knows. `error` may be null. Texts that do not fit are cut where a UTF-8 sequence
// begins.
void fill_error(quovis_plugin_error* error, quovis_plugin_status status, std::int32_t phase, std::int64_t native_code,
                std::string_view native_name, std::string_view message, std::string_view hint) noexcept;
void fill_error(quovis_plugin_error* error, std::int32_t phase, const PluginError& failure) noexcept;

// For a catch block: what is in flight, told to the caller. Returns the status.
quovis_plugin_status fill_error_from_exception(quovis_plugin_error* error, std::int32_t phase) noexcept;

// For a catch block of a function that cannot fail: logs what is in flight.
void log_exception(std::string_view doing) noexcept;

// Runs `body`, which returns nothing, or a quovis_plugin_status other than a failure, or throws.
template <class Body>
[[gnu::always_inline]] inline quovis_plugin_status guard(quovis_plugin_error* error, std::int32_t phase,
                                                         Body&& body) noexcept {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
            std::forward<Body>(body)();
            return QUOVIS_PLUGIN_OK;
        } else {
            return std::forward<Body>(body)();
        }
    } catch (...) {
        return fill_error_from_exception(error, phase);
    }
}

// Runs the body of a release function.
template <class Body>
void contain(std::string_view doing, Body&& body) noexcept {
    try {
        std::forward<Body>(body)();
    } catch (...) {
        log_exception(doing);
    }
}

}  // namespace quovis::plugins

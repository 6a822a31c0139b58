// What HIP's error numbers are called, and which class of failure each one is.
// check() turns a number into a PluginError that says what was tried; need() refuses by name what a library lacks.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <string_view>
#include <utility>

#include "plugins/common/error.hpp"
#include "plugins/hip-hiprtc/functions.hpp"

namespace quovis::hip {

// hipError_t, the numbers that are looked at. HIP Runtime API reference, section "Error handling".
enum : Result {
    error_success = 0,
    error_out_of_memory = 2,
    error_no_device = 100,
    error_invalid_device = 101,
    error_no_binary_for_gpu = 209,
    error_invalid_handle = 400,
    error_not_found = 500,
    error_not_ready = 600,
    error_launch_out_of_resources = 701,
    error_peer_access_already_enabled = 704,
    error_cooperative_launch_too_large = 720,
};

// The library's own name, as "hipErrorNoDevice"; "HIP error 34" where it gives none.
std::string error_name(const Functions& hip, Result result);

// The class of a failure, where nothing more is known than the number.
quovis_plugin_status status_of(Result result);

// "DOING failed: hipErrorInvalidValue (1): invalid argument".
plugins::PluginError vendor_error(const Functions& hip, Result result, std::string_view doing);
plugins::PluginError vendor_error(const Functions& hip, quovis_plugin_status status, Result result,
                                  std::string_view doing, std::string hint = {});

inline void check(const Functions& hip, Result result, std::string_view doing) {
    if (result != error_success) {
        throw vendor_error(hip, result, doing);
    }
}

// The same where the words for `doing` cost something: `describe` makes them only for a failure.
template <class Describe>
void check_with(const Functions& hip, Result result, Describe&& describe) {
    if (result != error_success) {
        throw vendor_error(hip, result, std::forward<Describe>(describe)());
    }
}

[[noreturn]] void lacks(const Functions& hip, const char* name);

// An optional function, or NOT_SUPPORTED by its name.
template <class Function>
Function need(const Functions& hip, Function function, const char* name) {
    if (function == nullptr) {
        lacks(hip, name);
    }
    return function;
}

}  // namespace quovis::hip

// QUOVIS_HIP_CALL(hip, hipX)(arguments): a call of an optional function.
#define QUOVIS_HIP_CALL(table, name) quovis::hip::need(table, (table).name, #name)

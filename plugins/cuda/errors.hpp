// What the driver's error numbers are called, and which class of failure each one is.
// check() turns a number into a PluginError that says what was tried.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <string_view>
#include <utility>

#include "plugins/common/error.hpp"
#include "plugins/cuda/functions.hpp"

namespace quovis::cuda {

// CUDA_ERROR_INVALID_CLUSTER_SIZE, which newer headers name.
constexpr int invalid_cluster_size = 912;

// The driver's own name, as "CUDA_ERROR_NO_DEVICE"; "CUDA error 34" where it gives none, as a stub library does.
std::string error_name(const Functions& cuda, CUresult result);

// The class of a failure, where nothing more is known than the number.
quovis_plugin_status status_of(CUresult result);

// "DOING failed: CUDA_ERROR_INVALID_VALUE (1): invalid argument".
plugins::PluginError vendor_error(const Functions& cuda, CUresult result, std::string_view doing);
plugins::PluginError vendor_error(const Functions& cuda, quovis_plugin_status status, CUresult result,
                                  std::string_view doing, std::string hint = {});

inline void check(const Functions& cuda, CUresult result, std::string_view doing) {
    if (result != CUDA_SUCCESS) {
        throw vendor_error(cuda, result, doing);
    }
}

// The same where the words for `doing` cost something: `describe` makes them only for a failure.
template <class Describe>
void check_with(const Functions& cuda, CUresult result, Describe&& describe) {
    if (result != CUDA_SUCCESS) {
        throw vendor_error(cuda, result, std::forward<Describe>(describe)());
    }
}

// Throws NOT_SUPPORTED by name where the driver is too old to have an optional function.
void need(const Functions& cuda, bool present, const char* function, const char* since);

}  // namespace quovis::cuda

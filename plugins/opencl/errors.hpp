// What OpenCL's error numbers are called, and which class of failure each one is.
// check() turns a number into a PluginError that says what was tried.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <string_view>

#include "plugins/common/error.hpp"
#include "plugins/opencl/functions.hpp"

namespace quovis::opencl {

// "CL_INVALID_BINARY"; "unknown" for a number that no specification has.
std::string_view error_name(cl_int error);

// The class of a failure, where nothing more is known than the number.
quovis_plugin_status status_of(cl_int error);

// "DOING failed: CL_INVALID_BINARY (-42)".
plugins::PluginError vendor_error(cl_int error, std::string_view doing);
plugins::PluginError vendor_error(quovis_plugin_status status, cl_int error, std::string_view doing,
                                  std::string hint = {});

inline void check(cl_int error, std::string_view doing) {
    if (error != CL_SUCCESS) {
        throw vendor_error(error, doing);
    }
}

}  // namespace quovis::opencl

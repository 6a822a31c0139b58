// Rule 7 for vendor libraries that do not keep it: compilers built on LLVM install signal handlers while they load and
// while they compile, and OpenCL drivers change variables. What they change is put back when the call ends.
#pragma once

#include "plugins/common/error.hpp"

#include <utility>

namespace quovis::plugins {

// While one lives, in whatever thread, changes are awaited; the last to go puts the host's state back. SIGFPE is left
// as it is: a runtime on the host's own CPU needs it for a kernel's division by zero.
class HostState {
  public:
    HostState();
    ~HostState();
    HostState(const HostState&) = delete;
    HostState& operator=(const HostState&) = delete;
};

// guard() around a call that lets a vendor's library load or compile. Costs some microseconds: not for a launch.
template <class Body>
quovis_plugin_status guard_host(quovis_plugin_error* error, std::int32_t phase, Body&& body) noexcept {
    const HostState state;
    return guard(error, phase, std::forward<Body>(body));
}

}  // namespace quovis::plugins

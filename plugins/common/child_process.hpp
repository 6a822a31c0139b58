// Runs a vendor's program and waits for it: no shell, its own process group, bounded output, a deadline.
// The runner is the core's (core/support/child_process.hpp, linked as quovis_child_process); here it fails as plugins
// do.
#pragma once

#include "core/support/child_process.hpp"

namespace quovis::plugins {

using core::ChildCommand;
using core::ChildResult;
using core::describe_end;

// Throws PluginError (UNAVAILABLE) when the program cannot be started.
ChildResult run_child(const ChildCommand& command);

}  // namespace quovis::plugins

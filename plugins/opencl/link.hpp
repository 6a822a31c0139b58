// Linking: programs of a device, and images that were compiled as objects (`relocatable` on).
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/diagnostics.hpp"
#include "plugins/opencl/device.hpp"

namespace quovis::opencl {

// clLinkProgram. `log` takes what the linker said, on failure too; a failure is in `error`, and the program is null.
Held<cl_program> link_programs(Device& device, const std::vector<cl_program>& programs, const std::string& options,
                               std::string& log, cl_int& error);

// What PoCL's linker says: "Cannot find symbol f in kernel library", "Linking globals named 'f': symbol multiply
// defined!".
std::vector<plugins::Diagnostic> linker_messages(std::string_view log);

// The entry of quovis_cc_table.
quovis_plugin_status link(quovis_plugin_instance*, const quovis_cc_link_request*, quovis_cc_result*,
                          quovis_plugin_error*);

}  // namespace quovis::opencl

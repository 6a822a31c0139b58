// What it means that nvcc failed: the source, the route, or the machine.
// nvcc has one exit status for all; what it and its children say of themselves tells them apart.
#pragma once

#include <string>
#include <string_view>

#include "plugins/common/error.hpp"
#include "plugins/common/result.hpp"
#include "plugins/cuda-nvcc/run.hpp"
#include "plugins/cuda-nvcc/toolkit.hpp"

namespace quovis::nvcc {

// The line that says that a disk is full, or empty.
std::string line_about_disk(std::string_view text);
constexpr std::string_view disk_hint =
    "nvcc's temporary files go to the folder that TMPDIR names; it must be writable and have room.";

// `name`: the source's. `has_raw`: an option that nvcc does not know may be the user's own.
plugins::PluginError compile_failure(const Toolkit& toolkit, const std::string& name, const Run& run,
                                     const plugins::CompileResult& so_far, bool has_raw);
plugins::PluginError link_failure(const Toolkit& toolkit, const Run& run, const plugins::CompileResult& so_far,
                                  bool has_raw);

}  // namespace quovis::nvcc

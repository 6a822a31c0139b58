// From typed options to nvcc's own. Defines and include folders are not here: they travel in files (sources.hpp).
// Options: CUDA Compiler Driver NVCC, section "Command Option Description".
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <vector>

#include "plugins/common/cache_facts.hpp"
#include "plugins/cuda-nvcc/toolkit.hpp"

namespace quovis::nvcc {

// nvcc and what it is to make. The output's name and the input follow.
std::vector<std::string> compile_command(const Toolkit& toolkit, const cuda::Output& output);

// Throw PluginError for what cannot be.
void add_code_generation(std::vector<std::string>& command, const quovis_cc_options& options);
void add_language(std::vector<std::string>& command, const quovis_cc_options& options);
// For nvlink, which makes code only from LTO IR; what else was compiled keeps the options that it was compiled with.
void add_link_options(std::vector<std::string>& command, const quovis_cc_options& options);
void add_raw(std::vector<std::string>& command, const quovis_cc_options& options);

// What a cache must know of the request's options. Throws as the functions above, and opens nothing.
plugins::Plan plan_for(const quovis_cc_request& request);

}  // namespace quovis::nvcc

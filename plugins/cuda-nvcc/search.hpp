// Where nvcc is looked for: the settings, CUDA_PATH and CUDA_HOME, PATH, the usual folder, Python environments.
#pragma once

#include <string>

#include "plugins/common/settings.hpp"

namespace quovis::nvcc {

// The path of nvcc. Throws PluginError (UNAVAILABLE) with every place that was looked at.
std::string find_nvcc(const plugins::Settings& settings);

}  // namespace quovis::nvcc

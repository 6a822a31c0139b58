// Where nvcc is looked for: the settings, CUDA_PATH and CUDA_HOME, PATH, the usual folder, Python environments.
#pragma once

#include <string>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/settings.hpp"

namespace quovis::nvcc {

// The path of nvcc. Throws PluginError (UNAVAILABLE) with every place that was looked at. The origin gets those that
// matter: up to the one where nvcc is.
std::string find_nvcc(const plugins::Settings& settings, plugins::Origin& origin);

// The file that a program's name without a folder means, by PATH; the name itself where it means none.
std::string find_program(const std::string& name, plugins::Origin& origin);

}  // namespace quovis::nvcc

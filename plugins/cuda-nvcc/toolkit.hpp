// nvcc with what it says of itself: version and build, targets, the host compiler that it calls, its companions.
// Asked once for each instance, by four short child processes; from then on nothing in it changes.
#pragma once

#include <string>
#include <vector>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/cuda/output.hpp"

namespace quovis::nvcc {

struct Toolkit {
    // Throws PluginError: UNAVAILABLE when nvcc is not there or does not answer, HOST_COMPILER_REFUSED when it finds no
    // host compiler to call.
    static Toolkit open(const plugins::Settings& settings);
    const std::vector<std::string>& formats() const { return abilities.formats; }

    std::string nvcc;     // its path
    std::string version;  // "13.0"
    std::string naming;   // "nvcc 13.0 (/usr/local/cuda/bin/nvcc)", for messages
    cuda::Abilities abilities;
    std::vector<std::string> targets;         // "sm_90", oldest first
    std::string host_compiler;                // the setting's value; empty: nvcc chooses
    std::string host_compiler_path;           // the one that nvcc calls
    std::string nvlink;                       // empty where nvcc does not say where it is
    std::string nvvm;                         // the folder of NVVM, which links LTO IR
    std::vector<std::string> libraries;       // folders of the device libraries that there are
    std::vector<std::string> header_folders;  // of nvcc and of the host compiler, as they spell them and as they are
    std::string identity;
    plugins::Origin origin;
};

// What to do about a host compiler that is missing or refused.
std::string host_compiler_hint();

}  // namespace quovis::nvcc

// NVRTC with what belongs to it: its built-in declarations, the toolkit's headers, the targets it knows.
// Opened once for each instance; from then on nothing in it changes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/cuda-nvrtc/functions.hpp"
#include "plugins/cuda-nvrtc/jitlink.hpp"
#include "plugins/cuda/output.hpp"

namespace quovis::nvrtc {

struct Toolkit {
    // Throws PluginError (UNAVAILABLE) when NVRTC or its built-in declarations are not there.
    static Toolkit open(const plugins::Settings& settings);
    const std::vector<std::string>& formats() const { return abilities.formats; }

    Functions nvrtc;
    plugins::Library builtins;  // NVRTC's own declarations
    JitLink jitlink;            // null where it is not installed
    int major = 0;
    int minor = 0;
    cuda::Abilities abilities;                 // asked from NVRTC
    std::vector<std::string> targets;          // as "sm_90", oldest first
    std::vector<std::string> include_folders;  // of the toolkit's own headers; empty when none were found
    std::string headers;                       // their release, and what tells them from others of it
    std::string version;                       // "13.0"
    std::string identity;
    plugins::Origin origin;
};

// "nvrtcCompileProgram failed: NVRTC_ERROR_OUT_OF_MEMORY (1)", with the class of failure.
plugins::PluginError vendor_error(const Functions& nvrtc, nvrtcResult result, std::string_view doing,
                                  std::string hint = {});

inline void check(const Functions& nvrtc, nvrtcResult result, std::string_view doing) {
    if (result != NVRTC_SUCCESS) {
        throw vendor_error(nvrtc, result, doing);
    }
}

}  // namespace quovis::nvrtc

// hiprtc with what belongs to it: the targets that its code generator knows, ROCm's headers, the settings of a compile.
// Opened once for each instance; from then on nothing in it changes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/hip-hiprtc/hiprtc.hpp"

namespace quovis::hip {

// LLVM bitcode for a later link has the name of the vendor's link-time form, as NVIDIA's LTO IR has.
inline constexpr const char* code_object_format = "code-object";
inline constexpr const char* bitcode_format = "ltoir";

// Names of headers that are looked for in the vendor's folders begin so.
inline constexpr std::string_view vendor_prefixes[] = {"hip/",     "rocprim/", "hipcub/",
                                                       "rocwmma/", "rocrand/", "hiprand/"};

struct Toolkit {
    // Throws PluginError (UNAVAILABLE) without hiprtc.
    static Toolkit open(const plugins::Settings& settings);
    const std::vector<std::string>& formats() const { return image_formats; }

    // Throws TARGET_UNKNOWN, with the known ones, unless the setting `check_targets` is false.
    void require_target(const std::string& target) const;

    Hiprtc rtc;
    InstructionSets sets;
    bool check_targets = true;
    std::vector<std::string> include_folders;  // of the setting `include`
    std::vector<std::string> vendor_folders;   // where ROCm's headers are
    std::vector<std::string> targets;          // "gfx90a", oldest first
    std::vector<std::string> image_formats;
    std::string version;
    std::string identity;
    plugins::Origin origin;
};

}  // namespace quovis::hip

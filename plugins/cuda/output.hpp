// What a compiler of NVIDIA's makes for a target and a format; the rule is the same whichever compiler it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quovis::cuda {

struct Output {
    std::string format;  // "cubin", "ptx", ...
    std::string target;  // what the image is for, which is also what the compiler is told: "sm_90", "compute_90"
};

// What is known of a compiler.
struct Abilities {
    std::string naming;              // "nvcc 13.0", for messages
    std::vector<int> architectures;  // 90 for sm_90; oldest first, asked from the compiler
    std::vector<std::string> formats;
};

// An empty format means machine code, or PTX for a virtual target and for a device that the compiler does not know: of
// the newest target below it, which the device's driver compiles further. Throws PluginError: TARGET_UNKNOWN,
// NOT_SUPPORTED, INVALID_ARGUMENT.
Output choose_output(const Abilities& compiler, std::string_view target, std::string_view format);

// The same for a linker: machine code unless PTX is asked for, which linkers make of LTO IR only.
Output choose_link_output(Abilities linker, std::string_view target, std::string_view format, bool has_lto);

}  // namespace quovis::cuda

// Targets of NVIDIA's compilers, "sm_90", "sm_90a", "sm_100f", "compute_90", and which device runs what.
// Rules: CUDA C++ Programming Guide, sections "Binary compatibility", "PTX compatibility" and "Application
// compatibility".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace quovis::cuda {

struct Target {
    int major = 0;
    int minor = 0;
    char feature = '\0';      // 'a' architecture-specific, 'f' family-specific, or none
    bool is_virtual = false;  // "compute_90": PTX for it, no machine code

    int number() const { return major * 10 + minor; }
    std::string real_name() const;     // "sm_90a"
    std::string virtual_name() const;  // "compute_90a"
};

// Empty for a word that is no such target.
std::optional<Target> parse_target(std::string_view word);
Target target_of(int number);

// Whether a device of compute capability major.minor runs machine code made for `target`.
bool runs_binary(const Target& target, int major, int minor);
// Whether it can run PTX made for `target`, after its driver has compiled it.
bool runs_ptx(const Target& target, int major, int minor);

}  // namespace quovis::cuda

// Targets of AMD's compilers, "gfx90a" and "gfx90a:sramecc+:xnack-", and which device runs what.
// Rules: LLVM, User Guide for AMDGPU Backend, sections "Target ID" and "Code Object Target Identification".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quovis::hip {

struct Target {
    std::string processor;                               // "gfx90a"
    std::vector<std::pair<std::string, bool>> features;  // "sramecc", on or off; sorted by name

    std::string name() const;  // "gfx90a:sramecc+:xnack-"
    bool is_generic() const;   // "gfx9-generic": for a family of processors
};

// With or without the triple in front ("amdgcn-amd-amdhsa--gfx90a"). Empty for a word that is no such target.
std::optional<Target> parse_target(std::string_view word);

// Whether a device of target `device` runs code made for `code`: the same processor, and no feature set otherwise. For
// a generic target the driver knows; this says yes.
bool runs(const Target& device, const Target& code);

}  // namespace quovis::hip

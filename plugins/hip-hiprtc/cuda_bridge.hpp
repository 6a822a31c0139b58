// What lets CUDA C++ go through hiprtc, and what stands for headers that hiprtc has built in or lacks.
// README.md in this folder lists what is bridged, and what is refused by name.
#pragma once

#include <string_view>
#include <vector>

#include "plugins/common/headers.hpp"

namespace quovis::hip {

// Goes in front of CUDA C++: warps of 32, masked warp functions, and the small differences.
std::string_view cuda_prelude();
// Its name in diagnostics.
inline constexpr std::string_view cuda_prelude_name = "quovis/cuda_bridge.h";
// Cooperative groups, made of the prelude's parts.
std::string_view cuda_cooperative_groups();

// Headers that hiprtc has built in: an #include of one means nothing, even where the file can be found.
std::vector<plugins::MemoryHeader> built_in_headers(bool is_cuda);
// What is there when no folder has the file: C's and C++'s own headers as far as a kernel can use them, CUDA's headers,
// and those that are refused.
std::vector<plugins::MemoryHeader> stand_in_headers(bool is_cuda);

// Begins each refusal, so that a failed compile can be told from a wrong source.
inline constexpr std::string_view refusal_mark = "hip-hiprtc does not bridge ";

}  // namespace quovis::hip

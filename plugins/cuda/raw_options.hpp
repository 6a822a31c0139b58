// What the options of ptxas mean for a cache; NVRTC and nvcc pass them on. `ptxas --help` of CUDA 13.0.
#pragma once

#include <iterator>

#include "plugins/common/raw_options.hpp"

namespace quovis::cuda {

inline constexpr plugins::RawOption ptxas_options[] = {
    {"compile-as-tools-patch astoolspatch compile-only c compiler-annotations annotate device-debug g "
     "disable-optimizer-constants disable-optimizer-consts disable-warnings w dont-merge-basicblocks no-bb-merge "
     "extensible-whole-program ewp g-tensor-memory-access-check g-tmem-access-check generate-line-info lineinfo "
     "gno-tensor-memory-access-check gno-tmem-access-check legacy-bar-warp-wide-behavior make-errors-visible-at-exit "
     "optimize-float-atomics opt-fp-atomics override-directive-values preserve-relocs return-at-end ret-end "
     "sp-bounds-check suppress-async-bulk-multicast-advisory-warning suppress-debug-info "
     "suppress-double-demote-warning suppress-sparse-mma-advisory-info suppress-stack-size-warning verbose v "
     "warn-on-double-precision-use warn-double-usage warn-on-local-memory-usage warn-lmem-usage warn-on-spills "
     "warn-spills warning-as-error Werror",
     plugins::RawValue::none, plugins::RawEffect::harmless},
    {"Ofast-compile Ofc allow-expensive-optimizations def-load-cache dlcm def-store-cache dscm "
     "device-function-maxrregcount func-maxrregcount device-stack-protector entry e fmad force-load-cache flcm "
     "force-store-cache fscm gpu-name arch machine m maxntid maxrregcount minnctapersm position-independent-code pic "
     "register-usage-level regUsageLevel sanitize split-compile",
     plugins::RawValue::given, plugins::RawEffect::harmless},
    {"opt-level O", plugins::RawValue::joined, plugins::RawEffect::harmless},
    {"output-file o", plugins::RawValue::given, plugins::RawEffect::bypass, "writes the image to another file"},
    {"options-file optf", plugins::RawValue::given, plugins::RawEffect::bypass, "reads options from a file"},
    {"input-as-string ias", plugins::RawValue::given, plugins::RawEffect::bypass, "compiles another source"},
};

inline constexpr plugins::RawTable ptxas_table{ptxas_options, std::size(ptxas_options), true};

}  // namespace quovis::cuda

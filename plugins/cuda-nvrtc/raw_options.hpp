// What NVRTC's options mean for a cache. NVRTC guide, section "Supported Compile Options"; spellings as CUDA 13.0 takes
// them.
#pragma once

#include <iterator>

#include "plugins/common/raw_options.hpp"
#include "plugins/cuda/raw_options.hpp"

namespace quovis::nvrtc {

inline constexpr plugins::RawOption raw_option_list[] = {
    {"device-debug G generate-line-info lineinfo use_fast_math extra-device-vectorization dlink-time-opt dlto "
     "gen-opt-lto optix-ir device-c dc device-w dw extensible-whole-program ewp device-as-default-execution-space "
     "default-device device-int128 device-float128 disable-warnings w restrict no-display-error-number no-err-no "
     "display-error-number err-no minimal no-cache no-lineinfo-inlined-at no-lineinfo-ia",
     plugins::RawValue::none, plugins::RawEffect::harmless},
    {"gpu-architecture arch relocatable-device-code rdc dopt Ofast-compile Ofc maxrregcount ftz prec-sqrt "
     "prec-div fmad builtin-move-forward builtin-initializer-list optimization-info opt-info diag-error diag-suppress "
     "diag-warn brief-diagnostics brief-diag modify-stack-limit split-compile jump-table-density jtd "
     "device-stack-protector frandom-seed version-ident dQ",
     plugins::RawValue::given, plugins::RawEffect::harmless},
    {"std fassociative-math", plugins::RawValue::attached, plugins::RawEffect::harmless},
    {"define-macro D undefine-macro U", plugins::RawValue::joined, plugins::RawEffect::macro},

    {"include-path I", plugins::RawValue::joined, plugins::RawEffect::folder},
    {"pre-include preinclude include", plugins::RawValue::given, plugins::RawEffect::first_header},
    {"no-source-include", plugins::RawValue::none, plugins::RawEffect::bypass,
     "changes where headers are looked for in a way that Quovis does not follow"},
    {"ptxas-options Xptxas", plugins::RawValue::given, plugins::RawEffect::passed_on, {}, &cuda::ptxas_table},

    {"time fdevice-time-trace", plugins::RawValue::given, plugins::RawEffect::bypass, "writes a file of times"},
    {"pch create-pch create_pch use-pch use_pch instantiate-templates-in-pch", plugins::RawValue::attached,
     plugins::RawEffect::bypass, "reads or writes precompiled headers"},
    {"options-file optf", plugins::RawValue::given, plugins::RawEffect::bypass, "reads options from a file"},
    {"fdevice-syntax-only", plugins::RawValue::none, plugins::RawEffect::bypass, "makes no image"},
    {"use-bundled-headers", plugins::RawValue::attached, plugins::RawEffect::bypass,
     "changes where headers are looked for in a way that Quovis does not follow"},
    {"Xcudafe Xnvvm", plugins::RawValue::given, plugins::RawEffect::bypass, "passes on what Quovis does not read"},
};

inline constexpr plugins::RawTable raw_table{raw_option_list, std::size(raw_option_list), true};

}  // namespace quovis::nvrtc

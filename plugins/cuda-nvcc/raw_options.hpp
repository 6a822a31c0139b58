// What nvcc's options mean for a cache. `nvcc --help` of CUDA 13.0.
#pragma once

#include <iterator>

#include "plugins/common/raw_options.hpp"
#include "plugins/common/raw_options_clang.hpp"
#include "plugins/cuda/raw_options.hpp"

namespace quovis::nvcc {

inline constexpr plugins::RawOption raw_option_list[] = {
    {"debug g device-debug G generate-line-info lineinfo dlink-time-opt dlto lto gen-opt-lto no-exceptions noeh "
     "no-host-device-initializer-list nohdinitlist no-host-device-move-forward nohdmoveforward expt-relaxed-constexpr "
     "extended-lambda expt-extended-lambda m64 allow-unsupported-compiler profile pg use_fast_math "
     "extra-device-vectorization disable-warnings w keep-device-functions source-in-ptx src-in-ptx restrict "
     "resource-usage res-usage extensible-whole-program ewp no-compress compile-as-tools-patch astoolspatch "
     "display-error-number err-no no-display-error-number no-err-no relocatable-ptx reloc-ptx no-align-double verbose "
     "v "
     "device-c dc device-w dw",
     plugins::RawValue::none, plugins::RawEffect::harmless},
    {"Ofast-compile Ofc dopt ftemplate-backtrace-limit ftemplate-depth std machine m static-global-template-stub "
     "device-entity-has-hidden-visibility threads t split-compile split-compile-extended gpu-architecture arch "
     "gpu-code "
     "code generate-code gencode relocatable-device-code rdc entries e maxrregcount ftz prec-div prec-sqrt fmad "
     "default-stream Werror diag-error diag-suppress diag-warn brief-diagnostics brief-diag jump-table-density jtd "
     "device-stack-protector compress-mode frandom-seed optimization-info opt-info sanitize cudart cudadevrt x",
     plugins::RawValue::given, plugins::RawEffect::harmless},
    {"optimize O", plugins::RawValue::joined, plugins::RawEffect::harmless},
    {"Wreorder Wdefault-stream-launch Wmissing-launch-bounds Wext-lambda-captures-this Wno-deprecated-declarations "
     "Wno-deprecated-gpu-targets",
     plugins::RawValue::none, plugins::RawEffect::harmless},
    {"define-macro D undefine-macro U", plugins::RawValue::joined, plugins::RawEffect::macro},

    {"include-path I", plugins::RawValue::joined, plugins::RawEffect::folder},
    {"system-include isystem", plugins::RawValue::joined, plugins::RawEffect::system_folder},
    {"pre-include include", plugins::RawValue::given, plugins::RawEffect::first_header},
    {"ptxas-options Xptxas", plugins::RawValue::given, plugins::RawEffect::passed_on, {}, &cuda::ptxas_table},
    {"compiler-options Xcompiler", plugins::RawValue::given, plugins::RawEffect::passed_on, {}, &plugins::clang_table},

    {"compiler-bindir ccbin qpp-config", plugins::RawValue::given, plugins::RawEffect::bypass,
     "calls another host compiler than the one that Quovis knows"},
    {"target-directory target-dir libdevice-directory ldir", plugins::RawValue::given, plugins::RawEffect::bypass,
     "takes headers or device code from where Quovis does not look"},
    {"dont-use-profile noprof", plugins::RawValue::none, plugins::RawEffect::bypass,
     "takes headers or device code from where Quovis does not look"},
    {"options-file optf", plugins::RawValue::given, plugins::RawEffect::bypass, "reads options from a file"},
    {"time fdevice-time-trace", plugins::RawValue::given, plugins::RawEffect::bypass, "writes a file of times"},
    {"keep-dir", plugins::RawValue::given, plugins::RawEffect::bypass, "writes nvcc's temporary files"},
    {"keep save-temps objdir-as-tempdir objtemp clean-targets clean", plugins::RawValue::none,
     plugins::RawEffect::bypass, "writes nvcc's temporary files"},
    {"generate-dependencies M generate-nonsystem-dependencies MM generate-dependencies-with-compile MD "
     "generate-nonsystem-dependencies-with-compile MMD generate-dependency-targets MP",
     plugins::RawValue::none, plugins::RawEffect::bypass, "writes a list of headers"},
    {"dependency-output MF dependency-target-name MT", plugins::RawValue::given, plugins::RawEffect::bypass,
     "writes a list of headers"},
    {"output-file o output-directory odir", plugins::RawValue::given, plugins::RawEffect::bypass,
     "writes the image to another file"},
    {"dryrun run fdevice-syntax-only", plugins::RawValue::none, plugins::RawEffect::bypass, "makes no image"},
    {"linker-options Xlinker nvlink-options Xnvlink archive-options Xarchive", plugins::RawValue::given,
     plugins::RawEffect::bypass, "passes on what Quovis does not read"},
};

inline constexpr plugins::RawTable raw_table{raw_option_list, std::size(raw_option_list), true, true};

}  // namespace quovis::nvcc

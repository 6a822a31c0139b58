// What hiprtc's options, which are clang's, mean for a cache. HIP RTC programming guide; clang's references for HIP.
#pragma once

#include <iterator>

#include "plugins/common/raw_options_clang.hpp"

namespace quovis::hip {

inline constexpr plugins::RawOption raw_option_list[] = {
    {"--offload-arch --gpu-max-threads-per-block --cuda-gpu-arch", plugins::RawValue::attached,
     plugins::RawEffect::harmless},
    {"-munsafe-fp-atomics -mno-unsafe-fp-atomics -mcumode -mno-cumode -mwavefrontsize64 -mno-wavefrontsize64",
     plugins::RawValue::none, plugins::RawEffect::harmless},
    {"-x", plugins::RawValue::joined, plugins::RawEffect::harmless},
    {"--rocm-path --hip-path --rocm-device-lib-path --hip-device-lib --hip-device-lib-path --hip-version "
     "--hipstdpar-path --cuda-path --gcc-toolchain --gcc-install-dir",
     plugins::RawValue::attached, plugins::RawEffect::bypass,
     "takes headers or device code from where Quovis does not look"},
};

inline constexpr plugins::RawTable raw_table{raw_option_list, std::size(raw_option_list), false, false,
                                             false,           &plugins::clang_table};

}  // namespace quovis::hip

// What OpenCL's options mean for a cache: the specification's and the vendors' extensions of them (-cl-…, section
// "Compiler options" and below), and clang's, on which most drivers' compilers are built.
#pragma once

#include <iterator>

#include "plugins/common/raw_options_clang.hpp"

namespace quovis::opencl {

inline constexpr plugins::RawOption raw_option_list[] = {
    {"-cl- -spir-std=", plugins::RawValue::attached, plugins::RawEffect::harmless},
    {"-create-library -enable-link-options", plugins::RawValue::none, plugins::RawEffect::harmless},
    {"-x", plugins::RawValue::joined, plugins::RawEffect::harmless},
    {"-isystem -include", plugins::RawValue::joined, plugins::RawEffect::bypass,
     "is none of OpenCL's options, and drivers differ in what they make of it"},
    {"-s -fdump-", plugins::RawValue::attached, plugins::RawEffect::bypass, "names a file of the source"},
};

inline constexpr plugins::RawTable raw_table{raw_option_list,      std::size(raw_option_list), false, false, true,
                                             &plugins::clang_table};

}  // namespace quovis::opencl

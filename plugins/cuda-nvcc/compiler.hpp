// The compiler role: describe, targets, compile, link.
// Asks nvcc at the first question and keeps the answers; many compiles may run at once, each in a folder of its own.
#pragma once

#include <quovis/plugin.h>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/compiler_role.hpp"
#include "plugins/common/result.hpp"
#include "plugins/cuda-nvcc/toolkit.hpp"

namespace quovis::nvcc {

class Compiler : public plugins::CompilerRole<Toolkit> {
  public:
    using CompilerRole::CompilerRole;

    // All throw PluginError: UNAVAILABLE without nvcc, HOST_COMPILER_REFUSED without a compiler that it can call, told
    // again at each call.
    quovis_cc_description describe();
    void compile(const quovis_cc_request& request, plugins::CompileResult& result);
    void link(const quovis_cc_link_request& request, plugins::CompileResult& result);
    // Opens nothing.
    plugins::Plan plan(const quovis_cc_request& request) const;
};

}  // namespace quovis::nvcc

// The compiler role: describe, targets, compile, link.
// Opens hiprtc at the first question and keeps it; compiles of one process wait for each other.
#pragma once

#include <quovis/plugin.h>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/compiler_role.hpp"
#include "plugins/common/result.hpp"
#include "plugins/hip-hiprtc/toolkit.hpp"

namespace quovis::hip {

class Compiler : public plugins::CompilerRole<Toolkit> {
  public:
    using CompilerRole::CompilerRole;

    // All throw PluginError: UNAVAILABLE without hiprtc, told again at each call.
    quovis_cc_description describe();
    void compile(const quovis_cc_request& request, plugins::CompileResult& result);
    void link(const quovis_cc_link_request& request, plugins::CompileResult& result);
    // Opens nothing.
    plugins::Plan plan(const quovis_cc_request& request) const;
};

}  // namespace quovis::hip

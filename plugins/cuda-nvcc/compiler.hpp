// The compiler role: describe, targets, compile, link.
// Asks nvcc at the first question and keeps the answers; many compiles may run at once, each in a folder of its own.
#pragma once

#include <quovis/plugin.h>

#include <mutex>
#include <optional>
#include <vector>

#include "plugins/common/result.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/cuda-nvcc/toolkit.hpp"

namespace quovis::nvcc {

class Compiler {
  public:
    explicit Compiler(plugins::Settings settings) : settings_(std::move(settings)) {}

    // All throw PluginError: UNAVAILABLE without nvcc, HOST_COMPILER_REFUSED without a compiler that it can call, told
    // again at each call.
    quovis_cc_description describe();
    const std::vector<quovis_plugin_text>& targets();
    void compile(const quovis_cc_request& request, plugins::CompileResult& result);
    void link(const quovis_cc_link_request& request, plugins::CompileResult& result);

  private:
    const Toolkit& toolkit();

    const plugins::Settings settings_;
    std::mutex mutex_;
    std::optional<Toolkit> toolkit_;
    std::vector<quovis_plugin_text> target_texts_;
    std::vector<quovis_plugin_text> format_texts_;
};

}  // namespace quovis::nvcc

// The compiler role: describe, targets, compile.
// Opens NVRTC at the first question and keeps it; many compiles may run at once, since NVRTC locks what it must.
#pragma once

#include <quovis/plugin.h>

#include <mutex>
#include <optional>
#include <vector>

#include "plugins/common/result.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/cuda-nvrtc/toolkit.hpp"

namespace quovis::nvrtc {

class Compiler {
  public:
    explicit Compiler(plugins::Settings settings) : settings_(std::move(settings)) {}

    // All throw PluginError: UNAVAILABLE without NVRTC, told again at each call.
    quovis_cc_description describe();
    const std::vector<quovis_plugin_text>& targets();
    void compile(const quovis_cc_request& request, plugins::CompileResult& result);

  private:
    const Toolkit& toolkit();

    const plugins::Settings settings_;
    std::mutex mutex_;
    std::optional<Toolkit> toolkit_;
    std::vector<quovis_plugin_text> target_texts_;
    std::vector<quovis_plugin_text> format_texts_;
};

}  // namespace quovis::nvrtc

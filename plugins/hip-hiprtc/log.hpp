// hiprtc's log as diagnostics, and what a failed compile means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/headers.hpp"
#include "plugins/common/result.hpp"
#include "plugins/hip-hiprtc/hiprtc.hpp"

namespace quovis::hip {

// The name of the place behind the source where hiprtc puts the name expressions.
inline constexpr std::string_view name_expressions_place = "<name expressions>";

// Messages of the log in the user's names. `name`: the source's.
std::vector<plugins::Diagnostic> read_log(const std::string& log, const std::string& name);

struct Compiled {
    const std::string& name;
    const std::string& target;
    const plugins::Gathered& text;
    bool has_raw = false;  // options of the user's own words
};

// SOURCE_INVALID, or what else the log says that it is: something that is not bridged, an option that is not known, a
// part of ROCm that is missing.
plugins::PluginError compile_failed(const Hiprtc& rtc, RtcResult result, const plugins::CompileResult& content,
                                    const Compiled& what);

}  // namespace quovis::hip

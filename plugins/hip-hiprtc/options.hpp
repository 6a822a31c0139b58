// Typed options in the words of hiprtc, which are clang's, or refused by name.
// HIP RTC programming guide, section "Compilation options"; clang's command line reference.
#pragma once

#include <quovis/plugin.h>

#include <array>
#include <string>
#include <vector>

#include "plugins/common/cache_facts.hpp"

namespace quovis::hip {

struct CompileOptions {
    std::vector<std::string> words;  // for hiprtcCompileProgram, one each
    std::string preamble;            // defines, as lines in front of the source
    std::string defines;             // " -DN=4", for people
    bool has_raw = false;

    std::string shown() const;  // all of it separated by blanks, for people
};

// Throws PluginError: NOT_SUPPORTED for what hiprtc cannot do, INVALID_ARGUMENT for what nobody can.
CompileOptions translate(const quovis_cc_options& options, const std::string& target, bool is_cuda);

// Variables of the environment whose options hiprtc adds to those that it is given.
inline constexpr std::array option_variables{"HIPRTC_COMPILE_OPTIONS_APPEND", "HIPRTC_LINK_OPTIONS_APPEND"};

// What a cache must know of the request's options. Throws as translate(), and opens nothing.
plugins::Plan plan_for(const quovis_cc_request& request);

}  // namespace quovis::hip

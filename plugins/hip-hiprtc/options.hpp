// Typed options in the words of hiprtc, which are clang's, or refused by name.
// HIP RTC programming guide, section "Compilation options"; clang's command line reference.
#pragma once

#include <quovis/plugin.h>

#include <string>
#include <vector>

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

}  // namespace quovis::hip

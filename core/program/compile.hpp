// One compile through one compiler plugin. The include scan and the cache will stand here, before the compiler is
// asked.
#pragma once

#include "core/loader/plugin.hpp"
#include "core/program/image.hpp"
#include "core/program/options.hpp"
#include "core/program/source.hpp"

#include <functional>
#include <string>

namespace quovis::core {

struct CompileRequest {
    const Source& source;
    const Options& options;
    std::string target;
    std::string format;               // empty: the compiler's best for the target
    std::function<bool()> cancelled;  // asked while the compiler works, from any thread; may be empty
};

// Throws Error; with log and diagnostics when the compiler came so far.
Image compile(Plugin& plugin, const CompileRequest& request);

}  // namespace quovis::core

// What a driver is given to compile, and the way back from the driver's messages to the user's files.
// Headers go over in memory where the request has some, and where an include directory has no spelling on OpenCL's
// option line: PoCL 3.1 takes no -I with a blank in any spelling. Otherwise the driver reads them itself.
#pragma once

#include <quovis/plugin.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/common/diagnostics.hpp"
#include "plugins/common/headers.hpp"
#include "plugins/opencl/facts.hpp"
#include "plugins/opencl/options.hpp"

namespace quovis::opencl {

class Sources {
  public:
    Sources(const quovis_cc_request& request, const BuildOptions& built);

    const std::string& name() const { return name_; }  // of the source, as diagnostics show it
    const std::string& text() const { return text_; }
    const std::vector<plugins::GatheredHeader>& headers() const { return headers_; }  // to be handed over
    const std::vector<std::string>& files() const { return gathered_.files; }
    std::size_t hash() const;  // of all texts

    // The messages of a driver's log, in the user's files.
    std::vector<plugins::Diagnostic> read_log(const std::string& log, const Facts& facts) const;

    // A sentence, or empty, as plugins::where_looked_for().
    std::string where_looked_for(std::string_view message) const;

  private:
    void add_request_headers(const quovis_cc_request& request);
    void place(plugins::Diagnostic& diagnostic, const Facts& facts) const;

    std::string name_;
    std::uint32_t last_line_;  // of the source
    std::string text_;
    plugins::Gathered gathered_;
    std::vector<plugins::GatheredHeader> headers_;
};

}  // namespace quovis::opencl

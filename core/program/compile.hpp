// One compile through one compiler plugin, or its image from the program cache.
#pragma once

#include "core/loader/plugin.hpp"
#include "core/program/image.hpp"
#include "core/program/options.hpp"
#include "core/program/source.hpp"

#include <functional>
#include <string>

namespace quovis::core {

class Cache;

struct CompileRequest {
    const Source& source;
    const Options& options;
    std::string target;
    std::string format;               // empty: the compiler's best for the target
    std::function<bool()> cancelled;  // asked while the compiler works, from any thread; may be empty
};

// A request in the words of the ABI, without a deadline; valid as long as the request and this object.
class LentRequest {
  public:
    explicit LentRequest(const CompileRequest& request);
    LentRequest(const LentRequest&) = delete;
    LentRequest& operator=(const LentRequest&) = delete;

    const quovis_cc_request* get() const { return &request_; }

  private:
    const LentOptions options_;
    quovis_cc_request request_{};
};

// Throws the Error with which a request is refused before the compiler is asked: for its language or its format.
void check_request(const Plugin& plugin, const CompileRequest& request);

// Throws Error; with log and diagnostics when the compiler came so far. `renew`: whatever the cache holds for it is
// dropped first.
Image compile(Plugin& plugin, const CompileRequest& request, Cache& cache, bool renew = false);

}  // namespace quovis::core

// What a compiler plugin answers to a compile or a link: taken over, and given back to the plugin whatever happens.
#pragma once

#include "core/loader/plugin.hpp"
#include "core/program/image.hpp"
#include "core/program/options.hpp"

#include <cstdint>
#include <string>

namespace quovis::core {

std::vector<Diagnostic> read_diagnostics(const quovis_cc_result& result);

// Copies. Throws Error (internal) when there is no image or no format. `doing`: "compile", "link".
Image read_image(const Plugin& plugin, const quovis_cc_result& result, const std::string& doing,
                 const std::string& name);

// A result with its release.
class LentResult {
  public:
    explicit LentResult(const Compiler::Entries& from) : entries_(from) {}
    ~LentResult() {
        if (entries_.table.release_result)
            entries_.table.release_result(entries_.instance, &result_);
    }
    LentResult(const LentResult&) = delete;
    LentResult& operator=(const LentResult&) = delete;

    quovis_cc_result* get() { return &result_; }
    const quovis_cc_result& operator*() const { return result_; }

  private:
    const Compiler::Entries& entries_;
    quovis_cc_result result_ = sized<quovis_cc_result>();
};

// When a call that begins now is to be stopped: on CLOCK_MONOTONIC, 0 never.
std::uint64_t deadline_of(const Options& options, const Compiler& compiler);

// Calls an entry of a plugin's compiler with a request, in one of the compiler's places. An Error has the log and the
// diagnostics, as far as it came to any.
template <typename Entry, typename Request>
Image call_compiler(Plugin& plugin, const std::string& doing, const std::string& name, Entry quovis_cc_table::*entry,
                    const Request& request) {
    auto& compiler = *plugin.compiler();
    const auto entries = compiler.entries(request.deadline_ns != 0);
    LentResult result(entries);
    try {
        const Compiler::Place place(compiler, entries);
        call(plugin, doing, doing, entries.table.*entry, entries.instance, &request, result.get());
    } catch (Error& error) {
        error.log = to_string((*result).log);
        error.diagnostics = read_diagnostics(*result);
        throw;
    }
    return read_image(plugin, *result, doing, name);
}

}  // namespace quovis::core

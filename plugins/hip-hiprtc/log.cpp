// The log is clang's and lld's.
#include "plugins/hip-hiprtc/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "plugins/hip-hiprtc/cuda_bridge.hpp"

namespace quovis::hip {
namespace {

using plugins::CompileResult;
using plugins::Diagnostic;
using plugins::PluginError;

// hiprtc's own name for the source, "/tmp/comgr-57dfdf/input/CompileSource".
constexpr std::string_view own_name = "/input/CompileSource";

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

const Diagnostic* first_error(const CompileResult& content) {
    const auto found = std::find_if(content.diagnostics.begin(), content.diagnostics.end(),
                                    [](const Diagnostic& one) { return one.severity == QUOVIS_CC_ERROR; });
    return found == content.diagnostics.end() ? nullptr : &*found;
}

std::string words_of(const Diagnostic& error) {
    return error.line == 0 ? error.message
                           : fmt::format("{}:{}:{}: {}", error.file, error.line, error.column, error.message);
}

// clang's driver speaks of an option without a place in the source.
bool is_about_option(const Diagnostic& error) {
    return error.line == 0 && (has(error.message, "unknown argument") || has(error.message, "unsupported option") ||
                               has(error.message, "unsupported argument") || has(error.message, "invalid value '") ||
                               has(error.message, "invalid argument '"));
}

quovis_plugin_status status_for(RtcResult result) {
    switch (result) {
        case rtc_out_of_memory:
            return QUOVIS_PLUGIN_OUT_OF_HOST_MEMORY;
        case rtc_invalid_option:
        case rtc_invalid_input:
            return QUOVIS_PLUGIN_INVALID_ARGUMENT;
        case rtc_compilation:
        case rtc_name_expression_not_valid:
            return QUOVIS_PLUGIN_SOURCE_INVALID;
        default:
            return QUOVIS_PLUGIN_UNAVAILABLE;  // a part of ROCm does not work: its built-in headers, its linker
    }
}

}  // namespace

std::vector<Diagnostic> read_log(const std::string& log, const std::string& name) {
    std::vector<Diagnostic> diagnostics = plugins::parse_clang_log(log);
    for (Diagnostic& diagnostic : diagnostics) {
        if (ends_with(diagnostic.file, own_name)) {
            diagnostic.file = name;
        }
        if (diagnostic.line == 0) {
            // A tool's name, as "lld", says who found it.
            if (!diagnostic.file.empty()) {
                diagnostic.message = diagnostic.file + ": " + diagnostic.message;
            }
            diagnostic.file.clear();
        } else if (diagnostic.file == name_expressions_place) {
            diagnostic.message = "in a name expression: " + diagnostic.message;
            diagnostic.file.clear();
            diagnostic.line = diagnostic.column = 0;
        }
    }
    return diagnostics;
}

PluginError compile_failed(const Hiprtc& rtc, RtcResult result, const CompileResult& content, const Compiled& what) {
    const std::string doing = fmt::format("compiling '{}' for {} with hiprtc", what.name, what.target);
    const Diagnostic* const error = first_error(content);
    if (error == nullptr) {
        PluginError failure = vendor_error(rtc, status_for(result), result, doing);
        failure.message += ": " + (content.log.empty() ? "the compiler gave no reason" : content.log.substr(0, 1000));
        return failure;
    }
    quovis_plugin_status status = status_for(result);
    std::string hint;
    if (has(error->message, refusal_mark)) {
        status = QUOVIS_PLUGIN_NOT_SUPPORTED;
        hint =
            "CUDA C++ goes through hiprtc with a bridge for what differs; this it cannot do. Write that part in HIP, "
            "or choose a CUDA backend.";
    } else if (is_about_option(*error)) {
        status = what.has_raw ? QUOVIS_PLUGIN_INVALID_ARGUMENT : QUOVIS_PLUGIN_NOT_SUPPORTED;
        hint = what.has_raw ? "Check the raw options and the standard." : "Check the standard.";
    } else {
        hint = plugins::where_looked_for(what.text, error->message);
    }
    PluginError failure = vendor_error(rtc, status, result, doing, std::move(hint));
    failure.message += ": " + words_of(*error);
    return failure;
}

}  // namespace quovis::hip

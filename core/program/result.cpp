// Reads what crossed from the plugin.
#include "core/program/result.hpp"

#include <fmt/format.h>

#include <chrono>

namespace quovis::core {
namespace {

quovis_severity to_severity(std::int32_t severity) {
    if (severity == QUOVIS_CC_NOTE)
        return QUOVIS_NOTE;
    return severity == QUOVIS_CC_WARNING ? QUOVIS_WARNING : QUOVIS_ERROR;
}

}  // namespace

std::vector<Diagnostic> read_diagnostics(const quovis_cc_result& result) {
    std::vector<Diagnostic> diagnostics;
    for_each_element(result.diagnostics, result.diagnostic_count, [&](const quovis_cc_diagnostic& one) {
        diagnostics.push_back(
            {to_string(one.file), one.line, one.column, to_severity(one.severity), to_string(one.message)});
    });
    return diagnostics;
}

Image read_image(const Plugin& plugin, const quovis_cc_result& result, const std::string& doing,
                 const std::string& name) {
    Image image;
    image.name = name;
    if (result.image)
        image.bytes.assign(static_cast<const char*>(result.image), result.image_size);
    image.format = to_string(result.format);
    image.target = to_string(result.target);
    image.compiler = plugin.name;
    image.log = to_string(result.log);
    image.command = to_string(result.command);
    image.diagnostics = read_diagnostics(result);
    for_each_element(result.symbols, result.symbol_count, [&](const quovis_cc_symbol& one) {
        image.symbols.emplace_back(to_string(one.expression), to_string(one.symbol));
    });
    image.dependencies = to_strings(result.dependencies, result.dependency_count);
    if (image.bytes.empty() || image.format.empty())
        throw Error(
            QUOVIS_ERROR_INTERNAL, doing,
            fmt::format("plugin '{}' reported success for '{}' and gave no image or no format", plugin.name, name));
    return image;
}

std::uint64_t deadline_of(const Options& options, const Compiler& compiler) {
    const auto timeout = options.timeout.count() != 0 ? options.timeout : compiler.timeout();
    if (timeout.count() == 0)
        return 0;
    const auto at = std::chrono::steady_clock::now() + timeout;
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(at.time_since_epoch()).count());
}

}  // namespace quovis::core

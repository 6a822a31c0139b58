// Lends the request to the plugin, takes the result over, and checks what it says.
#include "core/program/compile.hpp"

#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace quovis::core {
namespace {

quovis_severity to_severity(std::int32_t severity) {
    if (severity == QUOVIS_CC_NOTE)
        return QUOVIS_NOTE;
    return severity == QUOVIS_CC_WARNING ? QUOVIS_WARNING : QUOVIS_ERROR;
}

std::vector<Diagnostic> read_diagnostics(const quovis_cc_result& result) {
    std::vector<Diagnostic> diagnostics;
    for_each_element(result.diagnostics, result.diagnostic_count, [&](const quovis_cc_diagnostic& one) {
        diagnostics.push_back(
            {to_string(one.file), one.line, one.column, to_severity(one.severity), to_string(one.message)});
    });
    return diagnostics;
}

Image take(const quovis_cc_result& result, const std::string& compiler, const std::string& name) {
    Image image;
    image.name = name;
    if (result.image)
        image.bytes.assign(static_cast<const char*>(result.image), result.image_size);
    image.format = to_string(result.format);
    image.target = to_string(result.target);
    image.compiler = compiler;
    image.log = to_string(result.log);
    image.command = to_string(result.command);
    image.diagnostics = read_diagnostics(result);
    for_each_element(result.symbols, result.symbol_count, [&](const quovis_cc_symbol& one) {
        image.symbols.emplace_back(to_string(one.expression), to_string(one.symbol));
    });
    return image;
}

// A result with its release, whatever happens.
struct LentResult {
    explicit LentResult(const Compiler::Entries& from) : entries(from) {}
    ~LentResult() {
        if (entries.table.release_result)
            entries.table.release_result(entries.instance, &result);
    }
    LentResult(const LentResult&) = delete;
    LentResult& operator=(const LentResult&) = delete;

    const Compiler::Entries& entries;
    quovis_cc_result result = sized<quovis_cc_result>();
};

void check_request(const Plugin& plugin, const CompileRequest& request) {
    const auto& compiler = *plugin.compiler();
    const auto fail = [&](quovis_status status, std::string message, std::string hint) {
        Error error(status, "compile", std::move(message), std::move(hint));
        error.plugin = plugin.name;
        throw error;
    };
    if (!compiler.takes(request.source.language))
        fail(QUOVIS_ERROR_LANGUAGE_UNKNOWN,
             fmt::format("'{}' does not compile language '{}' ({})", plugin.name, request.source.language,
                         request.source.name),
             fmt::format("it takes: {}", join(compiler.languages)));
    if (!request.format.empty() && !compiler.emits(request.format))
        fail(QUOVIS_ERROR_NOT_SUPPORTED, fmt::format("'{}' does not make format '{}'", plugin.name, request.format),
             fmt::format("it makes: {}", join(compiler.formats)));
}

// On CLOCK_MONOTONIC, from now; 0 when there is none.
std::uint64_t deadline(const Options& options, const Compiler& compiler) {
    const auto timeout = options.timeout.count() != 0 ? options.timeout : compiler.timeout();
    if (timeout.count() == 0)
        return 0;
    const auto at = std::chrono::steady_clock::now() + timeout;
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(at.time_since_epoch()).count());
}

std::int32_t is_cancelled(void* context) noexcept {
    return (*static_cast<const std::function<bool()>*>(context))();
}

}  // namespace

Image compile(Plugin& plugin, const CompileRequest& request) {
    check_request(plugin, request);
    const LentOptions lent(request.options);
    auto asked = sized<quovis_cc_request>();
    asked.name = to_text(request.source.name);
    asked.source = to_text(request.source.text);
    asked.language = to_text(request.source.language);
    asked.target = to_text(request.target);
    asked.format = to_text(request.format);
    asked.options = lent.options();
    asked.headers = lent.headers().data();
    asked.header_count = lent.headers().size();
    asked.name_expressions = lent.name_expressions().data();
    asked.name_expression_count = lent.name_expressions().size();

    auto& compiler = *plugin.compiler();
    asked.deadline_ns = deadline(request.options, compiler);
    if (request.cancelled) {
        asked.cancelled = is_cancelled;
        asked.cancel_context = const_cast<std::function<bool()>*>(&request.cancelled);
    }
    const auto entries = compiler.entries(asked.deadline_ns != 0);
    LentResult lent_result(entries);
    try {
        const Compiler::Place place(compiler, entries);
        call(plugin, "compile", "compile", entries.table.compile, entries.instance, &asked, &lent_result.result);
    } catch (Error& error) {
        error.log = to_string(lent_result.result.log);
        error.diagnostics = read_diagnostics(lent_result.result);
        throw;
    }
    auto image = take(lent_result.result, plugin.name, request.source.name);
    if (image.bytes.empty() || image.format.empty())
        throw Error(QUOVIS_ERROR_INTERNAL, "compile",
                    fmt::format("plugin '{}' reported success for '{}' and gave no image or no format", plugin.name,
                                request.source.name));
    return image;
}

}  // namespace quovis::core

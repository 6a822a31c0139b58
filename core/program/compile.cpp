// Lends the request to the plugin, takes the result over, and checks what it says.
#include "core/program/compile.hpp"

#include "core/program/result.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

namespace quovis::core {
namespace {

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

    if (request.cancelled) {
        asked.cancelled = is_cancelled;
        asked.cancel_context = const_cast<std::function<bool()>*>(&request.cancelled);
    }
    return call_compiler(plugin, "compile", request.source.name, &quovis_cc_table::compile, asked, request.options);
}

}  // namespace quovis::core

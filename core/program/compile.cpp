// Asks the cache, lends the request to the plugin, takes the result over, and decides what may be kept.
#include "core/program/compile.hpp"

#include "core/program/cache.hpp"
#include "core/program/result.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace quovis::core {
namespace {

std::int32_t is_cancelled(void* context) noexcept {
    return (*static_cast<const std::function<bool()>*>(context))();
}

Image ask_compiler(Plugin& plugin, const CompileRequest& request, std::uint64_t deadline) {
    const LentRequest lent(request);
    auto asked = *lent.get();
    asked.deadline_ns = deadline;
    return call_compiler(plugin, "compile", request.source.name, &quovis_cc_table::compile, asked);
}

// A file that the compiler read and the scan did not see.
const std::string* unseen(const Compiler& compiler, const KeyedCompile& keyed, const Image& image) {
    const auto known = [&](const std::string& file) {
        const auto& folders = compiler.origin.include_folders;
        return std::find(keyed.files.begin(), keyed.files.end(), file) != keyed.files.end() ||
               std::any_of(folders.begin(), folders.end(),
                           [&](const auto& folder) { return folder.covered && file.starts_with(folder.path + "/"); });
    };
    const auto found = std::find_if_not(image.dependencies.begin(), image.dependencies.end(), known);
    return found == image.dependencies.end() ? nullptr : &*found;
}

// Why an image that was just made must not be kept, or nothing: what the key says may have changed since it was made.
std::string reason_against_keeping(Plugin& plugin, const CompileRequest& request, const KeyedCompile& keyed,
                                   const Image& image) {
    if (const auto* file = unseen(*plugin.compiler(), keyed, image))
        return fmt::format("the compiler read '{}', which no #include that Quovis sees leads to", *file);
    if (auto change = plugin.compiler()->change_since_described(true); !change.empty())
        return change;
    const auto again = key_of(plugin, request);
    if (!again.bypass.empty())
        return again.bypass;
    return again.key.fields == keyed.key.fields ? std::string() : "a header was changed while it was compiled";
}

}  // namespace

LentRequest::LentRequest(const CompileRequest& request) : options_(request.options) {
    request_ = sized<quovis_cc_request>();
    request_.name = to_text(request.source.name);
    request_.source = to_text(request.source.text);
    request_.language = to_text(request.source.language);
    request_.target = to_text(request.target);
    request_.format = to_text(request.format);
    request_.options = options_.options();
    request_.headers = options_.headers().data();
    request_.header_count = options_.headers().size();
    request_.name_expressions = options_.name_expressions().data();
    request_.name_expression_count = options_.name_expressions().size();
    if (request.cancelled) {
        request_.cancelled = is_cancelled;
        request_.cancel_context = const_cast<std::function<bool()>*>(&request.cancelled);
    }
}

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

Image compile(Plugin& plugin, const CompileRequest& request, Cache& cache, bool renew) {
    check_request(plugin, request);
    const auto deadline = deadline_of(request.options, *plugin.compiler());
    const auto compile_now = [&] { return ask_compiler(plugin, request, deadline); };
    if (cache.off())
        return cache.pass_by("cache.mode is off", compile_now);
    auto keyed = key_of(plugin, request);
    if (keyed.bypass.empty())
        keyed.bypass = plugin.compiler()->change_since_described(false);
    if (!keyed.bypass.empty())
        return cache.pass_by(keyed.bypass, compile_now);
    if (renew)
        cache.drop(keyed.key);
    const auto make = [&]() -> Cache::Made {
        const bool described = plugin.compiler()->confirm();
        Cache::Made made;
        made.image = compile_now();
        made.unkept = described ? reason_against_keeping(plugin, request, keyed, made.image)
                                : "the compiler is another than it was when it was last described";
        return made;
    };
    return cache.get(keyed.key, request.source.name, make, {deadline, request.cancelled});
}

}  // namespace quovis::core

// The C arrays of a result point into an Owned, which the struct's `owner` keeps until it is released.
#include "plugins/common/result.hpp"

#include <memory>
#include <string_view>

#include "plugins/common/text.hpp"

namespace quovis::plugins {
namespace {

struct Owned {
    CompileResult content;
    std::vector<quovis_cc_diagnostic> diagnostics;
    std::vector<quovis_cc_symbol> symbols;
    std::vector<quovis_plugin_text> dependencies;
};

void point(Owned& owned) {
    for (const Diagnostic& diagnostic : owned.content.diagnostics) {
        auto given = sized<quovis_cc_diagnostic>();
        given.file = text(diagnostic.file);
        given.message = text(diagnostic.message);
        given.line = diagnostic.line;
        given.column = diagnostic.column;
        given.severity = diagnostic.severity;
        owned.diagnostics.push_back(given);
    }
    for (const Symbol& symbol : owned.content.symbols) {
        auto given = sized<quovis_cc_symbol>();
        given.expression = text(symbol.expression);
        given.symbol = text(symbol.symbol);
        owned.symbols.push_back(given);
    }
    for (const std::string& dependency : owned.content.dependencies) {
        owned.dependencies.push_back(text(dependency));
    }
}

}  // namespace

void hand_over(quovis_cc_result* target, CompileResult&& content) {
    if (target == nullptr || target->struct_size < sizeof(quovis_cc_result)) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          "the host's quovis_cc_result is missing or has no room for `owner` (rule 1)");
    }
    auto owned = std::make_unique<Owned>();
    owned->content = std::move(content);
    point(*owned);
    const CompileResult& kept = owned->content;
    quovis_cc_result filled{};
    filled.image = kept.image.empty() ? nullptr : kept.image.data();
    filled.image_size = kept.image.size();
    filled.format = text(kept.format);
    filled.target = text(kept.target);
    filled.log = text(kept.log);
    filled.command = text(kept.command);
    filled.diagnostics = owned->diagnostics.data();
    filled.diagnostic_count = owned->diagnostics.size();
    filled.symbols = owned->symbols.data();
    filled.symbol_count = owned->symbols.size();
    filled.dependencies = owned->dependencies.data();
    filled.dependency_count = owned->dependencies.size();
    filled.owner = owned.release();
    give(target, filled);
}

void release_result(quovis_plugin_instance*, quovis_cc_result* result) noexcept {
    if (result == nullptr || result->struct_size < sizeof(quovis_cc_result)) {
        return;
    }
    delete static_cast<Owned*>(result->owner);
    give(result, quovis_cc_result{});
}

}  // namespace quovis::plugins

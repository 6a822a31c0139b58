// Gathers the fields: what the core knows, what the plugin says of the options, and what the include scan finds.
#include "core/program/cache_key.hpp"

#include "core/program/compile.hpp"
#include "core/support/files.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace quovis::core {
namespace {

// Counted up whenever an entry of before could be wrong or unreadable.
constexpr const char* schema = "1";

void add_sized(std::string& bytes, const std::string& text) {
    const std::uint64_t size = text.size();
    for (unsigned shift = 0; shift < 64; shift += 8)
        bytes += static_cast<char>(size >> shift);
    bytes += text;
}

std::string described(std::string_view text) {
    return fmt::format("{} {} lines", hash_of(text).hex(), std::count(text.begin(), text.end(), '\n'));
}

// What a request's options mean for a cache.
struct Plan {
    std::vector<KeyField> words;
    std::vector<std::string> include_directories;
    std::vector<std::string> first_headers;
    std::string identity;
    std::string bypass;
};

// A plan of the plugin's with its release.
class LentPlan {
  public:
    LentPlan(Plugin& plugin, const quovis_cc_cache_facts& facts) : plugin_(plugin), facts_(facts) {}
    ~LentPlan() {
        if (facts_.release_plan)
            facts_.release_plan(plugin_.instance(), &plan);
    }
    LentPlan(const LentPlan&) = delete;
    LentPlan& operator=(const LentPlan&) = delete;

    quovis_cc_plan plan = sized<quovis_cc_plan>();

  private:
    Plugin& plugin_;
    const quovis_cc_cache_facts facts_;
};

Plan ask_plugin(Plugin& plugin, const quovis_cc_cache_facts& facts, const CompileRequest& request) {
    const LentRequest lent(request);
    LentPlan asked(plugin, facts);
    Plan plan;
    try {
        call(plugin, "compile", "plan", facts.plan, plugin.instance(), lent.get(), &asked.plan);
    } catch (const Error& error) {
        plan.bypass = "the options are refused: " + error.message;
        return plan;
    }
    for (const auto& word : to_strings(asked.plan.words, asked.plan.word_count))
        plan.words.push_back({"option", word});
    plan.include_directories = to_strings(asked.plan.include_directories, asked.plan.include_directory_count);
    plan.first_headers = to_strings(asked.plan.first_headers, asked.plan.first_header_count);
    plan.identity = to_string(asked.plan.identity);
    plan.bypass = to_string(asked.plan.bypass);
    return plan;
}

// The options as they are, for a plugin that does not say what becomes of them.
Plan plan_without_plugin(Plugin& plugin, const Options& options) {
    Plan plan;
    if (const auto& settings = plugin.compiler()->settings; !settings.empty())
        plan.words.push_back({"settings", printable(settings)});
    const auto add = [&](const char* name, const auto& value) {
        if (value)
            plan.words.push_back({fmt::format("option {}", name), fmt::format("{}", *value)});
    };
    add("optimize", options.optimize);
    add("debug", options.debug);
    add("line_info", options.line_info);
    add("fast_math", options.fast_math);
    add("warnings_as_errors", options.warnings_as_errors);
    add("relocatable", options.relocatable);
    add("max_registers", options.max_registers);
    add("standard", options.standard);
    for (const auto& [name, value] : options.defines)
        plan.words.push_back({"define", value ? name + "=" + *value : name});
    plan.include_directories = options.include_directories;
    if (!options.raw.empty())
        plan.bypass = fmt::format("plugin '{}' does not say what the raw option '{}' reads and writes", plugin.name,
                                  options.raw.front());
    return plan;
}

Plan plan_of(Plugin& plugin, const CompileRequest& request) {
    const auto facts = cache_facts_of(plugin.table());
    return facts.plan ? ask_plugin(plugin, facts, request) : plan_without_plugin(plugin, request.options);
}

IncludeScan scan(const Compiler& compiler, const CompileRequest& request, Plan& plan) {
    std::vector<CompilerFolder> own;
    for (const auto& folder : compiler.origin.include_folders)
        own.push_back({folder.path, folder.covered});
    return scan_includes({request.source.name, request.source.text, request.options.headers,
                          std::move(plan.include_directories), std::move(own), std::move(plan.first_headers),
                          request.options.defines, compiler.origin.looks_beside_source, !request.options.raw.empty()});
}

}  // namespace

CacheKey make_key(std::vector<KeyField> fields) {
    CacheKey key;
    std::string bytes;
    for (const auto& field : fields) {
        add_sized(bytes, field.label);
        add_sized(bytes, field.value);
    }
    key.fields = std::move(fields);
    key.hash = hash_of(bytes);
    return key;
}

KeyedCompile key_of(Plugin& plugin, const CompileRequest& request) {
    const auto& compiler = *plugin.compiler();
    auto plan = plan_of(plugin, request);
    KeyedCompile keyed;
    keyed.bypass = plan.bypass;
    if (!keyed.bypass.empty())
        return keyed;
    std::vector<KeyField> fields = {
        {"schema", schema},
        {"plugin", fmt::format("{} {} ({})", plugin.name, plugin.version, plugin.build)},
        {"compiler", plan.identity.empty() ? compiler.identity : plan.identity},
        {"language", request.source.language},
        {"name", request.source.name},
        {"target", request.target},
        {"format", request.format.empty() ? "the best" : request.format},
        {"source", described(request.source.text)},
    };
    fields.insert(fields.end(), plan.words.begin(), plan.words.end());
    if (request.options.debug.value_or(false) || request.options.line_info.value_or(false))
        fields.push_back({"current folder", absolute_path(".")});  // an image with debug information names it
    for (const auto& expression : request.options.name_expressions)
        fields.push_back({"name expression", expression});
    auto scanned = scan(compiler, request, plan);
    fields.insert(fields.end(), std::make_move_iterator(scanned.fields.begin()),
                  std::make_move_iterator(scanned.fields.end()));
    keyed.bypass = std::move(scanned.bypass);
    keyed.files = std::move(scanned.files);
    keyed.key = make_key(std::move(fields));
    return keyed;
}

}  // namespace quovis::core

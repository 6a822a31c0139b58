// Requests are built and results are read with the sizes that rule 1 asks for.
#include "tests/conformance/kit/compiler.hpp"

namespace quovis::conformance {
namespace {

template <typename Element, typename Visit>
void visit_all(const Element* first, std::size_t count, Visit visit) {
    const auto* at = reinterpret_cast<const std::byte*>(first);
    for (std::size_t i = 0; i < count; ++i, at += first->struct_size) {
        visit(*reinterpret_cast<const Element*>(at));
    }
}

}  // namespace

std::vector<std::string> to_strings(const quovis_plugin_text* first, std::size_t count) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < count; ++i) {
        all.push_back(to_string(first[i]));
    }
    return all;
}

const quovis_cc_cache_facts& cache_facts(Trial& trial) {
    const quovis_plugin_table& plugin = trial.plugin();
    trial.need(plugin, &quovis_plugin_table::extension, "extension");
    const void* const facts = plugin.extension(text(QUOVIS_EXTENSION_CACHE_FACTS));
    if (facts == nullptr) {
        trial.skip(fmt::format("the plugin has no extension '{}'", QUOVIS_EXTENSION_CACHE_FACTS));
    }
    return *static_cast<const quovis_cc_cache_facts*>(facts);
}

Description describe(Trial& trial, const quovis_cc_table& table, quovis_plugin_instance* instance) {
    trial.require(offers(table, &quovis_cc_table::describe), "the compiler has no 'describe'");
    auto description = sized<quovis_cc_description>();
    ErrorSlot error;
    const auto status = table.describe(instance, &description, error.get());
    if (status != QUOVIS_PLUGIN_OK) {
        trial.expect_failure(status, error, "describe");
        trial.skip(fmt::format("the compiler is not there: {}", error.message()));
    }
    return {to_string(description.identity),
            to_string(description.version),
            to_string(description.path),
            to_strings(description.languages, description.language_count),
            to_strings(description.formats, description.format_count),
            description.max_parallel_compiles,
            description.flags};
}

std::vector<std::string> targets(Trial& trial, const quovis_cc_table& table, quovis_plugin_instance* instance) {
    trial.require(offers(table, &quovis_cc_table::targets), "the compiler has no 'targets'");
    const quovis_plugin_text* first = nullptr;
    std::size_t count = 0;
    ErrorSlot error;
    trial.require_ok(table.targets(instance, &first, &count, error.get()), error, "targets");
    return to_strings(first, count);
}

void Compiled::release() {
    if (!std::exchange(released_, true) && offers(table_, &quovis_cc_table::release_result)) {
        table_.release_result(instance_, &result);
    }
}

std::string Compiled::image() const {
    return result.image == nullptr ? std::string()
                                   : std::string(static_cast<const char*>(result.image), result.image_size);
}

std::vector<Diagnostic> Compiled::diagnostics() const {
    std::vector<Diagnostic> all;
    visit_all(result.diagnostics, result.diagnostic_count, [&](const quovis_cc_diagnostic& one) {
        all.push_back({to_string(one.file), to_string(one.message), one.line, one.column, one.severity});
    });
    return all;
}

std::map<std::string, std::string> Compiled::symbols() const {
    std::map<std::string, std::string> all;
    visit_all(result.symbols, result.symbol_count,
              [&](const quovis_cc_symbol& one) { all[to_string(one.expression)] = to_string(one.symbol); });
    return all;
}

Request::Request(const Compiler& compiler, std::string_view language, std::string_view target, std::string_view source)
    : compiler_(compiler) {
    options.optimize = options.debug = options.line_info = options.fast_math = -1;
    options.warnings_as_errors = options.relocatable = -1;
    request.name = text(language == "opencl" ? "conformance.cl" : "conformance.cu");
    request.source = text(source);
    request.language = text(language);
    request.target = text(target);
}

Request& Request::define(std::string_view name, std::string_view value) {
    auto one = sized<quovis_cc_define>();
    one.name = text(name);
    one.value = text(value);
    one.has_value = 1;
    return define(one);
}

Request& Request::define(const quovis_cc_define& one) {
    defines_.push_back(one);
    return *this;
}

Request& Request::include_from(std::string_view directory) {
    directories_.push_back(text(directory));
    return *this;
}

Request& Request::raw(std::string_view option) {
    raw_.push_back(text(option));
    return *this;
}

Request& Request::header(std::string_view name, std::string_view content) {
    auto one = sized<quovis_cc_header>();
    one.name = text(name);
    one.content = text(content);
    headers_.push_back(one);
    return *this;
}

Request& Request::expression(std::string_view name) {
    expressions_.push_back(text(name));
    return *this;
}

void Request::point() {
    options.defines = defines_.data();
    options.define_count = defines_.size();
    options.include_directories = directories_.data();
    options.include_directory_count = directories_.size();
    options.raw = raw_.data();
    options.raw_count = raw_.size();
    request.options = &options;
    request.headers = headers_.data();
    request.header_count = headers_.size();
    request.name_expressions = expressions_.data();
    request.name_expression_count = expressions_.size();
}

std::unique_ptr<Compiled> Request::compile() {
    point();
    auto compiled = std::make_unique<Compiled>(compiler_.table(), compiler_.instance());
    compiled->status =
        compiler_.table().compile(compiler_.instance(), &request, &compiled->result, compiled->error.get());
    return compiled;
}

Plan Request::plan(Trial& trial) {
    point();
    const quovis_cc_cache_facts& facts = cache_facts(trial);
    trial.need(facts, &quovis_cc_cache_facts::plan, "plan");
    trial.require(offers(facts, &quovis_cc_cache_facts::release_plan), "there is 'plan' and no 'release_plan'");
    auto told = sized<quovis_cc_plan>();
    ErrorSlot error;
    Plan plan;
    plan.status = facts.plan(compiler_.instance(), &request, &told, error.get());
    if (plan.status != QUOVIS_PLUGIN_OK) {
        trial.expect_failure(plan.status, error, "plan");
        plan.error = error.message();
    }
    plan.words = to_strings(told.words, told.word_count);
    plan.include_directories = to_strings(told.include_directories, told.include_directory_count);
    plan.first_headers = to_strings(told.first_headers, told.first_header_count);
    plan.identity = to_string(told.identity);
    plan.bypass = to_string(told.bypass);
    facts.release_plan(compiler_.instance(), &told);
    return plan;
}

Compiler::Compiler(Trial& trial) : table_(trial.compiler()), instance_(trial.start()) {
    description_ = describe(trial, table_, instance_.get());
    targets_ = conformance::targets(trial, table_, instance_.get());
    trial.require(!targets_.empty(), "the compiler knows no target");
    trial.need(table_, &quovis_cc_table::compile, "compile");
    for (const std::string& language : description_.languages) {
        if (const Kernels* known = kernels_of(language)) {
            kernels_.push_back(known);
        }
    }
    if (kernels_.empty()) {
        trial.skip(fmt::format("the kit has no kernels in '{}'", fmt::join(description_.languages, "', '")));
    }
}

}  // namespace quovis::conformance

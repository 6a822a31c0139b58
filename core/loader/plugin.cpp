// Negotiated tables, initialisation, and the translation of a plugin's errors.
#include "core/loader/plugin.hpp"

#include "core/loader/compile_workers.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace quovis::core {
namespace {

bool is_known_status(std::int32_t status) {
    return std::strcmp(quovis_status_name(static_cast<quovis_status>(status)), "unknown") != 0;
}

WorkerSetup worker_setup(const Plugin& plugin, const std::vector<quovis_plugin_setting>& settings,
                         const CompilePolicy& policy) {
    auto messages = Message::array();
    for (const auto& setting : settings)
        messages.push_back(to_message(setting));
    return {plugin.name, plugin.path, std::move(messages), policy.worker_memory};
}

const void* extension_of(const quovis_plugin_table& plugin, std::string_view name) {
    return plugin.extension ? plugin.extension(to_text(name)) : nullptr;
}

bool prefers_worker(const Plugin& plugin) {
    return extension_of(plugin.table(), QUOVIS_EXTENSION_PREFERS_WORKER) != nullptr;
}

CompilerOrigin to_origin(const quovis_cc_origin& told) {
    CompilerOrigin origin;
    origin.known = true;
    origin.paths = to_strings(told.paths, told.path_count);
    origin.variables = to_strings(told.variables, told.variable_count);
    if (told.include_folder_count != 0)
        for_each_element(told.include_folders, told.include_folder_count, [&](const quovis_cc_include_folder& folder) {
            origin.include_folders.push_back({to_string(folder.path), folder.covered != 0});
        });
    origin.looks_beside_source = (told.flags & QUOVIS_CC_LOOKS_BESIDE_SOURCE) != 0;
    return origin;
}

std::string terminated(const char* text, std::size_t capacity) {
    return std::string(text, strnlen(text, capacity));
}

}  // namespace

std::vector<std::string> to_strings(const quovis_plugin_text* texts, std::size_t count) {
    std::vector<std::string> strings;
    strings.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        strings.push_back(to_string(texts[i]));
    return strings;
}

Error make_error(const std::string& plugin, quovis_plugin_status status, const quovis_plugin_error& reported,
                 std::string_view phase) {
    auto message = terminated(reported.message, sizeof reported.message);
    if (message.empty())
        message = fmt::format("plugin '{}' failed with status {} and gave no message (rule 5)", plugin, status);
    // A status that this version does not know is the plugin's fault until both sides know it (rule 2).
    const auto known = is_known_status(status) ? static_cast<quovis_status>(status) : QUOVIS_ERROR_INTERNAL;
    Error error(known, std::string(phase), std::move(message), terminated(reported.hint, sizeof reported.hint));
    error.plugin = plugin;
    error.native_code = reported.native_code;
    error.native_name = terminated(reported.native_name, sizeof reported.native_name);
    return error;
}

void throw_not_supported(const Plugin& plugin, std::string_view phase, std::string_view entry_name) {
    Error error(QUOVIS_ERROR_NOT_SUPPORTED, std::string(phase),
                fmt::format("plugin '{}' does not offer '{}' (rule 2)", plugin.name, entry_name));
    error.plugin = plugin.name;
    throw error;
}

void throw_thrown(const Plugin& plugin, std::string_view phase, std::string_view entry_name) {
    Error error(QUOVIS_ERROR_INTERNAL, std::string(phase),
                fmt::format("plugin '{}' threw an exception out of '{}' (rule 3)", plugin.name, entry_name));
    error.plugin = plugin.name;
    throw error;
}

quovis_cc_cache_facts cache_facts_of(const quovis_plugin_table& plugin) {
    const auto* facts = static_cast<const quovis_cc_cache_facts*>(extension_of(plugin, QUOVIS_EXTENSION_CACHE_FACTS));
    return facts ? known_part(*facts) : quovis_cc_cache_facts{};
}

Plugin::Plugin(std::string file_path, const quovis_plugin_table& table)
    : path(std::move(file_path)), table_(known_part(table)) {
    name = to_string(table_.name);
    version = to_string(table_.version);
    description = to_string(table_.description);
    if (table_.runtime) {
        runtime_ = known_part(*table_.runtime);
        runtime_name = to_string(runtime_.name);
        if (runtime_.graph)
            graphs_ = known_part(*runtime_.graph);
        has_runtime_ = true;
    }
}

Plugin::~Plugin() {
    compiler_.reset();
    if (instance_ && table_.shutdown)
        table_.shutdown(instance_);
}

void Plugin::initialize(const std::vector<quovis_plugin_setting>& settings, const CompilePolicy& policy) {
    auto info = sized<quovis_plugin_initialize_info>();
    info.settings = settings.data();
    info.setting_count = settings.size();
    call(*this, "initialize", "initialize", table_.initialize, &info, &instance_);
    if (!instance_)
        throw Error(QUOVIS_ERROR_INTERNAL, "initialize",
                    fmt::format("plugin '{}' reported success and gave no instance", name));
    if (!table_.compiler)
        return;
    try {
        compiler_ = std::make_unique<Compiler>(*this, settings, policy);
    } catch (const Error& error) {
        compiler_fault = std::make_unique<Error>(error);
    }
}

Compiler::Compiler(Plugin& plugin, const std::vector<quovis_plugin_setting>& given, const CompilePolicy& policy)
    : plugin_(plugin),
      table_(known_part(*plugin.compiler_table())),
      workers_(std::make_unique<CompileWorkers>(worker_setup(plugin, given, policy))),
      always_in_worker_(policy.isolation == Isolation::worker ||
                        (policy.isolation == Isolation::automatic && prefers_worker(plugin))),
      timeout_(policy.timeout),
      records_(policy.records) {
    for (const auto& setting : given)
        settings += to_string(setting.key) + '=' + to_string(setting.value) + '\n';
    record_key_ = plugin.name + '\n' + plugin.build + '\n' + settings;
    describe();
    for (const auto& language : languages)
        language_pointers.push_back(language.c_str());
    for (const auto& format : formats)
        format_pointers.push_back(format.c_str());
    workers_->set_compiler_stops((flags & QUOVIS_CC_CANCELS) != 0);
    if (policy.isolation == Isolation::automatic) {
        always_in_worker_ = always_in_worker_ || (flags & QUOVIS_CC_MAY_CRASH) != 0;
        stops_in_worker_ = (flags & QUOVIS_CC_CANCELS) == 0;
    }
}

void Compiler::describe() {
    if (auto known = records_.find(record_key_)) {
        static_cast<CompilerDescription&>(*this) = std::move(known->description);
        state_ = std::move(known->state);
        looked_ = std::chrono::steady_clock::now();
        confirmed_ = false;
        return;
    }
    const auto began = std::chrono::system_clock::now().time_since_epoch();
    static_cast<CompilerDescription&>(*this) = ask();
    state_ = state_of(origin);
    // What was changed meanwhile may have been read before.
    constexpr std::chrono::milliseconds clock_step{20};
    if (!origin.paths.empty() && last_change(origin) < std::chrono::nanoseconds(began - clock_step).count())
        records_.keep(record_key_, {*this, state_});
}

CompilerDescription Compiler::ask() {
    auto description = sized<quovis_cc_description>();
    const auto asked = entries(false);
    call(plugin_, "initialize", "describe", asked.table.describe, asked.instance, &description);
    CompilerDescription told;
    told.identity = to_string(description.identity);
    told.version = to_string(description.version);
    told.path = to_string(description.path);
    told.languages = to_strings(description.languages, description.language_count);
    told.formats = to_strings(description.formats, description.format_count);
    told.flags = description.flags;
    told.max_parallel = description.max_parallel_compiles;
    told.origin = ask_origin(asked.in_process);
    return told;
}

bool Compiler::confirm() {
    const std::lock_guard lock(description_mutex_);
    if (!confirmed_) {
        confirmed_ = true;
        is_another_ = !ask().compiles_as(*this);
        if (is_another_)
            records_.drop(record_key_);
    }
    return !is_another_;
}

std::string Compiler::change_since_described(bool at_once) {
    constexpr std::chrono::milliseconds rest{50};
    const std::lock_guard lock(description_mutex_);
    if (is_another_)
        return "the compiler is another than its record says";
    const auto now = std::chrono::steady_clock::now();
    if (change_.empty() && (at_once || now - looked_ >= rest)) {
        looked_ = now;
        change_ = changed_since(state_);
    }
    return change_.empty()
               ? std::string()
               : fmt::format("{} has changed since the compiler was asked what it is", in_quotes(change_, 4096));
}

// A plugin that cannot say is asked what its compiler is in every process, and that is all.
CompilerOrigin Compiler::ask_origin(bool in_process) {
    if (!in_process)
        return workers_->origin() ? to_origin(*workers_->origin()) : CompilerOrigin();
    const auto facts = cache_facts_of(plugin_.table());
    auto told = sized<quovis_cc_origin>();
    auto error = sized<quovis_plugin_error>();
    try {
        if (facts.origin && facts.origin(plugin_.instance(), &told, &error) == QUOVIS_PLUGIN_OK)
            return to_origin(told);
    } catch (...) {
        throw_thrown(plugin_, "initialize", "cache_facts.origin");
    }
    return {};
}

Compiler::~Compiler() = default;

Compiler::Entries Compiler::entries(bool stoppable) const {
    if (always_in_worker_ || (stoppable && stops_in_worker_))
        return {CompileWorkers::table(), workers_->instance(), false};
    return {table_, plugin_.instance(), true};
}

bool Compiler::takes(std::string_view language) const {
    return std::find(languages.begin(), languages.end(), language) != languages.end();
}

bool Compiler::emits(std::string_view format) const {
    return std::find(formats.begin(), formats.end(), format) != formats.end();
}

const std::vector<std::string>& Compiler::targets() {
    const std::lock_guard lock(mutex_);
    if (!targets_known_) {
        const quovis_plugin_text* texts = nullptr;
        std::size_t count = 0;
        const auto asked = entries(false);
        call(plugin_, "compile", "targets", asked.table.targets, asked.instance, &texts, &count);
        targets_ = to_strings(texts, count);
        for (const auto& target : targets_)
            target_pointers_.push_back(target.c_str());
        targets_known_ = true;
    }
    return targets_;
}

const std::vector<const char*>& Compiler::target_pointers() {
    targets();
    return target_pointers_;
}

Compiler::Place::Place(Compiler& compiler, const Entries& entries)
    : compiler_(entries.in_process && compiler.max_parallel != 0 ? &compiler : nullptr) {
    if (!compiler_)
        return;
    std::unique_lock lock(compiler_->mutex_);
    compiler_->free_.wait(lock, [&] { return compiler_->running_ < compiler_->max_parallel; });
    ++compiler_->running_;
}

Compiler::Place::~Place() {
    if (!compiler_)
        return;
    {
        const std::lock_guard lock(compiler_->mutex_);
        --compiler_->running_;
    }
    compiler_->free_.notify_one();
}

}  // namespace quovis::core

// Opening the plugin under test, the host's table of the kit, and the bookkeeping of expectations.
#include "tests/conformance/kit/trial.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>

namespace quovis::conformance {
namespace {

// Lines go to stderr only when they are asked for: a plugin's words must not look like the kit's.
void log_line(void*, std::int32_t, quovis_plugin_text message) {
    static const bool wanted = std::getenv("QUOVIS_CONFORMANCE_LOG") != nullptr;
    if (wanted) {
        std::fprintf(stderr, "plugin: %s\n", to_string(message).c_str());
    }
}

std::int32_t environment_value(void*, quovis_plugin_text name, quovis_plugin_text* value) {
    const char* found = std::getenv(to_string(name).c_str());
    if (found == nullptr) {
        return 0;
    }
    *value = text(found);
    return 1;
}

bool ends(const char* words, std::size_t capacity) {
    return std::memchr(words, '\0', capacity) != nullptr;
}

constexpr unsigned char pattern = 0xa5;

}  // namespace

const quovis_plugin_host& kit_host() {
    static const quovis_plugin_host host = {sizeof(quovis_plugin_host),
                                            QUOVIS_PLUGIN_ABI_MAJOR,
                                            QUOVIS_PLUGIN_ABI_MINOR,
                                            text("0.0.0-conformance"),
                                            nullptr,
                                            log_line,
                                            environment_value};
    return host;
}

const quovis_plugin_table* open_plugin(const std::string& path) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        throw std::runtime_error(dlerror());
    }
    const auto entry = reinterpret_cast<quovis_plugin_entry>(dlsym(library, QUOVIS_PLUGIN_ENTRY_NAME));
    if (entry == nullptr) {
        throw std::runtime_error(fmt::format("'{}' exports no " QUOVIS_PLUGIN_ENTRY_NAME, path));
    }
    return entry(&kit_host());
}

ErrorSlot::ErrorSlot() {
    std::memset(&error_, pattern, sizeof error_);
    error_.struct_size = sizeof error_;
    error_.message[0] = '\0';  // so that a message can be read whatever the plugin did
}

std::string ErrorSlot::message() const {
    return std::string(error_.message, strnlen(error_.message, sizeof error_.message));
}

std::string ErrorSlot::fault(quovis_plugin_status returned) const {
    if (error_.code != returned) {
        return fmt::format("the call returned {} and the error's code is {}", returned, error_.code);
    }
    if (error_.phase <= QUOVIS_PLUGIN_PHASE_NONE || error_.phase > QUOVIS_PLUGIN_PHASE_INTEROP) {
        return fmt::format("the error's phase is {}", error_.phase);
    }
    std::int64_t untouched = 0;
    std::memset(&untouched, pattern, sizeof untouched);
    if (error_.native_code == untouched) {
        return "the error's native_code was not written";
    }
    if (!ends(error_.native_name, sizeof error_.native_name) || !ends(error_.message, sizeof error_.message) ||
        !ends(error_.hint, sizeof error_.hint)) {
        return "a text of the error does not end with a zero byte";
    }
    if (error_.message[0] == '\0') {
        return "the error has no message";
    }
    return {};
}

bool Trial::expect(bool holds, const std::string& what) {
    if (!holds) {
        const std::lock_guard lock(mutex_);
        outcome_.verdict = Verdict::failed;
        outcome_.failures.push_back(what);
    }
    return holds;
}

void Trial::require(bool holds, const std::string& what) {
    if (!expect(holds, what)) {
        throw Stop{};
    }
}

void Trial::require_ok(quovis_plugin_status status, const ErrorSlot& error, std::string_view what) {
    require(status == QUOVIS_PLUGIN_OK, fmt::format("{} fails with {}: {}", what, status, error.message()));
}

void Trial::expect_failure(quovis_plugin_status status, const ErrorSlot& error, std::string_view what,
                           std::initializer_list<quovis_plugin_status> codes) {
    if (!expect(status != QUOVIS_PLUGIN_OK, fmt::format("{} succeeds", what))) {
        return;
    }
    const bool one_of = codes.size() == 0 || std::find(codes.begin(), codes.end(), status) != codes.end();
    expect(one_of, fmt::format("{} fails with the unexpected code {}: {}", what, status, error.message()));
    const std::string fault = error.fault(status);
    expect(fault.empty(), fmt::format("{} fails, but {} (rule 5)", what, fault));
}

const quovis_plugin_table& Trial::plugin() {
    const quovis_plugin_table* table = open_plugin(subject_.path);
    require(table != nullptr, "the entry returned null");
    require(
        reaches(*table, &quovis_plugin_table::shutdown) && table->initialize != nullptr && table->shutdown != nullptr,
        "the table has no initialize or no shutdown");
    return *table;
}

const quovis_cc_table& Trial::compiler() {
    const quovis_plugin_table& table = plugin();
    need(table, &quovis_plugin_table::compiler, "compiler");
    return *table.compiler;
}

const quovis_rt_table& Trial::runtime() {
    const quovis_plugin_table& table = plugin();
    need(table, &quovis_plugin_table::runtime, "runtime");
    return *table.runtime;
}

Instance Trial::start() {
    const quovis_plugin_table& table = plugin();
    std::vector<quovis_plugin_setting> settings;
    for (const auto& [key, value] : subject_.settings) {
        auto one = sized<quovis_plugin_setting>();
        one.key = text(key);
        one.value = text(value);
        one.origin = text("conformance");
        settings.push_back(one);
    }
    auto info = sized<quovis_plugin_initialize_info>();
    info.settings = settings.data();
    info.setting_count = settings.size();
    quovis_plugin_instance* instance = nullptr;
    ErrorSlot error;
    const auto status = table.initialize(&info, &instance, error.get());
    if (status != QUOVIS_PLUGIN_OK) {
        expect_failure(status, error, "initialize");
        skip(fmt::format("initialize fails: {}", error.message()));
    }
    require(instance != nullptr, "initialize succeeds and gives no instance");
    return Instance(table, instance);
}

}  // namespace quovis::conformance

// Opens a plugin as a host does, without the core, for tests of what is peculiar to one plugin.
// What every plugin must do is in tests/conformance.
#pragma once

#include <dlfcn.h>
#include <quovis/plugin.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace plugin_test {

inline quovis_plugin_text text(std::string_view from) {
    return {from.data(), from.size()};
}
inline std::string string(quovis_plugin_text from) {
    return from.size == 0 ? std::string() : std::string(from.data, from.size);
}

template <class Struct>
Struct sized() {
    Struct zeroed{};
    zeroed.struct_size = sizeof(Struct);
    return zeroed;
}

inline quovis_cc_options no_options() {
    auto options = sized<quovis_cc_options>();
    options.optimize = options.debug = options.line_info = options.fast_math = -1;
    options.warnings_as_errors = options.relocatable = -1;
    return options;
}

struct Message {
    std::string file;
    std::uint32_t line;
    std::uint32_t column;
    std::int32_t severity;
    std::string text;
};

inline std::vector<Message> messages_of(const quovis_cc_result& result) {
    std::vector<Message> messages;
    for (std::size_t index = 0; index < result.diagnostic_count; ++index) {
        const quovis_cc_diagnostic& given = result.diagnostics[index];
        messages.push_back({string(given.file), given.line, given.column, given.severity, string(given.message)});
    }
    return messages;
}

using Environment = std::int32_t (*)(void*, quovis_plugin_text name, quovis_plugin_text* found);

inline std::int32_t own_environment(void*, quovis_plugin_text name, quovis_plugin_text* found) {
    const char* set = std::getenv(string(name).c_str());
    if (set == nullptr) {
        return 0;
    }
    *found = text(set);
    return 1;
}

// The table of QUOVIS_TEST_PLUGIN_DIR/NAME.so; null when it cannot be opened, and dlerror() says why. The host that the
// plugin sees keeps no log.
template <Environment environment = own_environment>
const quovis_plugin_table* open_plugin(const std::string& name) {
    static const quovis_plugin_host host{sizeof(quovis_plugin_host),
                                         QUOVIS_PLUGIN_ABI_MAJOR,
                                         QUOVIS_PLUGIN_ABI_MINOR,
                                         text("0.1.0"),
                                         nullptr,
                                         [](void*, std::int32_t, quovis_plugin_text) {},
                                         environment};
    void* const library = dlopen((QUOVIS_TEST_PLUGIN_DIR "/" + name + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const entry = library == nullptr ? nullptr : dlsym(library, QUOVIS_PLUGIN_ENTRY_NAME);
    return entry == nullptr ? nullptr : reinterpret_cast<quovis_plugin_entry>(entry)(&host);
}

}  // namespace plugin_test

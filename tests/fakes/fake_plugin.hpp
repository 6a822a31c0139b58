// Builders for plugins that stand for a backend in tests: a table is put together like a sentence, at compile time.
// The working parts that a table can point to are in parts/: a compiler that keeps text, a runtime on host memory.
#pragma once

#include <quovis/plugin.h>

#include <cstdint>
#include <cstring>
#include <string_view>

namespace quovis::fakes {

// What the parts are called in one shared object; each fake that uses them defines `identity`.
struct Identity {
    std::string_view name;
    std::string_view runtime;
    std::string_view format;
};
extern const Identity identity;

constexpr quovis_plugin_text text(std::string_view words) {
    return {words.data(), words.size()};
}
inline std::string_view view(quovis_plugin_text words) {
    return {words.data, words.size};
}

// ---- The working parts ----

// Keeps the host's table (a null one changes nothing); the entry function of a fake returns what this returns.
const quovis_plugin_table* offer(const quovis_plugin_host* host, const quovis_plugin_table& table);

quovis_plugin_status initialize(const quovis_plugin_initialize_info* info, quovis_plugin_instance** instance,
                                quovis_plugin_error* error);
void shutdown(quovis_plugin_instance* instance);
const void* extension(quovis_plugin_text name);

// The tables of the two roles are in parts/tables.hpp.

// The keys that parts/instance.cpp reads.
inline constexpr quovis_plugin_key keys[] = {
    {sizeof(quovis_plugin_key), text("devices"), text("how many devices there are; 2 when not set")},
    {sizeof(quovis_plugin_key), text("types"), text("gpu, cpu or accelerator for each device in turn")},
    {sizeof(quovis_plugin_key), text("uuids"), text("32 hexadecimal digits for each device; '-' for none")},
    {sizeof(quovis_plugin_key), text("pcis"), text("domain:bus:device.function for each device; '-' for none")},
    {sizeof(quovis_plugin_key), text("memory"), text("bytes of each device")},
    {sizeof(quovis_plugin_key), text("target"), text("what the devices ask compilers for: fake-1, fake-2")},
    {sizeof(quovis_plugin_key), text("languages"), text("that the compiler takes")},
    {sizeof(quovis_plugin_key), text("identity"), text("of the compiler")},
    {sizeof(quovis_plugin_key), text("parallel"), text("how many compiles may run at once; 0 no limit")},
    {sizeof(quovis_plugin_key), text("counters"), text("a file that the counters are written to at shutdown")},
    {sizeof(quovis_plugin_key), text("misbehave"), text("one of the words in parts/instance.cpp")},
};

// ---- What needs no part ----

// An instance of a plugin that has nothing to remember.
inline quovis_plugin_status initialize_nothing(const quovis_plugin_initialize_info*, quovis_plugin_instance** instance,
                                               quovis_plugin_error*) {
    static char something = 0;
    *instance = reinterpret_cast<quovis_plugin_instance*>(&something);
    return QUOVIS_PLUGIN_OK;
}
inline void shut_nothing_down(quovis_plugin_instance*) {}

// A role for those that never come so far that it is asked for anything.
inline constexpr quovis_cc_table unused_compiler = {
    sizeof(quovis_cc_table), nullptr, nullptr, nullptr, nullptr, nullptr};

// Fills what the caller's struct has room for, and returns the code.
inline quovis_plugin_status fail(quovis_plugin_error* error, quovis_plugin_status code, std::int32_t phase,
                                 std::string_view message, std::string_view hint = {}, std::int64_t native_code = 0,
                                 std::string_view native_name = {}) {
    if (error == nullptr) {
        return code;
    }
    quovis_plugin_error full{};
    full.struct_size = error->struct_size;
    full.code = code;
    full.phase = phase;
    full.native_code = native_code;
    native_name.copy(full.native_name, sizeof full.native_name - 1);
    message.copy(full.message, sizeof full.message - 1);
    hint.copy(full.hint, sizeof full.hint - 1);
    std::memcpy(error, &full, error->struct_size < sizeof full ? error->struct_size : sizeof full);
    return code;
}

// ---- The table ----

class Plugin {
  public:
    constexpr explicit Plugin(std::string_view name) {
        table_.struct_size = sizeof(quovis_plugin_table);
        table_.abi_major = QUOVIS_PLUGIN_ABI_MAJOR;
        table_.abi_minor = QUOVIS_PLUGIN_ABI_MINOR;
        table_.name = text(name);
        table_.version = text("1.2.3");
        table_.description = text("A plugin for tests.");
        table_.initialize = initialize_nothing;
        table_.shutdown = shut_nothing_down;
    }

    // Made of the working parts, with their keys and their counters.
    constexpr Plugin works() const {
        Plugin next = initializes_with(fakes::initialize);
        next.table_.shutdown = fakes::shutdown;
        next.table_.extension = fakes::extension;
        next.table_.keys = keys;
        next.table_.key_count = sizeof keys / sizeof *keys;
        return next;
    }
    constexpr Plugin described_as(std::string_view description) const {
        Plugin next = *this;
        next.table_.description = text(description);
        return next;
    }
    constexpr Plugin compiles_with(const quovis_cc_table* table) const {
        Plugin next = *this;
        next.table_.compiler = table;
        return next;
    }
    constexpr Plugin runs_with(const quovis_rt_table* table) const {
        Plugin next = *this;
        next.table_.runtime = table;
        return next;
    }
    constexpr Plugin speaks(std::uint32_t major, std::uint32_t minor) const {
        Plugin next = *this;
        next.table_.abi_major = major;
        next.table_.abi_minor = minor;
        return next;
    }
    // As a table would be of a version that had no more members, or some more.
    constexpr Plugin of_size(std::size_t struct_size) const {
        Plugin next = *this;
        next.table_.struct_size = struct_size;
        return next;
    }
    constexpr Plugin initializes_with(decltype(quovis_plugin_table::initialize) function) const {
        Plugin next = *this;
        next.table_.initialize = function;
        return next;
    }

    constexpr Plugin extended_by(decltype(quovis_plugin_table::extension) function) const {
        Plugin next = *this;
        next.table_.extension = function;
        return next;
    }

    constexpr quovis_plugin_table table() const { return table_; }

  private:
    quovis_plugin_table table_{};
};

}  // namespace quovis::fakes

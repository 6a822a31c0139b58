// dlopen, the entry function, and the first look at the table that it returns.
#include "core/loader/library.hpp"

#include "core/loader/host.hpp"
#include "core/loader/plugin.hpp"
#include "core/support/text.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstddef>
#include <string_view>

namespace quovis::core {
namespace {

OpenedLibrary refusal(quovis_plugin_state state, bool opened, std::string reason, std::string hint = {}) {
    return {nullptr, opened, state, std::move(reason), std::move(hint)};
}

OpenedLibrary linker_refusal(const char* message) {
    const std::string words = message ? message : "the dynamic linker gave no reason";
    const bool library_missing = words.find("cannot open shared object file") != std::string::npos;
    return refusal(library_missing ? QUOVIS_STATE_UNAVAILABLE : QUOVIS_STATE_FAILED, false,
                   fmt::format("the dynamic linker refused it: {}", words),
                   library_missing ? "install the library that it names, or remove the plugin"
                                   : "the plugin and the libraries it was built with do not fit together");
}

// What a table must reach to be of any use: everything up to `shutdown`.
constexpr std::size_t smallest_table = offsetof(quovis_plugin_table, shutdown) + sizeof(void (*)(void));

bool is_plugin_name(std::string_view name) {
    return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

std::string table_fault(const quovis_plugin_table& table) {
    if (table.struct_size < smallest_table)
        return fmt::format("its table has {} bytes and must have {} at least (rule 1)", table.struct_size,
                           smallest_table);
    if (table.abi_major != QUOVIS_PLUGIN_ABI_MAJOR)
        return fmt::format("its table is of ABI {}.{}, this Quovis speaks {}.{}", table.abi_major, table.abi_minor,
                           QUOVIS_PLUGIN_ABI_MAJOR, QUOVIS_PLUGIN_ABI_MINOR);
    const auto known = known_part(table);
    if (!is_plugin_name(to_string(known.name)))
        return fmt::format("it calls itself '{}'; a name has lower-case letters, digits and '-' only",
                           printable(to_string(known.name)));
    if (!known.initialize || !known.shutdown)
        return "its table lacks 'initialize' or 'shutdown' (rule 2)";
    if (!known.compiler && !known.runtime)
        return "it offers neither a compiler nor a runtime";
    return {};
}

}  // namespace

OpenedLibrary open_library(const std::string& path) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle)
        return linker_refusal(dlerror());
    const auto entry = reinterpret_cast<quovis_plugin_entry>(dlsym(handle, QUOVIS_PLUGIN_ENTRY_NAME));
    if (!entry)
        return refusal(QUOVIS_STATE_REJECTED, true, "its entry '" QUOVIS_PLUGIN_ENTRY_NAME "' is not to be had");
    const quovis_plugin_table* table = nullptr;
    try {
        table = entry(&plugin_host());
    } catch (...) {
        return refusal(QUOVIS_STATE_FAILED, true, "'" QUOVIS_PLUGIN_ENTRY_NAME "' threw an exception (rule 3)");
    }
    if (!table)
        return refusal(QUOVIS_STATE_REJECTED, true, "'" QUOVIS_PLUGIN_ENTRY_NAME "' refused this host");
    if (auto fault = table_fault(*table); !fault.empty())
        return refusal(QUOVIS_STATE_REJECTED, true, std::move(fault));
    return {table, true, QUOVIS_STATE_READY, {}, {}};
}

}  // namespace quovis::core

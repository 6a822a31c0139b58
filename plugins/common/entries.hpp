// The part of a plugin.cpp that is the same in every plugin with a class for each role.
// Every body runs in guard(), so that nothing is thrown across (rule 3).
#pragma once

#include <quovis/plugin.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

#include "plugins/common/error.hpp"
#include "plugins/common/result.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/common/text.hpp"

namespace quovis::plugins {

// One use of a plugin. Making it opens nothing: what is missing is told by `describe` and `devices`.
template <class CompilerClass, class RuntimeClass>
struct Roles {
    explicit Roles(const Settings& settings) : compiler(settings), runtime(settings) {}

    CompilerClass compiler;
    RuntimeClass runtime;
};

// Entries of the plugin's table and of the compiler's. The Instance is made of Settings and has a `compiler` with
// describe(), targets(), compile() and, for a table that has it, link().
template <class Instance>
struct Entries {
    static quovis_plugin_status initialize(const quovis_plugin_initialize_info* info, Instance** instance,
                                           quovis_plugin_error* error) {
        return guard(error, QUOVIS_PLUGIN_PHASE_INITIALIZE,
                     [&] { *instance = std::make_unique<Instance>(Settings(info)).release(); });
    }

    static void shutdown(Instance* instance) {
        contain("shutting the plugin down", [&] { delete instance; });
    }

    static quovis_plugin_status describe(Instance* instance, quovis_cc_description* description,
                                         quovis_plugin_error* error) {
        return guard(error, QUOVIS_PLUGIN_PHASE_INITIALIZE, [&] { give(description, instance->compiler.describe()); });
    }

    static quovis_plugin_status targets(Instance* instance, const quovis_plugin_text** list, std::size_t* count,
                                        quovis_plugin_error* error) {
        return guard(error, QUOVIS_PLUGIN_PHASE_COMPILE, [&] {
            const auto& texts = instance->compiler.targets();
            *list = texts.data();
            *count = texts.size();
        });
    }

    static quovis_plugin_status compile(Instance* instance, const quovis_cc_request* request, quovis_cc_result* result,
                                        quovis_plugin_error* error) {
        return deliver(result, error, QUOVIS_PLUGIN_PHASE_COMPILE,
                       [&](CompileResult& content) { instance->compiler.compile(received(request), content); });
    }

    static quovis_plugin_status link(Instance* instance, const quovis_cc_link_request* request,
                                     quovis_cc_result* result, quovis_plugin_error* error) {
        return deliver(result, error, QUOVIS_PLUGIN_PHASE_LINK,
                       [&](CompileResult& content) { instance->compiler.link(received(request), content); });
    }
};

// The arguments are literals.
constexpr quovis_plugin_key key(std::string_view name, std::string_view description) {
    return {sizeof(quovis_plugin_key), {name.data(), name.size()}, {description.data(), description.size()}};
}

template <class Instance, std::size_t count>
constexpr quovis_plugin_table plugin_table(std::string_view name, std::string_view description,
                                           const std::array<quovis_plugin_key, count>& keys,
                                           const quovis_cc_table* compiler, const quovis_rt_table* runtime,
                                           const void* (*extension)(quovis_plugin_text) = nullptr) {
    constexpr std::string_view version = QUOVIS_PROJECT_VERSION;
    return {
        sizeof(quovis_plugin_table),
        QUOVIS_PLUGIN_ABI_MAJOR,
        QUOVIS_PLUGIN_ABI_MINOR,
        {name.data(), name.size()},
        {version.data(), version.size()},
        {description.data(), description.size()},
        keys.data(),
        keys.size(),
        Entries<Instance>::initialize,
        Entries<Instance>::shutdown,
        compiler,
        runtime,
        extension,
    };
}

}  // namespace quovis::plugins

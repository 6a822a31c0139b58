// A plugin that breaks one rule of plugin.h, RULE, and keeps the others: the conformance kit must say which.
// RULE 11 stands for typed options: it drops them. RULE 12 stands for what a cache must know: it tells nothing.
#include "tests/fakes/parts/objects.hpp"
#include "tests/fakes/parts/tables.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#if RULE == 8
extern "C" int vendor_function();
#endif

namespace quovis::fakes {

const Identity identity = {"rule-breaker", "breaker", "breaker-image"};

namespace {

[[maybe_unused]] void leave_a_descriptor_open() {
    static_cast<void>(open("/dev/null", O_RDONLY | O_CLOEXEC));
}

#if RULE == 1
// As if every caller had this version's struct.
quovis_plugin_status broken_describe(quovis_plugin_instance* instance, quovis_cc_description* description,
                                     quovis_plugin_error* error) {
    auto all = quovis_cc_description{};
    all.struct_size = sizeof all;
    const auto status = describe(instance, &all, error);
    *description = all;
    return status;
}
#elif RULE == 3
// The texts are good until the next call only.
quovis_plugin_status broken_describe(quovis_plugin_instance* instance, quovis_cc_description* description,
                                     quovis_plugin_error* error) {
    static char words[] = "identity 0";
    ++words[9];
    const auto status = describe(instance, description, error);
    description->identity = text(words);
    return status;
}
#else
constexpr auto broken_describe = describe;
#endif

[[maybe_unused]] quovis_plugin_status broken_compile(quovis_plugin_instance* instance, const quovis_cc_request* request,
                                                     quovis_cc_result* result, quovis_plugin_error* error) {
    if (RULE == 5) {
        return compile(instance, request, result, nullptr);
    }
    quovis_cc_options options = take(request->options);
    options.fast_math = -1;
    options.max_registers = 0;
    quovis_cc_request without = take(request);
    without.options = &options;
    return compile(instance, &without, result, error);
}

[[maybe_unused]] quovis_plugin_status any_kind(quovis_rt_device* device, quovis_rt_buffer_info* info,
                                               quovis_rt_buffer** buffer, quovis_plugin_error* error) {
    info->kind = QUOVIS_RT_MEMORY_DEVICE;
    return buffer_create(device, info, buffer, error);
}

[[maybe_unused]] quovis_plugin_status costly_info(quovis_rt_device* device, quovis_rt_device_info* info,
                                                  quovis_plugin_error* error) {
    leave_a_descriptor_open();
    return device_info(device, info, error);
}

quovis_plugin_status broken_initialize(const quovis_plugin_initialize_info* info, quovis_plugin_instance** instance,
                                       quovis_plugin_error* error) {
    if (RULE == 7) {
        leave_a_descriptor_open();
        umask(0);
        std::puts("hello from the plugin");
    }
    return initialize(info, instance, error);
}

#if RULE == 12
quovis_plugin_status empty_plan(quovis_plugin_instance*, const quovis_cc_request*, quovis_cc_plan*,
                                quovis_plugin_error*) {
    return QUOVIS_PLUGIN_OK;
}
void release_nothing(quovis_plugin_instance*, quovis_cc_plan*) {}
constexpr quovis_cc_cache_facts facts = {sizeof(quovis_cc_cache_facts), nullptr, empty_plan, release_nothing};
const void* broken_extension(quovis_plugin_text name) {
    return view(name) == QUOVIS_EXTENSION_CACHE_FACTS ? &facts : extension(name);
}
#else
constexpr auto broken_extension = extension;
#endif

constexpr quovis_cc_table broken_compiler() {
    quovis_cc_table table = text_compiler;
    table.describe = broken_describe;
    table.compile = RULE == 5 || RULE == 11 ? broken_compile : compile;
    return table;
}
constexpr quovis_rt_table broken_runtime() {
    quovis_rt_table table = host_runtime("breaker");
    table.buffer_create = RULE == 2 ? any_kind : buffer_create;
    table.device_info = RULE == 9 ? costly_info : device_info;
    return table;
}

constexpr quovis_cc_table compiler_table = broken_compiler();
constexpr quovis_rt_table runtime_table = broken_runtime();
constexpr quovis_plugin_table plugin = Plugin("rule-breaker")
                                           .works()
                                           .compiles_with(&compiler_table)
                                           .runs_with(&runtime_table)
                                           .initializes_with(broken_initialize)
                                           .extended_by(broken_extension)
                                           .table();

#if RULE == 10
struct AbortsAtExit {
    ~AbortsAtExit() { std::abort(); }
};
const AbortsAtExit aborts_at_exit;
#endif

}  // namespace

}  // namespace quovis::fakes

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
#if RULE == 4
    quovis::fakes::leave_a_descriptor_open();
#elif RULE == 8
    static_cast<void>(vendor_function());
#endif
    return quovis::fakes::offer(host, quovis::fakes::plugin);
}

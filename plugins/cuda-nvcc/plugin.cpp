// The plugin cuda-nvcc: nvcc compiles, and the `cuda` runtime of plugins/cuda loads and launches.
// The entry and its tables; every body runs in guard(), so that nothing is thrown across (rule 3).
#include <quovis/plugin.h>

#include <array>
#include <memory>

#include "plugins/common/error.hpp"
#include "plugins/common/host.hpp"
#include "plugins/common/result.hpp"
#include "plugins/common/settings.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda-nvcc/compiler.hpp"
#include "plugins/cuda/runtime.hpp"

struct quovis_plugin_instance {
    explicit quovis_plugin_instance(const quovis::plugins::Settings& settings)
        : compiler(settings), runtime(settings) {}

    quovis::nvcc::Compiler compiler;
    quovis::cuda::Runtime runtime;
};

namespace quovis::cuda {

Runtime& runtime_of(quovis_plugin_instance& instance) {
    return instance.runtime;
}

}  // namespace quovis::cuda

namespace {

namespace plugins = quovis::plugins;

quovis_plugin_status initialize(const quovis_plugin_initialize_info* info, quovis_plugin_instance** instance,
                                quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_INITIALIZE, [&] {
        *instance = std::make_unique<quovis_plugin_instance>(plugins::Settings(info)).release();
    });
}

void shutdown(quovis_plugin_instance* instance) {
    plugins::contain("shutting cuda-nvcc down", [&] { delete instance; });
}

quovis_plugin_status describe(quovis_plugin_instance* instance, quovis_cc_description* description,
                              quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_INITIALIZE,
                          [&] { plugins::give(description, instance->compiler.describe()); });
}

quovis_plugin_status targets(quovis_plugin_instance* instance, const quovis_plugin_text** list, size_t* count,
                             quovis_plugin_error* error) {
    return plugins::guard(error, QUOVIS_PLUGIN_PHASE_COMPILE, [&] {
        const auto& texts = instance->compiler.targets();
        *list = texts.data();
        *count = texts.size();
    });
}

quovis_plugin_status compile(quovis_plugin_instance* instance, const quovis_cc_request* request,
                             quovis_cc_result* result, quovis_plugin_error* error) {
    return plugins::deliver(result, error, QUOVIS_PLUGIN_PHASE_COMPILE, [&](plugins::CompileResult& content) {
        instance->compiler.compile(plugins::received(request), content);
    });
}

quovis_plugin_status link(quovis_plugin_instance* instance, const quovis_cc_link_request* request,
                          quovis_cc_result* result, quovis_plugin_error* error) {
    return plugins::deliver(result, error, QUOVIS_PLUGIN_PHASE_LINK, [&](plugins::CompileResult& content) {
        instance->compiler.link(plugins::received(request), content);
    });
}

constexpr quovis_cc_table compiler_table{
    sizeof(quovis_cc_table), describe, targets, compile, link, plugins::release_result,
};

constexpr quovis_plugin_text literal(std::string_view words) {
    return {words.data(), words.size()};
}

constexpr std::array<quovis_plugin_key, 4> keys{{
    {sizeof(quovis_plugin_key), literal("nvcc"),
     literal("The program nvcc: the file, or the folder it is in. Default: searched as plugins/cuda-nvcc/README.md "
             "says")},
    {sizeof(quovis_plugin_key), literal("cuda"),
     literal("The folder of a CUDA toolkit, whose nvcc is used. Default: none")},
    {sizeof(quovis_plugin_key), literal("host_compiler"),
     literal("The C++ compiler that nvcc calls (-ccbin), as g++-12. Default: nvcc chooses")},
    {sizeof(quovis_plugin_key), literal("driver"),
     literal("The driver's library: the file, or the folder it is in. Default: libcuda.so.1 of the system")},
}};

const quovis_plugin_table* table() {
    static const quovis_plugin_table made{
        sizeof(quovis_plugin_table),
        QUOVIS_PLUGIN_ABI_MAJOR,
        QUOVIS_PLUGIN_ABI_MINOR,
        literal("cuda-nvcc"),
        literal(QUOVIS_PROJECT_VERSION),
        literal("CUDA C++ through nvcc, for NVIDIA GPUs"),
        keys.data(),
        keys.size(),
        initialize,
        shutdown,
        &compiler_table,
        quovis::cuda::runtime_table(),
        nullptr,
    };
    return &made;
}

}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    plugins::set_host(host);
    return table();
}

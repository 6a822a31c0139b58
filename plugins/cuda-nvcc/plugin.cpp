// The plugin cuda-nvcc: nvcc compiles, and the `cuda` runtime of plugins/cuda loads and launches.
#include <quovis/plugin.h>

#include <array>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/entries.hpp"
#include "plugins/common/host.hpp"
#include "plugins/cuda-nvcc/compiler.hpp"
#include "plugins/cuda/image_reader.hpp"
#include "plugins/cuda/runtime.hpp"
#include "plugins/cuda/vendor_loops.hpp"

struct quovis_plugin_instance : quovis::plugins::Roles<quovis::nvcc::Compiler, quovis::cuda::Runtime> {
    using Roles::Roles;
};

namespace quovis::cuda {

Runtime& runtime_of(quovis_plugin_instance& instance) {
    return instance.runtime;
}

}  // namespace quovis::cuda

namespace {

namespace plugins = quovis::plugins;
using Entries = plugins::Entries<quovis_plugin_instance>;
using CacheFacts = plugins::CacheFacts<quovis_plugin_instance>;

constexpr quovis_cc_table compiler_table{
    sizeof(quovis_cc_table), Entries::describe, Entries::targets,
    Entries::compile,        Entries::link,     plugins::release_result,
};

constexpr std::array keys{
    plugins::key("nvcc",
                 "The program nvcc: the file, or the folder it is in. Default: searched as plugins/cuda-nvcc/README.md "
                 "says"),
    plugins::key("cuda", "The folder of a CUDA toolkit, whose nvcc is used. Default: none"),
    plugins::key("host_compiler", "The C++ compiler that nvcc calls (-ccbin), as g++-12. Default: nvcc chooses"),
    plugins::key("driver",
                 "The driver's library: the file, or the folder it is in. Default: libcuda.so.1 of the system"),
};

const void* extension(quovis_plugin_text name) {
    if (plugins::view(name) == QUOVIS_EXTENSION_VENDOR_LOOPS) {
        return quovis::cuda::vendor_loops();
    }
    if (plugins::view(name) == QUOVIS_EXTENSION_IMAGE_READER) {
        return quovis::cuda::image_reader();
    }
    return plugins::view(name) == QUOVIS_EXTENSION_CACHE_FACTS ? &CacheFacts::table : nullptr;
}

const quovis_plugin_table* table() {
    static const quovis_plugin_table made =
        plugins::plugin_table<quovis_plugin_instance>("cuda-nvcc", "CUDA C++ through nvcc, for NVIDIA GPUs", keys,
                                                      &compiler_table, quovis::cuda::runtime_table(), extension);
    return &made;
}

}  // namespace

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    plugins::set_host(host);
    return table();
}

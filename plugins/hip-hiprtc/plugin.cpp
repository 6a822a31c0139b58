// The plugin hip-hiprtc: hiprtc compiles, and the `hip` runtime over HIP's library loads and launches.
#include <quovis/plugin.h>

#include <array>

#include "plugins/common/cache_facts.hpp"
#include "plugins/common/entries.hpp"
#include "plugins/common/host.hpp"
#include "plugins/hip-hiprtc/compiler.hpp"
#include "plugins/hip-hiprtc/image_reader.hpp"
#include "plugins/hip-hiprtc/runtime.hpp"
#include "plugins/hip-hiprtc/vendor_loops.hpp"

struct quovis_plugin_instance : quovis::plugins::Roles<quovis::hip::Compiler, quovis::hip::Runtime> {
    using Roles::Roles;
};

namespace quovis::hip {

Runtime& runtime_of(quovis_plugin_instance& instance) {
    return instance.runtime;
}

namespace {

using Entries = plugins::Entries<quovis_plugin_instance>;

constexpr quovis_cc_table compiler_table{
    sizeof(quovis_cc_table), Entries::describe, Entries::targets,
    Entries::compile,        Entries::link,     plugins::release_result,
};

constexpr std::array keys{
    plugins::key("library",
                 "The HIP runtime: the file, or the folder it is in. Default: searched as plugins/hip-hiprtc/README.md "
                 "says"),
    plugins::key("hiprtc",
                 "The compiler's library: the file, or the folder it is in. Default: the runtime's own, or libhiprtc"),
    plugins::key("comgr",
                 "AMD's code generator, which knows the targets: the file, or the folder it is in. Default: the one "
                 "that hiprtc uses"),
    plugins::key("include", "Folders of headers for every compile, behind those of the request. Default: none"),
    plugins::key("check_targets",
                 "false hands hiprtc every target; older ones end the process for one that they do not know. Default: "
                 "true"),
};

// ROCm's compiler and other drivers' each bring an LLVM, and two of them end the process in which they meet ("Option
// registered more than once"): the host is asked for a process of the compiler's own.
constexpr char prefers_worker[] = QUOVIS_EXTENSION_PREFERS_WORKER;

const void* extension(quovis_plugin_text name) {
    if (plugins::view(name) == prefers_worker) {
        return prefers_worker;
    }
    if (plugins::view(name) == QUOVIS_EXTENSION_CACHE_FACTS) {
        return &plugins::CacheFacts<quovis_plugin_instance>::table;
    }
    if (plugins::view(name) == QUOVIS_EXTENSION_VENDOR_LOOPS) {
        return vendor_loops();
    }
    return plugins::view(name) == QUOVIS_EXTENSION_IMAGE_READER ? image_reader() : nullptr;
}

const quovis_plugin_table* table() {
    static const quovis_plugin_table made =
        plugins::plugin_table<quovis_plugin_instance>("hip-hiprtc", "HIP and CUDA C++ through hiprtc, for AMD GPUs",
                                                      keys, &compiler_table, runtime_table(), extension);
    return &made;
}

}  // namespace
}  // namespace quovis::hip

const quovis_plugin_table* quovis_plugin_v1(const quovis_plugin_host* host) {
    quovis::plugins::set_host(host);
    return quovis::hip::table();
}

// quovis_vendor_loop: what it is given becomes what the runtime takes, checked as it would be on the way through
// Quovis.
#include "core/execution/vendor_loop.hpp"
#include "core/api/handles.hpp"

using namespace quovis::core;

namespace {

// The parts that a loop points to.
struct Translated {
    TranslatedLaunch launch{};
    quovis_rt_copy copy{};
    std::string symbol;
};

void check_is_of(const Route& of, const Route& wanted, const char* what) {
    if (&of != &wanted)
        throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {},
                    std::string(what) + " is of '" + of.selector + "', and the loop is for '" + wanted.selector + "'");
}

void add_launch(const Route& route, const quovis_loop_info& asked, quovis_rt_loop& loop, Translated& parts) {
    const auto& kernel = required(asked.kernel, "kernel").object;
    check_is_of(kernel.route(), route, "the kernel");
    parts.launch = translate(kernel, given(&required(asked.launch, "the launch")));
    loop.kernel = kernel.handle();
    loop.launch = &parts.launch.launch;
}

void add_graph(const Route& route, const quovis_loop_info& asked, quovis_rt_loop& loop) {
    const auto& graph = required(asked.graph, "graph").object;
    check_is_of(*graph.route(), route, "the graph");
    loop.graph = graph.handle();
}

void add_copy(const Route& route, const quovis_loop_info& asked, quovis_rt_loop& loop, Translated& parts) {
    const auto info = given(&required(asked.copy, "the copy"));
    for (const auto* buffer : {info.destination, info.source})
        if (buffer)
            check_is_of(*buffer->route(), route, "a buffer");
    parts.copy =
        translate_copy({info.destination, info.destination_host, info.destination_offset, info.destination_pitch},
                       {info.source, const_cast<void*>(info.source_host), info.source_offset, info.source_pitch},
                       info.width, info.height);
    loop.copy = &parts.copy;
}

void add_module(const Route& route, const quovis_loop_info& asked, quovis_rt_loop& loop, Translated& parts) {
    const auto& module = *required(asked.module, "module").object;
    check_is_of(*module.route(), route, "the module");
    check_not_null(asked.name, "the kernel's name");
    parts.symbol = module.symbol(asked.name);
    loop.module = module.handle();
    loop.name = to_text(parts.symbol);
}

void add_parts(const Route& route, const quovis_loop_info& asked, quovis_rt_loop& loop, Translated& parts) {
    switch (asked.kind) {
        case QUOVIS_LOOP_LAUNCH:
        case QUOVIS_LOOP_LAUNCH_AND_WAIT:
            return add_launch(route, asked, loop, parts);
        case QUOVIS_LOOP_GRAPH:
            return add_graph(route, asked, loop);
        case QUOVIS_LOOP_COPY:
            return add_copy(route, asked, loop, parts);
        case QUOVIS_LOOP_ALLOCATE:
        case QUOVIS_LOOP_ALLOCATE_IN_ORDER:
            if (asked.size == 0)
                throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {}, "a loop that allocates 0 bytes was asked for");
            return;
        case QUOVIS_LOOP_KERNEL:
            return add_module(route, asked, loop, parts);
    }
    throw Error(QUOVIS_ERROR_INVALID_ARGUMENT, {},
                std::to_string(static_cast<int>(asked.kind)) + " is no value of quovis_loop_kind");
}

}  // namespace

quovis_status quovis_vendor_loop(quovis_route* route, const quovis_loop_info* info, uint64_t* nanoseconds) {
    return guarded("vendor loop", [&] {
        auto& object = *required(route, "route").object;
        auto& out = required(nanoseconds, "nanoseconds");
        const auto asked = given(&required(info, "the loop"));
        auto loop = sized<quovis_rt_loop>();
        loop.kind = asked.kind;
        loop.count = asked.count;
        loop.stream = state_of(object, asked.stream).handle;
        loop.size = asked.size;
        Translated parts;
        add_parts(object, asked, loop, parts);
        out = time_vendor_loop(object, loop);
    });
}

// Capture, instantiation, update and launch of graphs.
#include "plugins/hip-hiprtc/graph.hpp"

#include <fmt/format.h>

#include <memory>

#include "plugins/hip-hiprtc/stream.hpp"

namespace quovis::hip {
namespace {

using Graph = quovis_rt_graph;
using GraphExec = quovis_rt_graph_exec;

constexpr auto phase = QUOVIS_PLUGIN_PHASE_GRAPH;

quovis_plugin_status begin_capture(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        // Relaxed: what any thread does meanwhile, as allocating, is no business of this recording.
        const Functions& hip = stream->device.hip;
        const Current current(stream->device);
        stream->device.streams.begin([&] {
            check(hip, QUOVIS_HIP_CALL(hip, hipStreamBeginCapture)(stream->handle, capture_mode_relaxed),
                  "beginning to record a stream (hipStreamBeginCapture)");
        });
    });
}

quovis_plugin_status end_capture(quovis_rt_stream* stream, quovis_rt_graph** recorded, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        const Functions& hip = stream->device.hip;
        auto graph = std::make_unique<Graph>(Graph{stream->device, nullptr});
        const Current current(stream->device);
        constexpr auto error_illegal_state = static_cast<Result>(401);  // hipErrorIllegalState: none was begun
        const Result result = QUOVIS_HIP_CALL(hip, hipStreamEndCapture)(stream->handle, &graph->handle);
        if (result != error_illegal_state) {
            stream->device.streams.end();
        }
        check(hip, result, "ending the recording of a stream (hipStreamEndCapture)");
        *recorded = graph.release();
    });
}

quovis_plugin_status instantiate(quovis_rt_graph* graph, quovis_rt_graph_exec** made, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        const Functions& hip = graph->device.hip;
        auto exec = std::make_unique<GraphExec>(GraphExec{graph->device, nullptr});
        const Current current(graph->device);
        check(hip, QUOVIS_HIP_CALL(hip, hipGraphInstantiate)(&exec->handle, graph->handle, nullptr, nullptr, 0),
              "making a graph ready to run (hipGraphInstantiate)");
        *made = exec.release();
    });
}

// Why a graph does not fit another, in words: HIP Runtime API reference, hipGraphExecUpdateResult.
const char* reason_for(int reason) {
    switch (reason) {
        case 2:
            return "the graphs have other shapes";
        case 3:
            return "a node is of another type";
        case 4:
        case 7:
            return "a kernel node has a kernel that cannot stand for the former one";
        case 5:
            return "a parameter changed in a way that is not supported";
        case 6:
            return "something in a node cannot be updated";
        default:
            return "HIP gave no reason";
    }
}

quovis_plugin_status update(quovis_rt_graph_exec* exec, quovis_rt_graph* graph, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        const Functions& hip = exec->device.hip;
        const Current current(exec->device);
        GraphNodeHandle node = nullptr;
        int reason = 0;
        check_with(hip, QUOVIS_HIP_CALL(hip, hipGraphExecUpdate)(exec->handle, graph->handle, &node, &reason),
                   [&] { return fmt::format("updating a graph (hipGraphExecUpdate), where {},", reason_for(reason)); });
    });
}

quovis_plugin_status launch_graph(quovis_rt_graph_exec* exec, quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        const Functions& hip = stream->device.hip;
        const Current current(stream->device);
        check(hip, QUOVIS_HIP_CALL(hip, hipGraphLaunch)(exec->handle, stream->handle),
              "launching a graph (hipGraphLaunch)");
    });
}

void release_graph(quovis_rt_graph* graph) {
    if (graph == nullptr) {
        return;
    }
    const std::unique_ptr<Graph> held(graph);
    plugins::contain("releasing a graph", [&] {
        const Functions& hip = held->device.hip;
        const Current current(held->device);
        check(hip, QUOVIS_HIP_CALL(hip, hipGraphDestroy)(held->handle), "hipGraphDestroy");
    });
}

void release_exec(quovis_rt_graph_exec* exec) {
    if (exec == nullptr) {
        return;
    }
    const std::unique_ptr<GraphExec> held(exec);
    plugins::contain("releasing an instantiated graph", [&] {
        // A launch of it may still run, and no document says that HIP lets it finish.
        const Functions& hip = held->device.hip;
        const Current current(held->device);
        wait_for_users(held->device);
        check(hip, QUOVIS_HIP_CALL(hip, hipGraphExecDestroy)(held->handle), "hipGraphExecDestroy");
    });
}

}  // namespace

const quovis_rt_graph_table* graph_table() {
    static const quovis_rt_graph_table table{sizeof(quovis_rt_graph_table),
                                             begin_capture,
                                             end_capture,
                                             instantiate,
                                             update,
                                             launch_graph,
                                             release_graph,
                                             release_exec};
    return &table;
}

}  // namespace quovis::hip

// Capture, instantiation, update and launch of graphs.
#include "plugins/cuda/graph.hpp"

#include <fmt/format.h>

#include <memory>

#include "plugins/common/error.hpp"
#include "plugins/common/text.hpp"
#include "plugins/cuda/stream.hpp"

namespace quovis::cuda {
namespace {

using plugins::PluginError;
using Graph = quovis_rt_graph;
using GraphExec = quovis_rt_graph_exec;

constexpr auto phase = QUOVIS_PLUGIN_PHASE_GRAPH;
constexpr auto error_illegal_state = static_cast<CUresult>(401);  // CUDA_ERROR_ILLEGAL_STATE

quovis_plugin_status begin_capture(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        // Relaxed: what any thread does meanwhile, as allocating, is no business of this recording.
        const Current current(stream->device);
        stream->device.streams.begin([&] {
            check(stream->device.cuda,
                  stream->device.cuda.cuStreamBeginCapture(stream->handle, CU_STREAM_CAPTURE_MODE_RELAXED),
                  "beginning to record a stream (cuStreamBeginCapture)");
        });
    });
}

quovis_plugin_status end_capture(quovis_rt_stream* stream, quovis_rt_graph** recorded, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        auto graph = std::make_unique<Graph>(Graph{stream->device, nullptr});
        const Current current(stream->device);
        const CUresult result = stream->device.cuda.cuStreamEndCapture(stream->handle, &graph->handle);
        if (result != error_illegal_state) {  // which says that none was begun
            stream->device.streams.end();
        }
        check(stream->device.cuda, result, "ending the recording of a stream (cuStreamEndCapture)");
        *recorded = graph.release();
    });
}

quovis_plugin_status instantiate(quovis_rt_graph* graph, quovis_rt_graph_exec** made, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        const Functions& cuda = graph->device.cuda;
        need(cuda, cuda.cuGraphInstantiateWithFlags != nullptr, "cuGraphInstantiateWithFlags", "11.4");
        auto exec = std::make_unique<GraphExec>(GraphExec{graph->device, nullptr});
        const Current current(graph->device);
        check(cuda, cuda.cuGraphInstantiateWithFlags(&exec->handle, graph->handle, 0),
              "making a graph ready to run (cuGraphInstantiate)");
        *made = exec.release();
    });
}

[[noreturn, gnu::cold, gnu::noinline]] void fail_launch(const Stream& stream, CUresult result) {
    throw vendor_error(stream.device.cuda, result, "launching a graph (cuGraphLaunch)");
}

// Why a graph does not fit another, in words: CUDA Driver API, CUgraphExecUpdateResult.
const char* reason_for(CUgraphExecUpdateResult result) {
    switch (result) {
        case CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED:
            return "the graphs have other shapes";
        case CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED:
            return "a node is of another type";
        case CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED:
            return "a kernel node has a kernel that cannot stand for the former one";
        case CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED:
            return "a parameter changed in a way that is not supported";
        case CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED:
            return "something in a node cannot be updated";
        default:
            return "the driver gave no reason";
    }
}

quovis_plugin_status update(quovis_rt_graph_exec* exec, quovis_rt_graph* graph, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        const Functions& cuda = exec->device.cuda;
        need(cuda, cuda.cuGraphExecUpdate != nullptr, "cuGraphExecUpdate", "10.2");
        const Current current(exec->device);
        CUgraphNode node = nullptr;
        CUgraphExecUpdateResult reason = CU_GRAPH_EXEC_UPDATE_SUCCESS;
        check_with(cuda, cuda.cuGraphExecUpdate(exec->handle, graph->handle, &node, &reason),
                   [&] { return fmt::format("updating a graph (cuGraphExecUpdate), where {},", reason_for(reason)); });
    });
}

[[gnu::hot]] quovis_plugin_status launch_graph(quovis_rt_graph_exec* exec, quovis_rt_stream* stream,
                                               quovis_plugin_error* error) {
    return plugins::guard(
        error, phase, [&]() __attribute__((always_inline)) {
            const CUresult result =
                call_in(*stream, [&] { return stream->device.cuda.cuGraphLaunch(exec->handle, stream->handle); });
            if (result != CUDA_SUCCESS) {
                fail_launch(*stream, result);
            }
        });
}

void release_graph(quovis_rt_graph* graph) {
    if (graph == nullptr) {
        return;
    }
    const std::unique_ptr<Graph> held(graph);
    plugins::contain("releasing a graph", [&] {
        const Current current(held->device);
        check(held->device.cuda, held->device.cuda.cuGraphDestroy(held->handle), "cuGraphDestroy");
    });
}

void release_exec(quovis_rt_graph_exec* exec) {
    if (exec == nullptr) {
        return;
    }
    const std::unique_ptr<GraphExec> held(exec);
    plugins::contain("releasing an instantiated graph", [&] {
        // A launch of it may still run; the driver lets that finish.
        const Current current(held->device);
        check(held->device.cuda, held->device.cuda.cuGraphExecDestroy(held->handle), "cuGraphExecDestroy");
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

}  // namespace quovis::cuda

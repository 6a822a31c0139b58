// The table of graphs. What a node of each kind does is beside what the stream does at once: launch.cpp, copy.cpp,
// memory.cpp, stream.cpp.
#include "plugins/opencl/graph.hpp"

#include <fmt/format.h>

#include <utility>

#include "plugins/common/error.hpp"
#include "plugins/opencl/device.hpp"
#include "plugins/opencl/stream.hpp"

using namespace quovis::opencl;
using quovis::plugins::PluginError;

namespace {

void require_same(std::size_t at, const Node::Shape& one, const Node::Shape& other) {
    if (one.words != other.words) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("a graph can be updated by one of the same shape only; piece {} is {} in the "
                                      "former and {} in the new one",
                                      at, one.words, other.words),
                          "Instantiate the new graph.");
    }
    if (one.program != other.program) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("a graph can be updated by one with the same kernels only; piece {} is {}, each "
                                      "time of another module",
                                      at, one.words),
                          "Instantiate the new graph.");
    }
}

void require_same_shape(const Nodes& former, const Nodes& by) {
    if (former.size() != by.size()) {
        throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                          fmt::format("a graph can be updated by one of the same shape only; the former has {} "
                                      "piece(s) of work and the new one {}",
                                      former.size(), by.size()),
                          "Instantiate the new graph.");
    }
    for (std::size_t index = 0; index < former.size(); ++index) {
        require_same(index + 1, former[index]->shape(), by[index]->shape());
    }
}

// What is in the queue already cannot be taken back.
void put_all(const Nodes& nodes, Stream& stream) {
    for (std::size_t index = 0; index < nodes.size(); ++index) {
        try {
            nodes[index]->put(stream);
        } catch (PluginError& failure) {
            failure.message = fmt::format(
                "piece {} of the {} of a graph, after those before it were given to the "
                "stream: {}",
                index + 1, nodes.size(), failure.message);
            throw;
        }
    }
}

}  // namespace

std::shared_ptr<const Nodes> quovis_rt_graph_exec::nodes() const {
    const std::lock_guard lock(mutex_);
    return nodes_;
}

void quovis_rt_graph_exec::update(const quovis_rt_graph& graph) {
    std::shared_ptr<const Nodes> former = graph.nodes;
    const std::lock_guard lock(mutex_);
    require_same_shape(*nodes_, *graph.nodes);
    std::swap(nodes_, former);
}

namespace quovis::opencl {
namespace {

constexpr auto phase = QUOVIS_PLUGIN_PHASE_GRAPH;

quovis_plugin_status begin_capture(quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] { stream->begin_recording(); });
}

quovis_plugin_status end_capture(quovis_rt_stream* stream, quovis_rt_graph** graph, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        auto nodes = std::make_shared<const Nodes>(stream->end_recording());
        *graph = std::make_unique<quovis_rt_graph>(quovis_rt_graph{stream->device, std::move(nodes)}).release();
    });
}

quovis_plugin_status instantiate(quovis_rt_graph* graph, quovis_rt_graph_exec** exec, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] { *exec = std::make_unique<quovis_rt_graph_exec>(*graph).release(); });
}

quovis_plugin_status update(quovis_rt_graph_exec* exec, quovis_rt_graph* graph, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        if (&exec->device != &graph->device) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                              fmt::format("a graph of {} cannot be updated by one of {}", naming(exec->device),
                                          naming(graph->device)));
        }
        exec->update(*graph);
    });
}

quovis_plugin_status launch_graph(quovis_rt_graph_exec* exec, quovis_rt_stream* stream, quovis_plugin_error* error) {
    return plugins::guard(error, phase, [&] {
        if (&exec->device != &stream->device) {
            throw PluginError(QUOVIS_PLUGIN_INVALID_ARGUMENT,
                              fmt::format("a graph of {} cannot be launched in a stream of {}", naming(exec->device),
                                          naming(stream->device)));
        }
        const std::shared_ptr<const Nodes> nodes = exec->nodes();
        if (stream->is_recording() && stream->record(*nodes)) {
            return;
        }
        const std::lock_guard lock(stream->replaying);
        put_all(*nodes, *stream);
    });
}

void release_graph(quovis_rt_graph* graph) {
    plugins::contain("opencl: releasing a graph", [&] { delete graph; });
}

void release_exec(quovis_rt_graph_exec* exec) {
    plugins::contain("opencl: releasing an instantiated graph", [&] { delete exec; });
}

}  // namespace

constexpr quovis_rt_graph_table graphs{sizeof(quovis_rt_graph_table),
                                       begin_capture,
                                       end_capture,
                                       instantiate,
                                       update,
                                       launch_graph,
                                       release_graph,
                                       release_exec};

}  // namespace quovis::opencl

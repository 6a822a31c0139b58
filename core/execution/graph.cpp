// Recordings, and the runtime's graphs with what they keep.
#include "core/execution/graph.hpp"

#include "core/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace quovis::core {

void Recording::keep(std::shared_ptr<void> object) {
    const std::lock_guard lock(mutex_);
    kept_.objects.push_back(std::move(object));
}

void Recording::keep(std::shared_ptr<LaunchMark> kernel) {
    const std::lock_guard lock(mutex_);
    kept_.kernels.push_back(std::move(kernel));
}

void Recording::join(const std::shared_ptr<StreamState>& stream) {
    const std::lock_guard lock(mutex_);
    if (stream->recording.exchange(this) != this)
        streams_.push_back(stream);
}

Kept Recording::end() {
    const std::lock_guard lock(mutex_);
    for (const auto& stream : streams_)
        stream->recording.store(nullptr);
    return std::move(kept_);
}

Graph::Graph(std::shared_ptr<Route> route, quovis_rt_graph* handle, Kept kept)
    : route_(std::move(route)), handle_(handle), kept_(std::make_shared<const Kept>(std::move(kept))) {}

Graph::Graph(Graph&& other) noexcept
    : route_(other.route_), handle_(std::exchange(other.handle_, nullptr)), kept_(other.kept_) {}

Graph::~Graph() {
    if (handle_)
        graphs_of(*route_).release_graph(handle_);
}

GraphExec::GraphExec(const Graph& graph) : route_(graph.route()), launch_(graphs_of(*route_).launch) {
    call(*route_, "graph", "instantiate", graphs_of(*route_).instantiate, graph.handle(), &handle_);
    use(graph);
}

GraphExec::~GraphExec() {
    graphs_of(*route_).release_exec(handle_);
}

void GraphExec::use(const Graph& graph) {
    std::vector<std::string> names;
    for (const auto& kernel : graph.kept()->kernels)
        if (std::find(names.begin(), names.end(), kernel->name) == names.end())
            names.push_back(kernel->name);
    contents_.push_back({graph.kept(), route_->in_flight.add_kernel(join(names))});
    mark_.store(contents_.back().mark.get(), std::memory_order_release);
}

void GraphExec::update(const Graph& graph) {
    if (graph.route() != route_)
        throw Error(
            QUOVIS_ERROR_INVALID_ARGUMENT, "graph",
            fmt::format("a graph of '{}' cannot update one of '{}'", graph.route()->selector, route_->selector));
    const std::lock_guard lock(mutex_);
    call(*route_, "graph", "update", graphs_of(*route_).update, handle_, graph.handle());
    const bool idle =
        std::all_of(streams_.begin(), streams_.end(), [](const auto& stream) { return stream->is_idle(); });
    if (idle) {
        last_stream_.store(nullptr, std::memory_order_relaxed);
        streams_.clear();
        contents_.clear();
    }
    use(graph);
}

[[gnu::hot]] void GraphExec::launch(StreamState& stream) {
    call(*route_, "graph", "launch", launch_, handle_, stream.handle);
    route_->in_flight.launched(*mark_.load(std::memory_order_acquire), stream);
    if (last_stream_.load(std::memory_order_relaxed) != &stream) [[unlikely]]
        remember(stream);
}

void GraphExec::remember(StreamState& stream) {
    const std::lock_guard lock(mutex_);
    last_stream_.store(&stream, std::memory_order_relaxed);
    if (std::none_of(streams_.begin(), streams_.end(), [&](const auto& one) { return one.get() == &stream; }))
        streams_.push_back(stream.shared_from_this());
}

const quovis_rt_graph_table& graphs_of(const Route& route) {
    const auto* graphs = route.plugin->graphs();
    if (!graphs)
        throw Error(QUOVIS_ERROR_NOT_SUPPORTED, "graph",
                    fmt::format("the runtime '{}' of '{}' has no graphs", route.plugin->runtime_name, route.selector));
    return *graphs;
}

}  // namespace quovis::core

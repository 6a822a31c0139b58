// Work that is recorded once and launched often: what a stream is given between begin and end of a capture.
// A recording keeps the modules and the memory that it names, and so do the graphs that are made of it.
#pragma once

#include "core/execution/stream.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace quovis::core {

// What a graph needs as long as it may be launched.
struct Kept {
    std::vector<std::shared_ptr<void>> objects;
    std::vector<std::shared_ptr<LaunchMark>> kernels;
};

// Of one capture, by all streams that take part in it.
class Recording : public std::enable_shared_from_this<Recording> {
  public:
    void keep(std::shared_ptr<void> object);
    void keep(std::shared_ptr<LaunchMark> kernel);
    // A stream whose work is recorded from now on.
    void join(const std::shared_ptr<StreamState>& stream);
    // No stream takes part any more. Called once.
    Kept end();

  private:
    std::mutex mutex_;
    Kept kept_;
    std::vector<std::shared_ptr<StreamState>> streams_;
};

class Graph {
  public:
    Graph(std::shared_ptr<Route> route, quovis_rt_graph* handle, Kept kept);
    ~Graph();
    Graph(Graph&& other) noexcept;
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    const std::shared_ptr<Route>& route() const { return route_; }
    quovis_rt_graph* handle() const { return handle_; }
    const std::shared_ptr<const Kept>& kept() const { return kept_; }

  private:
    std::shared_ptr<Route> route_;
    quovis_rt_graph* handle_;
    std::shared_ptr<const Kept> kept_;
};

class alignas(64) GraphExec {
  public:
    explicit GraphExec(const Graph& graph);  // throws Error
    ~GraphExec();
    GraphExec(const GraphExec&) = delete;
    GraphExec& operator=(const GraphExec&) = delete;

    const std::shared_ptr<Route>& route() const { return route_; }
    quovis_rt_graph_exec* handle() const { return handle_; }

    // Throw Error.
    void update(const Graph& graph);
    void launch(StreamState& stream);

  private:
    // What launches from now on use. Former contents stay as long as earlier launches may still run.
    void use(const Graph& graph);
    // A stream in which its launches may still run.
    void remember(StreamState& stream);

    struct Contents {
        std::shared_ptr<const Kept> kept;
        std::shared_ptr<LaunchMark> mark;  // for all of its kernels
    };

    // What a launch reads comes first.
    std::shared_ptr<Route> route_;
    decltype(quovis_rt_graph_table::launch) const launch_;
    quovis_rt_graph_exec* handle_ = nullptr;
    std::atomic<LaunchMark*> mark_{nullptr};  // of the last contents
    std::atomic<StreamState*> last_stream_{nullptr};
    std::mutex mutex_;  // over the two below
    std::vector<Contents> contents_;
    std::vector<std::shared_ptr<StreamState>> streams_;  // that it was launched in since contents_ was last cleared
};

// The runtime's graphs. Throws Error (not supported) where it has none.
const quovis_rt_graph_table& graphs_of(const Route& route);

}  // namespace quovis::core

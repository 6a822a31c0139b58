// Graphs: pieces of work that a stream was given between begin and end, to be put into streams as often as wanted.
// OpenCL has none, so the plugin keeps a list. The C ABI's opaque structs are these themselves.
#pragma once

#include <quovis/plugin.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

struct quovis_rt_device;
struct quovis_rt_stream;

namespace quovis::opencl {

// One piece of recorded work. It never changes, so it may be put into several streams at the same time, and holds what
// it needs of OpenCL's objects.
class Node {
  public:
    // What a node that takes the place of another must have in common with it.
    struct Shape {
        std::string words;              // "a launch of kernel 'k'"
        const void* program = nullptr;  // the kernel's
    };

    Node() = default;
    virtual ~Node() = default;
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    // Puts the work into a stream that is not recording. Throws PluginError.
    virtual void put(quovis_rt_stream& stream) const = 0;
    virtual Shape shape() const = 0;
};

using Nodes = std::vector<std::shared_ptr<const Node>>;

extern const quovis_rt_graph_table graphs;

}  // namespace quovis::opencl

struct quovis_rt_graph {
    quovis_rt_device& device;
    const std::shared_ptr<const quovis::opencl::Nodes> nodes;
};

struct quovis_rt_graph_exec {
  public:
    explicit quovis_rt_graph_exec(const quovis_rt_graph& graph) : device(graph.device), nodes_(graph.nodes) {}

    std::shared_ptr<const quovis::opencl::Nodes> nodes() const;
    // Throws PluginError where the shapes differ.
    void update(const quovis_rt_graph& graph);

    quovis_rt_device& device;

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<const quovis::opencl::Nodes> nodes_;
};

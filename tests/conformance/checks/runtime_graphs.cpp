// The table of graphs, for runtimes that have it.
#include "tests/conformance/checks/checks.hpp"
#include "tests/conformance/kit/runtime.hpp"

namespace quovis::conformance {
namespace {

const quovis_rt_graph_table& graphs_of(const Runtime& runtime) {
    runtime.need(&quovis_rt_table::graph, "graph");
    return *runtime.table().graph;
}

using Graph = Owned<quovis_rt_graph>;
using Exec = Owned<quovis_rt_graph_exec>;

// What is captured adds `factor` times x to y.
Graph capture(const Runtime& runtime, const Stream& stream, const Kernel& kernel, float factor, const Buffer& x,
              const Buffer& y) {
    const quovis_rt_graph_table& table = graphs_of(runtime);
    ErrorSlot error;
    runtime.trial().require_ok(table.begin_capture(stream.get(), error.get()), error, "begin_capture");
    runtime.launch(stream, kernel, 1, 64, Arguments().value(std::int32_t{64}).value(factor).buffer(x).buffer(y));
    quovis_rt_graph* graph = nullptr;
    runtime.trial().require_ok(table.end_capture(stream.get(), &graph, error.get()), error, "end_capture");
    return Graph(graph, [&table](quovis_rt_graph* one) { table.release_graph(one); });
}

void runs(Trial& trial) {
    const Runtime runtime(trial);
    const quovis_rt_graph_table& table = graphs_of(runtime);
    const Module module = runtime.load(runtime.image([](const Kernels& one) { return one.saxpy; }));
    const Kernel kernel = runtime.kernel(module, "saxpy");
    const Stream stream = runtime.stream();
    const Buffer x = runtime.buffer(256);
    const Buffer y = runtime.buffer(256);
    runtime.write(stream, x, bytes_of(std::vector<float>(64, 1)));
    runtime.write(stream, y, bytes_of(std::vector<float>(64, 0)));
    const Graph graph = capture(runtime, stream, kernel, 2, x, y);
    trial.expect(numbers_of<float>(runtime.read(stream, y, 256))[0] == 0, "what is captured runs");
    quovis_rt_graph_exec* made = nullptr;
    ErrorSlot error;
    trial.require_ok(table.instantiate(graph.get(), &made, error.get()), error, "instantiate");
    const Exec exec(made, [&](quovis_rt_graph_exec* one) { table.release_exec(one); });
    for (int i = 0; i < 3; ++i) {
        trial.require_ok(table.launch(exec.get(), stream.get(), error.get()), error, "launch of a graph");
    }
    trial.expect(numbers_of<float>(runtime.read(stream, y, 256))[63] == 6, "three launches of a graph do not add up");
    if (table.update != nullptr) {
        const Graph other = capture(runtime, stream, kernel, 10, x, y);
        trial.require_ok(table.update(exec.get(), other.get(), error.get()), error, "update of a graph");
        trial.require_ok(table.launch(exec.get(), stream.get(), error.get()), error, "launch of an updated graph");
        trial.expect(numbers_of<float>(runtime.read(stream, y, 256))[63] == 16, "an update leaves the old arguments");
    }
}

}  // namespace

void add_graphs(std::vector<Check>& checks) {
    checks.push_back({"graph_runs_what_was_captured", "a graph runs as often as it is launched", runs});
}

}  // namespace quovis::conformance

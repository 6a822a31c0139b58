// Graphs of OpenCL, which are lists that the plugin keeps: what is recorded, when it is read, what keeps it alive, and
// what is refused.
#include <atomic>
#include <thread>

#include "tests/integration/opencl_native.hpp"
#include "tests/integration/opencl_plugin.hpp"

namespace opencl_test {
namespace opencl_graph_test {

constexpr std::string_view kernels = R"(
__kernel void adds(__global int* data, int value) { data[get_global_id(0)] += value; }
__kernel void times(__global int* data, int value) { data[get_global_id(0)] *= value; }
__kernel void gathers(__global int* out, __global const int* in, __local int* scratch) {
    scratch[get_local_id(0)] = in[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) for (int i = 0; i < (int)get_local_size(0); ++i) out[0] += scratch[i];
}
__kernel void slow(volatile __global int* data, int turns) {
    for (int i = 0; i < turns; ++i) data[1] += 1;
    data[0] += 1;
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void eight(__global int* data) { data[get_global_id(0)] = 8; }
)";

class OpenclGraph : public OpenclPlugin {
  protected:
    void SetUp() override {
        OpenclPlugin::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        graph_ = rt_->graph;
        ASSERT_NE(graph_, nullptr);
        const Compiled compiled = compile(kernels);
        ASSERT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << message() << compiled.log;
        ASSERT_EQ(load(compiled.image, &module_), QUOVIS_PLUGIN_OK) << message();
    }

    void TearDown() override {
        if (module_ != nullptr) {
            rt_->module_release(module_);
        }
        OpenclPlugin::TearDown();
    }

    quovis_rt_kernel* named(std::string_view name) {
        quovis_rt_kernel* made = nullptr;
        EXPECT_EQ(rt_->kernel_create(module_, text(name), &made, &error_), QUOVIS_PLUGIN_OK) << message();
        return made;
    }

    void begin() { ASSERT_EQ(graph_->begin_capture(stream_, &error_), QUOVIS_PLUGIN_OK) << message(); }
    quovis_rt_graph* end() {
        quovis_rt_graph* made = nullptr;
        EXPECT_EQ(graph_->end_capture(stream_, &made, &error_), QUOVIS_PLUGIN_OK) << message();
        return made;
    }
    quovis_rt_graph_exec* instantiate(quovis_rt_graph* graph) {
        quovis_rt_graph_exec* made = nullptr;
        EXPECT_EQ(graph_->instantiate(graph, &made, &error_), QUOVIS_PLUGIN_OK) << message();
        return made;
    }
    // Of a graph that is not needed any more.
    quovis_rt_graph_exec* end_and_instantiate() {
        quovis_rt_graph* graph = end();
        quovis_rt_graph_exec* exec = instantiate(graph);
        graph_->release_graph(graph);
        return exec;
    }
    void run(quovis_rt_graph_exec* exec) {
        ASSERT_EQ(graph_->launch(exec, stream_, &error_), QUOVIS_PLUGIN_OK) << message();
    }

    void write(quovis_rt_buffer* to, const void* from, std::size_t size) {
        auto copy = sized<quovis_rt_copy>();
        copy.destination = to;
        copy.source_host = from;
        copy.width = size;
        copy.height = 1;
        ASSERT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OK) << message();
    }
    void read_later(quovis_rt_buffer* from, void* to, std::size_t size) {
        auto copy = sized<quovis_rt_copy>();
        copy.source = from;
        copy.destination_host = to;
        copy.width = size;
        copy.height = 1;
        ASSERT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OK) << message();
    }
    void copy_within(quovis_rt_buffer* from, quovis_rt_buffer* to, std::size_t size) {
        auto copy = sized<quovis_rt_copy>();
        copy.source = from;
        copy.destination = to;
        copy.width = size;
        copy.height = 1;
        ASSERT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OK) << message();
    }
    int first_of(quovis_rt_buffer* from) {
        int seen = -1;
        read(from, &seen, sizeof(seen));
        return seen;
    }

    const quovis_rt_graph_table* graph_ = nullptr;
};

TEST_F(OpenclGraph, RunsEachKindOfWorkInOrderAndReadsHostMemoryWhenItRuns) {
    quovis_rt_kernel* gathers = named("gathers");
    const std::size_t offset = info_.buffer_offset_alignment;
    quovis_rt_buffer* in = buffer(offset + 16);
    quovis_rt_buffer* middle = buffer(16);
    quovis_rt_buffer* out = buffer(16);
    std::vector<int> source{1, 2, 3, 4};
    std::atomic<int> calls{0};
    int seen = -1;
    begin();
    fill(in, offset + 16, 100);
    write(middle, source.data(), 16);
    auto copy = sized<quovis_rt_copy>();
    copy.source = middle;
    copy.destination = in;
    copy.destination_offset = offset;
    copy.width = 16;
    copy.height = 1;
    ASSERT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OK) << message();
    fill(out, 16, 0);
    ASSERT_EQ(launch(gathers, 1, 4, {pass(out), pass(in, offset), local(16)}), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->stream_host_function(
                  stream_, [](void* data) { ++*static_cast<std::atomic<int>*>(data); }, &calls, &error_),
              QUOVIS_PLUGIN_OK);
    read_later(out, &seen, sizeof(seen));
    quovis_rt_graph_exec* exec = end_and_instantiate();
    ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(calls, 0) << "what is recorded does not run";
    EXPECT_EQ(seen, -1);
    run(exec);
    ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(seen, 10);
    source = {10, 20, 30, 40};
    run(exec);
    ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(seen, 100);
    EXPECT_EQ(calls, 2);
    graph_->release_exec(exec);
    rt_->kernel_release(gathers);
    for (quovis_rt_buffer* one : {in, middle, out}) {
        rt_->buffer_release(one, nullptr);
    }
}

TEST_F(OpenclGraph, KeepsKernelsAndMemoryThatItNeeds) {
    quovis_rt_kernel* adds = named("adds");
    quovis_rt_buffer* data = buffer(16);
    quovis_rt_buffer* out = buffer(16);
    const int one = 1;
    begin();
    fill(data, 16, 4);
    ASSERT_EQ(launch(adds, 1, 4, {pass(data), value(one)}), QUOVIS_PLUGIN_OK) << message();
    copy_within(data, out, 16);
    quovis_rt_graph_exec* exec = end_and_instantiate();
    rt_->kernel_release(adds);
    rt_->module_release(module_);
    module_ = nullptr;
    rt_->buffer_release(data, nullptr);
    for (int turn = 0; turn < 10; ++turn) {
        quovis_rt_buffer* other = buffer(16);  // would be given the handle of `data`, were that gone
        fill(other, 16, 0);
        run(exec);
        EXPECT_EQ(first_of(out), 5);
        EXPECT_EQ(first_of(other), 0);
        rt_->buffer_release(other, nullptr);
    }
    graph_->release_exec(exec);
    rt_->buffer_release(out, nullptr);
}

TEST_F(OpenclGraph, MayBeReleasedWhileItRuns) {
    quovis_rt_kernel* slow = named("slow");
    quovis_rt_buffer* data = buffer(8);
    quovis_rt_buffer* out = buffer(8);
    const int turns = 3'000'000;
    begin();
    fill(data, 8, 0);
    ASSERT_EQ(launch(slow, 1, 1, {pass(data), value(turns)}), QUOVIS_PLUGIN_OK) << message();
    copy_within(data, out, 8);
    quovis_rt_graph_exec* exec = end_and_instantiate();
    run(exec);
    graph_->release_exec(exec);
    rt_->buffer_release(data, nullptr);
    rt_->kernel_release(slow);
    EXPECT_EQ(first_of(out), 1);
    rt_->buffer_release(out, nullptr);
}

TEST_F(OpenclGraph, RunsInSeveralStreamsAtTheSameTimeWhileItIsUpdated) {
    quovis_rt_kernel* adds = named("adds");
    quovis_rt_buffer* data = buffer(4);
    constexpr int threads = 4;
    constexpr int turns = 50;
    std::vector<quovis_rt_graph*> graphs;
    for (int value_of = 0; value_of < 2; ++value_of) {
        begin();
        ASSERT_EQ(launch(adds, 1, 1, {pass(data), value(value_of)}), QUOVIS_PLUGIN_OK) << message();
        graphs.push_back(end());
    }
    quovis_rt_graph_exec* exec = instantiate(graphs[1]);
    fill(data, 4, 0);
    ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK);
    std::atomic<int> failures{0};
    std::vector<std::thread> workers;
    for (int index = 0; index < threads; ++index) {
        workers.emplace_back([&] {
            auto info = sized<quovis_rt_stream_info>();
            quovis_rt_stream* stream = nullptr;
            failures += rt_->stream_create(device_, &info, &stream, nullptr) == QUOVIS_PLUGIN_OK ? 0 : 1;
            for (int turn = 0; turn < turns; ++turn) {
                failures += graph_->launch(exec, stream, nullptr) == QUOVIS_PLUGIN_OK ? 0 : 1;
                failures += graph_->update(exec, graphs[turn % 2 == 0 ? 0 : 1], nullptr) == QUOVIS_PLUGIN_OK ? 0 : 1;
            }
            failures += rt_->stream_synchronize(stream, nullptr) == QUOVIS_PLUGIN_OK ? 0 : 1;
            rt_->stream_release(stream);
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    EXPECT_EQ(failures, 0);
    const int before = first_of(data);
    EXPECT_EQ(graph_->update(exec, graphs[1], &error_), QUOVIS_PLUGIN_OK) << message();
    run(exec);
    EXPECT_EQ(first_of(data), before + 1);
    graph_->release_exec(exec);
    for (quovis_rt_graph* one : graphs) {
        graph_->release_graph(one);
    }
    rt_->kernel_release(adds);
    rt_->buffer_release(data, nullptr);
}

TEST_F(OpenclGraph, UpdateOfAnotherShapeIsRefusedWithThePieceThatDiffers) {
    quovis_rt_kernel* adds = named("adds");
    quovis_rt_kernel* times = named("times");
    quovis_rt_buffer* data = buffer(16);
    const int two = 2;
    const auto record = [&](const std::vector<quovis_rt_kernel*>& launched, bool fills) {
        begin();
        if (fills) {
            fill(data, 16, 3);
        }
        for (quovis_rt_kernel* one : launched) {
            EXPECT_EQ(launch(one, 1, 1, {pass(data), value(two)}), QUOVIS_PLUGIN_OK) << message();
        }
        return end();
    };
    quovis_rt_graph* graph = record({adds}, true);
    quovis_rt_graph_exec* exec = instantiate(graph);
    quovis_rt_graph* longer = record({adds, adds}, true);
    quovis_rt_graph* other_kind = record({adds, adds}, false);
    quovis_rt_graph* other_kernel = record({times}, true);
    EXPECT_EQ(graph_->update(exec, longer, &error_), QUOVIS_PLUGIN_INVALID_ARGUMENT);
    EXPECT_NE(message().find("2 piece(s) of work and the new one 3"), std::string::npos) << message();
    EXPECT_EQ(graph_->update(exec, other_kind, &error_), QUOVIS_PLUGIN_INVALID_ARGUMENT);
    EXPECT_NE(message().find("piece 1 is a fill in the former and a launch of kernel 'adds'"), std::string::npos)
        << message();
    EXPECT_EQ(graph_->update(exec, other_kernel, &error_), QUOVIS_PLUGIN_INVALID_ARGUMENT);
    EXPECT_NE(message().find("a launch of kernel 'times'"), std::string::npos) << message();
    run(exec);
    EXPECT_EQ(first_of(data), 5) << "a refused update leaves the graph as it was";
    graph_->release_exec(exec);
    for (quovis_rt_graph* one : {graph, longer, other_kind, other_kernel}) {
        graph_->release_graph(one);
    }
    rt_->kernel_release(adds);
    rt_->kernel_release(times);
    rt_->buffer_release(data, nullptr);
}

TEST_F(OpenclGraph, WhatCannotBeRecordedIsRefusedByNameAndTheCaptureGoesOn) {
    quovis_rt_buffer* data = buffer(16);
    quovis_rt_event* event = nullptr;
    ASSERT_EQ(rt_->event_create(device_, &event, &error_), QUOVIS_PLUGIN_OK);
    ASSERT_EQ(rt_->event_record(event, stream_, &error_), QUOVIS_PLUGIN_OK);
    fill(data, 16, 1);
    begin();
    fill(data, 16, 2);
    const auto refused = [&](quovis_plugin_status status, std::string_view words) {
        EXPECT_EQ(status, QUOVIS_PLUGIN_INVALID_ARGUMENT) << words;
        EXPECT_NE(message().find(words), std::string::npos) << message();
    };
    refused(rt_->stream_synchronize(stream_, &error_), "waiting for it");
    refused(rt_->stream_query(stream_, &error_), "asking whether its work has passed");
    refused(rt_->stream_wait_event(stream_, event, &error_), "waiting for an event");
    refused(rt_->event_record(event, stream_, &error_), "recording an event");
    refused(graph_->begin_capture(stream_, &error_), "is being recorded already");
    quovis_rt_graph_exec* exec = end_and_instantiate();
    EXPECT_EQ(first_of(data), 1);
    run(exec);
    EXPECT_EQ(first_of(data), 2);
    quovis_rt_graph* none = nullptr;
    refused(graph_->end_capture(stream_, &none, &error_), "is not being recorded");
    graph_->release_exec(exec);
    rt_->event_release(event);
    rt_->buffer_release(data, nullptr);
}

TEST_F(OpenclGraph, ALaunchThatCannotBeIsRefusedWhenItIsRecorded) {
    quovis_rt_kernel* adds = named("adds");
    quovis_rt_kernel* eight = named("eight");
    quovis_rt_buffer* data = buffer(64);
    const int one = 1;
    const std::int64_t wide = 1;
    begin();
    fill(data, 64, 1);
    EXPECT_EQ(launch(adds, 1, 1, {pass(data), value(wide)}), QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_EQ(launch(adds, 1, 1u << 30, {pass(data), value(one)}), QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_EQ(launch(eight, 1, 4, {pass(data)}), QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_NE(message().find("requires 8x1x1"), std::string::npos) << message();
    ASSERT_EQ(launch(adds, 1, 1, {pass(data), value(one)}), QUOVIS_PLUGIN_OK) << message();
    quovis_rt_graph_exec* exec = end_and_instantiate();
    run(exec);
    EXPECT_EQ(first_of(data), 2);
    graph_->release_exec(exec);
    rt_->kernel_release(adds);
    rt_->kernel_release(eight);
    rt_->buffer_release(data, nullptr);
}

TEST_F(OpenclGraph, LaunchedWhileAnotherIsRecordedItBecomesPartOfIt) {
    quovis_rt_kernel* adds = named("adds");
    quovis_rt_buffer* data = buffer(4);
    const int ten = 10;
    fill(data, 4, 0);
    begin();
    ASSERT_EQ(launch(adds, 1, 1, {pass(data), value(ten)}), QUOVIS_PLUGIN_OK) << message();
    quovis_rt_graph_exec* inner = end_and_instantiate();
    begin();
    run(inner);
    run(inner);
    quovis_rt_graph_exec* outer = end_and_instantiate();
    graph_->release_exec(inner);
    EXPECT_EQ(first_of(data), 0);
    run(outer);
    EXPECT_EQ(first_of(data), 20);
    graph_->release_exec(outer);
    rt_->kernel_release(adds);
    rt_->buffer_release(data, nullptr);
}

TEST_F(OpenclGraph, AStreamMayBeReleasedWhileItIsRecorded) {
    auto info = sized<quovis_rt_stream_info>();
    quovis_rt_stream* stream = nullptr;
    quovis_rt_buffer* data = buffer(16);
    ASSERT_EQ(rt_->stream_create(device_, &info, &stream, &error_), QUOVIS_PLUGIN_OK);
    fill(data, 16, 1);
    ASSERT_EQ(graph_->begin_capture(stream, &error_), QUOVIS_PLUGIN_OK) << message();
    const int two = 2;
    ASSERT_EQ(rt_->fill(stream, data, 0, 16, &two, sizeof(two), &error_), QUOVIS_PLUGIN_OK);
    rt_->stream_release(stream);
    EXPECT_EQ(first_of(data), 1);
    rt_->buffer_release(data, nullptr);
}

#if defined(QUOVIS_TEST_WITH_OPENCL)
TEST_F(OpenclGraph, GivesBackTheMemoryThatItHeld) {
    quovis_rt_kernel* adds = named("adds");
    const std::size_t offset = info_.buffer_offset_alignment;
    quovis_rt_buffer* data = buffer(offset * 2);
    quovis_rt_buffer* out = buffer(offset * 2);
    auto native = sized<quovis_rt_native>();
    native.kind = QUOVIS_RT_NATIVE_BUFFER;
    ASSERT_EQ(rt_->native_get(device_, data, &native, &error_), QUOVIS_PLUGIN_OK) << message();
    auto* const memory = reinterpret_cast<cl_mem>(static_cast<std::uintptr_t>(native.handle));
    const auto references = [&] {
        cl_uint count = 0;
        OPENCL(clGetMemObjectInfo)(memory, CL_MEM_REFERENCE_COUNT, sizeof(count), &count, nullptr);
        return count;
    };
    const cl_uint before = references();
    const int one = 1;
    begin();
    fill(data, offset, 1);
    ASSERT_EQ(launch(adds, 1, 1, {pass(data), value(one)}), QUOVIS_PLUGIN_OK) << message();
    copy_within(data, out, offset);
    quovis_rt_graph_exec* exec = end_and_instantiate();
    EXPECT_GE(references(), before + 3) << "by each of the three";
    run(exec);
    ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK);
    graph_->release_exec(exec);
    EXPECT_EQ(references(), before);
    rt_->kernel_release(adds);
    rt_->buffer_release(data, nullptr);
    rt_->buffer_release(out, nullptr);
}
#endif

}  // namespace opencl_graph_test
}  // namespace opencl_test

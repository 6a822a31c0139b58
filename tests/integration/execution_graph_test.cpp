// Graphs and host functions, on every runtime that is here.
#include "tests/integration/execution_fixture.hpp"

#include <atomic>
#include <memory>
#include <thread>

namespace quovis::test {
namespace execution_graph_test {

using testing::Each;
using testing::HasSubstr;

class GraphOn : public OnRuntime {};

QUOVIS_ON_ALL_RUNTIMES(GraphOn);

TEST_P(GraphOn, WhatIsRecordedRunsWhenTheGraphIsLaunchedAndNotBefore) {
    const Kernel kernel = add();
    const Stream stream = route_.stream();
    const Buffer buffer = route_.buffer<int>(64);
    buffer.fill(0);
    const GraphExec exec = stream.capture([&] { kernel.launch(stream, 1, 64, buffer, 64, 3); }).instantiate();
    stream.synchronize();
    EXPECT_THAT(buffer.read<int>(), Each(0));
    for (int round = 0; round < 5; ++round) {
        exec.launch(stream);
    }
    stream.synchronize();
    EXPECT_THAT(buffer.read<int>(), Each(15));
}

TEST_P(GraphOn, ARecordedLaunchKeepsItsOffset) {
    if (!is_opencl()) {
        GTEST_SKIP() << "kernels of " << GetParam().language << " have no offset";
    }
    LaunchShape shape(1, 4);
    shape.offset = {2};
    const Kernel kernel = add();
    const Stream stream = route_.stream();
    const Buffer buffer = route_.buffer<int>(8);
    buffer.fill(0);
    const GraphExec exec = stream.capture([&] { kernel.launch(stream, shape, buffer, 8, 3); }).instantiate();
    exec.launch(stream);
    exec.launch(stream);
    stream.synchronize();
    EXPECT_THAT(buffer.read<int>(), testing::ElementsAre(0, 0, 6, 6, 6, 6, 0, 0));
}

TEST_P(GraphOn, CopiesFillsAndLaunchesKeepTheirOrder) {
    const Kernel kernel = add();
    const Stream stream = route_.stream();
    const Buffer a = route_.buffer<int>(64);
    const Buffer b = route_.buffer<int>(64);
    const GraphExec exec = stream
                               .capture([&] {
                                   a.fill(1, stream);
                                   kernel.launch(stream, 1, 64, a, 64, 1);
                                   b.copy_from(a, 256, 0, 0, stream);
                                   kernel.launch(stream, 1, 64, b, 64, 5);
                               })
                               .instantiate();
    exec.launch(stream);
    exec.launch(stream);
    stream.synchronize();
    EXPECT_THAT(a.read<int>(), Each(2));
    EXPECT_THAT(b.read<int>(), Each(7));
}

TEST_P(GraphOn, AGraphKeepsTheModuleAndTheMemoryThatItUses) {
    const Stream stream = route_.stream();
    const Buffer result = route_.buffer<int>(64);
    GraphExec exec;
    {
        const Buffer between = route_.buffer<int>(64);
        const Kernel kernel = add();
        exec = stream
                   .capture([&] {
                       between.fill(4, stream);
                       kernel.launch(stream, 1, 64, between, 64, 1);
                       result.copy_from(between, 256, 0, 0, stream);
                   })
                   .instantiate();
    }
    const Buffer others = route_.buffer<int>(64);
    others.fill(-1);
    exec.launch(stream);
    stream.synchronize();
    EXPECT_THAT(result.read<int>(), Each(5));
    EXPECT_THAT(others.read<int>(), Each(-1));
}

TEST_P(GraphOn, AnUpdateGivesTheArgumentsOfAnotherGraph) {
    const Kernel kernel = add();
    const Stream stream = route_.stream();
    const Buffer buffer = route_.buffer<int>(64);
    buffer.fill(0);
    const auto record = [&](int by) { return stream.capture([&] { kernel.launch(stream, 1, 64, buffer, 64, by); }); };
    const GraphExec exec = record(1).instantiate();
    exec.launch(stream);
    for (int by = 10; by <= 30; by += 10) {
        exec.update(record(by));
        exec.launch(stream);
    }
    stream.synchronize();
    EXPECT_THAT(buffer.read<int>(), Each(61));
}

TEST_P(GraphOn, AnUpdateByAGraphOfAnotherShapeIsRefusedAndChangesNothing) {
    const Kernel kernel = add();
    const Stream stream = route_.stream();
    const Buffer buffer = route_.buffer<int>(64);
    buffer.fill(0);
    const auto launch = [&] { kernel.launch(stream, 1, 64, buffer, 64, 1); };
    const GraphExec exec = stream.capture(launch).instantiate();
    const Graph longer = stream.capture([&] {
        launch();
        launch();
    });
    EXPECT_EQ(error_of([&] { exec.update(longer); }).status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    exec.launch(stream);
    stream.synchronize();
    EXPECT_THAT(buffer.read<int>(), Each(1));
}

TEST_P(GraphOn, AHostFunctionIsCalledAtEachLaunchAndReleasedOnce) {
    const Stream stream = route_.stream();
    std::atomic<int> calls{0};
    const auto token = std::make_shared<int>(1);
    const std::weak_ptr<int> alive = token;
    {
        const GraphExec exec = stream.capture([&] { stream.call([&calls, held = token] { ++calls; }); }).instantiate();
        exec.launch(stream);
        exec.launch(stream);
        stream.synchronize();
        EXPECT_EQ(calls, 2);
        EXPECT_EQ(token.use_count(), 2);
    }
    EXPECT_EQ(token.use_count(), 1);
}

TEST_P(GraphOn, ARecordingThatThrowsIsDroppedAndTheStreamWorksOn) {
    const Kernel kernel = add();
    const Stream stream = route_.stream();
    const Buffer buffer = route_.buffer<int>(64);
    buffer.fill(0);
    EXPECT_THROW(stream.capture([&] {
        kernel.launch(stream, 1, 64, buffer, 64, 1);
        throw std::runtime_error("no");
    }),
                 std::runtime_error);
    kernel.launch(stream, 1, 64, buffer, 64, 2);
    stream.synchronize();
    EXPECT_THAT(buffer.read<int>(), Each(2));
}

TEST_P(GraphOn, AWrongLaunchIsRefusedWhileRecordingToo) {
    const Kernel kernel = add();
    const Stream stream = route_.stream();
    const Buffer buffer = route_.buffer<int>(64);
    buffer.fill(0);
    const Graph graph = stream.capture([&] {
        kernel.launch(stream, 1, 64, buffer, 64, 1);
        const Error error = error_of([&] { kernel.launch(stream, 1, 64, buffer, 64); });
        EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_LAUNCH);
    });
    graph.instantiate().launch(stream);
    stream.synchronize();
    EXPECT_THAT(buffer.read<int>(), Each(1));
}

TEST_P(GraphOn, TheEndOfARecordingThatNeverBeganIsRefused) {
    const Stream stream = route_.stream();
    EXPECT_EQ(error_of([&] { stream.end_capture(); }).status(), QUOVIS_ERROR_INVALID_ARGUMENT);
}

TEST_P(GraphOn, AStreamReleasedWhileRecordingLeavesNothingBehind) {
    const Kernel kernel = add();
    const Buffer buffer = route_.buffer<int>(64);
    buffer.fill(0);
    {
        const Stream stream = route_.stream();
        stream.begin_capture();
        kernel.launch(stream, 1, 64, buffer, 64, 1);
    }
    kernel.launch(1, 64, buffer, 64, 2);
    EXPECT_THAT(buffer.read<int>(), Each(2));
}

TEST_P(GraphOn, AGraphRunsOnAnyStreamOfItsDevice) {
    const Kernel kernel = add();
    const Stream recorded = route_.stream();
    const Stream other = route_.stream();
    const Buffer buffer = route_.buffer<int>(64);
    buffer.fill(0);
    const GraphExec exec = recorded.capture([&] { kernel.launch(recorded, 1, 64, buffer, 64, 3); }).instantiate();
    exec.launch(other);
    other.synchronize();
    EXPECT_THAT(buffer.read<int>(), Each(3));
}

TEST_P(GraphOn, BuffersPoolsAndModulesComeAndGoWhileAnotherThreadRecords) {
    const Kernel kernel = add();
    const Image image = load("KERNEL void k(GLOBAL int* out) { out[INDEX] = 7; }\n").image();
    const Pool pool = route_.pool();
    std::atomic<bool> done{false};
    std::atomic<int> failures{0};
    std::thread busy([&] {
        const Stream stream = route_.stream();
        while (!done) {
            try {
                const Buffer plain = route_.buffer<int>(64);
                const Buffer ordered = stream.buffer<int>(64);
                const Buffer pooled = pool.buffer<int>(stream, 64);
                const Module module = image.load(route_);
                module.kernel("k").launch(stream, 1, 64, pooled);
                stream.synchronize();
            } catch (const Error& error) {
                ++failures;
                ADD_FAILURE() << error.what();
                return;
            }
        }
    });
    const Stream stream = route_.stream();
    for (int round = 0; round < 30; ++round) {
        const Buffer buffer = pool.buffer<int>(stream, 64);
        buffer.fill(0, stream);
        try {
            const GraphExec exec = stream
                                       .capture([&] {
                                           for (int i = 0; i < 20; ++i) {
                                               kernel.launch(stream, 1, 64, buffer, 64, 1);
                                           }
                                       })
                                       .instantiate();
            exec.launch(stream);
            stream.synchronize();
            EXPECT_THAT(buffer.read<int>(), Each(20));
        } catch (const Error& error) {
            ADD_FAILURE() << error.what();
            break;
        }
    }
    done = true;
    busy.join();
    EXPECT_EQ(failures, 0);
}

TEST_P(GraphOn, ToWaitForTheDeviceWhileAStreamIsRecordedIsRefusedOrHarmless) {
    const Kernel kernel = add();
    const Stream stream = route_.stream();
    const Buffer buffer = route_.buffer<int>(64);
    buffer.fill(0);
    const GraphExec exec = stream
                               .capture([&] {
                                   try {
                                       route_.synchronize();
                                   } catch (const Error& error) {
                                       EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_ARGUMENT) << error.what();
                                   }
                                   kernel.launch(stream, 1, 64, buffer, 64, 1);
                               })
                               .instantiate();
    exec.launch(stream);
    stream.synchronize();
    EXPECT_THAT(buffer.read<int>(), Each(1));
}

TEST_P(GraphOn, AHostFunctionRunsInTheOrderOfItsStream) {
    const Kernel kernel = add();
    const Stream stream = route_.stream();
    const Buffer buffer = route_.buffer<int>(64);
    std::vector<int> before(64, -1);
    std::vector<int> seen;
    buffer.fill(0, stream);
    kernel.launch(stream, 1, 64, buffer, 64, 1);
    buffer.read(before.data(), 64, 0, stream);
    stream.call([&] { seen = before; });
    kernel.launch(stream, 1, 64, buffer, 64, 1);
    stream.synchronize();
    EXPECT_EQ(seen, std::vector<int>(64, 1));
    EXPECT_THAT(buffer.read<int>(), Each(2));
}

TEST_P(GraphOn, AHostFunctionIsReleasedAfterItsCall) {
    const Stream stream = route_.stream();
    const auto token = std::make_shared<int>(1);
    stream.call([held = token] {});
    stream.synchronize();
    EXPECT_EQ(token.use_count(), 1);
}

}  // namespace execution_graph_test
}  // namespace quovis::test

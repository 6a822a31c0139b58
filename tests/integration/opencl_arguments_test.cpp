// Arguments are state of a cl_kernel, which remembers them: that each launch gets its own all the same, from any
// thread, after failures, and after memory has changed hands.
#include <atomic>
#include <numeric>
#include <thread>

#include "tests/integration/opencl_native.hpp"
#include "tests/integration/opencl_plugin.hpp"

namespace opencl_test {
namespace opencl_arguments_test {

constexpr std::string_view sums = R"(
__kernel void k(__global int* out, __global const int* in, int factor, __local int* scratch, int n) {
    for (int i = get_local_id(0); i < n; i += get_local_size(0)) scratch[i] = in[i] * factor;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        int sum = 0;
        for (int i = 0; i < n; ++i) sum += scratch[i];
        out[0] = out[0] * 3 + sum;
    }
}
)";

constexpr std::string_view adds = R"(
__kernel void k(__global int* data, int value) { data[get_global_id(0)] += value; }
)";

class OpenclArguments : public OpenclPlugin {
  protected:
    quovis_plugin_status launch_on(quovis_rt_stream* stream, quovis_rt_kernel* kernel, std::uint32_t block,
                                   const std::vector<quovis_rt_argument>& arguments) {
        auto wanted = sized<quovis_rt_launch>();
        std::fill_n(wanted.grid, 3, 1u);
        std::fill_n(wanted.block, 3, 1u);
        wanted.block[0] = block;
        wanted.arguments = arguments.data();
        wanted.argument_count = arguments.size();
        return rt_->launch(stream, kernel, &wanted, nullptr);
    }

    quovis_rt_stream* stream() {
        auto info = sized<quovis_rt_stream_info>();
        quovis_rt_stream* made = nullptr;
        EXPECT_EQ(rt_->stream_create(device_, &info, &made, &error_), QUOVIS_PLUGIN_OK) << message();
        return made;
    }

    int first_of(quovis_rt_buffer* from) {
        int seen = -1;
        read(from, &seen, sizeof(seen));
        return seen;
    }

    // Sixteen threads launch one kernel, each with values, memory, offsets and local memory of its own at each turn.
    void launch_from_sixteen_threads(const std::vector<quovis_rt_stream*>& streams);
};

void OpenclArguments::launch_from_sixteen_threads(const std::vector<quovis_rt_stream*>& streams) {
    constexpr int threads = 16;
    constexpr int turns = 60;
    const std::size_t offset = info_.buffer_offset_alignment;
    const auto ints = static_cast<int>(offset / sizeof(int));
    quovis_rt_kernel* made = kernel(sums, "k");
    quovis_rt_buffer* in = buffer(offset * 2);
    fill(in, offset, 1);
    const std::uint32_t two = 2;
    ASSERT_EQ(rt_->fill(stream_, in, offset, offset, &two, sizeof(two), &error_), QUOVIS_PLUGIN_OK) << message();
    std::vector<quovis_rt_buffer*> out;
    for (int index = 0; index < threads; ++index) {
        out.push_back(buffer(sizeof(int)));
        fill(out.back(), sizeof(int), 0);
    }
    ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK);
    std::atomic<int> failures{0};
    std::vector<int> expected(threads);
    std::vector<std::thread> workers;
    for (int index = 0; index < threads; ++index) {
        workers.emplace_back([&, index] {
            const auto at = static_cast<std::size_t>(index);
            unsigned wanted = 0;
            for (int turn = 0; turn < turns; ++turn) {
                const int factor = turn % 3 == 0 ? index : turn;
                const int n = 1 + (turn + index) % ints;
                const std::size_t start = (turn + index) % 2 == 0 ? 0 : offset;
                wanted = wanted * 3 + static_cast<unsigned>(factor * n * (start == 0 ? 1 : 2));
                failures += launch_on(streams[at], made, 1,
                                      {pass(out[at]), pass(in, start), value(factor),
                                       local(static_cast<std::size_t>(n) * sizeof(int)), value(n)}) == QUOVIS_PLUGIN_OK
                                ? 0
                                : 1;
            }
            expected[at] = static_cast<int>(wanted);
            failures += rt_->stream_synchronize(streams[at], nullptr) == QUOVIS_PLUGIN_OK ? 0 : 1;
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    EXPECT_EQ(failures, 0);
    for (int index = 0; index < threads; ++index) {
        const auto at = static_cast<std::size_t>(index);
        EXPECT_EQ(first_of(out[at]), expected[at]) << "thread " << index;
        rt_->buffer_release(out[at], nullptr);
    }
    rt_->buffer_release(in, nullptr);
    release(made);
}

TEST_F(OpenclArguments, OfSixteenThreadsOnTheirOwnStreamsAreNotMixed) {
    std::vector<quovis_rt_stream*> streams;
    for (int index = 0; index < 16; ++index) {
        streams.push_back(stream());
    }
    launch_from_sixteen_threads(streams);
    for (quovis_rt_stream* one : streams) {
        rt_->stream_release(one);
    }
}

TEST_F(OpenclArguments, OfSixteenThreadsOnOneStreamAreNotMixed) {
    launch_from_sixteen_threads(std::vector<quovis_rt_stream*>(16, stream_));
}

// Most drivers give the new memory the handle of the old one.
TEST_F(OpenclArguments, MemoryThatIsMadeAfterAReleaseIsNotTakenForTheReleased) {
    quovis_rt_kernel* made = kernel(adds, "k");
    const int one = 1;
    for (int turn = 0; turn < 50; ++turn) {
        quovis_rt_buffer* data = buffer(turn % 2 == 0 ? 64 : 1 << 20);
        fill(data, 64, static_cast<std::uint32_t>(turn));
        ASSERT_EQ(launch(made, 1, 1, {pass(data), value(one)}), QUOVIS_PLUGIN_OK) << message();
        ASSERT_EQ(first_of(data), turn + 1);
        rt_->buffer_release(data, nullptr);
    }
    release(made);
}

// More offsets than the plugin keeps sub-buffers, twice over.
TEST_F(OpenclArguments, PartsOfABufferAreNotTakenForEachOther) {
    constexpr std::size_t parts = 40;
    const std::size_t step = info_.buffer_offset_alignment;
    quovis_rt_kernel* made = kernel(adds, "k");
    quovis_rt_buffer* data = buffer(parts * step);
    fill(data, parts * step, 0);
    for (const int turn : {1, 2}) {
        for (std::size_t part = 0; part < parts; ++part) {
            const int added = static_cast<int>(part) * turn;
            ASSERT_EQ(launch(made, 1, 1, {pass(data, part * step), value(added)}), QUOVIS_PLUGIN_OK) << message();
            ASSERT_EQ(launch(made, 1, 1, {pass(data, part * step), value(added)}), QUOVIS_PLUGIN_OK) << message();
        }
    }
    std::vector<int> seen(parts * step / sizeof(int));
    read(data, seen.data(), parts * step);
    for (std::size_t part = 0; part < parts; ++part) {
        EXPECT_EQ(seen[part * step / sizeof(int)], static_cast<int>(part) * 6);
    }
    rt_->buffer_release(data, nullptr);
    release(made);
}

TEST_F(OpenclArguments, ALaunchThatFailsLeavesNothingForTheNext) {
    quovis_rt_kernel* made = kernel(sums, "k");
    quovis_rt_buffer* in = buffer(64);
    quovis_rt_buffer* out = buffer(sizeof(int));
    fill(in, 64, 1);
    fill(out, sizeof(int), 0);
    const int four = 4;
    const int five = 5;
    const std::int64_t wide = 7;
    const std::vector<quovis_rt_argument> good{pass(out), pass(in), value(four), local(16), value(four)};
    const std::vector<std::vector<quovis_rt_argument>> bad{
        {pass(out), pass(in), value(wide), local(16), value(four)},  // a value of another size
        {pass(in), pass(out), value(five), local(0), value(five)},   // no local memory
        {pass(in), pass(out), value(five), value(five), value(five)},
        {pass(in), pass(in, 4), value(five), local(8), value(five)},  // an offset that the device does not take
    };
    int expected = 0;
    for (const std::vector<quovis_rt_argument>& arguments : bad) {
        ASSERT_EQ(launch(made, 1, 2, good), QUOVIS_PLUGIN_OK) << message();
        EXPECT_EQ(launch(made, 1, 2, arguments), QUOVIS_PLUGIN_INVALID_LAUNCH);
        EXPECT_EQ(launch(made, 1, 2, arguments), QUOVIS_PLUGIN_INVALID_LAUNCH) << "nor is it taken for set";
        EXPECT_EQ(launch(made, 1, 1u << 30, {pass(in), pass(in), value(five), local(32), value(five)}),
                  QUOVIS_PLUGIN_INVALID_LAUNCH)
            << "a block that is too large";
        ASSERT_EQ(launch(made, 1, 2, good), QUOVIS_PLUGIN_OK) << message();
        expected = (expected * 3 + 16) * 3 + 16;
        EXPECT_EQ(first_of(out), expected);
    }
    rt_->buffer_release(in, nullptr);
    rt_->buffer_release(out, nullptr);
    release(made);
}

// A stream goes over to a queue with profiling when its first event is recorded.
TEST_F(OpenclArguments, WorkStaysInOrderWhileAFirstEventIsRecorded) {
    quovis_rt_kernel* made = kernel("__kernel void k(__global int* x, int n) { if (x[0] == n) x[0] = n + 1; }", "k");
    constexpr int launches = 300;
    for (int turn = 0; turn < 20; ++turn) {
        quovis_rt_stream* work = stream();
        quovis_rt_buffer* data = buffer(sizeof(int));
        fill(data, sizeof(int), 0);
        ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK);
        std::atomic<int> launched{0};
        std::thread launching([&] {
            for (int n = 0; n < launches; ++n) {
                EXPECT_EQ(launch_on(work, made, 1, {pass(data), value(n)}), QUOVIS_PLUGIN_OK);
                launched = n;
            }
        });
        quovis_rt_event* event = nullptr;
        ASSERT_EQ(rt_->event_create(device_, &event, &error_), QUOVIS_PLUGIN_OK);
        while (launched < turn * 10) {
            std::this_thread::yield();
        }
        EXPECT_EQ(rt_->event_record(event, work, &error_), QUOVIS_PLUGIN_OK) << message();
        launching.join();
        EXPECT_EQ(rt_->stream_synchronize(work, &error_), QUOVIS_PLUGIN_OK) << message();
        EXPECT_EQ(first_of(data), launches);
        rt_->event_release(event);
        rt_->stream_release(work);
        rt_->buffer_release(data, nullptr);
    }
    release(made);
}

TEST_F(OpenclArguments, WorkAfterAFirstEventWaitsForTheWorkBeforeIt) {
    quovis_rt_kernel* made = kernel(
        "__kernel void k(volatile __global int* x, int n, int turns) {"
        "    for (int i = 0; i < turns; ++i) x[1] += i;"
        "    if (x[0] == n) x[0] = n + 1;"
        "}",
        "k");
    quovis_rt_stream* work = stream();
    quovis_rt_buffer* data = buffer(2 * sizeof(int));
    quovis_rt_event* event = nullptr;
    ASSERT_EQ(rt_->event_create(device_, &event, &error_), QUOVIS_PLUGIN_OK);
    fill(data, 2 * sizeof(int), 0);
    ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK);
    const int before = 0;
    const int after = 1;
    const int slow = 3'000'000;
    const int quick = 0;
    EXPECT_EQ(launch_on(work, made, 1, {pass(data), value(before), value(slow)}), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(rt_->event_record(event, work, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(launch_on(work, made, 1, {pass(data), value(after), value(quick)}), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(rt_->stream_synchronize(work, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(rt_->stream_query(work, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(first_of(data), 2);
    rt_->event_release(event);
    rt_->stream_release(work);
    rt_->buffer_release(data, nullptr);
    release(made);
}

#if defined(QUOVIS_TEST_WITH_OPENCL)
TEST_F(OpenclArguments, WhatTheHostSetsOnAKernelsHandleIsNotLaunchedWith) {
    quovis_rt_kernel* made = kernel(adds, "k");
    quovis_rt_buffer* data = buffer(64);
    fill(data, 64, 0);
    const int one = 1;
    const int many = 1000;
    ASSERT_EQ(launch(made, 1, 1, {pass(data), value(one)}), QUOVIS_PLUGIN_OK) << message();
    auto native = sized<quovis_rt_native>();
    native.kind = QUOVIS_RT_NATIVE_KERNEL;
    ASSERT_EQ(rt_->native_get(device_, made, &native, &error_), QUOVIS_PLUGIN_OK) << message();
    auto* const handle = reinterpret_cast<cl_kernel>(static_cast<std::uintptr_t>(native.handle));
    for (int turn = 0; turn < 2; ++turn) {
        ASSERT_EQ(OPENCL(clSetKernelArg)(handle, 1, sizeof(many), &many), CL_SUCCESS);
        ASSERT_EQ(launch(made, 1, 1, {pass(data), value(one)}), QUOVIS_PLUGIN_OK) << message();
    }
    EXPECT_EQ(first_of(data), 3);
    rt_->buffer_release(data, nullptr);
    release(made);
}
#endif

}  // namespace opencl_arguments_test
}  // namespace opencl_test

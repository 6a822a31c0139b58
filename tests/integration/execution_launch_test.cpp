// The forms of a launch, occupancy, and one kernel of many threads, on every runtime that is here.
#include "tests/integration/execution_fixture.hpp"

#include <atomic>
#include <thread>

namespace quovis::test {
namespace execution_launch_test {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

class LaunchOn : public OnRuntime {
  protected:
    // Parameters of every size, with gaps between them when they are packed.
    Kernel mixed() const {
        return load(
                   "KERNEL void mixed(char a, GLOBAL double* out, short b, long c, char d, float e) {\n"
                   "    out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; }\n")
            .kernel("mixed");
    }
    // Memory with an address, where the runtime has such a thing.
    template <typename T>
    Buffer addressed(std::size_t count) const {
        const Buffer plain = route_.buffer<T>(count);
        if (plain.address() != 0) {
            return plain;
        }
        try {
            return route_.buffer<T>(count, Memory::managed);
        } catch (const Error&) {
            return plain;
        }
    }
    static constexpr double values[] = {1, 2, 3, 4, 5.5};
};

QUOVIS_ON_ALL_RUNTIMES(LaunchOn);

struct Packed {
    char a;
    std::uint64_t out;
    short b;
    long c;
    char d;
    float e;
};

TEST_P(LaunchOn, PackedArgumentsAreAStructOfThem) {
    const Buffer out = addressed<double>(5);
    const Packed packed{1, out.address(), 2, 3, 4, 5.5F};
    const Stream stream = route_.stream();
    if (out.address() == 0) {
        const Error error = error_of([&] { mixed().launch_packed(stream, {1, 1}, &packed, sizeof packed); });
        EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_LAUNCH);
        EXPECT_THAT(error.what(), HasSubstr("address"));
        return;
    }
    mixed().launch_packed(stream, {1, 1}, &packed, sizeof packed);
    stream.synchronize();
    EXPECT_EQ(out.read<double>(), std::vector<double>(std::begin(values), std::end(values)));
}

TEST_P(LaunchOn, PackedArgumentsOfAnotherSizeAreRefusedWithBoth) {
    const Packed packed{};
    const Error error = error_of([&] { mixed().launch_packed({}, {1, 1}, &packed, sizeof packed - 8); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_LAUNCH);
    EXPECT_THAT(error.what(), HasSubstr(std::to_string(sizeof packed) + " bytes, and " +
                                        std::to_string(sizeof packed - 8) + " were given"));
}

TEST_P(LaunchOn, PointersToTheArgumentsAreTakenInTheirOrder) {
    const Buffer out = addressed<double>(1);
    const Kernel kernel =
        load("KERNEL void sum(char a, short b, long c, float e, GLOBAL double* out) { out[0] = a + b + c + e; }\n")
            .kernel("sum");
    const char a = 1;
    const short b = 20;
    const long c = 300;
    const float e = 0.5F;
    const std::uint64_t address = out.address();
    const void* const pointers[] = {&a, &b, &c, &e, &address};
    const Stream stream = route_.stream();
    if (address == 0) {
        EXPECT_THAT(error_of([&] { kernel.launch_pointers(stream, {1, 1}, pointers); }).what(), HasSubstr("address"));
        return;
    }
    kernel.launch_pointers(stream, {1, 1}, pointers);
    stream.synchronize();
    EXPECT_THAT(out.read<double>(), ElementsAre(321.5));
}

TEST_P(LaunchOn, ArgumentsGivenInTwoWaysAreRefused) {
    auto launch = QUOVIS_INIT(quovis_launch_info);
    launch.grid[0] = launch.block[0] = 1;
    const char bytes[64] = {};
    const void* const pointers[6] = {bytes, bytes, bytes, bytes, bytes, bytes};
    launch.packed = bytes;
    launch.packed_size = sizeof(Packed);
    launch.pointers = pointers;
    const Kernel kernel = mixed();
    EXPECT_EQ(quovis_launch(kernel.get(), nullptr, &launch), QUOVIS_ERROR_INVALID_LAUNCH);
    EXPECT_THAT(quovis_last_error()->message, HasSubstr("more than one way"));
}

TEST_P(LaunchOn, AnEmptyBufferIsRefusedAndANullPointerIsNot) {
    const Kernel kernel =
        load("KERNEL void is_null(GLOBAL int* x, GLOBAL int* out) { out[0] = x == 0; }\n").kernel("is_null");
    const Buffer out = route_.buffer<int>(1);
    EXPECT_THAT(error_of([&] { kernel.launch(1, 1, Buffer(), out); }).what(), HasSubstr("empty quovis::Buffer"));
    kernel.launch(1, 1, nullptr, out);
    EXPECT_THAT(out.read<int>(), ElementsAre(1));
}

TEST_P(LaunchOn, OccupancySuggestsABlockThatRuns) {
    const Kernel kernel = add();
    const Occupancy occupancy = kernel.occupancy();
    EXPECT_GT(occupancy.block_threads, 0u);
    EXPECT_LE(occupancy.block_threads, kernel.info().max_threads_per_block);
    const Buffer buffer = route_.buffer<int>(occupancy.block_threads);
    buffer.fill(0);
    kernel.launch(1, occupancy.block_threads, buffer, static_cast<int>(occupancy.block_threads), 1);
    EXPECT_THAT(buffer.read<int>(), Each(1));
}

TEST_P(LaunchOn, OccupancyOfAGivenBlockTellsHowManyFit) {
    const Occupancy occupancy = add().occupancy(64);
    EXPECT_EQ(occupancy.block_threads, 64u);
    if (std::string(GetParam().selector) == "cuda") {
        EXPECT_GT(occupancy.blocks_per_multiprocessor, 0u);
        EXPECT_EQ(occupancy.max_cooperative_grid, occupancy.blocks_per_multiprocessor * route_.info().multiprocessors);
    }
}

TEST_P(LaunchOn, OneKernelOfManyThreadsOnTheirOwnStreams) {
    const Kernel kernel = add();
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int id = 0; id < 16; ++id) {
        threads.emplace_back([&, id] {
            const Stream stream = route_.stream();
            const Buffer buffer = route_.buffer<int>(64);
            buffer.fill(0, stream);
            for (int round = 0; round < 100; ++round) {
                kernel.launch(stream, 1, 64, buffer, 64 - id, id + round);
            }
            stream.synchronize();
            const auto sums = buffer.read<int>();
            wrong += static_cast<int>(64 - id - std::count(sums.begin(), sums.end(), 100 * id + 4950));
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, 0);
}

TEST_P(LaunchOn, OneKernelOfManyThreadsOnOneStream) {
    const Kernel kernel = add();
    const Stream stream = route_.stream();
    std::vector<Buffer> buffers;
    for (int id = 0; id < 16; ++id) {
        buffers.push_back(route_.buffer<int>(64));
        buffers.back().fill(0);
    }
    std::vector<std::thread> threads;
    for (int id = 0; id < 16; ++id) {
        threads.emplace_back([&, id] {
            for (int round = 0; round < 100; ++round) {
                kernel.launch(stream, 1, 64, buffers[static_cast<std::size_t>(id)], 64, id);
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    stream.synchronize();
    for (int id = 0; id < 16; ++id) {
        EXPECT_THAT(buffers[static_cast<std::size_t>(id)].read<int>(), Each(100 * id));
    }
}

TEST_P(LaunchOn, TheLocalMemoryOfOneLaunchIsNotThatOfAnother) {
    if (!is_opencl()) {
        GTEST_SKIP() << "local memory is an argument in OpenCL C only";
    }
    const Kernel kernel = load(
                              "KERNEL void k(__local int* room, GLOBAL int* out, int n) {\n"
                              "    int at = get_local_id(0); room[n - 1 - at] = at;\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE); out[at] = room[at]; }\n")
                              .kernel("k");
    for (const int count : {8, 64, 16}) {
        const Buffer out = route_.buffer<int>(static_cast<std::size_t>(count));
        kernel.launch(1, count, local(static_cast<std::size_t>(count) * 4), out, count);
        EXPECT_EQ(out.read<int>().front(), count - 1);
    }
}

TEST_P(LaunchOn, ABufferThatIsMadeAfterAnotherWasReleasedIsNotTakenForIt) {
    const Kernel kernel = add();
    for (int round = 0; round < 50; ++round) {
        const Buffer buffer = route_.buffer<int>(64);
        buffer.fill(round);
        kernel.launch(1, 64, buffer, 64, 1);
        EXPECT_THAT(buffer.read<int>(), Each(round + 1));
    }
}

TEST_P(LaunchOn, ClustersThatDoNotFillTheGridAreRefused) {
    LaunchShape shape(6, 32);
    shape.cluster = Extent(4);
    const Buffer buffer = route_.buffer<int>(64);
    const Error error = error_of([&] { add().launch(shape, buffer, 64, 1); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_LAUNCH);
    EXPECT_THAT(error.what(), HasSubstr("the grid is 6 blocks along axis x, which clusters of 4 do not fill"));
}

TEST_P(LaunchOn, AttributesRunOrAreRefusedByName) {
    LaunchShape shape(2, 32);
    shape.cooperative = true;
    LaunchShape clustered(4, 32);
    clustered.cluster = Extent(2);
    LaunchShape urgent(2, 32);
    urgent.priority = -1;
    const Kernel kernel = add();
    for (const auto& one : {shape, clustered, urgent}) {
        const Buffer buffer = route_.buffer<int>(64);
        buffer.fill(0);
        try {
            kernel.launch(one, buffer, 64, 1);
            EXPECT_THAT(buffer.read<int>(), Each(1));
        } catch (const Error& error) {
            EXPECT_TRUE(is_opencl()) << error.what();
            EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_SUPPORTED);
        }
    }
}

TEST_P(LaunchOn, AnOffsetMovesTheGlobalIdsOrIsRefused) {
    LaunchShape shape(2, 32);
    shape.offset = {100};
    const Buffer buffer = route_.buffer<int>(200);
    buffer.fill(0);
    const Kernel kernel = add();
    if (!is_opencl()) {
        const Error error = error_of([&] { kernel.launch(shape, buffer, 200, 1); });
        EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_LAUNCH);
        EXPECT_THAT(error.what(),
                    HasSubstr("an offset of 100 x 0 x 0 work-items was asked for, and `add` was not made"));
        return;
    }
    kernel.launch(shape, buffer, 200, 1);
    std::vector<int> expected(200);
    std::fill_n(expected.begin() + 100, 64, 1);
    EXPECT_EQ(buffer.read<int>(), expected);
}

TEST_P(LaunchOn, FlagsThatAreNotKnownAreRefusedByNumber) {
    auto launch = QUOVIS_INIT(quovis_launch_info);
    launch.grid[0] = launch.block[0] = 1;
    launch.flags = 1U << 30;
    const Kernel kernel = add();
    EXPECT_EQ(quovis_launch(kernel.get(), nullptr, &launch), QUOVIS_ERROR_INVALID_LAUNCH);
    EXPECT_THAT(quovis_last_error()->message, HasSubstr("0x40000000"));
}

}  // namespace execution_launch_test
}  // namespace quovis::test

// Slices, memory in the order of a stream, pools and copies of rows, on every runtime that is here.
#include "tests/integration/execution_fixture.hpp"

#include <atomic>
#include <numeric>
#include <thread>

namespace quovis::test {
namespace execution_memory_test {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

class MemoryOn : public OnRuntime {
  protected:
    // Larger than any alignment of an offset that a device asks for.
    static constexpr std::size_t part = 1024;

    static std::vector<int> counted(std::size_t count) {
        std::vector<int> values(count);
        std::iota(values.begin(), values.end(), 0);
        return values;
    }
};

QUOVIS_ON_ALL_RUNTIMES(MemoryOn);

TEST_P(MemoryOn, ASliceIsThatPartOfTheMemory) {
    const Buffer whole = route_.buffer<int>(3 * part);
    whole.fill(0);
    const Buffer slice = whole.slice(part * sizeof(int), part * sizeof(int));
    EXPECT_EQ(slice.size(), part * sizeof(int));
    slice.fill(7);
    const auto values = whole.read<int>();
    EXPECT_EQ(std::count(values.begin() + part, values.begin() + 2 * part, 7), part);
    EXPECT_EQ(std::count(values.begin(), values.end(), 0), 2 * part);
}

TEST_P(MemoryOn, ASliceOfASliceBeginsWhereBothSay) {
    const Buffer whole = route_.buffer<int>(100);
    whole.write(counted(100));
    const Buffer slice = whole.slice(40, 200).slice(20, 8);
    EXPECT_THAT(slice.read<int>(), ElementsAre(15, 16));
}

TEST_P(MemoryOn, AKernelWorksOnASlice) {
    const Buffer whole = route_.buffer<int>(2 * part);
    whole.fill(1);
    add().launch(1, 64, whole.slice(part * sizeof(int), 64 * sizeof(int)), 64, 5);
    const auto values = whole.read<int>();
    EXPECT_EQ(std::count(values.begin() + part, values.begin() + part + 64, 6), 64);
    EXPECT_EQ(std::count(values.begin(), values.end(), 1), 2 * part - 64);
}

TEST_P(MemoryOn, ASliceKeepsTheMemory) {
    Buffer slice;
    {
        const Buffer whole = route_.buffer<int>(100);
        whole.write(counted(100));
        slice = whole.slice(400 - 8, 8);
    }
    EXPECT_THAT(slice.read<int>(), ElementsAre(98, 99));
}

TEST_P(MemoryOn, ASliceBeyondItsBufferIsRefusedWithBothSizes) {
    const Buffer whole = route_.bytes(64);
    const Error error = error_of([&] { whole.slice(60, 8); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(error.what(), HasSubstr("a slice of 8 bytes at offset 60 reaches beyond the buffer's 64 bytes"));
    EXPECT_EQ(error_of([&] { whole.slice(0, 0); }).status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(error_of([&] { whole.slice(static_cast<std::size_t>(-1), 2); }).status(), QUOVIS_ERROR_INVALID_ARGUMENT);
}

TEST_P(MemoryOn, MemoryInTheOrderOfAStreamNeedsNoWait) {
    const Kernel kernel = add();
    const Stream stream = route_.stream();
    std::vector<int> result(part);
    {
        const Buffer buffer = stream.buffer<int>(part);
        buffer.fill(1, stream);
        kernel.launch(stream, part / 64, 64, buffer, static_cast<int>(part), 2);
        buffer.read(result.data(), result.size(), 0, stream);
    }
    stream.synchronize();
    EXPECT_THAT(result, Each(3));
}

TEST_P(MemoryOn, MemoryInOrderOutlivesItsStreamsHandle) {
    Buffer buffer;
    {
        const Stream stream = route_.stream();
        buffer = stream.buffer<int>(4);
        buffer.fill(9, stream);
        stream.synchronize();
    }
    EXPECT_THAT(buffer.read<int>(), Each(9));
}

TEST_P(MemoryOn, APoolGivesTheSameStreamItsMemoryBack) {
    const Pool pool = route_.pool();
    const Stream stream = route_.stream();
    const Kernel kernel = add();
    const Buffer sum = route_.buffer<int>(64);
    sum.fill(0);
    for (int round = 0; round < 20; ++round) {
        const Buffer buffer = pool.buffer<int>(stream, 64);
        buffer.fill(round, stream);
        kernel.launch(stream, 1, 64, buffer, 64, 1);
        sum.copy_from(buffer, 4, static_cast<std::size_t>(round) * 4, 0, stream);
    }
    stream.synchronize();
    EXPECT_EQ(pool.info().allocations, 20u);
    EXPECT_EQ(pool.info().reused, 19u);
    auto values = sum.read<int>();
    values.resize(20);
    EXPECT_THAT(values, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20));
}

TEST_P(MemoryOn, APoolGivesAnotherStreamOnlyMemoryWhoseWorkHasPassed) {
    const Kernel count =
        load("KERNEL void count(GLOBAL volatile int* x, int n) { while (x[0] < n) x[0] += 1; }\n").kernel("count");
    const Pool pool = route_.pool();
    const Stream slow = route_.stream();
    const Stream other = route_.stream();
    const int turns = std::string(GetParam().selector) == "opencl:cpu" ? 100'000'000 : 1'000'000;  // about a second
    {
        const Buffer buffer = pool.buffer<int>(slow, 64);
        buffer.fill(0, slow);
        count.launch(slow, 1, 1, buffer, turns);
    }
    const Buffer fresh = pool.buffer<int>(other, 64);
    const auto reused = pool.info().reused;
    if (slow.finished()) {
        GTEST_SKIP() << "the work was over before anybody could ask";
    }
    EXPECT_EQ(reused, 0u) << "the first stream is still at work";
    slow.synchronize();
    const Buffer again = pool.buffer<int>(other, 64);
    EXPECT_EQ(pool.info().reused, 1u);
}

TEST_P(MemoryOn, APoolTellsAndTrimsWhatItKeeps) {
    const Pool pool = route_.pool();
    const Stream stream = route_.stream();
    Buffer buffer = pool.buffer<char>(stream, 1000);
    EXPECT_EQ(pool.info().used_bytes, 1024u);
    EXPECT_EQ(buffer.size(), 1000u);
    buffer = {};
    EXPECT_EQ(pool.info().used_bytes, 0u);
    EXPECT_EQ(pool.info().held_bytes, 1024u);
    pool.trim();
    EXPECT_EQ(pool.info().held_bytes, 0u);
}

TEST_P(MemoryOn, APoolKeepsNoMoreThanItsBound) {
    const Pool pool = route_.pool({Memory::device, 4096});
    const Stream stream = route_.stream();
    {
        std::vector<Buffer> out;
        for (int i = 0; i < 10; ++i) {
            out.push_back(pool.buffer<char>(stream, 1024));
        }
    }
    EXPECT_EQ(pool.info().held_bytes, 4096u);
}

TEST_P(MemoryOn, APoolsBuffersOutliveIt) {
    Buffer buffer;
    {
        const Stream stream = route_.stream();
        buffer = route_.pool().buffer<int>(stream, 4);
    }
    buffer.fill(3);
    EXPECT_THAT(buffer.read<int>(), Each(3));
}

TEST_P(MemoryOn, ManyThreadsShareAPool) {
    const Pool pool = route_.pool();
    const Kernel kernel = add();
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int id = 0; id < 8; ++id) {
        threads.emplace_back([&, id] {
            const Stream stream = route_.stream();
            for (int round = 0; round < 25; ++round) {
                const Buffer buffer = pool.buffer<int>(stream, 64);
                buffer.fill(id, stream);
                kernel.launch(stream, 1, 64, buffer, 64, round);
                std::vector<int> values(64);
                buffer.read(values.data(), 64, 0, stream);
                stream.synchronize();
                wrong += static_cast<int>(64 - std::count(values.begin(), values.end(), id + round));
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(pool.info().used_bytes, 0u);
}

TEST_P(MemoryOn, RowsAreCopiedBothWaysWithTheirPitches) {
    // 3 rows of 4 numbers, in rows of 10 on the device and of 6 and 5 on the host.
    const std::vector<int> from = counted(18);
    const Buffer buffer = route_.buffer<int>(40);
    buffer.fill(-1);
    copy_rows({buffer, 8, 40}, {from.data(), 4, 24}, 16, 3);
    std::vector<int> to(15, -1);
    copy_rows({to.data(), 0, 20}, {buffer, 8, 40}, 16, 3);
    EXPECT_THAT(to, ElementsAre(1, 2, 3, 4, -1, 7, 8, 9, 10, -1, 13, 14, 15, 16, -1));
    const auto all = buffer.read<int>();
    EXPECT_EQ(std::count(all.begin(), all.end(), -1), 40 - 12);
}

TEST_P(MemoryOn, RowsAreCopiedBetweenSlices) {
    const Buffer source = route_.buffer<int>(100);
    source.write(counted(100));
    const Buffer target = route_.buffer<int>(100);
    target.fill(0);
    copy_rows({target.slice(40, 160), 4, 12}, {source.slice(200, 200), 0, 40}, 8, 3);
    const auto all = target.read<int>();
    EXPECT_EQ(std::vector<int>(all.begin() + 10, all.begin() + 20),
              (std::vector<int>{0, 50, 51, 0, 60, 61, 0, 70, 71, 0}));
}

TEST_P(MemoryOn, RowsBeyondABufferAreRefusedWithTheirGeometry) {
    const Buffer buffer = route_.bytes(100);
    std::vector<char> host(1000);
    const Error error = error_of([&] { copy_rows({buffer, 10, 30}, {host.data(), 0}, 8, 4); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(error.what(), HasSubstr("4 rows of 8 bytes that begin 30 apart, at offset 10"));
    EXPECT_THAT(error_of([&] {
                    copy_rows({buffer, 0, 4}, {host.data(), 0}, 8, 4);
                }).what(),
                HasSubstr("begin 4 bytes apart"));
    EXPECT_EQ(error_of([&] {
                  copy_rows({buffer, 0, static_cast<std::size_t>(-1)}, {host.data(), 0}, 8, 4);
              }).status(),
              QUOVIS_ERROR_INVALID_ARGUMENT);
}

TEST_P(MemoryOn, OutOfMemorySaysWhatWasAskedAndWhatIsThere) {
    const std::size_t asked = std::size_t{1} << 50;
    const Error error = error_of([&] { route_.bytes(asked); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_OUT_OF_DEVICE_MEMORY);
    EXPECT_THAT(error.what(), HasSubstr(std::to_string(asked)));
    const auto [free, total] = route_.memory();
    EXPECT_THAT(error.what(), HasSubstr(std::to_string(total))) << "of all that the device has";
    if (free != 0) {
        EXPECT_THAT(error.what(), HasSubstr("free"));
    }
    EXPECT_NO_THROW(route_.bytes(64)) << "the next one that fits is served";
}

TEST_P(MemoryOn, APinnedAndAManagedBufferAreSeenByTheHost) {
    for (const Memory kind : {Memory::pinned, Memory::managed}) {
        Buffer buffer;
        try {
            buffer = route_.buffer<int>(16, kind);
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_SUPPORTED) << error.what();
            continue;
        }
        ASSERT_NE(buffer.host(), nullptr);
        buffer.fill(5);
        EXPECT_EQ(static_cast<const int*>(buffer.host())[15], 5);
        EXPECT_EQ(buffer.slice(60, 4).host(), static_cast<char*>(buffer.host()) + 60);
    }
}

}  // namespace execution_memory_test
}  // namespace quovis::test

// Buffers, streams and events of the core over the fake runtime: what is checked, what is passed on, what is freed.
#include "tests/unit/program_fixture.hpp"

#include <array>
#include <cstring>

namespace quovis::test {
namespace execution_memory_test {

using testing::HasSubstr;

class Execution : public ProgramTest {
  protected:
    Execution() : path_(add("fake")), instance_(open()), route_(instance_.route("fake:gpu:0")), counters_(path_) {
        counters_.reset();
    }

    std::string path_;
    Instance instance_;
    Route route_;
    fakes::Counters counters_;
};

TEST_F(Execution, BuffersKeepWhatIsWritten) {
    const Buffer buffer = route_.buffer<int>(4);
    buffer.write(std::vector<int>{1, 2, 3, 4});
    EXPECT_EQ(buffer.read<int>(), (std::vector<int>{1, 2, 3, 4}));
}

TEST_F(Execution, BuffersAreWrittenInParts) {
    const Buffer buffer = route_.buffer<int>(4);
    buffer.fill(9);
    const std::array<int, 2> part = {5, 6};
    buffer.write(part.data(), part.size(), 1);
    EXPECT_EQ(buffer.read<int>(), (std::vector<int>{9, 5, 6, 9}));
}

TEST_F(Execution, BuffersAreCopiedWithOffsets) {
    const Buffer from = route_.buffer<int>(4);
    const Buffer to = route_.buffer<int>(4);
    from.write(std::vector<int>{1, 2, 3, 4});
    to.fill(0);
    to.copy_from(from, 8, 8, 4);
    EXPECT_EQ(to.read<int>(), (std::vector<int>{0, 0, 2, 3}));
}

TEST_F(Execution, BuffersTellSizeKindAndAddresses) {
    const Buffer device = route_.bytes(64);
    EXPECT_EQ(device.size(), 64u);
    EXPECT_EQ(device.host(), nullptr);
    EXPECT_NE(device.address(), 0u);
    const Buffer pinned = route_.bytes(64, Memory::pinned);
    EXPECT_EQ(pinned.kind(), Memory::pinned);
    ASSERT_NE(pinned.host(), nullptr);
    std::memset(pinned.host(), 7, 64);
    EXPECT_EQ(pinned.read<unsigned char>()[63], 7);
}

TEST_F(Execution, BuffersOfNoBytesAreRefused) {
    counters_.reset();
    const Error error = error_of([&] { route_.bytes(0); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(counters_["calls.buffer_create"], 0);
}

TEST_F(Execution, CopiesBeyondABufferAreRefusedBeforeTheRuntimeIsAsked) {
    const Buffer buffer = route_.bytes(64);
    counters_.reset();
    std::array<char, 65> bytes{};
    EXPECT_EQ(error_of([&] { buffer.write(bytes.data(), 65); }).status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(error_of([&] { buffer.read(bytes.data(), 1, 64); }).status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(error_of([&] { buffer.copy_from(buffer, 32, 40, 0); }).status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    const auto huge = static_cast<std::size_t>(-1);
    EXPECT_EQ(quovis_buffer_write(buffer.get(), huge, bytes.data(), 2, nullptr), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(counters_["calls.copy"], 0);
}

TEST_F(Execution, FillsThatDoNotFitThePatternAreRefused) {
    const Buffer buffer = route_.bytes(64);
    const std::uint64_t pattern = 1;
    EXPECT_EQ(quovis_buffer_fill(buffer.get(), 0, 60, &pattern, 8, nullptr), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(quovis_buffer_fill(buffer.get(), 4, 8, &pattern, 8, nullptr), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(quovis_buffer_fill(buffer.get(), 0, 63, &pattern, 3, nullptr), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(quovis_buffer_fill(buffer.get(), 0, 64, &pattern, 8, nullptr), QUOVIS_OK);
}

TEST_F(Execution, CopiesBetweenRuntimesAreRefused) {
    add("other");
    const Instance both = open("quovis: 1\n");
    const Buffer here = both.route("fake:gpu:0").bytes(16);
    const Buffer there = both.route("other:gpu:0").bytes(16);
    const Error error = error_of([&] { there.copy_from(here, 16); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(error.what(), HasSubstr("fake:gpu:0"));
    EXPECT_THAT(error.what(), HasSubstr("other:gpu:0"));
}

TEST_F(Execution, OutOfMemoryIsTheRuntimesWithItsName) {
    const Error error = error_of([&] { route_.bytes(std::size_t{1} << 40); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_OUT_OF_DEVICE_MEMORY);
    EXPECT_EQ(error.native_name(), "FAKE_ERROR_OUT_OF_MEMORY");
    EXPECT_EQ(error.native_code(), 2);
    EXPECT_EQ(error.plugin(), "fake");
}

TEST_F(Execution, WhatARuntimeLacksIsRefusedByName) {
    add("runtime-only");
    const Buffer buffer = open("quovis: 1\n").route("pair").bytes(16);
    const Error error = error_of([&] { buffer.fill(1); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_SUPPORTED);
    EXPECT_THAT(error.what(), HasSubstr("'fill'"));
    EXPECT_EQ(error.plugin(), "runtime-only");
}

TEST_F(Execution, StreamPrioritiesAreTheRuntimes) {
    EXPECT_NO_THROW(route_.stream());
    EXPECT_EQ(error_of([&] { route_.stream(-1); }).status(), QUOVIS_ERROR_NOT_SUPPORTED);
}

TEST_F(Execution, EventsTellTheTimeBetweenThem) {
    const Stream stream = route_.stream();
    const Event start = route_.event();
    const Event end = route_.event();
    start.record(stream);
    end.record(stream);
    stream.wait(end);
    double nanoseconds = -1;
    EXPECT_EQ(quovis_event_elapsed(start.get(), end.get(), &nanoseconds), QUOVIS_OK);
    EXPECT_GE(nanoseconds, 0);
}

TEST_F(Execution, EventsThatWereNotRecordedHaveNoTime) {
    const Event start = route_.event();
    const Event end = route_.event();
    double nanoseconds = -1;
    EXPECT_EQ(quovis_event_elapsed(start.get(), end.get(), &nanoseconds), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(nanoseconds, -1);
}

TEST_F(Execution, NativeHandlesAreTheRuntimes) {
    const Buffer buffer = route_.bytes(16);
    EXPECT_EQ(buffer.native(), buffer.address());
    const Buffer wrapped = Buffer::wrap(route_, buffer.native(), 16);
    wrapped.fill(std::uint32_t{5});
    EXPECT_EQ(buffer.read<std::uint32_t>()[3], 5u);
}

TEST_F(Execution, MemoryOfTheDeviceIsChargedAndFreed) {
    const auto before = route_.memory().first;
    {
        const Buffer buffer = route_.bytes(4096);
        EXPECT_EQ(route_.memory().first, before - 4096);
    }
    EXPECT_EQ(route_.memory().first, before);
}

TEST_F(Execution, HandlesOutliveTheirInstance) {
    Buffer buffer = [&] {
        const Instance short_lived = open();
        return short_lived.route("fake:cpu").buffer<int>(2);
    }();
    buffer.write(std::vector<int>{1, 2});
    EXPECT_EQ(buffer.read<int>()[1], 2);
}

TEST(ExecutionEnd, LeavesNothingAlive) {
    class Scope : public ProgramTest {
      public:
        void TestBody() override {}
        void use() {
            const std::string path = add("fake");
            const Instance instance = open();
            instance.plugins();
            const fakes::Counters counters(path);
            ASSERT_TRUE(counters.open());
            const auto before = counters.live();
            {
                const Module module = instance.program(source(saxpy_source)).load();
                const Kernel kernel = module.kernel("saxpy");
                const Route route = module.route();
                const Stream stream = route.stream();
                const Event event = route.event();
                const Buffer x = route.buffer<float>(4);
                kernel.launch(stream, 1, 4, 0, 1.0F, x, x);
                event.record(stream);
                stream.synchronize();
            }
            EXPECT_EQ(counters["live.kernels"], 0);
            EXPECT_EQ(counters["live.modules"], 0);
            EXPECT_EQ(counters["live.buffers"], 0);
            EXPECT_EQ(counters["live.streams"], 0);
            EXPECT_EQ(counters["live.events"], 0);
            EXPECT_EQ(counters["live.results"], 0);
            EXPECT_EQ(counters.live(), before);
        }
    };
    Scope().use();
}

}  // namespace execution_memory_test
}  // namespace quovis::test

// Kernels, arguments and memory where OpenCL differs from runtimes with device pointers.
#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>

#include "tests/integration/opencl_plugin.hpp"

namespace opencl_test {
namespace opencl_launch_test {

constexpr std::string_view many_parameters = R"(
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void k(__global const float4* in, __local int* scratch, float3 f, ulong n, unsigned char c, __constant int* table) {
    scratch[get_local_id(0)] = (int)n + c + table[0] + (int)f.x + (int)in[0].x;
}
)";

constexpr std::string_view adds = R"(
__kernel void k(__global int* data, int value) { data[get_global_id(0)] += value; }
)";

using OpenclLaunch = OpenclPlugin;

TEST_F(OpenclLaunch, ParametersOfALoadedBinaryHaveNamesTypesAndSizes) {
    quovis_rt_kernel* made = kernel(many_parameters, "k");
    auto info = sized<quovis_rt_kernel_info>();
    ASSERT_EQ(rt_->kernel_info(made, &info, &error_), QUOVIS_PLUGIN_OK);
    ASSERT_EQ(info.parameter_count, 6u);
    if (string(info.parameters[0].type).empty()) {
        release(made);
        GTEST_SKIP() << "the driver keeps no parameter names in its binaries";
    }
    EXPECT_EQ(info.parameters[0].kind, QUOVIS_RT_PARAMETER_POINTER);
    EXPECT_EQ(string(info.parameters[0].name), "in");
    EXPECT_EQ(string(info.parameters[0].type), "float4*");
    EXPECT_EQ(info.parameters[1].kind, QUOVIS_RT_PARAMETER_LOCAL);
    EXPECT_EQ(info.parameters[2].kind, QUOVIS_RT_PARAMETER_VALUE);
    EXPECT_EQ(info.parameters[2].size, 16u) << "a vector of three takes the room of four";
    EXPECT_EQ(info.parameters[3].size, 8u);
    EXPECT_EQ(info.parameters[4].size, 1u);
    EXPECT_EQ(info.parameters[5].kind, QUOVIS_RT_PARAMETER_POINTER);
    EXPECT_EQ(info.required_block[0], 8u);
    release(made);
}

TEST_F(OpenclLaunch, BlockThatTheKernelDoesNotTakeIsRefusedWithWhatItTakes) {
    quovis_rt_kernel* made = kernel(many_parameters, "k");
    quovis_rt_buffer* data = buffer(64);
    const float f[4] = {};
    const std::uint64_t n = 1;
    const unsigned char c = 1;
    EXPECT_EQ(launch(made, 1, 4, {pass(data), local(64), value(f), value(n), value(c), pass(data)}),
              QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_NE(message().find("CL_INVALID_WORK_GROUP_SIZE"), std::string::npos) << message();
    EXPECT_NE(message().find("requires 8x1x1"), std::string::npos) << message();
    rt_->buffer_release(data, nullptr);
    release(made);
}

TEST_F(OpenclLaunch, BufferWithAnOffsetStartsThere) {
    quovis_rt_kernel* made = kernel(adds, "k");
    const std::size_t offset = info_.buffer_offset_alignment;
    quovis_rt_buffer* data = buffer(offset + 16);
    fill(data, offset + 16, 0);
    const int one = 1;
    ASSERT_EQ(launch(made, 1, 4, {pass(data, offset), value(one)}), QUOVIS_PLUGIN_OK) << message();
    std::vector<int> seen((offset + 16) / sizeof(int));
    read(data, seen.data(), offset + 16);
    EXPECT_EQ(seen[offset / sizeof(int) - 1], 0);
    EXPECT_EQ(seen[offset / sizeof(int)], 1);
    EXPECT_EQ(seen[offset / sizeof(int) + 3], 1);
    rt_->buffer_release(data, nullptr);
    release(made);
}

TEST_F(OpenclLaunch, MisalignedOffsetIsRefusedWithBothNumbers) {
    quovis_rt_kernel* made = kernel(adds, "k");
    quovis_rt_buffer* data = buffer(4096);
    const int one = 1;
    EXPECT_EQ(launch(made, 1, 4, {pass(data, 4), value(one)}), QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_NE(message().find("byte 4"), std::string::npos) << message();
    EXPECT_NE(message().find(std::to_string(info_.buffer_offset_alignment)), std::string::npos) << message();
    rt_->buffer_release(data, nullptr);
    release(made);
}

TEST_F(OpenclLaunch, ManyOffsetsOfOneBufferAreAllRight) {
    quovis_rt_kernel* made = kernel(adds, "k");
    const std::size_t step = info_.buffer_offset_alignment;
    constexpr std::size_t parts = 100;
    quovis_rt_buffer* data = buffer(step * parts);
    fill(data, step * parts, 0);
    for (int part = 0; part < static_cast<int>(parts); ++part) {
        ASSERT_EQ(launch(made, 1, 1, {pass(data, step * static_cast<std::size_t>(part)), value(part)}),
                  QUOVIS_PLUGIN_OK)
            << message();
    }
    std::vector<int> seen(step * parts / sizeof(int));
    read(data, seen.data(), step * parts);
    for (std::size_t part = 0; part < parts; ++part) {
        EXPECT_EQ(seen[part * step / sizeof(int)], static_cast<int>(part));
    }
    rt_->buffer_release(data, nullptr);
    release(made);
}

TEST_F(OpenclLaunch, DynamicSharedMemoryIsRefusedWithAHint) {
    quovis_rt_kernel* made = kernel("__kernel void k() { }", "k");
    auto wanted = sized<quovis_rt_launch>();
    std::fill_n(wanted.grid, 3, 1u);
    std::fill_n(wanted.block, 3, 1u);
    wanted.shared_memory = 64;
    EXPECT_EQ(rt_->launch(stream_, made, &wanted, &error_), QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_NE(std::string(error_.hint).find("__local"), std::string::npos);
    release(made);
}

TEST_F(OpenclLaunch, LocalArgumentGivesScratchMemory) {
    quovis_rt_kernel* made = kernel(R"(
        __kernel void k(__global int* out, __local int* scratch) {
            int i = get_local_id(0);
            scratch[i] = i;
            barrier(CLK_LOCAL_MEM_FENCE);
            out[i] = scratch[get_local_size(0) - 1 - i];
        })",
                                    "k");
    quovis_rt_buffer* out = buffer(64);
    ASSERT_EQ(launch(made, 1, 16, {pass(out), local(64)}), QUOVIS_PLUGIN_OK) << message();
    int seen[16] = {};
    read(out, seen, sizeof(seen));
    EXPECT_EQ(seen[0], 15);
    EXPECT_EQ(seen[15], 0);
    rt_->buffer_release(out, nullptr);
    release(made);
}

TEST_F(OpenclLaunch, PinnedBufferAsAnArgumentIsRefusedWithTheReason) {
    quovis_rt_kernel* made = kernel(adds, "k");
    quovis_rt_buffer* pinned = buffer(64, QUOVIS_RT_MEMORY_PINNED);
    ASSERT_NE(pinned, nullptr) << message();
    const int one = 1;
    EXPECT_EQ(launch(made, 1, 1, {pass(pinned), value(one)}), QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_NE(message().find("argument 0"), std::string::npos) << message();
    EXPECT_NE(message().find("mapped"), std::string::npos) << message();
    rt_->buffer_release(pinned, nullptr);
    release(made);
}

TEST_F(OpenclLaunch, ManagedMemoryIsSeenByKernelAndHost) {
    void* host = nullptr;
    quovis_rt_buffer* shared = buffer(64, QUOVIS_RT_MEMORY_MANAGED, &host);
    if (shared == nullptr) {
        EXPECT_EQ(error_.code, QUOVIS_PLUGIN_NOT_SUPPORTED);
        GTEST_SKIP() << message();
    }
    quovis_rt_kernel* made = kernel(adds, "k");
    auto* numbers = static_cast<int*>(host);
    std::iota(numbers, numbers + 16, 0);
    const int ten = 10;
    ASSERT_EQ(launch(made, 1, 8, {pass(shared, 4), value(ten)}), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(numbers[0], 0);
    EXPECT_EQ(numbers[1], 11);
    const std::uint64_t address = reinterpret_cast<std::uintptr_t>(host);
    ASSERT_EQ(launch(made, 1, 1, {value(address), value(ten)}), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->stream_synchronize(stream_, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(numbers[0], 10) << "an address that was read from the buffer can be passed as a value";
    rt_->buffer_release(shared, nullptr);
    release(made);
}

TEST_F(OpenclLaunch, ReleasedPinnedMemoryStaysUntilTheStreamHasPassed) {
    void* host = nullptr;
    constexpr std::size_t size = 1 << 22;
    quovis_rt_buffer* pinned = buffer(size, QUOVIS_RT_MEMORY_PINNED, &host);
    quovis_rt_buffer* target = buffer(size);
    ASSERT_NE(pinned, nullptr) << message();
    std::fill_n(static_cast<int*>(host), size / sizeof(int), 3);
    auto copy = sized<quovis_rt_copy>();
    copy.source = pinned;
    copy.destination = target;
    copy.width = size;
    copy.height = 1;
    ASSERT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OK) << message();
    rt_->buffer_release(pinned, nullptr);
    std::vector<int> seen(size / sizeof(int));
    read(target, seen.data(), size);
    EXPECT_EQ(seen.front(), 3);
    EXPECT_EQ(seen.back(), 3);
    rt_->buffer_release(target, nullptr);
}

TEST_F(OpenclLaunch, WorkAfterAHostFunctionWaitsForIt) {
    void* host = nullptr;
    quovis_rt_buffer* pinned = buffer(4, QUOVIS_RT_MEMORY_PINNED, &host);
    quovis_rt_buffer* target = buffer(4);
    *static_cast<int*>(host) = 1;
    ASSERT_EQ(rt_->stream_host_function(
                  stream_,
                  [](void* data) {
                      std::this_thread::sleep_for(std::chrono::milliseconds(30));
                      *static_cast<int*>(data) = 2;
                  },
                  host, &error_),
              QUOVIS_PLUGIN_OK)
        << message();
    auto copy = sized<quovis_rt_copy>();
    copy.source = pinned;
    copy.destination = target;
    copy.width = 4;
    copy.height = 1;
    ASSERT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OK) << message();
    int seen = 0;
    read(target, &seen, sizeof(seen));
    EXPECT_EQ(seen, 2);
    rt_->buffer_release(pinned, nullptr);
    rt_->buffer_release(target, nullptr);
}

TEST_F(OpenclLaunch, OneKernelFromManyThreadsGetsEachItsOwnArguments) {
    quovis_rt_kernel* made = kernel(adds, "k");
    constexpr int threads = 8;
    constexpr int launches = 50;
    std::vector<quovis_rt_buffer*> buffers;
    for (int index = 0; index < threads; ++index) {
        buffers.push_back(buffer(sizeof(int)));
        fill(buffers.back(), sizeof(int), 0);
    }
    std::atomic<int> failures{0};
    std::vector<std::thread> workers;
    for (int index = 0; index < threads; ++index) {
        workers.emplace_back([&, index] {
            for (int turn = 0; turn < launches; ++turn) {
                const quovis_rt_argument arguments[] = {pass(buffers[static_cast<std::size_t>(index)]), value(index)};
                auto wanted = sized<quovis_rt_launch>();
                std::fill_n(wanted.grid, 3, 1u);
                std::fill_n(wanted.block, 3, 1u);
                wanted.arguments = arguments;
                wanted.argument_count = 2;
                failures += rt_->launch(stream_, made, &wanted, nullptr) == QUOVIS_PLUGIN_OK ? 0 : 1;
            }
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    EXPECT_EQ(failures, 0);
    for (int index = 0; index < threads; ++index) {
        int seen = -1;
        read(buffers[static_cast<std::size_t>(index)], &seen, sizeof(seen));
        EXPECT_EQ(seen, index * launches);
        rt_->buffer_release(buffers[static_cast<std::size_t>(index)], nullptr);
    }
    release(made);
}

TEST_F(OpenclLaunch, AllocationThatCannotBeSaysHowMuchWasAsked) {
    EXPECT_EQ(buffer(std::size_t{1} << 60), nullptr);
    EXPECT_EQ(error_.code, QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY);
    EXPECT_NE(message().find(std::to_string(std::size_t{1} << 60)), std::string::npos) << message();
}

TEST_F(OpenclLaunch, UnknownKernelNameListsTheKernelsThereAre) {
    const Compiled compiled = compile("__kernel void first() { }\n__kernel void second() { }\n");
    quovis_rt_module* module = nullptr;
    ASSERT_EQ(load(compiled.image, &module), QUOVIS_PLUGIN_OK) << message();
    quovis_rt_kernel* made = nullptr;
    EXPECT_EQ(rt_->kernel_create(module, text("third"), &made, &error_), QUOVIS_PLUGIN_NOT_FOUND);
    EXPECT_NE(message().find("first"), std::string::npos) << message();
    EXPECT_NE(message().find("second"), std::string::npos) << message();
    rt_->module_release(module);
}

bool knows_container(std::string_view image) {
    const std::string_view version = image.substr(16, 4);
    return version == std::string_view("\x09\0\0\0", 4) || version == std::string_view("\x0b\0\0\0", 4);
}

// PoCL ends the process on nearly all of these.
TEST_F(OpenclLaunch, TruncatedBinaryIsRejectedWhateverIsMissing) {
    if (!is_pocl()) {
        GTEST_SKIP() << "speaks of PoCL's binaries";
    }
    const std::string image = compile(many_parameters).image;
    ASSERT_GT(image.size(), 1000u);
    if (!knows_container(image)) {
        GTEST_SKIP() << "this PoCL's container is neither that of 3.1 nor that of 5.0: it is not looked into";
    }
    for (std::size_t size = 0; size < image.size(); size += size < 200 || image.size() - size < 200 ? 1 : 97) {
        quovis_rt_module* module = nullptr;
        ASSERT_EQ(load(std::string_view(image).substr(0, size), &module), QUOVIS_PLUGIN_IMAGE_REJECTED) << size;
    }
}

// What PoCL gives while another process writes its cache; it ends the process that loads it.
TEST_F(OpenclLaunch, BinaryWithoutItsProgramIsRejectedInWords) {
    std::string image = is_pocl() ? compile(adds).image : std::string(100, '\0');
    if (!is_pocl() || !knows_container(image)) {
        GTEST_SKIP() << "speaks of the binaries of PoCL 3.1 and 5.0";
    }
    const std::size_t header = image[16] == 9 ? 77 : 85;
    std::uint64_t size = 0;
    std::memcpy(&size, &image[header], sizeof(size));
    image.erase(header + sizeof(size), size);
    image.replace(header, sizeof(size), sizeof(size), '\0');
    quovis_rt_module* module = nullptr;
    EXPECT_EQ(load(image, &module), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_NE(message().find("the program is not in it"), std::string::npos) << message();
}

TEST_F(OpenclLaunch, BinaryWithoutAKernelIsRejectedInWords) {
    if (!is_pocl()) {
        GTEST_SKIP() << "speaks of PoCL's binaries";
    }
    const Compiled compiled = compile("int helper(int x) { return x; }");
    if (!knows_container(compiled.image)) {
        GTEST_SKIP() << "this PoCL's container is neither that of 3.1 nor that of 5.0: it is not looked into";
    }
    quovis_rt_module* module = nullptr;
    EXPECT_EQ(load(compiled.image, &module), QUOVIS_PLUGIN_IMAGE_REJECTED);
    EXPECT_NE(message().find("no kernel"), std::string::npos) << message();
}

TEST_F(OpenclLaunch, WrappedQueueAndMemoryWorkAsTheirOwn) {
    quovis_rt_kernel* made = kernel(adds, "k");
    quovis_rt_buffer* data = buffer(64);
    fill(data, 64, 5);
    auto native = sized<quovis_rt_native>();
    native.kind = QUOVIS_RT_NATIVE_BUFFER;
    ASSERT_EQ(rt_->native_get(device_, data, &native, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(native.size, 64u);
    void* wrapped = nullptr;
    ASSERT_EQ(rt_->native_wrap(device_, &native, &wrapped, &error_), QUOVIS_PLUGIN_OK) << message();
    rt_->buffer_release(data, nullptr);
    const int one = 1;
    ASSERT_EQ(launch(made, 1, 1, {pass(static_cast<quovis_rt_buffer*>(wrapped)), value(one)}), QUOVIS_PLUGIN_OK);
    int seen = 0;
    read(static_cast<quovis_rt_buffer*>(wrapped), &seen, sizeof(seen));
    EXPECT_EQ(seen, 6);
    rt_->buffer_release(static_cast<quovis_rt_buffer*>(wrapped), nullptr);

    native.kind = QUOVIS_RT_NATIVE_STREAM;
    ASSERT_EQ(rt_->native_get(device_, stream_, &native, &error_), QUOVIS_PLUGIN_OK) << message();
    void* stream = nullptr;
    ASSERT_EQ(rt_->native_wrap(device_, &native, &stream, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(rt_->stream_synchronize(static_cast<quovis_rt_stream*>(stream), &error_), QUOVIS_PLUGIN_OK);
    rt_->stream_release(static_cast<quovis_rt_stream*>(stream));
    release(made);
}

}  // namespace opencl_launch_test
}  // namespace opencl_test

// The `cuda` runtime on the fake driver: memory, copies, fills, kernels, launches, graphs, handles.
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "tests/integration/cuda_plugin.hpp"

namespace cuda_test {
namespace cuda_execution_test {

// The bytes of a text as PTX has them.
std::string numbers_of(std::string_view text) {
    std::string numbers;
    for (const char byte : text) {
        numbers += std::to_string(static_cast<unsigned char>(byte)) + ", ";
    }
    return numbers + "0";
}

// With the record of a kernel in OpenCL C that can be launched with an offset.
const std::string image_text =
    "//\n.version 8.0\n.target sm_80\n.address_size 64\n.global .b8 __quovis_kernel_place[] = {" +
    numbers_of("quovis-kernel 1\noffset\npointer\tulong*\tout\tglobal\n") + "};\n";

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

class CudaExecution : public FakeDriver {
  protected:
    void SetUp() override {
        FakeDriver::SetUp();
        if (fake_ == nullptr) {
            return;
        }
        begin();
    }

    // Lists, and makes a stream and a module.
    void begin() {
        ASSERT_EQ(list(), QUOVIS_PLUGIN_OK) << message();
        device_ = devices_[0];
        auto wanted = sized<quovis_rt_stream_info>();
        ASSERT_EQ(rt_->stream_create(device_, &wanted, &stream_, &error_), QUOVIS_PLUGIN_OK) << message();
        auto image = sized<quovis_rt_image>();
        image.format = text("ptx");
        image.data = image_text.data();
        image.size = image_text.size();
        image.name = text("k.ptx");
        ASSERT_EQ(rt_->module_load(device_, &image, &module_, &error_), QUOVIS_PLUGIN_OK) << message();
    }

    void end() {
        rt_->module_release(module_);
        rt_->stream_release(stream_);
        module_ = nullptr;
        stream_ = nullptr;
    }

    // Starts anew with another driver or other devices.
    void restart(int version, int devices) {
        end();
        table_->shutdown(instance_);
        instance_ = nullptr;
        fake_->version = version;
        fake_->devices = devices;
        open({{"driver", fake_driver}});
        begin();
    }

    void TearDown() override {
        if (module_ != nullptr) {
            end();
        }
        Plugin::TearDown();
        if (fake_ != nullptr) {
            EXPECT_EQ(fake_->contexts, 0) << "contexts";
            EXPECT_EQ(fake_->allocations, 0) << "allocations";
            EXPECT_EQ(fake_->streams, 0) << "streams";
            EXPECT_EQ(fake_->events, 0) << "events";
            EXPECT_EQ(fake_->modules, 0) << "modules";
            EXPECT_EQ(fake_->graphs, 0) << "graphs";
            EXPECT_EQ(fake_->without_context, 0) << "calls without the context that they need";
        }
    }

    quovis_rt_buffer* buffer(std::size_t size, std::int32_t kind = QUOVIS_RT_MEMORY_DEVICE, bool in_order = false,
                             void** host = nullptr) {
        auto info = sized<quovis_rt_buffer_info>();
        info.size = size;
        info.kind = kind;
        info.stream = in_order ? stream_ : nullptr;
        quovis_rt_buffer* made = nullptr;
        if (rt_->buffer_create(device_, &info, &made, &error_) == QUOVIS_PLUGIN_OK && host != nullptr) {
            *host = info.host;
        }
        return made;
    }

    std::vector<unsigned char> read(quovis_rt_buffer* from, std::size_t size) {
        std::vector<unsigned char> bytes(size);
        auto copy = sized<quovis_rt_copy>();
        copy.source = from;
        copy.destination_host = bytes.data();
        copy.width = size;
        copy.height = 1;
        EXPECT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OK) << message();
        return bytes;
    }

    void write(quovis_rt_buffer* to, const void* from, std::size_t size) {
        auto copy = sized<quovis_rt_copy>();
        copy.destination = to;
        copy.source_host = from;
        copy.width = size;
        copy.height = 1;
        ASSERT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OK) << message();
    }

    quovis_rt_kernel* kernel(std::string_view name) {
        quovis_rt_kernel* made = nullptr;
        EXPECT_EQ(rt_->kernel_create(module_, text(name), &made, &error_), QUOVIS_PLUGIN_OK) << message();
        return made;
    }

    quovis_plugin_status launch(quovis_rt_kernel* kernel, const std::vector<quovis_rt_argument>& arguments,
                                std::size_t shared = 0, const std::vector<quovis_rt_launch_attribute>& attributes = {},
                                std::uint32_t grid = 1) {
        auto wanted = sized<quovis_rt_launch>();
        wanted.grid[0] = grid;
        wanted.grid[1] = wanted.grid[2] = wanted.block[0] = wanted.block[1] = wanted.block[2] = 1;
        wanted.shared_memory = shared;
        wanted.arguments = arguments.data();
        wanted.argument_count = arguments.size();
        wanted.attributes = attributes.data();
        wanted.attribute_count = attributes.size();
        return rt_->launch(stream_, kernel, &wanted, &error_);
    }

    static quovis_rt_argument pass(quovis_rt_buffer* given, std::size_t offset = 0) {
        return {QUOVIS_RT_ARGUMENT_BUFFER, 0, 0, nullptr, given, offset};
    }
    static quovis_rt_argument value(const int& given) {
        return {QUOVIS_RT_ARGUMENT_VALUE, 0, sizeof(given), &given, nullptr, 0};
    }

    quovis_rt_device* device_ = nullptr;
    quovis_rt_stream* stream_ = nullptr;
    quovis_rt_module* module_ = nullptr;
};

TEST_F(CudaExecution, FillsRepeatPatternsOfEverySizeOverEveryLength) {
    unsigned char pattern[16];
    std::iota(pattern, pattern + 16, static_cast<unsigned char>(1));
    quovis_rt_buffer* target = buffer(512);
    for (const std::size_t size : {1u, 2u, 4u, 8u, 16u}) {
        for (std::size_t count = 1; count <= 512 / size - 1; ++count) {
            const unsigned char zero = 0;
            ASSERT_EQ(rt_->fill(stream_, target, 0, 512, &zero, 1, &error_), QUOVIS_PLUGIN_OK);
            ASSERT_EQ(rt_->fill(stream_, target, size, size * count, pattern, size, &error_), QUOVIS_PLUGIN_OK)
                << message();
            const auto bytes = read(target, 512);
            for (std::size_t at = 0; at < 512; ++at) {
                const bool inside = at >= size && at < size + size * count;
                ASSERT_EQ(bytes[at], inside ? pattern[at % size] : 0)
                    << size << " bytes " << count << " times at " << at;
            }
        }
    }
    rt_->buffer_release(target, nullptr);
}

TEST_F(CudaExecution, CopiesOfRectanglesGoByPitch) {
    std::vector<unsigned char> picture(8 * 4);
    std::iota(picture.begin(), picture.end(), static_cast<unsigned char>(0));
    quovis_rt_buffer* target = buffer(64);
    const unsigned char zero = 0;
    ASSERT_EQ(rt_->fill(stream_, target, 0, 64, &zero, 1, &error_), QUOVIS_PLUGIN_OK);
    auto copy = sized<quovis_rt_copy>();
    copy.source_host = picture.data();
    copy.source_offset = 9;
    copy.source_pitch = 8;
    copy.destination = target;
    copy.destination_offset = 2;
    copy.destination_pitch = 16;
    copy.width = 3;
    copy.height = 2;
    ASSERT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OK) << message();
    const auto bytes = read(target, 64);
    EXPECT_EQ(std::vector<unsigned char>(bytes.begin() + 1, bytes.begin() + 6),
              (std::vector<unsigned char>{0, 9, 10, 11, 0}));
    EXPECT_EQ(std::vector<unsigned char>(bytes.begin() + 17, bytes.begin() + 22),
              (std::vector<unsigned char>{0, 17, 18, 19, 0}));
    rt_->buffer_release(target, nullptr);
}

TEST_F(CudaExecution, CopyBeyondABufferIsRefused) {
    quovis_rt_buffer* target = buffer(64);
    unsigned char byte = 0;
    auto copy = sized<quovis_rt_copy>();
    copy.destination = target;
    copy.destination_offset = 63;
    copy.source_host = &byte;
    copy.width = 2;
    copy.height = 1;
    EXPECT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_INVALID_ARGUMENT);
    copy.destination_offset = 0;
    copy.destination_pitch = ~std::size_t{0} / 2;
    copy.height = 4;
    EXPECT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_INVALID_ARGUMENT);
    rt_->buffer_release(target, nullptr);
}

TEST_F(CudaExecution, MemoryOfEveryKindIsGivenBack) {
    void* pinned = nullptr;
    void* managed = nullptr;
    std::vector<quovis_rt_buffer*> all{buffer(100), buffer(100, QUOVIS_RT_MEMORY_DEVICE, true),
                                       buffer(100, QUOVIS_RT_MEMORY_PINNED, false, &pinned),
                                       buffer(100, QUOVIS_RT_MEMORY_MANAGED, false, &managed)};
    EXPECT_EQ(fake_->allocations, 4);
    EXPECT_NE(pinned, nullptr);
    EXPECT_NE(managed, nullptr);
    rt_->buffer_release(all[0], stream_);
    rt_->buffer_release(all[1], stream_);
    rt_->buffer_release(all[2], nullptr);
    rt_->buffer_release(all[3], nullptr);
    EXPECT_EQ(fake_->allocations, 0);
}

TEST_F(CudaExecution, OutOfMemorySaysHowMuchWasAskedAndIsFree) {
    fake_->memory = 5000;
    EXPECT_EQ(buffer(6000), nullptr);
    EXPECT_EQ(error_.code, QUOVIS_PLUGIN_OUT_OF_DEVICE_MEMORY);
    EXPECT_TRUE(contains(message(), "6000")) << message();
    EXPECT_TRUE(contains(message(), "5000")) << message();
}

TEST_F(CudaExecution, KernelRunsOnABufferFromAnOffset) {
    const int count = 2;
    const std::vector<int> start{1, 2, 3, 4};
    quovis_rt_buffer* data = buffer(16);
    write(data, start.data(), 16);
    quovis_rt_kernel* made = kernel("add_one");
    ASSERT_EQ(launch(made, {pass(data, 4), value(count)}), QUOVIS_PLUGIN_OK) << message();
    const auto bytes = read(data, 16);
    std::vector<int> now(4);
    std::memcpy(now.data(), bytes.data(), 16);
    EXPECT_EQ(now, (std::vector<int>{1, 3, 4, 4}));
    rt_->kernel_release(made);
    rt_->buffer_release(data, nullptr);
}

TEST_F(CudaExecution, ParametersAreToldAsTheDriverKnowsThem) {
    quovis_rt_kernel* made = kernel("add_one");
    auto info = sized<quovis_rt_kernel_info>();
    ASSERT_EQ(rt_->kernel_info(made, &info, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(info.has_parameters, 1);
    ASSERT_EQ(info.parameter_count, 2u);
    EXPECT_EQ(info.parameters[0].kind, QUOVIS_RT_PARAMETER_UNKNOWN) << "8 bytes may be a pointer or not";
    EXPECT_EQ(info.parameters[0].size, 8u);
    EXPECT_EQ(info.parameters[1].kind, QUOVIS_RT_PARAMETER_VALUE);
    EXPECT_EQ(info.parameters[1].size, 4u);
    EXPECT_EQ(info.parameters[1].offset, 8u);
    rt_->kernel_release(made);
}

TEST_F(CudaExecution, WrongNumberOfArgumentsIsRefused) {
    quovis_rt_kernel* made = kernel("add_one");
    EXPECT_EQ(launch(made, {}), QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_TRUE(contains(message(), "takes 2 arguments; 0 were given")) << message();
    rt_->kernel_release(made);
}

quovis_rt_launch_attribute offset(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    auto attribute = sized<quovis_rt_launch_attribute>();
    attribute.id = QUOVIS_RT_LAUNCH_OFFSET;
    attribute.value.offset[0] = x;
    attribute.value.offset[1] = y;
    attribute.value.offset[2] = z;
    return attribute;
}

TEST_F(CudaExecution, OffsetIsALastArgumentThatTheHostDoesNotSee) {
    quovis_rt_kernel* made = kernel("place");
    auto info = sized<quovis_rt_kernel_info>();
    ASSERT_EQ(rt_->kernel_info(made, &info, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(info.parameter_count, 1u);
    const quovis_rt_argument none = pass(nullptr);
    EXPECT_EQ(launch(made, {none}, 0, {offset(5, std::uint64_t{1} << 40u, 7)}), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(fake_->place, (std::array<std::uint64_t, 3>{5, std::uint64_t{1} << 40u, 7}));
    EXPECT_EQ(launch(made, {none}), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(fake_->place, (std::array<std::uint64_t, 3>{})) << "a launch without an offset has zeros";
    EXPECT_EQ(launch(made, {none, none}), QUOVIS_PLUGIN_INVALID_LAUNCH);
    rt_->kernel_release(made);
}

TEST_F(CudaExecution, OffsetIsRefusedWhereTheKernelWasNotMadeForOne) {
    quovis_rt_kernel* made = kernel("shared_hungry");
    EXPECT_EQ(launch(made, {}, 0, {offset(0, 5, 0)}), QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_TRUE(contains(message(), "an offset of 0 x 5 x 0 work-items")) << message();
    EXPECT_TRUE(contains(message(), "`shared_hungry` was not made for")) << message();
    EXPECT_TRUE(contains(error_.hint, "get_global_offset")) << error_.hint;
    EXPECT_EQ(launch(made, {}, 0, {offset(0, 0, 0)}), QUOVIS_PLUGIN_OK) << message();
    rt_->kernel_release(made);
}

TEST_F(CudaExecution, SharedMemoryAboveTheDefaultIsAskedForUpToTheLimit) {
    quovis_rt_kernel* made = kernel("shared_hungry");  // takes 1024 bytes itself
    EXPECT_EQ(launch(made, {}, 47 * 1024), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(fake_->dynamic_limit, 0u) << "nothing is asked for within the default";
    EXPECT_EQ(launch(made, {}, 48 * 1024), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(launch(made, {}, 49153), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(launch(made, {}, 226 * 1024), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(launch(made, {}, 48 * 1024), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(fake_->dynamic_limit, 226u * 1024) << "a smaller launch must not lower it";
    EXPECT_EQ(launch(made, {}, 226 * 1024 + 1), QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_TRUE(contains(message(), std::to_string(226 * 1024))) << message();
    rt_->kernel_release(made);
}

TEST_F(CudaExecution, CooperativeGridThatIsTooLargeIsRefusedWithTheLargest) {
    quovis_rt_kernel* made = kernel("shared_hungry");
    auto cooperative = sized<quovis_rt_launch_attribute>();
    cooperative.id = QUOVIS_RT_LAUNCH_COOPERATIVE;
    cooperative.value.number = 1;
    EXPECT_EQ(launch(made, {}, 0, {cooperative}, 8), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(launch(made, {}, 0, {cooperative}, 9), QUOVIS_PLUGIN_INVALID_LAUNCH);
    EXPECT_TRUE(contains(hint(), "8 blocks")) << hint();
    rt_->kernel_release(made);
}

TEST_F(CudaExecution, FaultOfAKernelIsCalledOne) {
    quovis_rt_kernel* made = kernel("shared_hungry");
    fake_->launch_result = 700;
    EXPECT_EQ(launch(made, {}), QUOVIS_PLUGIN_KERNEL_FAULT);
    EXPECT_STREQ(error_.native_name, "CUDA_ERROR_ILLEGAL_ADDRESS");
    rt_->kernel_release(made);
}

TEST_F(CudaExecution, UnknownKernelIsToldWithTheModulesKernels) {
    quovis_rt_kernel* made = nullptr;
    EXPECT_EQ(rt_->kernel_create(module_, text("add_two"), &made, &error_), QUOVIS_PLUGIN_NOT_FOUND);
    EXPECT_TRUE(contains(message(), "add_two")) << message();
    EXPECT_TRUE(contains(hint(), "add_one")) << hint();
}

TEST_F(CudaExecution, DriverWithoutParameterInfoSaysSo) {
    restart(12000, 1);
    const quovis_plugin_text* names = nullptr;
    std::size_t count = 0;
    EXPECT_EQ(rt_->module_kernels(module_, &names, &count, &error_), QUOVIS_PLUGIN_NOT_SUPPORTED);
    EXPECT_TRUE(contains(message(), "12.4")) << message();
    quovis_rt_kernel* made = kernel("add_one");
    auto info = sized<quovis_rt_kernel_info>();
    ASSERT_EQ(rt_->kernel_info(made, &info, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(info.has_parameters, 0);
    rt_->kernel_release(made);
}

TEST_F(CudaExecution, GlobalVariableIsABufferThatDoesNotOwnItsMemory) {
    auto info = sized<quovis_rt_buffer_info>();
    quovis_rt_buffer* global = nullptr;
    ASSERT_EQ(rt_->module_global(module_, text("counter"), &info, &global, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(info.size, 4u);
    rt_->buffer_release(global, nullptr);
    EXPECT_EQ(rt_->module_global(module_, text("nothing"), &info, &global, &error_), QUOVIS_PLUGIN_NOT_FOUND);
}

TEST_F(CudaExecution, GraphRepeatsWhatAStreamWasGiven) {
    const int count = 1;
    const int start = 5;
    quovis_rt_buffer* data = buffer(4);
    write(data, &start, 4);
    quovis_rt_kernel* made = kernel("add_one");
    quovis_rt_graph* graph = nullptr;
    quovis_rt_graph_exec* exec = nullptr;
    ASSERT_EQ(rt_->graph->begin_capture(stream_, &error_), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(launch(made, {pass(data), value(count)}), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->graph->end_capture(stream_, &graph, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(read(data, 4)[0], 5) << "recorded, not run";
    ASSERT_EQ(rt_->graph->instantiate(graph, &exec, &error_), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->graph->launch(exec, stream_, &error_), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->graph->launch(exec, stream_, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(read(data, 4)[0], 7);
    EXPECT_EQ(rt_->graph->update(exec, graph, &error_), QUOVIS_PLUGIN_OK) << message();
    rt_->graph->release_exec(exec);
    rt_->graph->release_graph(graph);
    rt_->kernel_release(made);
    rt_->buffer_release(data, nullptr);
}

TEST_F(CudaExecution, DriverThatWantsTheStreamsContextCurrentGetsIt) {
    fake_->streams_bring_their_context = false;
    const int count = 1;
    const int start = 5;
    quovis_rt_buffer* data = buffer(4);
    write(data, &start, 4);
    quovis_rt_kernel* made = kernel("add_one");
    quovis_rt_graph* graph = nullptr;
    quovis_rt_graph_exec* exec = nullptr;
    ASSERT_EQ(launch(made, {pass(data), value(count)}), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->graph->begin_capture(stream_, &error_), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(launch(made, {pass(data), value(count)}), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->graph->end_capture(stream_, &graph, &error_), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->graph->instantiate(graph, &exec, &error_), QUOVIS_PLUGIN_OK) << message();
    ASSERT_EQ(rt_->graph->launch(exec, stream_, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(read(data, 4)[0], 7);
    rt_->graph->release_exec(exec);
    rt_->graph->release_graph(graph);
    rt_->kernel_release(made);
    rt_->buffer_release(data, nullptr);
}

TEST_F(CudaExecution, EventsKeepTime) {
    quovis_rt_event* start = nullptr;
    quovis_rt_event* end_event = nullptr;
    ASSERT_EQ(rt_->event_create(device_, &start, &error_), QUOVIS_PLUGIN_OK);
    ASSERT_EQ(rt_->event_create(device_, &end_event, &error_), QUOVIS_PLUGIN_OK);
    double nanoseconds = 0;
    EXPECT_EQ(rt_->event_elapsed(start, end_event, &nanoseconds, &error_), QUOVIS_PLUGIN_INVALID_ARGUMENT)
        << "neither was recorded";
    ASSERT_EQ(rt_->event_record(start, stream_, &error_), QUOVIS_PLUGIN_OK);
    ASSERT_EQ(rt_->event_record(end_event, stream_, &error_), QUOVIS_PLUGIN_OK);
    ASSERT_EQ(rt_->event_elapsed(start, end_event, &nanoseconds, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_DOUBLE_EQ(nanoseconds, 1.5e6);
    rt_->event_release(start);
    rt_->event_release(end_event);
}

TEST_F(CudaExecution, StreamPriorityOutsideTheRangeIsRefusedWithTheRange) {
    auto wanted = sized<quovis_rt_stream_info>();
    wanted.priority = -9;
    quovis_rt_stream* stream = nullptr;
    EXPECT_EQ(rt_->stream_create(device_, &wanted, &stream, &error_), QUOVIS_PLUGIN_INVALID_ARGUMENT);
    EXPECT_TRUE(contains(message(), "-5")) << message();
    wanted.priority = -5;
    ASSERT_EQ(rt_->stream_create(device_, &wanted, &stream, &error_), QUOVIS_PLUGIN_OK) << message();
    rt_->stream_release(stream);
}

TEST_F(CudaExecution, ContextMustBeWrappedBeforeThereIsOne) {
    auto native = sized<quovis_rt_native>();
    native.kind = QUOVIS_RT_NATIVE_CONTEXT;
    ASSERT_EQ(rt_->native_get(device_, nullptr, &native, &error_), QUOVIS_PLUGIN_OK) << message();
    void* object = nullptr;
    EXPECT_EQ(rt_->native_wrap(device_, &native, &object, &error_), QUOVIS_PLUGIN_INVALID_ARGUMENT);
}

TEST_F(CudaExecution, WrappedBufferIsNotFreedUnlessHandedOver) {
    quovis_rt_buffer* original = buffer(64);
    auto native = sized<quovis_rt_native>();
    native.kind = QUOVIS_RT_NATIVE_BUFFER;
    ASSERT_EQ(rt_->native_get(device_, original, &native, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_EQ(native.size, 64u);
    void* wrapped = nullptr;
    ASSERT_EQ(rt_->native_wrap(device_, &native, &wrapped, &error_), QUOVIS_PLUGIN_OK) << message();
    rt_->buffer_release(static_cast<quovis_rt_buffer*>(wrapped), nullptr);
    EXPECT_EQ(fake_->allocations, 1);
    rt_->buffer_release(original, nullptr);
}

TEST_F(CudaExecution, StreamOfAnotherContextIsNotWrapped) {
    restart(13000, 2);
    auto wanted = sized<quovis_rt_stream_info>();
    quovis_rt_stream* other = nullptr;
    ASSERT_EQ(rt_->stream_create(devices_[1], &wanted, &other, &error_), QUOVIS_PLUGIN_OK);
    auto native = sized<quovis_rt_native>();
    native.kind = QUOVIS_RT_NATIVE_STREAM;
    ASSERT_EQ(rt_->native_get(devices_[1], other, &native, &error_), QUOVIS_PLUGIN_OK);
    void* wrapped = nullptr;
    EXPECT_EQ(rt_->native_wrap(devices_[0], &native, &wrapped, &error_), QUOVIS_PLUGIN_INVALID_ARGUMENT);
    rt_->stream_release(other);
}

TEST_F(CudaExecution, BuffersOfTwoDevicesAreCopied) {
    restart(13000, 2);
    const int start = 42;
    quovis_rt_buffer* here = buffer(4);
    write(here, &start, 4);
    device_ = devices_[1];
    quovis_rt_buffer* there = buffer(4);
    device_ = devices_[0];
    auto copy = sized<quovis_rt_copy>();
    copy.source = here;
    copy.destination = there;
    copy.width = 4;
    copy.height = 1;
    ASSERT_EQ(rt_->copy(stream_, &copy, &error_), QUOVIS_PLUGIN_OK) << message();
    rt_->buffer_release(here, nullptr);
    EXPECT_EQ(read(there, 4)[0], 42);
    rt_->buffer_release(there, nullptr);
}

// TearDown() sees whether each call had its context, and what was allocated and not freed.
TEST_F(CudaExecution, VendorLoopsMakeTheDriversOwnCalls) {
    const auto* loops =
        static_cast<const quovis_rt_vendor_loops*>(table_->extension(text(QUOVIS_EXTENSION_VENDOR_LOOPS)));
    ASSERT_NE(loops, nullptr);
    const int count = 1;
    const int start = 5;
    quovis_rt_buffer* data = buffer(4);
    quovis_rt_buffer* copied = buffer(4);
    write(data, &start, 4);
    quovis_rt_kernel* made = kernel("add_one");
    const quovis_rt_argument arguments[] = {pass(data), value(count)};
    auto launch = sized<quovis_rt_launch>();
    std::fill_n(launch.grid, 3, 1U);
    std::fill_n(launch.block, 3, 1U);
    launch.arguments = arguments;
    launch.argument_count = 2;
    auto copy = sized<quovis_rt_copy>();
    copy.source = data;
    copy.destination = copied;
    copy.width = 4;
    copy.height = 1;
    auto loop = sized<quovis_rt_loop>();
    loop.count = 3;
    loop.stream = stream_;
    loop.kernel = made;
    loop.launch = &launch;
    loop.copy = &copy;
    loop.size = 64;
    loop.module = module_;
    loop.name = text("add_one");
    std::uint64_t took = 0;
    for (const int kind : {QUOVIS_RT_LOOP_LAUNCH, QUOVIS_RT_LOOP_LAUNCH_AND_WAIT, QUOVIS_RT_LOOP_COPY,
                           QUOVIS_RT_LOOP_ALLOCATE, QUOVIS_RT_LOOP_ALLOCATE_IN_ORDER, QUOVIS_RT_LOOP_KERNEL}) {
        loop.kind = kind;
        EXPECT_EQ(loops->time(device_, &loop, &took, &error_), QUOVIS_PLUGIN_OK) << kind << ": " << message();
    }
    EXPECT_EQ(read(copied, 4)[0], 11) << "3 launches, and 3 that were waited for";
    quovis_rt_kernel* placed = kernel("place");
    fake_->place = {1, 1, 1};
    loop.kind = QUOVIS_RT_LOOP_LAUNCH;
    loop.kernel = placed;
    launch.argument_count = 1;
    EXPECT_EQ(loops->time(device_, &loop, &took, &error_), QUOVIS_PLUGIN_OK) << message();
    EXPECT_EQ(fake_->place, (std::array<std::uint64_t, 3>{})) << "no offset";
    rt_->kernel_release(placed);
    loop.kind = 99;
    EXPECT_EQ(loops->time(device_, &loop, &took, &error_), QUOVIS_PLUGIN_NOT_SUPPORTED);
    loop.kind = QUOVIS_RT_LOOP_KERNEL;
    loop.name = text("add_two");
    EXPECT_NE(loops->time(device_, &loop, &took, &error_), QUOVIS_PLUGIN_OK);
    EXPECT_TRUE(contains(message(), "cuModuleGetFunction")) << message();
    rt_->kernel_release(made);
    rt_->buffer_release(copied, nullptr);
    rt_->buffer_release(data, nullptr);
}

}  // namespace cuda_execution_test
}  // namespace cuda_test

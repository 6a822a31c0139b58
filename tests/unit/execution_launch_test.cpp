// Modules, kernels and launches of the core over the fake runtime: results, and what is refused before the runtime is
// asked.
#include "tests/unit/program_fixture.hpp"

#include <numeric>
#include <ostream>
#include <thread>

namespace quovis::test {
namespace execution_launch_test {

using testing::ElementsAre;
using testing::HasSubstr;

class Launch : public ProgramTest {
  protected:
    Launch() : path_(add("fake")), instance_(open()), route_(instance_.route("fake:gpu:0")), counters_(path_) {
        counters_.reset();
    }

    Module load(const std::string& text) const { return instance_.program(source(text)).load(route_); }
    Kernel saxpy(const std::string& magic = {}) const { return load(magic + saxpy_source).kernel("saxpy"); }
    Buffer floats(std::size_t count, float value) const {
        const Buffer buffer = route_.buffer<float>(count);
        buffer.fill(value);
        return buffer;
    }

    // The message of a refusal. The runtime must not have seen the launch.
    std::string refusal(const std::function<void()>& call) const {
        counters_.reset();
        const Error error = error_of(call);
        EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_LAUNCH);
        EXPECT_EQ(error.phase(), "launch");
        EXPECT_EQ(counters_["calls.launch"], 0);
        return error.what();
    }

    std::string path_;
    Instance instance_;
    Route route_;
    fakes::Counters counters_;
};

TEST_F(Launch, Computes) {
    const Buffer x = floats(100, 3);
    const Buffer y = floats(100, 1);
    saxpy().launch(4, 32, 100, 2.0F, x, y);
    EXPECT_EQ(y.read<float>(), std::vector<float>(100, 7));
}

TEST_F(Launch, RunsInTheStreamThatIsGiven) {
    const Stream stream = route_.stream();
    const Buffer x = floats(8, 1);
    const Buffer y = floats(8, 0);
    saxpy().launch(stream, 1, 8, 8, 1.0F, x, y);
    stream.synchronize();
    EXPECT_EQ(y.read<float>()[7], 1);
}

TEST_F(Launch, CountsMissingAxesAsOne) {
    const Kernel kernel = load("kernel void number(global uint* out)\n").kernel("number");
    const Buffer out = route_.buffer<std::uint32_t>(6);
    const quovis_argument argument = quovis_pointer(out.get(), 0);
    quovis_launch_info info = QUOVIS_INIT(quovis_launch_info);
    info.grid[0] = 2;
    info.block[0] = 3;
    info.arguments = &argument;
    info.argument_count = 1;
    ASSERT_EQ(quovis_launch(kernel.get(), nullptr, &info), QUOVIS_OK);
    EXPECT_THAT(out.read<std::uint32_t>(), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST_F(Launch, PassesOffsetsOfBuffers) {
    const Kernel kernel = load("kernel void number(global uint* out)\n").kernel("number");
    const Buffer out = route_.buffer<std::uint32_t>(4);
    out.fill(std::uint32_t{9});
    kernel.launch(1, 2, out.at(8));
    EXPECT_THAT(out.read<std::uint32_t>(), ElementsAre(9, 9, 0, 1));
}

TEST_F(Launch, PassesLocalMemory) {
    const Kernel kernel = load("kernel void reverse(global uint* data, local uint* tile)\n").kernel("reverse");
    const Buffer data = route_.buffer<std::uint32_t>(4);
    data.write(std::vector<std::uint32_t>{1, 2, 3, 4});
    kernel.launch(2, 2, data, Local{8});
    EXPECT_THAT(data.read<std::uint32_t>(), ElementsAre(2, 1, 4, 3));
}

TEST_F(Launch, PassesMoreArgumentsThanFitOnTheStack) {
    std::string parameters = "int p0";
    for (int i = 1; i < 40; ++i) {
        parameters += ", int p" + std::to_string(i);
    }
    const Kernel kernel = load("kernel void noop(" + parameters + ")\n").kernel("noop");
    const int value = 1;
    std::vector<quovis_argument> arguments(40, quovis_value(&value, sizeof value));
    quovis_launch_info info = QUOVIS_INIT(quovis_launch_info);
    info.grid[0] = info.block[0] = 1;
    info.arguments = arguments.data();
    info.argument_count = arguments.size();
    EXPECT_EQ(quovis_launch(kernel.get(), nullptr, &info), QUOVIS_OK);
}

TEST_F(Launch, WithAnOffsetIsRefusedByAPluginThatKnowsNone) {
    LaunchShape shape(1, 1);
    shape.offset = {0, 0, 5};
    const Kernel kernel = load("kernel void noop()\n").kernel("noop");
    const Error error = error_of([&] { kernel.launch(shape); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_SUPPORTED);
    EXPECT_THAT(error.what(), HasSubstr("launch attribute 4"));
    EXPECT_THAT(error.hint(), HasSubstr("the offset of the launch, 0 x 0 x 5 work-items"));
}

TEST_F(Launch, WithAnOffsetOfZerosIsOneWithoutAnOffset) {
    LaunchShape shape(1, 1);
    shape.offset = {0, 0, 0};
    EXPECT_NO_THROW(load("kernel void noop()\n").kernel("noop").launch(shape));
}

TEST_F(Launch, WhoseOffsetLeavesNoRoomForItsIdsIsRefused) {
    const Kernel kernel = load("kernel void noop()\n").kernel("noop");
    LaunchShape shape(Extent(1, 4), Extent(1, 8));
    shape.offset = {0, SIZE_MAX - 31};
    EXPECT_THAT(refusal([&] { kernel.launch(shape); }),
                HasSubstr("the offset along axis y is 18446744073709551584, and the 32 work-items"));
}

// A host that was built before there was an offset: what stands behind its struct is not looked at.
TEST_F(Launch, OfASmallerStructHasNoOffset) {
    const Kernel kernel = load("kernel void noop()\n").kernel("noop");
    quovis_launch_info info = QUOVIS_INIT(quovis_launch_info);
    info.grid[0] = info.block[0] = 1;
    info.offset[0] = 7;
    info.struct_size = offsetof(quovis_launch_info, offset);
    EXPECT_EQ(quovis_launch(kernel.get(), nullptr, &info), QUOVIS_OK);
}

TEST_F(Launch, OfOneKernelFromManyThreadsKeepsTheArgumentsApart) {
    const Kernel kernel = saxpy();
    std::vector<std::thread> threads;
    std::vector<std::vector<float>> results(8);
    for (std::size_t i = 0; i < results.size(); ++i) {
        threads.emplace_back([&, i] {
            const Stream stream = route_.stream();
            const Buffer x = floats(64, static_cast<float>(i));
            const Buffer y = floats(64, 0);
            for (int round = 0; round < 50; ++round) {
                kernel.launch(stream, 1, 64, 64, 1.0F, x, y);
            }
            stream.synchronize();
            results[i] = y.read<float>();
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
        EXPECT_EQ(results[i], std::vector<float>(64, 50 * static_cast<float>(i)));
    }
}

TEST_F(Launch, TellsAKernelsFaultWithTheVendorsName) {
    const Kernel kernel = load("kernel void fault()\n").kernel("fault");
    const Stream stream = route_.stream();
    kernel.launch(stream, 1, 1);
    const Error error = error_of([&] { stream.synchronize(); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_KERNEL_FAULT);
    EXPECT_EQ(error.native_name(), "FAKE_ERROR_ILLEGAL_ADDRESS");
    EXPECT_EQ(error.native_code(), 700);
}

// ---- What does not fit the kernel ----

TEST_F(Launch, RefusesAWrongNumberOfArgumentsAndListsThem) {
    const Kernel kernel = saxpy();
    const std::string message = refusal([&] { kernel.launch(1, 1, 1, 2.0F); });
    EXPECT_THAT(message, HasSubstr("'saxpy'"));
    EXPECT_THAT(message, HasSubstr("takes 4 arguments, and 2 were given"));
}

TEST_F(Launch, RefusesAValueOfAnotherSizeWithBothSizes) {
    const Kernel kernel = saxpy();
    const Buffer x = floats(4, 0);
    const std::string message = refusal([&] { kernel.launch(1, 4, 4, 2.0, x, x); });
    EXPECT_THAT(message, HasSubstr("argument 1 ('a')"));
    EXPECT_THAT(message, HasSubstr("a value of 4 bytes"));
    EXPECT_THAT(message, HasSubstr("a value of 8 bytes was given"));
}

TEST_F(Launch, RefusesAValueWhereABufferIsWanted) {
    const Kernel kernel = saxpy();
    const Buffer x = floats(4, 0);
    EXPECT_THAT(refusal([&] { kernel.launch(1, 4, 4, 2.0F, 7, x); }), HasSubstr("argument 2 ('x')"));
}

TEST_F(Launch, RefusesABufferWhereAValueIsWanted) {
    const Kernel kernel = saxpy();
    const Buffer x = floats(4, 0);
    EXPECT_THAT(refusal([&] { kernel.launch(1, 4, x, 2.0F, x, x); }), HasSubstr("argument 0 ('n')"));
}

TEST_F(Launch, RefusesLocalMemoryOfNoBytes) {
    const Kernel kernel = load("kernel void reverse(global uint* data, local uint* tile)\n").kernel("reverse");
    const Buffer data = route_.buffer<std::uint32_t>(4);
    EXPECT_THAT(refusal([&] { kernel.launch(2, 2, data, Local{0}); }), HasSubstr("local memory of 0 bytes"));
}

TEST_F(Launch, RefusesMoreLocalMemoryThanTheDeviceHas) {
    const Kernel kernel = load("kernel void reverse(global uint* data, local uint* tile)\n").kernel("reverse");
    const Buffer data = route_.buffer<std::uint32_t>(4);
    const std::size_t most = route_.info().shared_memory_opt_in;
    EXPECT_NO_THROW(kernel.launch(2, 2, data, Local{most}));
    EXPECT_THAT(refusal([&] { kernel.launch(2, 2, data, Local{most + 1}); }),
                HasSubstr("argument 1 ('tile') of type local uint* is local memory of " + std::to_string(most + 1) +
                          " bytes, and a block can have " + std::to_string(most) + " on 'fake:gpu:0'"));
}

TEST_F(Launch, RefusesAnOffsetBehindTheBuffer) {
    const Kernel kernel = load("kernel void number(global uint* out)\n").kernel("number");
    const Buffer out = route_.bytes(16);
    EXPECT_THAT(refusal([&] { kernel.launch(1, 1, out.at(16)); }), HasSubstr("offset 16 of a buffer of 16 bytes"));
}

TEST_F(Launch, RefusesAnOffsetThatTheDeviceCannotAddress) {
    const Kernel kernel = load("kernel void number(global uint* out)\n").kernel("number");
    const Buffer out = route_.bytes(16);
    const std::string message = refusal([&] { kernel.launch(1, 1, out.at(2)); });
    EXPECT_THAT(message, HasSubstr("offset 2"));
    EXPECT_THAT(message, HasSubstr("multiple of 4"));
}

TEST_F(Launch, RefusesABufferOfAnotherRoute) {
    const Kernel kernel = load("kernel void number(global uint* out)\n").kernel("number");
    const Buffer out = instance_.route("fake:cpu").bytes(16);
    const std::string message = refusal([&] { kernel.launch(1, 1, out); });
    EXPECT_THAT(message, HasSubstr("fake:cpu:0"));
    EXPECT_THAT(message, HasSubstr("fake:gpu:0"));
}

TEST_F(Launch, ChecksNoArgumentsWhereTheImageDoesNotTellThem) {
    const Kernel kernel = load("//! opaque\nkernel void noop()\n").kernel("noop");
    EXPECT_FALSE(kernel.info().parameters.has_value());
    const Error error = error_of([&] { kernel.launch(1, 1, 1, 2, 3); });
    EXPECT_EQ(error.plugin(), "fake");  // the runtime was asked and refused
}

// ---- What does not fit the device ----

struct Shape {
    std::array<std::uint32_t, 3> grid;
    std::array<std::uint32_t, 3> block;
    std::string message;  // a part of it
};

void PrintTo(const Shape& one, std::ostream* out) {
    *out << one.message;
}

class WrongShape : public Launch, public testing::WithParamInterface<Shape> {};

TEST_P(WrongShape, IsRefusedWithTheLimit) {
    const Kernel kernel = load("kernel void noop()\n").kernel("noop");
    quovis_launch_info info = QUOVIS_INIT(quovis_launch_info);
    std::copy(GetParam().grid.begin(), GetParam().grid.end(), info.grid);
    std::copy(GetParam().block.begin(), GetParam().block.end(), info.block);
    EXPECT_EQ(quovis_launch(kernel.get(), nullptr, &info), QUOVIS_ERROR_INVALID_LAUNCH);
    EXPECT_THAT(quovis_last_error()->message, HasSubstr(GetParam().message));
    EXPECT_EQ(counters_["calls.launch"], 0);
}

const Shape shapes[] = {
    {{0, 1, 1}, {1, 1, 1}, "the grid is 0 along axis x"},
    {{1, 1, 1}, {0, 1, 1}, "the block is 0 along axis x"},
    {{1, 1, 1}, {1025, 1, 1}, "along axis x, and 'fake:gpu:0' allows 1024"},
    {{1, 1, 1}, {1, 1, 65}, "along axis z, and 'fake:gpu:0' allows 64"},
    {{1, 1, 1}, {1024, 2, 1}, "the block has 2048 threads, and this kernel can have 1024"},
    {{1, 1, 1}, {1024, 1024, 64}, "the block has 67108864 threads"},
    {{1, 65536, 1}, {1, 1, 1}, "along axis y, and 'fake:gpu:0' allows 65535"},
    {{0xffffffff, 1, 1}, {1, 1, 1}, "along axis x, and 'fake:gpu:0' allows 2147483647"},
};

INSTANTIATE_TEST_SUITE_P(Limits, WrongShape, testing::ValuesIn(shapes));

TEST_F(Launch, RefusesMoreThreadsThanTheKernelCanHave) {
    const Kernel kernel = load("//! max-threads 256\nkernel void noop()\n").kernel("noop");
    EXPECT_NO_THROW(kernel.launch(1, 256));
    EXPECT_THAT(refusal([&] { kernel.launch(1, 257); }), HasSubstr("257 threads, and this kernel can have 256"));
}

TEST_F(Launch, RefusesABlockThatTheKernelDoesNotRequire) {
    const Kernel kernel = load("//! block 8 8 1\nkernel void noop()\n").kernel("noop");
    EXPECT_NO_THROW(kernel.launch(1, {8, 8}));
    EXPECT_THAT(refusal([&] { kernel.launch(1, 64); }), HasSubstr("requires 8 x 8 x 1"));
}

TEST_F(Launch, RefusesMoreSharedMemoryThanTheKernelCanHave) {
    const Kernel kernel = load("//! shared 1024\nkernel void noop()\n").kernel("noop");
    const std::size_t most = (96 << 10) - 1024;
    EXPECT_NO_THROW(kernel.launch(LaunchShape{1, 1, most}));
    EXPECT_THAT(refusal([&] { kernel.launch(LaunchShape{1, 1, most + 1}); }), HasSubstr(std::to_string(most)));
}

// ---- Modules and kernels ----

TEST_F(Launch, ListsTheKernelsOfAModule) {
    EXPECT_THAT(load("kernel void noop()\nkernel void fault()\n").kernels(), ElementsAre("noop", "fault"));
}

TEST_F(Launch, NamesTheNearestKernel) {
    const Module module = load("kernel void noop()\nkernel void fault()\n");
    const Error error = error_of([&] { module.kernel("noob"); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_NOT_FOUND);
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'noop'?"));
    EXPECT_THAT(error.hint(), HasSubstr("noop, fault"));
}

TEST_F(Launch, FindsTheKernelOfANameExpression) {
    quovis::Options options;
    options.name_expressions = {"scale<float>"};
    const Module module = instance_.program(source("kernel void scale(global float* data)\n"), options).load(route_);
    const Buffer data = floats(2, 3);
    module.kernel("scale<float>").launch(1, 2, data);
    EXPECT_THAT(data.read<float>(), ElementsAre(6, 6));
}

TEST_F(Launch, ReadsWhatAKernelTellsOfItself) {
    const KernelInfo info = saxpy("//! max-threads 128\n//! shared 64\n").info();
    EXPECT_EQ(info.name, "saxpy");
    EXPECT_EQ(info.max_threads_per_block, 128u);
    EXPECT_EQ(info.static_shared_memory, 64u);
    ASSERT_TRUE(info.parameters.has_value());
    ASSERT_EQ(info.parameters->size(), 4u);
    EXPECT_EQ(info.parameters->at(1).name, "a");
    EXPECT_EQ(info.parameters->at(1).type, "float");
    EXPECT_EQ(info.parameters->at(1).bytes, 4u);
    EXPECT_EQ(info.parameters->at(3).kind, QUOVIS_PARAMETER_POINTER);
}

TEST_F(Launch, GivesAGlobalVariableAsABuffer) {
    const Module module = load("//! global table 16\n");
    const Buffer table = module.global("table");
    EXPECT_EQ(table.size(), 16u);
    table.fill(std::uint32_t{3});
    EXPECT_EQ(module.global("table").read<std::uint32_t>()[3], 3u);
    EXPECT_EQ(error_of([&] { module.global("tables"); }).status(), QUOVIS_ERROR_NOT_FOUND);
}

TEST_F(Launch, AGlobalVariableOutlivesTheModulesHandle) {
    Buffer table = load("//! global table 16\n").global("table");
    table.fill(std::uint32_t{4});
    EXPECT_EQ(table.read<std::uint32_t>()[0], 4u);
}

TEST_F(Launch, LoadsAnImageFromMemory) {
    const Image compiled = instance_.program(source(saxpy_source)).compile({"fake", "fake-1", ""});
    const Image image = instance_.image(compiled.data(), compiled.size(), "fake-image", "kept");
    const Module module = image.load("cpu");
    EXPECT_EQ(module.route().info().selector, "fake:cpu:0");
    EXPECT_EQ(module.compiler(), "");
    EXPECT_THAT(module.kernels(), ElementsAre("saxpy"));
}

TEST_F(Launch, RefusesADamagedImage) {
    const Image compiled = instance_.program(source(saxpy_source)).compile({"fake", "fake-1", ""});
    std::string bytes(static_cast<const char*>(compiled.data()), compiled.size());
    bytes.back() ^= 1;
    const Image image = instance_.image(bytes.data(), bytes.size(), "fake-image", "kept");
    const Error error = error_of([&] { image.load(route_); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_IMAGE_REJECTED);
    EXPECT_THAT(error.what(), HasSubstr("'kept'"));
    EXPECT_EQ(error.native_name(), "FAKE_ERROR_INVALID_IMAGE");
}

TEST_F(Launch, RefusesAnImageForANewerTarget) {
    const Instance older = open("quovis: 1\nbackends: { fake: { target: fake-1 } }\n");
    const Image image = older.program(source(saxpy_source)).compile({"fake", "fake-2", ""});
    counters_.reset();
    const Error error = error_of([&] { image.load(older.route("fake:gpu")); });
    EXPECT_EQ(error.status(), QUOVIS_ERROR_IMAGE_REJECTED);
    EXPECT_THAT(error.what(), HasSubstr("fake-2"));
    EXPECT_EQ(counters_["calls.module_load"], 0);
}

TEST_F(Launch, AKernelOutlivesItsModuleAndItsInstance) {
    const Kernel kernel = [&] {
        const Instance short_lived = open();
        return short_lived.program(source("kernel void noop()\n")).load("fake:gpu").kernel("noop");
    }();
    EXPECT_NO_THROW(kernel.launch(1, 1));
}

}  // namespace execution_launch_test
}  // namespace quovis::test

// Launches that a host can get wrong, each a test: refused with a message that names the kernel and what is wrong, or
// documented as legal and right. On every route that there is. The table of the rows is in tests/README.md.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "tests/integration/routes.hpp"
#include "tests/unit/support_scratch.hpp"

namespace wrong_launches_test {

using namespace route_test;
using quovis::Buffer;
using quovis::Error;
using quovis::Extent;
using quovis::Instance;
using quovis::Kernel;
using quovis::LaunchShape;
using quovis::Local;
using quovis::Route;
using quovis::Stream;
using testing::HasSubstr;

struct Pair {
    std::int32_t a;
    float b;
};
struct Triple {
    std::int32_t a;
    float b;
    double c;
};

const Kernels kernels{R"(
typedef struct { int a; float b; } Pair;
__kernel void saxpy(int n, float a, __global const float* x, __global float* y) {
    int i = get_global_id(0);
    if (i < n) y[i] += a * x[i];
}
__kernel void of_long(long n, double a, __global int* out) { out[0] = (int)n + (int)a; }
__kernel void by_value(Pair pair, __global int* out) { out[0] = pair.a + (int)pair.b; }
__kernel void scratch(__global int* out, __local int* tile) { tile[0] = 7; out[0] = tile[0]; }
__kernel void is_null(__global const int* data, __global int* out) { out[0] = data == 0; }
__kernel void empty() {}
__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void bounded() {}
)",
                      R"(
struct Pair { int a; float b; };
__global__ void saxpy(int n, float a, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}
__global__ void of_long(long long n, double a, int* out) { out[0] = (int)n + (int)a; }
__global__ void by_value(Pair pair, int* out) { out[0] = pair.a + (int)pair.b; }
__global__ void scratch(int* out) {
    extern __shared__ int tile[];
    tile[0] = 7;
    out[0] = tile[0];
}
__global__ void with_static(int* out) {
    __shared__ int fixed[256];
    extern __shared__ int tile[];
    fixed[threadIdx.x] = tile[threadIdx.x] = 7;
    __syncthreads();
    out[0] = fixed[255 - threadIdx.x] + tile[threadIdx.x];
}
__global__ void is_null(const int* data, int* out) { out[0] = data == nullptr; }
__global__ void empty() {}
__global__ void __launch_bounds__(32) bounded() {}
)",
                      {"saxpy", "of_long", "by_value", "scratch", "with_static", "is_null", "empty", "bounded"}};

class WrongLaunch : public OnRoute, public testing::WithParamInterface<RouteCase> {
  protected:
    void SetUp() override {
        open(GetParam());
        if (!IsSkipped()) {
            module_.emplace(load(kernels));
        }
    }

    Kernel kernel(const std::string& name) const { return module_->kernel(name); }
    Buffer floats() const {
        const Buffer made = route().buffer<float>(1024);
        made.fill(0.0F);
        return made;
    }
    Buffer ints() const { return route().buffer<std::int32_t>(1024); }

    // The call is refused as a launch, in words that hold all of these and the kernel's name.
    static void refused(const std::string& name, const std::function<void()>& call,
                        const std::vector<std::string>& words = {}) {
        const auto error = error_of(call);
        if (!error) {
            return;
        }
        EXPECT_EQ(error->status(), QUOVIS_ERROR_INVALID_LAUNCH) << error->what();
        const std::string said = std::string(error->what()) + "\n" + error->hint();
        EXPECT_THAT(said, HasSubstr(name));
        for (const std::string& word : words) {
            EXPECT_THAT(said, HasSubstr(word));
        }
    }

    // The same of a launch of `kernel` by the C function.
    static void refused(const Kernel& kernel, const quovis_launch_info& launch, const std::vector<std::string>& words) {
        refused(
            "kernel '", [&] { quovis::detail::check(quovis_launch(kernel.get(), nullptr, &launch)); }, words);
    }

    static quovis_launch_info one_thread() {
        quovis_launch_info launch = QUOVIS_INIT(quovis_launch_info);
        launch.grid[0] = launch.block[0] = 1;
        return launch;
    }
    static quovis_launch_info with(const std::vector<quovis_argument>& arguments) {
        quovis_launch_info launch = one_thread();
        launch.arguments = arguments.data();
        launch.argument_count = arguments.size();
        return launch;
    }

    // Words that a message has where kinds and sizes are told. NVIDIA's OpenCL tells them by its binaries.
    std::vector<std::string> if_told(const Kernel& made, std::vector<std::string> words) const {
        EXPECT_TRUE(tells_kinds(made) || limits().platform != "NVIDIA CUDA");
        return tells_kinds(made) ? words : std::vector<std::string>{};
    }

    // What the kernel is launched with is legal, and runs.
    void legal(const Kernel& made, const LaunchShape& shape) const {
        EXPECT_NO_THROW(made.launch(shape));
        EXPECT_NO_THROW(route().synchronize());
    }

    // A grid of this many work items in the largest blocks that divide it.
    static LaunchShape shape_of(const Kernel& made, std::uint64_t items) {
        std::uint64_t block = 1;
        while (block * 2 <= std::min(made.info().max_threads_per_block, 1024u)) {
            block *= 2;
        }
        return {items / block, block};
    }

    // OpenCL names no limits of a grid, so a driver may have some: it says so, or Quovis does with the limit.
    void legal_or_refused(const Kernel& made, const LaunchShape& shape) const {
        try {
            made.launch(shape);
        } catch (const Error& error) {
            EXPECT_TRUE(is_opencl()) << error.what();
            EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_LAUNCH) << error.what();
            if (error.native_name().empty()) {
                EXPECT_THAT(error.what(), HasSubstr("allows")) << "refused by Quovis without the limit";
            }
        }
        EXPECT_NO_THROW(route().synchronize());
    }

    bool has_clusters() const {
        for (const quovis::Capability& one : route().capabilities()) {
            if (one.name == "clusters") {
                return std::get<bool>(one.value);
            }
        }
        return false;
    }

    std::optional<quovis::Module> module_;
};

// ---- How many ----

TEST_P(WrongLaunch, Row01OneArgumentIsMissing) {
    const Buffer x = floats();
    refused("saxpy", [&] { kernel("saxpy").launch(1, 1, 1, 2.0F, x); }, {"takes 4 arguments", "3 were given"});
}

TEST_P(WrongLaunch, Row02AllArgumentsAreMissing) {
    refused("saxpy", [&] { kernel("saxpy").launch(1, 1); }, {"takes 4 arguments", "0 were given"});
}

TEST_P(WrongLaunch, Row03OneArgumentTooMany) {
    const Buffer x = floats();
    refused("saxpy", [&] { kernel("saxpy").launch(1, 1, 1, 2.0F, x, x, 1); }, {"takes 4 arguments", "5 were given"});
}

TEST_P(WrongLaunch, Row04AnArgumentForAKernelWithoutAny) {
    refused("empty", [&] { kernel("empty").launch(1, 1, 1); }, {"takes 0 arguments", "1 was given"});
}

TEST_P(WrongLaunch, Row05ArgumentsAreAnnouncedAndTheArrayIsNull) {
    quovis_launch_info launch = one_thread();
    launch.argument_count = 4;
    refused(kernel("saxpy"), launch, {"saxpy", "array is null"});
}

// ---- Values ----

// Peers' row 28.
TEST_P(WrongLaunch, Row06ADoubleForAFloat) {
    const Kernel saxpy = kernel("saxpy");
    const Buffer x = floats();
    refused("saxpy", [&] { saxpy.launch(1, 1, 1, 2.0, x, x); }, {"argument 1", "8 bytes"});
    refused(
        "saxpy", [&] { saxpy.launch(1, 1, 1, 2.0, x, x); }, if_told(saxpy, {"4 bytes"}));
}

// Peers' row 28.
TEST_P(WrongLaunch, Row07AnIntForALong) {
    const Kernel of_long = kernel("of_long");
    const Buffer out = ints();
    refused("of_long", [&] { of_long.launch(1, 1, 1, 2.0, out); }, {"argument 0", "4 bytes"});
    refused(
        "of_long", [&] { of_long.launch(1, 1, 1, 2.0, out); }, if_told(of_long, {"8 bytes"}));
}

TEST_P(WrongLaunch, Row08AFloatForADouble) {
    const Buffer out = ints();
    const Kernel of_long = kernel("of_long");
    const auto launch = [&] { of_long.launch(1, 1, 1LL, 2.0F, out); };
    refused("of_long", launch, {"argument 1", "4 bytes"});
    refused("of_long", launch, if_told(of_long, {"8 bytes"}));
}

TEST_P(WrongLaunch, Row09ALongForAnInt) {
    const Buffer x = floats();
    const Kernel saxpy = kernel("saxpy");
    const auto launch = [&] { saxpy.launch(1, 1, 1L, 2.0F, x, x); };
    refused("saxpy", launch, {"argument 0", "8 bytes"});
    refused("saxpy", launch, if_told(saxpy, {"4 bytes"}));
}

TEST_P(WrongLaunch, Row10AnIntForAFloatIsLegalAndRefusedByTyped) {
    const Kernel saxpy = kernel("saxpy");
    const Buffer x = floats();
    EXPECT_NO_THROW(saxpy.launch(1, 1, 1, 2, x, x));
    if (tells_types(saxpy)) {
        refused("saxpy", [&] { saxpy.typed<int, int, quovis::buffer<float>, quovis::buffer<float>>(); },
                {"argument 1", "float", "int"});
    }
}

// clGetKernelArgInfo tells no sizes of structs; drivers that know them refuse what does not fit, others copy what is
// there.
TEST_P(WrongLaunch, Row11AStructOfAnotherSize) {
    const Kernel by_value = kernel("by_value");
    const Buffer out = ints();
    const auto launch = [&] { by_value.launch(1, 1, Triple{1, 2, 3}, out); };
    if (!is_opencl() || tells_kinds(by_value)) {
        refused("by_value", launch, {"argument 0", "8 bytes", "16 bytes"});
        return;
    }
    try {
        launch();
        EXPECT_EQ(out.read<std::int32_t>()[0], 3);
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_LAUNCH) << error.what();
        EXPECT_THAT(error.what(), HasSubstr("argument 0"));
        EXPECT_THAT(error.what(), HasSubstr("16 bytes"));
    }
}

TEST_P(WrongLaunch, Row12AValueWithoutBytes) {
    const Kernel saxpy = kernel("saxpy");
    const Buffer x = floats();
    const float a = 1;
    const std::vector<quovis_argument> list = {quovis_value(nullptr, 4), quovis_value(&a, 4),
                                               quovis_pointer(x.get(), 0), quovis_pointer(x.get(), 0)};
    refused(saxpy, with(list), {"saxpy", "argument 0", "without bytes"});
}

TEST_P(WrongLaunch, Row13AValueOfNoBytes) {
    const Kernel saxpy = kernel("saxpy");
    const Buffer x = floats();
    const int n = 1;
    const float a = 1;
    const std::vector<quovis_argument> list = {quovis_value(&n, 0), quovis_value(&a, 4), quovis_pointer(x.get(), 0),
                                               quovis_pointer(x.get(), 0)};
    refused(saxpy, with(list), {"saxpy", "argument 0"});
}

TEST_P(WrongLaunch, Row14AnArgumentOfAnUnknownKind) {
    const Kernel saxpy = kernel("saxpy");
    const Buffer x = floats();
    const int n = 1;
    const float a = 1;
    std::vector<quovis_argument> list = {quovis_value(&n, 4), quovis_value(&a, 4), quovis_pointer(x.get(), 0),
                                         quovis_pointer(x.get(), 0)};
    const int none = 9;
    std::memcpy(&list[0].kind, &none, sizeof none);
    refused(saxpy, with(list), {"saxpy", "argument 0", "9"});
}

// ---- Memory ----

TEST_P(WrongLaunch, Row15ANullPointerIsLegal) {
    const Buffer out = ints();
    kernel("is_null").launch(1, 1, nullptr, out);
    EXPECT_EQ(out.read<std::int32_t>()[0], 1);
}

TEST_P(WrongLaunch, Row16AnEmptyBufferObject) {
    const Buffer out = ints();
    const auto error = error_of([&] { kernel("is_null").launch(1, 1, Buffer(), out); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_INVALID_LAUNCH);
    EXPECT_THAT(error->what(), HasSubstr("nullptr"));
}

// What is left of a buffer that was moved away or released. A handle of the C API that was released is nobody's any
// more.
TEST_P(WrongLaunch, Row17ABufferThatWasGivenAway) {
    Buffer data = ints();
    const Buffer kept = std::move(data);
    const auto error = error_of([&] { kernel("is_null").launch(1, 1, data, kept); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_INVALID_LAUNCH);
}

// A launch keeps the memory that it uses.
TEST_P(WrongLaunch, Row18ABufferThatIsReleasedWhileTheKernelRunsIsLegal) {
    const Kernel saxpy = kernel("saxpy");
    const Buffer y = floats();
    {
        const Buffer x = floats();
        x.fill(1.0F);
        saxpy.launch(32, 32, 1024, 2.0F, x, y);
    }
    EXPECT_EQ(y.read<float>(), std::vector<float>(1024, 2));
}

TEST_P(WrongLaunch, Row19ABufferOfAnotherRuntime) {
    const quovis::test::ScratchFolder folder;
    std::filesystem::create_symlink(QUOVIS_TEST_FAKES_DIR "/fake.so", folder.path("fake.so"));
    quovis::InstanceOptions options;
    options.config_text = "quovis: 1\nplugins: { enable: ['" + tested_.backend + "', fake] }\n";
    options.plugin_directories = {folder.path(""), QUOVIS_TEST_PLUGIN_DIR};
    options.log_level = QUOVIS_LOG_OFF;
    const Instance both(options);
    const Buffer foreign = both.route("fake:gpu").bytes(64);
    const auto source = is_opencl()
                            ? quovis::Source::memory("__kernel void k(__global int* p) {}", "opencl", "k.cl")
                            : quovis::Source::memory("extern \"C\" __global__ void k(int* p) {}", "cuda", "k.cu");
    const Kernel k = both.program(source).load(tested_.selector).kernel("k");
    refused("'k'", [&] { k.launch(1, 1, foreign); },
            {"argument 0", "fake:gpu:0", both.route(tested_.selector).info().selector});
}

// Two runtimes that drive the same device are as strange to each other.
TEST_P(WrongLaunch, Row20ABufferOfTheSameDeviceByAnotherRuntime) {
    quovis::InstanceOptions options;
    options.config_text = "quovis: 1\nplugins: { enable: [cuda-nvrtc, opencl] }\n";
    options.log_level = QUOVIS_LOG_OFF;
    const Instance both(options);
    const std::string other = is_opencl() ? "cuda" : "opencl:gpu";
    std::optional<Route> foreign;
    try {
        foreign.emplace(both.route(other));
    } catch (const Error&) {
        GTEST_SKIP() << "no route " << other;
    }
    const Buffer data = foreign->bytes(64);
    const auto source = is_opencl()
                            ? quovis::Source::memory("__kernel void k(__global int* p) {}", "opencl", "k.cl")
                            : quovis::Source::memory("extern \"C\" __global__ void k(int* p) {}", "cuda", "k.cu");
    const Kernel k = both.program(source).load(tested_.selector).kernel("k");
    refused("'k'", [&] { k.launch(1, 1, data); }, {"argument 0", foreign->info().selector});
}

TEST_P(WrongLaunch, Row21AValueForAPointer) {
    const Kernel saxpy = kernel("saxpy");
    const Buffer x = floats();
    refused("saxpy", [&] { saxpy.launch(1, 1, 1, 2.0F, 3, x); }, {"argument 2", "4 bytes"});
}

// Where a runtime has addresses, one is an argument like a buffer.
TEST_P(WrongLaunch, Row22AnAddressForAPointerIsLegalWhereThereAreAny) {
    const Buffer x = floats();
    const Buffer y = floats();
    if (x.address() == 0) {
        GTEST_SKIP() << "buffers have no addresses here";
    }
    x.fill(3.0F);
    kernel("saxpy").launch(1, 1, 1, 2.0F, x.address(), y);
    EXPECT_EQ(y.read<float>()[0], 6);
}

TEST_P(WrongLaunch, Row23ABufferForAValue) {
    const Buffer x = floats();
    refused("saxpy", [&] { kernel("saxpy").launch(1, 1, x, 2.0F, x, x); }, {"argument 0"});
    refused("saxpy", [&] { kernel("saxpy").launch(1, 1, 1, x, x, x); }, {"argument 1"});
}

TEST_P(WrongLaunch, Row24ABufferForAValueOfAPointersSize) {
    const Kernel of_long = kernel("of_long");
    if (!tells_kinds(of_long)) {
        GTEST_SKIP() << "the driver tells no kinds of parameters";
    }
    const Buffer out = ints();
    refused("of_long", [&] { of_long.launch(1, 1, out, 2.0, out); }, {"argument 0", "a value of 8 bytes", "a buffer"});
}

TEST_P(WrongLaunch, Row25ANullPointerForAValue) {
    const Buffer x = floats();
    refused("saxpy", [&] { kernel("saxpy").launch(1, 1, nullptr, 2.0F, x, x); }, {"argument 0"});
}

TEST_P(WrongLaunch, Row26LocalMemoryForAPointer) {
    const Buffer out = ints();
    const Kernel is_null = kernel("is_null");
    const auto launch = [&] { is_null.launch(1, 1, Local{64}, out); };
    refused("is_null", launch, {"argument 0"});
    refused("is_null", launch, if_told(is_null, {"takes a buffer, and local memory of 64 bytes was given"}));
}

TEST_P(WrongLaunch, Row27LocalMemoryForAValue) {
    const Buffer x = floats();
    const Kernel saxpy = kernel("saxpy");
    const auto launch = [&] { saxpy.launch(1, 1, 1, Local{4}, x, x); };
    refused("saxpy", launch, {"argument 1"});
    refused("saxpy", launch, if_told(saxpy, {"takes a value of 4 bytes, and local memory of 4 bytes was given"}));
}

TEST_P(WrongLaunch, Row28APointerForLocalMemory) {
    if (!is_opencl()) {
        GTEST_SKIP() << "CUDA has no local memory among its arguments";
    }
    const Buffer out = ints();
    const Kernel scratch = kernel("scratch");
    refused("scratch", [&] { scratch.launch(1, 1, out, out); }, {"argument 1"});
    refused(
        "scratch", [&] { scratch.launch(1, 1, out, out); },
        if_told(scratch, {"takes local memory of a size, and a buffer was given"}));
    if (tells_kinds(scratch)) {
        refused("scratch", [&] { scratch.launch(1, 1, out, nullptr); }, {"argument 1"});
    }
}

TEST_P(WrongLaunch, Row29AValueForLocalMemory) {
    if (!is_opencl()) {
        GTEST_SKIP() << "CUDA has no local memory among its arguments";
    }
    const Buffer out = ints();
    refused("scratch", [&] { kernel("scratch").launch(1, 1, out, 4); }, {"argument 1"});
}

TEST_P(WrongLaunch, Row30LocalMemoryOfNoBytes) {
    if (!is_opencl()) {
        GTEST_SKIP() << "CUDA has no local memory among its arguments";
    }
    const Buffer out = ints();
    refused("scratch", [&] { kernel("scratch").launch(1, 1, out, Local{0}); }, {"argument 1", "0 bytes"});
}

TEST_P(WrongLaunch, Row31MoreLocalMemoryThanTheDeviceHas) {
    if (!is_opencl()) {
        GTEST_SKIP() << "CUDA has no local memory among its arguments";
    }
    const Buffer out = ints();
    const std::size_t limit = limits().shared_memory_per_block;
    refused("scratch", [&] { kernel("scratch").launch(1, 1, out, Local{limit + 1}); }, {std::to_string(limit)});
}

TEST_P(WrongLaunch, Row32AnOffsetAtTheEndOfABuffer) {
    const Buffer data = route().bytes(4096);
    const Buffer out = ints();
    refused("is_null", [&] { kernel("is_null").launch(1, 1, data.at(4096), out); },
            {"argument 0", "offset 4096", "4096 bytes"});
}

TEST_P(WrongLaunch, Row33AnOffsetFarBehindABuffer) {
    const Buffer data = route().bytes(4096);
    const Buffer out = ints();
    refused("is_null", [&] { kernel("is_null").launch(1, 1, data.at(std::size_t{1} << 40), out); },
            {"argument 0", "4096 bytes"});
}

TEST_P(WrongLaunch, Row34AMisalignedOffset) {
    const Buffer data = route().bytes(4096);
    const Buffer out = ints();
    if (!is_opencl()) {
        EXPECT_NO_THROW(kernel("is_null").launch(1, 1, data.at(4), out)) << "CUDA has addresses, each is legal";
        return;
    }
    refused("is_null", [&] { kernel("is_null").launch(1, 1, data.at(4), out); },
            {"argument 0", "offset 4", "multiple of"});
}

// ---- The block ----

constexpr const char* axes = "xyz";

TEST_P(WrongLaunch, Row35ABlockOfNoThreads) {
    refused("empty", [&] { kernel("empty").launch(1, Extent(0)); }, {"block is 0 along axis x"});
}

// The second and the third may be left out.
TEST_P(WrongLaunch, Row36ABlockWithoutItsOtherAxesIsLegal) {
    quovis_launch_info launch = one_thread();
    EXPECT_EQ(quovis_launch(kernel("empty").get(), nullptr, &launch), QUOVIS_OK);
}

TEST_P(WrongLaunch, Row37ABlockBeyondTheLimitOfEachAxis) {
    const Kernel empty = kernel("empty");
    for (int axis = 0; axis < 3; ++axis) {
        const std::uint32_t limit = limits().max_block[static_cast<std::size_t>(axis)];
        quovis_launch_info launch = one_thread();
        launch.block[axis] = limit + 1;
        refused(empty, launch,
                {"empty", std::string("along axis ") + axes[axis], std::to_string(limit + 1), std::to_string(limit)});
    }
}

TEST_P(WrongLaunch, Row38ABlockOfMoreThreadsThanTheKernelCanHave) {
    const Kernel empty = kernel("empty");
    const std::uint32_t limit = empty.info().max_threads_per_block;
    ASSERT_NE(limit, 0u);
    refused("empty",
            [&] {
                empty.launch(1, {limit / 32, 33});
            },
            {std::to_string(limit / 32 * 33) + " threads", std::to_string(limit)});
    legal(empty, {1, {limit / 32, 32}});
}

TEST_P(WrongLaunch, Row39ABlockWhoseThreadsDoNotFitInANumber) {
    quovis_launch_info launch = one_thread();
    for (int axis = 0; axis < 3; ++axis) {
        launch.block[axis] = limits().max_block[static_cast<std::size_t>(axis)];
    }
    refused(kernel("empty"), launch, {"empty", " threads"});
}

TEST_P(WrongLaunch, Row40ABlockThatTheKernelDoesNotTake) {
    const Kernel bounded = kernel("bounded");
    if (is_opencl()) {
        refused("bounded", [&] { bounded.launch(1, {4, 8}); }, {"8 x 4 x 1"});
        legal(bounded, {1, {8, 4}});
    } else {
        refused("bounded", [&] { bounded.launch(1, 33); }, {"33 threads", "32"});
        legal(bounded, {1, 32});
    }
}

// ---- The grid ----

TEST_P(WrongLaunch, Row41AGridOfNoBlocks) {
    refused("empty", [&] { kernel("empty").launch(Extent(0), 1); }, {"grid is 0 along axis x"});
}

TEST_P(WrongLaunch, Row42AGridWithZerosInTheOtherAxesIsOneOfOne) {
    quovis_launch_info launch = one_thread();
    launch.grid[1] = launch.grid[2] = 0;
    EXPECT_EQ(quovis_launch(kernel("empty").get(), nullptr, &launch), QUOVIS_OK);
}

TEST_P(WrongLaunch, Row43AGridBeyondTheLimitOfEachAxis) {
    const Kernel empty = kernel("empty");
    for (int axis = 0; axis < 3; ++axis) {
        const std::uint64_t limit = limits().max_grid[static_cast<std::size_t>(axis)];
        if (limit == 0 || limit >= UINT32_MAX) {
            Extent grid(1);
            (axis == 0 ? grid.x : axis == 1 ? grid.y : grid.z) = 70000;
            legal_or_refused(empty, {grid, 1});
            continue;
        }
        quovis_launch_info launch = one_thread();
        launch.grid[axis] = static_cast<std::uint32_t>(limit + 1);
        refused(empty, launch,
                {"empty", std::string("along axis ") + axes[axis], std::to_string(limit + 1), std::to_string(limit)});
    }
}

TEST_P(WrongLaunch, Row44TwoToThe31WorkItemsAreLegal) {
    const Kernel empty = kernel("empty");
    legal(empty, shape_of(empty, std::uint64_t{1} << 31u));
}

TEST_P(WrongLaunch, Row45TwoToThe32WorkItemsAreLegal) {
    const Kernel empty = kernel("empty");
    legal_or_refused(empty, shape_of(empty, std::uint64_t{1} << 32u));
}

TEST_P(WrongLaunch, Row46AnExtentThatDoesNotFitIn32Bits) {
    const auto error = error_of([&] { kernel("empty").launch(std::uint64_t{1} << 32u, 1); });
    ASSERT_TRUE(error);
    EXPECT_THAT(error->what(), HasSubstr("4294967296"));
    const auto negative = error_of([&] { kernel("empty").launch(-1, 1); });
    ASSERT_TRUE(negative);
    EXPECT_THAT(negative->what(), HasSubstr("-1"));
}

// ---- Dynamic shared memory. Peers' row 31 ----

TEST_P(WrongLaunch, Row47SharedMemoryWhereItIsAnArgument) {
    if (!is_opencl()) {
        GTEST_SKIP() << "CUDA has dynamic shared memory";
    }
    refused("empty", [&] { kernel("empty").launch(LaunchShape{1, 1, 64}); }, {"64 bytes", "__local"});
}

class SharedMemory : public WrongLaunch {
  protected:
    void SetUp() override {
        WrongLaunch::SetUp();
        if (!IsSkipped() && is_opencl()) {
            GTEST_SKIP() << "OpenCL has no dynamic shared memory beside the arguments";
        }
    }
    void runs(const char* name, std::size_t bytes, std::int32_t result) const {
        const Buffer out = ints();
        kernel(name).launch(LaunchShape{1, 1, bytes}, out);
        EXPECT_EQ(out.read<std::int32_t>()[0], result) << bytes;
    }
};

TEST_P(SharedMemory, Row48Of48KiBIsLegal) {
    runs("scratch", 49152, 7);
}

TEST_P(SharedMemory, Row49Of48KiBIsLegalBesidesStaticMemory) {
    const Kernel with_static = kernel("with_static");
    ASSERT_EQ(with_static.info().static_shared_memory, 1024u);
    const Buffer out = ints();
    with_static.launch(LaunchShape{1, 256, 49152}, out);
    EXPECT_EQ(out.read<std::int32_t>()[0], 14);
}

TEST_P(SharedMemory, Row50OfOneByteMoreThan48KiBIsAskedForAndLegal) {
    if (limits().shared_memory_opt_in <= 49152) {
        GTEST_SKIP() << "the device has no more than 48 KiB for a block";
    }
    runs("scratch", 49153, 7);
}

TEST_P(SharedMemory, Row51OfAllThatTheDeviceHasIsLegal) {
    runs("scratch", limits().shared_memory_opt_in, 7);
}

TEST_P(SharedMemory, Row52OfOneByteMoreThanTheDeviceHasIsRefused) {
    const std::size_t limit = limits().shared_memory_opt_in;
    const Buffer out = ints();
    refused("scratch",
            [&] {
                kernel("scratch").launch(LaunchShape{1, 1, limit + 1}, out);
            },
            {std::to_string(limit + 1), std::to_string(limit)});
}

TEST_P(SharedMemory, Row53OfOneByteMoreThanStaticMemoryLeavesIsRefused) {
    const std::size_t limit = limits().shared_memory_opt_in - 1024;
    const Buffer out = ints();
    refused("with_static",
            [&] {
                kernel("with_static").launch(LaunchShape{1, 256, limit + 1}, out);
            },
            {std::to_string(limit + 1), std::to_string(limit)});
    EXPECT_NO_THROW(kernel("with_static").launch(LaunchShape{1, 256, limit}, out));
}

// ---- Attributes ----

// Peers' row 32: refused with the largest, and never made smaller.
TEST_P(WrongLaunch, Row54ACooperativeGridThatIsTooLarge) {
    const Kernel empty = kernel("empty");
    LaunchShape shape{1, 256};
    shape.cooperative = true;
    if (is_opencl()) {
        const auto error = error_of([&] { empty.launch(shape); });
        ASSERT_TRUE(error);
        EXPECT_EQ(error->status(), QUOVIS_ERROR_NOT_SUPPORTED) << error->what();
        EXPECT_THAT(error->what(), HasSubstr("ooperative"));
        return;
    }
    const std::uint32_t most = empty.occupancy(256).max_cooperative_grid;
    ASSERT_GT(most, 0u);
    shape.grid = most;
    legal(empty, shape);
    shape.grid = most + 1;
    refused("empty", [&] { empty.launch(shape); }, {std::to_string(most) + " blocks"});
}

TEST_P(WrongLaunch, Row55AGridThatClustersDoNotFill) {
    const Kernel empty = kernel("empty");
    LaunchShape shape{3, 32};
    shape.cluster = Extent(2);
    refused("empty", [&] { empty.launch(shape); }, {"axis x", "3", "2"});
}

TEST_P(WrongLaunch, Row56ClustersWhereTheDeviceHasNone) {
    const Kernel empty = kernel("empty");
    LaunchShape shape{4, 32};
    shape.cluster = Extent(2);
    if (has_clusters()) {
        legal(empty, shape);
        return;
    }
    const auto error = error_of([&] { empty.launch(shape); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_NOT_SUPPORTED) << error->what();
}

class Clusters : public WrongLaunch {
  protected:
    void SetUp() override {
        WrongLaunch::SetUp();
        if (!IsSkipped() && !has_clusters()) {
            GTEST_SKIP() << "the device has no clusters";
        }
    }
};

// Peers' row 32: clusters leave less than all multiprocessors to a cooperative grid.
TEST_P(Clusters, Row65ACooperativeGridOfClustersThatIsTooLarge) {
    const Kernel empty = kernel("empty");
    LaunchShape shape{(empty.occupancy(256).max_cooperative_grid / 2 + 1) * 2, 256};
    shape.cooperative = true;
    shape.cluster = Extent(2);
    refused("empty", [&] { empty.launch(shape); }, {"cluster", " blocks at most"});
}

TEST_P(Clusters, Row66AClusterThatIsTooLarge) {
    const Kernel empty = kernel("empty");
    LaunchShape shape{64, 32};
    shape.cluster = Extent(64);
    refused("empty", [&] { empty.launch(shape); }, {"64", "blocks at most"});
}

TEST_P(WrongLaunch, Row57AFlagThatNobodyKnows) {
    quovis_launch_info launch = one_thread();
    launch.flags = 1u << 20u;
    refused(kernel("empty"), launch, {"empty", "0x100000"});
}

// ---- Objects ----

TEST_P(WrongLaunch, Row58AStreamOfAnotherRoute) {
    const quovis::test::ScratchFolder folder;
    std::filesystem::create_symlink(QUOVIS_TEST_FAKES_DIR "/fake.so", folder.path("fake.so"));
    quovis::InstanceOptions options;
    options.config_text = "quovis: 1\nplugins: { enable: [fake] }\n";
    options.plugin_directories = {folder.path("")};
    options.log_level = QUOVIS_LOG_OFF;
    const Stream foreign = Instance(options).route("fake:gpu").stream();
    const auto error = error_of([&] { kernel("empty").launch(foreign, 1, 1); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(error->what(), HasSubstr("fake:gpu:0"));
    EXPECT_THAT(error->what(), HasSubstr(limits().selector));
}

TEST_P(WrongLaunch, Row59NoKernelAndNoLaunch) {
    const quovis_launch_info launch = one_thread();
    EXPECT_EQ(quovis_launch(nullptr, nullptr, &launch), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(quovis_last_error()->message, HasSubstr("kernel"));
    EXPECT_EQ(quovis_launch(kernel("empty").get(), nullptr, nullptr), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(quovis_last_error()->message, HasSubstr("launch"));
}

TEST_P(WrongLaunch, Row60AStructOfNoVersion) {
    quovis_launch_info launch = one_thread();
    launch.struct_size = 0;
    EXPECT_EQ(quovis_launch(kernel("empty").get(), nullptr, &launch), QUOVIS_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(quovis_last_error()->message, HasSubstr("struct_size"));
}

// ---- Arguments as bytes ----

TEST_P(WrongLaunch, Row61PackedArgumentsOfAnotherSize) {
    struct {
        std::int64_t n;
        double a;
    } few{1, 2};
    const Kernel of_long = kernel("of_long");
    if (!tells_kinds(of_long)) {
        GTEST_SKIP() << "the driver tells no kinds of parameters";
    }
    refused("of_long",
            [&] {
                of_long.launch_packed(Stream(), {1, 1}, &few, sizeof few);
            },
            {"24 bytes", "16 were given"});
}

TEST_P(WrongLaunch, Row62ArgumentsInMoreThanOneWay) {
    quovis_launch_info launch = one_thread();
    const int value = 1;
    const void* pointers[] = {&value};
    launch.packed = &value;
    launch.packed_size = sizeof value;
    launch.pointers = pointers;
    refused(kernel("saxpy"), launch, {"saxpy", "more than one way"});
}

TEST_P(WrongLaunch, Row63AMissingPointerAmongPointers) {
    const Kernel of_long = kernel("of_long");
    if (!tells_kinds(of_long)) {
        GTEST_SKIP() << "the driver tells no kinds of parameters";
    }
    const std::int64_t n = 1;
    const double a = 2;
    const void* pointers[] = {&n, &a, nullptr};
    refused("of_long", [&] { of_long.launch_pointers(Stream(), {1, 1}, pointers); }, {"argument 2", "without bytes"});
}

INSTANTIATE_TEST_SUITE_P(Each, WrongLaunch, testing::ValuesIn(routes), name_of);
INSTANTIATE_TEST_SUITE_P(Each, SharedMemory, testing::ValuesIn(routes), name_of);
INSTANTIATE_TEST_SUITE_P(Each, Clusters, testing::ValuesIn(routes), name_of);

// ---- Every scalar for every other ----

class WrongScalar : public OnRoute, public testing::WithParamInterface<std::tuple<RouteCase, std::string>> {
  protected:
    void SetUp() override { open(std::get<0>(GetParam())); }
};

// A launch knows sizes. What is of the same size is legal in it, and refused by Kernel::typed (TypedScalar).
TEST_P(WrongScalar, TakesEachOfItsSizeAndNoOther) {
    const std::string name = "takes_" + std::get<1>(GetParam());
    const Kernel kernel = load(scalar_kernels()).kernel(name);
    std::size_t wanted = 0;
    for_each_scalar([&](const auto& scalar) {
        wanted =
            scalar.name == std::get<1>(GetParam()) ? sizeof(typename std::decay_t<decltype(scalar)>::Type) : wanted;
    });
    for_each_scalar([&](const auto& scalar) {
        const typename std::decay_t<decltype(scalar)>::Type given{};
        if (sizeof(given) == wanted) {
            EXPECT_NO_THROW(kernel.launch(1, 1, given)) << scalar.name;
            return;
        }
        const auto error = error_of([&] { kernel.launch(1, 1, given); });
        ASSERT_TRUE(error) << scalar.name;
        EXPECT_EQ(error->status(), QUOVIS_ERROR_INVALID_LAUNCH) << error->what();
        EXPECT_THAT(error->what(), HasSubstr(name));
        EXPECT_THAT(error->what(), HasSubstr("argument 0"));
        EXPECT_THAT(error->what(), HasSubstr(std::to_string(sizeof(given)) + " bytes"));
        if (tells_kinds(kernel)) {
            EXPECT_THAT(error->what(), HasSubstr(std::to_string(wanted) + " bytes"));
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Each, WrongScalar,
                         testing::Combine(testing::ValuesIn(routes), testing::ValuesIn(scalar_names)),
                         [](const auto& tested) {
                             return std::get<0>(tested.param).name + "_" + std::get<1>(tested.param);
                         });

// ---- Two devices of one runtime ----

// In a process of its own, which PoCL gives two devices. Says on stderr what came of it.
[[noreturn]] void launch_with_a_buffer_of_the_other() {
    ::setenv("POCL_DEVICES", "basic pthread", 1);
    try {
        const Instance instance = backend_test::open_only("opencl");
        const Route first = instance.route("opencl:cpu:0");
        const Buffer foreign = instance.route("opencl:cpu:1").bytes(64);
        const auto source = quovis::Source::memory("__kernel void k(__global int* p) {}", "opencl", "k.cl");
        const Kernel kernel = instance.program(source).load(first).kernel("k");
        kernel.launch(1, 1, foreign);
        std::fprintf(stderr, "it was launched\n");
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
    std::_Exit(0);
}

TEST(WrongLaunchDeathTest, Row64ABufferOfAnotherDeviceOfTheRuntime) {
    if (!std::filesystem::exists("/etc/OpenCL/vendors/pocl.icd")) {
        GTEST_SKIP() << "no PoCL, which can be told to have two devices";
    }
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(launch_with_a_buffer_of_the_other(), testing::ExitedWithCode(0),
                "kernel 'k': argument 0.* is a buffer of 'opencl:cpu:1', and the kernel runs on 'opencl:cpu:0'");
}

}  // namespace wrong_launches_test

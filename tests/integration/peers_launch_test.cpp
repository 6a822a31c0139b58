// What hurt users of other projects at a launch and before it. The table in tests/README.md says which test stands for
// which fault; wrong widths of scalars and shared memory are rows of wrong_launches_test.cpp.
#include <dlfcn.h>
#include <gmock/gmock.h>

#include <array>
#include <numeric>

#include "tests/integration/cuda_plugin.hpp"
#include "tests/integration/routes.hpp"

namespace peers_launch_test {

using namespace route_test;
using backend_test::open_only;
using quovis::Buffer;
using quovis::Instance;
using quovis::Kernel;
using quovis::LaunchShape;
using quovis::Route;
using quovis::Source;
using testing::HasSubstr;

// ---- Peers' row 32: a cooperative grid that is too large ----

TEST(PeersLaunch, ACooperativeGridThatIsTooLargeIsRefusedWithTheLargest) {
    FakeCuda* const fake = cuda_test::fake_driver_as_new();
    if (fake == nullptr) {
        GTEST_SKIP() << "the fake driver was built without cuda.h";
    }
    const Instance instance =
        open_only("cuda-nvrtc", "backends:\n  cuda-nvrtc: { driver: '" + cuda_test::fake_driver + "' }\n");
    const std::string text = ".version 8.0\n.target sm_90\n.visible .entry shared_hungry() { ret; }\n";
    const Kernel kernel = instance.image(text.data(), text.size(), "ptx").load("cuda").kernel("shared_hungry");
    const std::uint32_t most = kernel.occupancy(32).max_cooperative_grid;
    EXPECT_EQ(most, 8u) << "four multiprocessors with two blocks each";
    LaunchShape shape{most, 32};
    shape.cooperative = true;
    EXPECT_NO_THROW(kernel.launch(shape));
    shape.grid = most + 1;
    const auto error = error_of([&] { kernel.launch(shape); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_INVALID_LAUNCH) << error->what();
    EXPECT_THAT(error->what(), HasSubstr("shared_hungry"));
    EXPECT_THAT(std::string(error->what()) + error->hint(), HasSubstr("8 blocks"));
}

// ---- Peers' row 34: a warp is 32 threads on one device and 64 on another ----

// A sum over each warp, which is wrong with another device's number.
constexpr const char* warp_sums = R"(
extern "C" __global__ void warp_sums(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = in[i];
    for (int step = WARP_SIZE / 2; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (i % WARP_SIZE == 0) out[i / WARP_SIZE] = sum;
}
)";

TEST(PeersLaunch, AReductionWithTheDevicesWarpSizeIsRight) {
    const Instance instance = open_only("cuda-nvrtc");
    std::optional<Route> route;
    try {
        route.emplace(instance.route("cuda"));
    } catch (const quovis::Error&) {
        GTEST_SKIP() << "no NVIDIA GPU";
    }
    const std::uint32_t warp = route->info().warp_size;
    ASSERT_NE(warp, 0u);
    quovis::Options options;
    options.defines = {{"WARP_SIZE", std::to_string(warp)}};
    const Kernel kernel =
        instance.program(Source::memory(warp_sums, "cuda", "warp.cu"), options).load(*route).kernel("warp_sums");
    EXPECT_EQ(kernel.info().preferred_multiple, warp);
    std::vector<int> numbers(1024);
    std::iota(numbers.begin(), numbers.end(), 0);
    const Buffer in = route->buffer<int>(numbers.size());
    const Buffer out = route->buffer<int>(numbers.size() / warp);
    in.write(numbers);
    kernel.launch(4, 256, in, out);
    const std::vector<int> sums = out.read<int>();
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(i * warp);
        EXPECT_EQ(sums[i], std::accumulate(first, first + warp, 0)) << i;
    }
}

// The fake's devices are one of 64 and one of 32; what the compiler makes for them must agree.
TEST(HipPeersLaunch, TheDevicesWarpSizeIsTheCompilers) {
    quovis::InstanceOptions options;
    options.config_text =
        "quovis: 1\nplugins: { enable: [hip-hiprtc] }\nbackends:\n  hip-hiprtc: { library: '" QUOVIS_TEST_FAKES_DIR
        "/hip_runtime/6/libamdhip64.so', hiprtc: libamdhip64.so.5 }\n";
    options.log_level = QUOVIS_LOG_OFF;
    const Instance instance(options);
    if (const std::string reason = backend_test::why_not(instance, "hip-hiprtc"); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const std::string text =
        "static_assert(__AMDGCN_WAVEFRONT_SIZE == WARP_SIZE, \"\");\nextern \"C\" __global__ void noop() {}\n";
    for (const auto& [selector, expected] : {std::pair("hip:0", 64u), std::pair("hip:1", 32u)}) {
        const Route route = instance.route(selector);
        const std::uint32_t warp = route.info().warp_size;
        EXPECT_EQ(warp, expected);
        quovis::Options with_warp;
        with_warp.defines = {{"WARP_SIZE", std::to_string(warp)}};
        const Kernel kernel =
            instance.program(Source::memory(text, "hip", "warp.hip"), with_warp).load(route).kernel("noop");
        EXPECT_EQ(kernel.info().preferred_multiple, warp) << selector;
    }
}

// ---- Peers' row 35: listing devices makes contexts, which take memory for ever ----

// Whether device 0 has a primary context, asked of the driver itself. Nothing where there is no driver.
std::optional<bool> has_context() {
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (driver == nullptr) {
        return std::nullopt;
    }
    const auto initialize = reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"));
    const auto ask = reinterpret_cast<int (*)(int, unsigned*, int*)>(dlsym(driver, "cuDevicePrimaryCtxGetState"));
    unsigned flags = 0;
    int active = 0;
    if (initialize == nullptr || ask == nullptr || initialize(0) != 0 || ask(0, &flags, &active) != 0) {
        return std::nullopt;
    }
    return active != 0;
}

TEST(PeersLaunch, ListingLeavesNoContextOnAGpu) {
    const auto before = has_context();
    if (!before) {
        GTEST_SKIP() << "no NVIDIA GPU";
    }
    ASSERT_FALSE(*before) << "this process has a context already";
    quovis::InstanceOptions options;
    options.config_text = "quovis: 1\n";
    options.log_level = QUOVIS_LOG_OFF;
    const Instance instance(options);
    EXPECT_FALSE(instance.devices().empty());
    for (const Route& route : instance.routes("any")) {
        EXPECT_FALSE(route.info().name.empty());
        EXPECT_FALSE(route.capabilities().empty());
    }
    EXPECT_FALSE(has_context().value_or(true)) << "listing has made a context";
    const Buffer data = instance.route("cuda").bytes(64);
    EXPECT_TRUE(has_context().value_or(false)) << "this test sees no contexts";
}

}  // namespace peers_launch_test

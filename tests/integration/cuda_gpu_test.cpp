// The `cuda` runtime on a real NVIDIA GPU, through the host API. Skipped where there is none.
#include <dlfcn.h>
#include <gmock/gmock.h>

#include <numeric>
#include <quovis/quovis.hpp>
#include <set>

#include "tests/integration/cli_runner.hpp"

namespace quovis::cli_tests {
namespace cuda_gpu_test {

using testing::HasSubstr;

constexpr const char* source = R"(
#include <cuda_fp16.h>
__device__ int counter;
extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}
extern "C" __global__ void reverse(int* data, int n) {
    extern __shared__ int scratch[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) scratch[i] = data[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = scratch[n - 1 - i];
}
extern "C" __global__ void static_and_dynamic(int* data) {
    __shared__ int fixed[256];
    extern __shared__ int scratch[];
    fixed[threadIdx.x] = threadIdx.x;
    scratch[threadIdx.x] = 1;
    __syncthreads();
    data[threadIdx.x] = fixed[threadIdx.x] + scratch[threadIdx.x];
}
extern "C" __global__ void count() { atomicAdd(&counter, 1); }
extern "C" __global__ void out_of_bounds(int* data) { data[1ll << 40] = 1; }
template <class Number> __global__ void scale(Number* data, Number by) { data[threadIdx.x] *= by; }
)";

InstanceOptions plain() {
    InstanceOptions options;
    options.config_text = "quovis: 1\nroutes:\n  - backend: [cuda-nvrtc]\n";
    options.log_level = QUOVIS_LOG_ERROR;
    return options;
}

class CudaGpu : public testing::Test {
  protected:
    void SetUp() override {
        QUOVIS_NEEDS_ROUTE("cuda");
        instance.emplace(plain());
        route = instance->route("cuda");
    }

    Program program(std::vector<std::string> name_expressions = {}) const {
        Options options;
        options.name_expressions = std::move(name_expressions);
        return instance->program(Source::memory(source, "cuda", "gpu.cu"), options);
    }

    void expect_saxpy(const Module& module) const {
        const int count = 1000;
        const auto x = route.buffer<float>(count);
        const auto y = route.buffer<float>(count);
        x.fill(3.0F);
        y.fill(1.0F);
        module.kernel("saxpy").launch({8}, {128}, count, 2.0F, x, y);
        EXPECT_EQ(y.read<float>(), std::vector<float>(count, 7.0F));
    }

    std::optional<Instance> instance;
    Route route;
};

TEST_F(CudaGpu, CubinPtxAndTheDefaultAllRun) {
    const std::string target = route.info().target;
    expect_saxpy(program().load(route));
    expect_saxpy(program().compile({"cuda-nvrtc", target, "cubin"}).load(route));
    expect_saxpy(program().compile({"cuda-nvrtc", target, "ptx"}).load(route));
}

// As a kernel in OpenCL C comes out: two arrays in local memory, whose sizes are the launch's.
constexpr const char* with_local_memory = R"(
extern __shared__ __align__(128) unsigned char memory[];
extern "C" {
__device__ __attribute__((used)) extern const char __quovis_kernel_turn[] =
    "quovis-kernel 1\npointer\tint*\tdata\tglobal\nlocal\tint*\tone\tlocal\t4\nlocal\tdouble*\tother\tlocal\t8\n";
__global__ void turn(int* data, unsigned one_at, unsigned other_at) {
    int* const one = reinterpret_cast<int*>(memory + one_at);
    double* const other = reinterpret_cast<double*>(memory + other_at);
    const int i = threadIdx.x;
    one[i] = data[i];
    other[i] = data[i];
    __syncthreads();
    const int j = blockDim.x - 1 - i;
    data[i] = one[j] + static_cast<int>(other[j]);
}
}
)";

TEST_F(CudaGpu, LocalArgumentsShareTheBlocksMemory) {
    const Kernel kernel =
        instance->program(Source::memory(with_local_memory, "cuda", "turn.cu")).load(route).kernel("turn");
    ASSERT_EQ(kernel.info().parameters->size(), 3u);
    EXPECT_EQ(kernel.info().parameters->at(1).name, "one");
    for (const int count : {33, 1024}) {
        std::vector<int> numbers(static_cast<std::size_t>(count));
        std::iota(numbers.begin(), numbers.end(), 0);
        const auto data = route.buffer<int>(numbers.size());
        data.write(numbers);
        const auto items = static_cast<std::uint32_t>(count);
        kernel.launch(1, items, data, local(items * 4), local(items * 8));
        const std::vector<int> now = data.read<int>();
        EXPECT_EQ(now.front(), 2 * (count - 1));
        EXPECT_EQ(now.back(), 0);
    }
}

TEST_F(CudaGpu, KernelThatTakesLocalArgumentsTakesNothingInTheirPlace) {
    const Kernel kernel =
        instance->program(Source::memory(with_local_memory, "cuda", "turn.cu")).load(route).kernel("turn");
    const auto data = route.buffer<int>(32);
    EXPECT_THROW(kernel.launch(1, 32, data, 128, local(256)), Error);
    EXPECT_THROW(kernel.launch(LaunchShape{1, 32, 128}, data, local(128), local(256)), Error);
    EXPECT_THROW(kernel.launch(1, 32, data, local(1u << 20), local(256)), Error);
}

// Whichever image it is in and however the arguments are given. A launch without an offset follows one with it.
TEST_F(CudaGpu, AnOffsetReachesAKernelInOpenclC) {
    const Source asks = Source::memory(
        "kernel void k(global int* out, int by) {\n"
        "    out[get_global_id(0) - get_global_offset(0)] = get_global_id(0) + by;\n"
        "}\n",
        "opencl", "k.cl");
    LaunchShape shape(2, 2);
    shape.offset = {100};
    for (const char* format : {"cubin", "ptx"}) {
        const Kernel kernel =
            instance->program(asks).compile({"cuda-nvrtc", route.info().target, format}).load(route).kernel("k");
        EXPECT_EQ(kernel.info().parameters->size(), 2u);
        const auto out = route.buffer<int>(4);
        kernel.launch(shape, out, 1);
        EXPECT_EQ(out.read<int>(), (std::vector<int>{101, 102, 103, 104})) << format;
        kernel.launch(2, 2, out, 1);
        EXPECT_EQ(out.read<int>(), (std::vector<int>{1, 2, 3, 4})) << format;
        struct {
            std::uint64_t out;
            int by;
        } packed{out.address(), 2};
        kernel.launch_packed({}, shape, &packed, sizeof packed);
        EXPECT_EQ(out.read<int>(), (std::vector<int>{102, 103, 104, 105})) << format;
        packed.by = 3;
        const void* const pointers[] = {&packed.out, &packed.by};
        kernel.launch_pointers({}, shape, pointers);
        EXPECT_EQ(out.read<int>(), (std::vector<int>{103, 104, 105, 106})) << format;
        const Stream stream = route.stream();
        stream.capture([&] { kernel.launch(stream, shape, out, 4); }).instantiate().launch(stream);
        stream.synchronize();
        EXPECT_EQ(out.read<int>(), (std::vector<int>{104, 105, 106, 107})) << format;
    }
}

// Another context of the same device, current in this thread, as a library beside Quovis may have it.
class OtherContext {
  public:
    OtherContext() {
        using Create = int (*)(void**, unsigned int, int);
        if (const auto create = find<Create>("cuCtxCreate_v2"); create == nullptr || create(&context_, 0, 0) != 0) {
            context_ = nullptr;
        }
    }
    ~OtherContext() { find<int (*)(void*)>("cuCtxDestroy_v2")(context_); }
    OtherContext(const OtherContext&) = delete;
    OtherContext& operator=(const OtherContext&) = delete;

    bool is_current() const {
        void* now = nullptr;
        find<int (*)(void**)>("cuCtxGetCurrent")(&now);
        return context_ != nullptr && now == context_;
    }

  private:
    template <class Function>
    Function find(const char* name) const {
        return reinterpret_cast<Function>(dlsym(driver_, name));
    }

    void* const driver_ = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void* context_ = nullptr;
};

TEST_F(CudaGpu, ThreadThatHasAnotherContextCurrentUsesTheRoutesAndKeepsIts) {
    const Module module = program().load(route);
    const OtherContext other;
    ASSERT_TRUE(other.is_current());
    expect_saxpy(module);
    EXPECT_TRUE(other.is_current());
}

TEST_F(CudaGpu, CubinReadFromMemoryRunsWithoutItsTargetNamed) {
    const Image made = program().compile({"cuda-nvrtc", route.info().target, "cubin"});
    expect_saxpy(instance->image(made.data(), made.size(), "cubin", "k.cubin").load(route));
}

TEST_F(CudaGpu, CubinForAnotherMajorIsRefusedWithBothTargets) {
    const std::string target = route.info().target == "sm_80" ? "sm_90" : "sm_80";
    try {
        program().compile({"cuda-nvrtc", target, "cubin"}).load(route);
        FAIL() << "loaded";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), QUOVIS_ERROR_IMAGE_REJECTED) << error.what();
        EXPECT_THAT(error.what(), HasSubstr(target));
        EXPECT_THAT(error.what(), HasSubstr(route.info().target));
    }
}

TEST_F(CudaGpu, TemplatesRunByTheirNameExpression) {
    const Module module = program({"scale<float>"}).load(route);
    const auto data = route.buffer<float>(32);
    data.fill(3.0F);
    module.kernel("scale<float>").launch({1}, {32}, data, 2.0F);
    EXPECT_EQ(data.read<float>(), std::vector<float>(32, 6.0F));
}

TEST_F(CudaGpu, SharedMemoryAboveTheDefaultRunsUpToTheLimit) {
    const Module module = program().load(route);
    const Kernel reverse = module.kernel("reverse");
    const std::size_t limit = reverse.info().max_dynamic_shared_memory;
    ASSERT_GE(limit, 48u * 1024);
    for (const std::size_t bytes : {std::size_t{48 * 1024}, std::size_t{48 * 1024 + 4}, limit / 4 * 4}) {
        const int count = static_cast<int>(bytes / 4);
        std::vector<int> numbers(static_cast<std::size_t>(count));
        for (int index = 0; index < count; ++index) {
            numbers[static_cast<std::size_t>(index)] = index;
        }
        const auto data = route.buffer<int>(numbers.size());
        data.write(numbers);
        reverse.launch(LaunchShape{1, 256, bytes}, data, count);
        std::vector<int> now = data.read<int>();
        EXPECT_EQ(now.front(), count - 1) << bytes;
        EXPECT_EQ(now.back(), 0) << bytes;
    }
    const auto data = route.buffer<int>(1);
    EXPECT_THROW(reverse.launch(LaunchShape{1, 256, limit + 1}, data, 1), Error);
}

TEST_F(CudaGpu, DynamicSharedMemoryBesideStaticOneMayHaveTheWholeDefault) {
    const Module module = program().load(route);
    const auto data = route.buffer<int>(256);
    module.kernel("static_and_dynamic").launch(LaunchShape{1, 256, 48 * 1024}, data);
    EXPECT_EQ(data.read<int>()[255], 256);
}

TEST_F(CudaGpu, EveryKernelOfAModuleIsListed) {
    const Module module = program().load(route);
    const auto names = module.kernels();
    const std::set<std::string> listed(names.begin(), names.end());
    EXPECT_EQ(listed.count("saxpy"), 1u);
    EXPECT_EQ(listed.count("reverse"), 1u);
}

TEST_F(CudaGpu, ParametersHaveTheSizesThatTheDriverTells) {
    const auto parameters = program().load(route).kernel("saxpy").info().parameters;
    if (!parameters) {
        GTEST_SKIP() << "this driver does not tell parameters; it takes CUDA 12.4";
    }
    ASSERT_EQ(parameters->size(), 4u);
    EXPECT_EQ((*parameters)[0].bytes, 4u);
    EXPECT_EQ((*parameters)[2].bytes, 8u);
}

TEST_F(CudaGpu, GlobalVariableIsReadAndWritten) {
    const Module module = program().load(route);
    const Buffer counter = module.global("counter");
    counter.fill(40);
    module.kernel("count").launch({2}, {1});
    EXPECT_EQ(counter.read<int>(), std::vector<int>{42});
}

TEST_F(CudaGpu, FillsOfEveryPatternSizeReachTheWholeBuffer) {
    struct Sixteen {
        std::uint64_t low;
        std::uint64_t high;
    };
    const auto bytes = route.buffer<std::uint64_t>(2001);
    bytes.fill(std::uint64_t{0x0102030405060708});
    EXPECT_EQ(bytes.read<std::uint64_t>(), std::vector<std::uint64_t>(2001, 0x0102030405060708));
    const auto wide = route.buffer<Sixteen>(777);
    wide.fill(Sixteen{1, 2});
    const auto values = wide.read<Sixteen>();
    EXPECT_EQ(values.back().low, 1u);
    EXPECT_EQ(values.back().high, 2u);
    const auto halves = route.buffer<std::uint16_t>(1001);
    halves.fill(std::uint16_t{0x1234});
    EXPECT_EQ(halves.read<std::uint16_t>(), std::vector<std::uint16_t>(1001, 0x1234));
}

TEST_F(CudaGpu, PinnedMemoryIsAKernelsToo) {
    const Module module = program().load(route);
    const auto x = route.buffer<float>(64, Memory::pinned);
    const auto y = route.buffer<float>(64);
    std::fill_n(static_cast<float*>(x.host()), 64, 4.0F);
    y.fill(1.0F);
    module.kernel("saxpy").launch({1}, {64}, 64, 1.0F, x, y);
    EXPECT_EQ(y.read<float>(), std::vector<float>(64, 5.0F));
}

TEST_F(CudaGpu, MoreMemoryThanThereIsSaysHowMuchWasAskedFor) {
    const std::uint64_t total = route.memory().second;
    try {
        route.bytes(total + 4096);
        FAIL() << "allocated";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), QUOVIS_ERROR_OUT_OF_DEVICE_MEMORY);
        EXPECT_EQ(error.native_name(), "CUDA_ERROR_OUT_OF_MEMORY");
        EXPECT_THAT(error.what(), HasSubstr(std::to_string(total + 4096)));
    }
}

TEST_F(CudaGpu, EventsMeasureAKernel) {
    const Module module = program().load(route);
    const Stream stream = route.stream();
    const Event start = route.event();
    const Event end = route.event();
    start.record(stream);
    module.kernel("count").launch(stream, {64}, {64});
    end.record(stream);
    end.synchronize();
    EXPECT_GT(elapsed(start, end).count(), 0.0);
    EXPECT_LT(elapsed(start, end).count(), 1e9);
}

TEST_F(CudaGpu, DamagedCubinIsRefusedAndTheDeviceGoesOn) {
    const Image made = program().compile({"cuda-nvrtc", route.info().target, "cubin"});
    for (const std::size_t percent : {10u, 50u, 90u, 99u}) {
        EXPECT_THROW(instance->image(made.data(), made.size() * percent / 100, "cubin").load(route), Error) << percent;
    }
    expect_saxpy(made.load(route));
}

// In child processes: the driver gives up the context of a process whose kernel did something illegal.
void expect_of_a_fault(const std::function<bool()>& holds) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(std::_Exit(holds() ? 0 : 1), testing::ExitedWithCode(0), "");
}

std::string message_of_failure(const std::function<void()>& call, quovis_status status) {
    try {
        call();
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return error.status() == status ? error.what() : "";
    }
    return {};
}

bool has(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

TEST_F(CudaGpu, KernelThatWritesOutOfBoundsIsCalledAFaultWithItsName) {
    expect_of_a_fault([&] {
        const Module module = program().load(route);
        const auto data = route.buffer<int>(1);
        module.kernel("out_of_bounds").launch({1}, {1}, data);
        const auto said = message_of_failure([&] { route.synchronize(); }, QUOVIS_ERROR_KERNEL_FAULT);
        return has(said, "CUDA_ERROR_ILLEGAL_ADDRESS") && has(said, "since it was last waited for: out_of_bounds");
    });
}

TEST_F(CudaGpu, AfterAFaultTheDeviceIsLostAndSaysSo) {
    expect_of_a_fault([&] {
        const Module module = program().load(route);
        const auto data = route.buffer<int>(1);
        module.kernel("out_of_bounds").launch({1}, {1}, data);
        message_of_failure([&] { route.synchronize(); }, QUOVIS_ERROR_KERNEL_FAULT);
        for (int again = 0; again < 2; ++again) {
            const auto said = message_of_failure([&] { route.buffer<int>(1); }, QUOVIS_ERROR_DEVICE_LOST);
            if (!has(said, "'cuda:0' was lost earlier") || !has(said, "the first failure was")) {
                return false;
            }
        }
        return true;
    });
}

TEST_F(CudaGpu, AfterAFaultOtherDevicesGoOn) {
    expect_of_a_fault([&] {
        const Module module = program().load(route);
        const auto data = route.buffer<int>(1);
        module.kernel("out_of_bounds").launch({1}, {1}, data);
        message_of_failure([&] { route.synchronize(); }, QUOVIS_ERROR_KERNEL_FAULT);
        const Instance another;
        for (const auto& other : another.routes("cpu")) {
            const auto buffer = other.buffer<int>(4);
            buffer.fill(3);
            return buffer.read<int>() == std::vector<int>(4, 3);
        }
        return true;  // no other device here
    });
}

}  // namespace cuda_gpu_test
}  // namespace quovis::cli_tests

// Typed kernels on real images: each scalar type for every other, memory, structs. On every route that there is.
#include <gmock/gmock.h>

#include <cstring>
#include <tuple>

#include "tests/integration/routes.hpp"

namespace typed_kernels_test {

using namespace route_test;
using quovis::buffer;
using quovis::Buffer;
using quovis::Error;
using quovis::Kernel;
using quovis::local_memory;
using quovis::Module;
using quovis::Stream;
using testing::AllOf;
using testing::HasSubstr;

std::string name_of_scalar(const testing::TestParamInfo<std::tuple<RouteCase, std::string>>& tested) {
    return std::get<0>(tested.param).name + "_" + std::get<1>(tested.param);
}

class TypedScalar : public OnRoute, public testing::WithParamInterface<std::tuple<RouteCase, std::string>> {
  protected:
    void SetUp() override { open(std::get<0>(GetParam())); }
    const std::string& wanted() const { return std::get<1>(GetParam()); }
};

TEST_P(TypedScalar, TakesItsOwnTypeAndNoOther) {
    const Kernel kernel = load(scalar_kernels()).kernel("takes_" + wanted());
    if (!tells_types(kernel)) {
        GTEST_SKIP() << "the driver keeps no types in its binaries";
    }
    const std::size_t bytes = kernel.info().parameters->front().bytes;
    for_each_scalar([&](const auto& given) {
        using Given = typename std::decay_t<decltype(given)>::Type;
        if (given.name == wanted()) {
            EXPECT_NO_THROW(kernel.typed<Given>()) << given.name;
            return;
        }
        const auto error = error_of([&] { kernel.typed<Given>(); });
        ASSERT_TRUE(error) << given.name;
        EXPECT_EQ(error->status(), QUOVIS_ERROR_INVALID_LAUNCH) << error->what();
        EXPECT_THAT(error->what(), AllOf(HasSubstr("takes_" + wanted()), HasSubstr("argument 0"),
                                         HasSubstr("(" + std::to_string(bytes) + " byte"),
                                         HasSubstr("(" + std::to_string(sizeof(Given)) + " byte")))
            << given.name;
    });
}

TEST_P(TypedScalar, TakesNoMemory) {
    const Kernel kernel = load(scalar_kernels()).kernel("takes_" + wanted());
    if (!tells_types(kernel)) {
        GTEST_SKIP() << "the driver keeps no types in its binaries";
    }
    const auto of_buffer = error_of([&] { kernel.typed<buffer<float>>(); });
    ASSERT_TRUE(of_buffer);
    EXPECT_THAT(of_buffer->what(), HasSubstr("and a buffer of float was given"));
    const auto of_local = error_of([&] { kernel.typed<local_memory>(); });
    ASSERT_TRUE(of_local);
    EXPECT_THAT(of_local->what(), HasSubstr("and local memory was given"));
}

INSTANTIATE_TEST_SUITE_P(Each, TypedScalar,
                         testing::Combine(testing::ValuesIn(routes), testing::ValuesIn(scalar_names)), name_of_scalar);

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
__kernel void bytes(__global uchar* data, __global const void* any, __global float4* vectors) {}
__kernel void by_value(Pair pair, __global int* out) { out[0] = pair.a + (int)pair.b; }
__kernel void scratch(__global int* out, __local int* tile) { tile[0] = 7; out[0] = tile[0]; }
)",
                      R"(
struct Pair { int a; float b; };
__global__ void saxpy(int n, float a, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}
__global__ void bytes(unsigned char* data, const void* any, float4* vectors) {}
__global__ void by_value(Pair pair, int* out) { out[0] = pair.a + (int)pair.b; }
)",
                      {"saxpy", "bytes", "by_value"}};

class TypedKernelOn : public OnRoute, public testing::WithParamInterface<RouteCase> {
  protected:
    void SetUp() override { open(GetParam()); }

    // Null, and the test skipped, where no types are told.
    std::optional<Kernel> kernel(const std::string& name) {
        Kernel made = load(kernels).kernel(name);
        if (!tells_types(made)) {
            return std::nullopt;
        }
        return made;
    }
};

#define QUOVIS_NEED_TYPES(kernel)                                    \
    if (!(kernel)) {                                                 \
        GTEST_SKIP() << "the driver keeps no types in its binaries"; \
    }

TEST_P(TypedKernelOn, RunsWithArgumentsThatConvert) {
    const Kernel saxpy = load(kernels).kernel("saxpy");
    const auto typed = saxpy.typed<int, float, buffer<const float>, buffer<float>>();
    const Buffer x = route().buffer<float>(64);
    const Buffer y = route().buffer<float>(64);
    x.fill(3.0F);
    y.fill(1.0F);
    typed.launch(Stream(), 2, 32, std::size_t{64}, 2.0, x, y);
    EXPECT_EQ(y.read<float>(), std::vector<float>(64, 7));
}

TEST_P(TypedKernelOn, TellsBuffersByTheirElements) {
    const auto bytes = kernel("bytes");
    QUOVIS_NEED_TYPES(bytes);
    EXPECT_NO_THROW((bytes->typed<buffer<std::uint8_t>, buffer<double>, buffer<float>>()));
    const auto of_char = error_of([&] { bytes->typed<buffer<char>, buffer<int>, buffer<float>>(); });
    ASSERT_TRUE(of_char);
    EXPECT_THAT(of_char->what(), AllOf(HasSubstr("argument 0"), HasSubstr("a buffer of char was given")));
    const auto of_int = error_of([&] { bytes->typed<buffer<std::uint8_t>, buffer<int>, buffer<int>>(); });
    ASSERT_TRUE(of_int);
    EXPECT_THAT(of_int->what(), AllOf(HasSubstr("argument 2"), HasSubstr("float4")));
}

TEST_P(TypedKernelOn, TakesNoValueForAPointerButAnAddress) {
    const auto saxpy = kernel("saxpy");
    QUOVIS_NEED_TYPES(saxpy);
    EXPECT_NO_THROW((saxpy->typed<int, float, std::uint64_t, buffer<float>>()));
    for (const auto& error : {error_of([&] { saxpy->typed<int, float, std::int64_t, buffer<float>>(); }),
                              error_of([&] { saxpy->typed<int, float, double, buffer<float>>(); }),
                              error_of([&] { saxpy->typed<int, float, float, buffer<float>>(); }),
                              error_of([&] { saxpy->typed<int, float, local_memory, buffer<float>>(); })}) {
        ASSERT_TRUE(error);
        EXPECT_THAT(error->what(), AllOf(HasSubstr("saxpy"), HasSubstr("argument 2")));
    }
}

TEST_P(TypedKernelOn, TakesStructsOfTheRightSize) {
    const Kernel by_value = load(kernels).kernel("by_value");
    const auto typed = by_value.typed<Pair, buffer<int>>();
    const Buffer out = route().buffer<int>(1);
    typed.launch(Stream(), 1, 1, Pair{40, 2.5F}, out);
    EXPECT_EQ(out.read<int>()[0], 42);
    if (is_opencl()) {
        return;  // OpenCL tells no sizes of structs
    }
    const auto error = error_of([&] { by_value.typed<Triple, buffer<int>>(); });
    ASSERT_TRUE(error);
    EXPECT_THAT(error->what(), AllOf(HasSubstr("Pair (8 bytes)"), HasSubstr("a value of 16 bytes was given")));
}

TEST_P(TypedKernelOn, TellsLocalMemoryFromBuffers) {
    if (!is_opencl()) {
        GTEST_SKIP() << "CUDA has no local memory among its arguments";
    }
    const auto scratch = kernel("scratch");
    QUOVIS_NEED_TYPES(scratch);
    const auto typed = scratch->typed<buffer<int>, local_memory>();
    const Buffer out = route().buffer<int>(1);
    typed.launch(Stream(), 1, 1, out, quovis::Local{64});
    EXPECT_EQ(out.read<int>()[0], 7);
    const auto error = error_of([&] { scratch->typed<buffer<int>, buffer<int>>(); });
    ASSERT_TRUE(error);
    EXPECT_THAT(error->what(), AllOf(HasSubstr("argument 1"), HasSubstr("local memory"), HasSubstr("a buffer of int")));
}

TEST_P(TypedKernelOn, ListsTheParametersWhenTheNumberIsWrong) {
    const Kernel saxpy = load(kernels).kernel("saxpy");
    const auto error = error_of([&] { saxpy.typed<int, float>(); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_INVALID_LAUNCH);
    EXPECT_THAT(error->what(), AllOf(HasSubstr("saxpy"), HasSubstr("it takes 4 arguments"), HasSubstr("2 were given")));
    if (tells_types(saxpy)) {
        EXPECT_THAT(error->what(), AllOf(HasSubstr("int (4 bytes)"), HasSubstr("float (4 bytes)")));
    }
}

INSTANTIATE_TEST_SUITE_P(Each, TypedKernelOn, testing::ValuesIn(routes), name_of);

// ---- HIP: the code object tells the types, and the fake runtime loads it ----

TEST(HipTypedKernel, IsCheckedAgainstTheMetadataOfTheCodeObject) {
    quovis::InstanceOptions options;
    options.config_text = "quovis: 1\nplugins: { enable: [hip-hiprtc] }\nbackends:\n  hip-hiprtc: { library: '" +
                          std::string(QUOVIS_TEST_FAKES_DIR) +
                          "/hip_runtime/6/libamdhip64.so', hiprtc: libamdhip64.so.5 }\n";
    options.log_level = QUOVIS_LOG_OFF;
    const quovis::Instance instance(options);
    if (const std::string reason = backend_test::why_not(instance, "hip-hiprtc"); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const auto source = quovis::Source::memory(
        "extern \"C\" __global__ void saxpy(int n, float a, const float* x, float* y) { y[0] = n * a * x[0]; }\n",
        "hip", "k.hip");
    const Kernel saxpy = instance.program(source).load("hip").kernel("saxpy");
    const auto typed = saxpy.typed<int, float, buffer<const float>, buffer<float>>();
    const Buffer x = instance.route("hip").buffer<float>(4);
    const Buffer y = instance.route("hip").buffer<float>(4);
    x.fill(3.0F);
    y.fill(1.0F);
    typed.launch(Stream(), 1, 4, 4, 2, x, y);
    EXPECT_EQ(y.read<float>(), std::vector<float>(4, 7));
    const auto size = error_of([&] { saxpy.typed<int, double, buffer<const float>, buffer<float>>(); });
    ASSERT_TRUE(size);
    EXPECT_THAT(size->what(), AllOf(HasSubstr("'saxpy': argument 1"), HasSubstr("4 bytes"), HasSubstr("8 bytes")));
    const auto kind = error_of([&] { saxpy.typed<int, float, buffer<const float>, std::int64_t>(); });
    ASSERT_TRUE(kind);
    EXPECT_THAT(kind->what(), AllOf(HasSubstr("argument 3"), HasSubstr("a buffer")));
}

}  // namespace typed_kernels_test

// quovis.hpp: what its value types and exceptions promise over the C API.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

#include <quovis/quovis.hpp>

namespace quovis::cli_tests {
namespace examples_cpp_api_test {

using testing::HasSubstr;

constexpr const char* source =
    "kernel void fill(int n, float value, global float* out, local int* unused) {\n"
    "    const int i = get_global_id(0);\n"
    "    if (i < n) out[i] = value;\n"
    "}\n"
    "typedef struct { int a; int b; } Pair;\n"
    "kernel void pick(Pair pair, global int* out) { out[0] = pair.a; out[1] = pair.b; }\n"
    "kernel void absent(global int* given, global int* out) { out[0] = given == 0; }\n";

InstanceOptions plain() {
    InstanceOptions options;
    options.config_text = "quovis: 1\nroutes:\n  - backend: [opencl]\n";
    options.log_level = QUOVIS_LOG_ERROR;
    return options;
}

class CppApi : public testing::Test {
  protected:
    void SetUp() override {
        QUOVIS_NEEDS_ROUTE("opencl");
        module = Instance(plain()).program(Source::memory(source, "opencl", "api.cl")).load();
        route = module.route();
    }
    Module module;
    Route route;
};

TEST_F(CppApi, AKernelOutlivesEverythingItCameFrom) {
    Kernel kernel = module.kernel("fill");
    const auto out = route.buffer<float>(100);
    const Route of_buffer = out.route();
    module = {};
    route = {};
    kernel.launch({2}, {64}, 100, 1.5F, out, local(4));
    EXPECT_EQ(out.read<float>(), std::vector<float>(100, 1.5F));
    EXPECT_EQ(of_buffer.info().runtime, "opencl");
}

TEST_F(CppApi, ALaunchTakesAStreamAndABufferWithAnOffset) {
    const Stream stream = route.stream();
    const auto out = route.buffer<float>(1024);
    out.fill(0.0F);
    module.kernel("fill").launch(stream, {16}, {64}, 512, 3.0F, out.at(2048), local(4));
    stream.synchronize();
    EXPECT_TRUE(stream.finished());
    const auto values = out.read<float>();
    EXPECT_EQ(values[511], 0.0F);
    EXPECT_EQ(values[512], 3.0F);
    EXPECT_EQ(values[1023], 3.0F);
}

TEST_F(CppApi, AStructIsAValue) {
    struct Pair {
        int a;
        int b;
    };
    const auto out = route.buffer<int>(2);
    module.kernel("pick").launch({1}, {1}, Pair{3, 4}, out);
    EXPECT_EQ(out.read<int>(), (std::vector<int>{3, 4}));
}

TEST_F(CppApi, NullptrIsANullPointer) {
    const auto out = route.buffer<int>(1);
    module.kernel("absent").launch({1}, {1}, nullptr, out);
    EXPECT_EQ(out.read<int>(), std::vector<int>{1});
}

TEST_F(CppApi, AnArgumentOfAnotherSizeIsRefusedByNumberAndNothingRuns) {
    const auto out = route.buffer<float>(4);
    out.fill(7.0F);
    try {
        module.kernel("fill").launch({1}, {4}, 4, 1.0, out, local(4));  // a double for a float
        FAIL() << "it was taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), QUOVIS_ERROR_INVALID_LAUNCH);
        EXPECT_THAT(error.what(), HasSubstr("argument 1"));
    }
    route.synchronize();
    EXPECT_EQ(out.read<float>(), std::vector<float>(4, 7.0F));
}

TEST_F(CppApi, AnExtentTakesAnyIntegerThatFits) {
    EXPECT_EQ(Extent(std::size_t{7}, short{2}).x, 7U);
    EXPECT_EQ(Extent(4294967295U).x, 4294967295U);
    EXPECT_THROW(Extent(-1), Error);
    EXPECT_THROW(Extent(1, std::uint64_t{1} << 32), Error);
}

TEST_F(CppApi, AnErrorCarriesWhatTheCompilerSaidAndOutlivesTheNextOne) {
    const Instance instance(plain());
    try {
        instance.program(Source::memory("kernel void k() { x = 1; }", "opencl", "bad.cl")).load();
        FAIL() << "it compiled";
    } catch (const Error& error) {
        const Error kept = error;
        EXPECT_THROW(instance.route("opencl:junk"), Error);
        EXPECT_EQ(kept.status(), QUOVIS_ERROR_SOURCE_INVALID);
        EXPECT_EQ(kept.phase(), "compile");
        EXPECT_EQ(kept.plugin(), "opencl");
        EXPECT_NE(kept.native_code(), 0);
        EXPECT_EQ(kept.native_name(), "CL_BUILD_PROGRAM_FAILURE");
        EXPECT_NE(kept.log(), "");
        ASSERT_FALSE(kept.diagnostics().empty());
        EXPECT_EQ(kept.diagnostics()[0].line, 1U);
        EXPECT_EQ(kept.attempts().size(), 1U);
    }
}

TEST_F(CppApi, OptionsReachTheCompiler) {
    Options options;
    options.defines = {{"VALUE", "42"}, {"SET"}};
    options.headers = {{"more.h", "#define MORE 1\n"}};
    const char* text =
        "#include \"more.h\"\n#ifdef SET\nkernel void k(global int* out) { out[0] = VALUE + MORE; }\n#endif\n";
    const auto loaded = Instance(plain()).program(Source::memory(text, "opencl"), options).load();
    const auto out = loaded.route().buffer<int>(1);
    loaded.kernel("k").launch({1}, {1}, out);
    EXPECT_EQ(out.read<int>(), std::vector<int>{43});
}

TEST_F(CppApi, AnImageLoadsWithoutItsSource) {
    const Instance instance(plain());
    const Image image = instance.program(Source::memory(source, "opencl")).compile();
    EXPECT_EQ(image.compiler(), "opencl");
    const Image copy = instance.image(image.data(), image.size(), image.format());
    EXPECT_THAT(copy.load("opencl").kernels(), testing::UnorderedElementsAre("fill", "pick", "absent"));
}

TEST_F(CppApi, KernelsTellTheirParameters) {
    const KernelInfo info = module.kernel("fill").info();
    EXPECT_EQ(info.name, "fill");
    ASSERT_TRUE(info.parameters.has_value());
    ASSERT_EQ(info.parameters->size(), 4U);
    EXPECT_EQ((*info.parameters)[0].kind, QUOVIS_PARAMETER_VALUE);
    EXPECT_EQ((*info.parameters)[0].bytes, 4U);
    EXPECT_EQ((*info.parameters)[2].kind, QUOVIS_PARAMETER_POINTER);
    EXPECT_EQ((*info.parameters)[3].kind, QUOVIS_PARAMETER_LOCAL);
}

TEST_F(CppApi, EventsMeasureAndBuffersCopy) {
    const Stream stream = route.stream();
    const Event start = route.event();
    const Event end = route.event();
    const auto from = route.buffer<int>(1000);
    const auto to = route.buffer<int>(1000);
    from.fill(9);
    start.record(stream);
    to.copy_from(from, 4000, 0, 0, stream);
    end.record(stream);
    end.synchronize();
    EXPECT_TRUE(end.finished());
    EXPECT_GE(elapsed(start, end).count(), 0);
    EXPECT_EQ(to.read<int>(), std::vector<int>(1000, 9));
}

TEST_F(CppApi, TooManyElementsAreRefusedWithoutOverflow) {
    EXPECT_THROW(route.buffer<double>(static_cast<std::size_t>(-1) / 4), Error);
}

TEST_F(CppApi, ACopyIsTheSameObjectAndADefaultOneIsEmpty) {
    const Buffer buffer = route.bytes(16);
    const Buffer copy = buffer;
    EXPECT_TRUE(copy == buffer);
    EXPECT_TRUE(static_cast<bool>(copy));
    EXPECT_FALSE(static_cast<bool>(Buffer()));
    EXPECT_TRUE(copy != Buffer());
}

}  // namespace examples_cpp_api_test
}  // namespace quovis::cli_tests

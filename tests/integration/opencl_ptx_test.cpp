// Launches on a driver that tells nothing of parameters, and whose binaries are PTX, as NVIDIA's: they are checked all
// the same. The driver is PoCL under the fake loader of tests/fakes/opencl_driver. On a real one:
// wrong_launches_test.cpp.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "tests/integration/backends.hpp"

namespace opencl_ptx_test {

using backend_test::error_of;
using quovis::Buffer;
using quovis::Kernel;
using quovis::Local;
using testing::HasSubstr;

constexpr const char* source = R"(
typedef struct { float a; double b; char c[3]; } S;
__kernel void mixed(char a, int b, ulong c, double d, float2 e, S s, __global int* out, __constant int* in,
                    __local int* tile) {
    tile[0] = a + b + (int)c + (int)d + (int)(e.x + e.y) + (int)s.b;
    out[0] = tile[0] + in[0];
}
)";

const std::string declared = R"(
	.param .u8 mixed_param_0,
	.param .u32 mixed_param_1,
	.param .u64 mixed_param_2,
	.param .f64 mixed_param_3,
	.param .align 8 .b8 mixed_param_4[8],
	.param .align 8 .b8 mixed_param_5[24],
	.param .u64 .ptr .global .align 4 mixed_param_6,
	.param .u64 .ptr .const .align 4 mixed_param_7,
	.param .u64 .ptr .shared .align 4 mixed_param_8)";

std::string ptx_with(const std::string& list) {
    return "//\n.version 9.0\n.target sm_90, texmode_independent\n.address_size 64\n\n\t// .globl\tmixed\n.entry "
           "mixed(" +
           list + "\n)\n{\n\tret;\n\n}\n";
}

struct S {
    float a;
    double b;
    char c[3];
};
struct Two {
    float x;
    float y;
};

class OpenclPtx : public testing::Test {
  protected:
    void SetUp() override { open("NVIDIA CUDA"); }
    void TearDown() override {
        unsetenv("FAKE_PLATFORM");
        unsetenv("FAKE_PTX");
    }

    void open(const char* platform) {
        const std::string loader = QUOVIS_TEST_FAKES_DIR "/opencl_driver/libOpenCL.so";
        if (!std::filesystem::exists(loader)) {
            GTEST_SKIP() << "the fake driver was not built";
        }
        setenv("FAKE_PLATFORM", platform, 1);
        instance_.emplace(backend_test::open_only("opencl", "backends: { opencl: { library: " + loader + " } }\n"));
        if (const std::string reason = backend_test::why_not(*instance_, "opencl"); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
        try {
            route_.emplace(instance_->route("opencl:cpu"));
        } catch (const quovis::Error&) {
            GTEST_SKIP() << "no OpenCL CPU device";
        }
    }

    // The kernel `mixed`, where the driver has this for its binary from the moment that the image is loaded.
    Kernel kernel(const std::string& ptx) const {
        unsetenv("FAKE_PTX");
        const auto image = instance_->program(quovis::Source::memory(source, "opencl", "mixed.cl"))
                               .compile({"opencl", route_->info().target, ""});
        setenv("FAKE_PTX", ptx.c_str(), 1);
        return image.load(*route_).kernel("mixed");
    }
    Buffer ints() const {
        const Buffer made = route_->buffer<std::int32_t>(16);
        made.fill(0);
        return made;
    }

    static void refused(const std::function<void()>& launch, const std::string& words) {
        const auto error = error_of(launch);
        if (error) {
            EXPECT_EQ(error->status(), QUOVIS_ERROR_INVALID_LAUNCH);
            EXPECT_EQ(error->native_name(), "") << "refused by the driver";
            EXPECT_THAT(error->what(), HasSubstr(words));
        }
    }

    // "kind:bytes:alignment" of each parameter.
    static std::vector<std::string> told(const Kernel& kernel) {
        std::vector<std::string> words;
        const auto parameters = kernel.info().parameters;
        for (const auto& one : parameters.value()) {
            const char* const kind = one.kind == QUOVIS_PARAMETER_VALUE     ? "value:"
                                     : one.kind == QUOVIS_PARAMETER_POINTER ? "pointer:"
                                     : one.kind == QUOVIS_PARAMETER_LOCAL   ? "local:"
                                                                            : "unknown:";
            words.push_back(kind + std::to_string(one.bytes) + ":" + std::to_string(one.alignment));
        }
        return words;
    }

    const char a_ = 1;
    const int b_ = 2;
    const std::uint64_t c_ = 3;
    const double d_ = 4;
    const Two e_{5, 6};
    const S s_{0, 7, {}};
    std::optional<quovis::Instance> instance_;
    std::optional<quovis::Route> route_;
};

TEST_F(OpenclPtx, TellsKindsSizesAndAlignments) {
    EXPECT_THAT(told(kernel(ptx_with(declared))),
                testing::ElementsAre("value:1:1", "value:4:4", "value:8:8", "value:8:8", "value:8:8", "value:24:8",
                                     "pointer:8:8", "pointer:8:8", "local:0:0"));
}

TEST_F(OpenclPtx, LetsARightLaunchRun) {
    const Buffer out = ints();
    kernel(ptx_with(declared)).launch(1, 1, a_, b_, c_, d_, e_, s_, out, ints(), Local{16});
    EXPECT_EQ(out.read<std::int32_t>()[0], 28);
}

TEST_F(OpenclPtx, RefusesAValueOfAnotherSize) {
    const Kernel mixed = kernel(ptx_with(declared));
    const Buffer x = ints();
    refused([&] { mixed.launch(1, 1, a_, b_, c_, 4.0F, e_, s_, x, x, Local{16}); },
            "argument 3 takes a value of 8 bytes, and a value of 4 bytes was given");
    refused([&] { mixed.launch(1, 1, a_, b_, c_, d_, e_, e_, x, x, Local{16}); },
            "argument 5 takes a value of 24 bytes, and a value of 8 bytes was given");
}

TEST_F(OpenclPtx, RefusesLocalMemoryForAPointerAndTheOtherWayRound) {
    const Kernel mixed = kernel(ptx_with(declared));
    const Buffer x = ints();
    refused([&] { mixed.launch(1, 1, a_, b_, c_, d_, e_, s_, Local{64}, x, Local{16}); },
            "argument 6 takes a buffer, and local memory of 64 bytes was given");
    refused([&] { mixed.launch(1, 1, a_, b_, c_, d_, e_, s_, x, Local{64}, Local{16}); },
            "argument 7 takes a buffer, and local memory of 64 bytes was given");
    refused([&] { mixed.launch(1, 1, a_, b_, c_, d_, e_, s_, x, x, x); },
            "argument 8 takes local memory of a size, and a buffer was given");
}

TEST_F(OpenclPtx, RefusesABufferForAValueOfAPointersSize) {
    const Kernel mixed = kernel(ptx_with(declared));
    const Buffer x = ints();
    refused([&] { mixed.launch(1, 1, a_, b_, x, d_, e_, s_, x, x, Local{16}); },
            "argument 2 takes a value of 8 bytes, and a buffer was given");
}

TEST_F(OpenclPtx, OfAnotherNumberOfParametersTellsNothing) {
    const std::vector<std::string> nothing(9, "unknown:0:0");
    EXPECT_EQ(told(kernel(ptx_with("\n\t.param .u8 mixed_param_0"))), nothing);
    EXPECT_EQ(told(kernel(ptx_with(declared + ",\n\t.param .u8 mixed_param_9"))), nothing);
    EXPECT_EQ(told(kernel("no PTX")), nothing);
}

TEST_F(OpenclPtx, IsReadOnNvidiasPlatformAlone) {
    open("Another");
    EXPECT_EQ(told(kernel(ptx_with(declared))), std::vector<std::string>(9, "unknown:0:0"));
}

TEST_F(OpenclPtx, LeavesImagesAndSamplersUnknown) {
    std::string changed = declared;
    changed.replace(changed.find(".u8 mixed_param_0"), 17, ".texref mixed_param_0");
    changed.replace(changed.find(".u32 mixed_param_1"), 18, ".samplerref mixed_param_1");
    changed.replace(changed.find(".u64 mixed_param_2"), 18, ".u64 .ptr .surfref mixed_param_2");
    const auto words = told(kernel(ptx_with(changed)));
    EXPECT_EQ(std::vector<std::string>(words.begin(), words.begin() + 4),
              (std::vector<std::string>{"unknown:0:0", "unknown:0:0", "unknown:0:0", "value:8:8"}));
}

}  // namespace opencl_ptx_test

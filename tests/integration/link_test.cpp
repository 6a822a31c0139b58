// Several sources to one image, through each backend that links.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/integration/backends.hpp"

namespace link_test {

using namespace backend_test;
using quovis::Error;
using quovis::Image;
using quovis::Options;
using testing::HasSubstr;
using testing::StartsWith;

std::string calls(const std::string& backend) {
    return backend == "opencl"
               ? "int other(int value);\nkernel void k(global int* p) { *p = other(*p); }\n"
               : "extern __device__ int other(int);\nextern \"C\" __global__ void k(int* p) { *p = other(*p); }\n";
}
std::string called(const std::string& backend) {
    return std::string(backend == "opencl" ? "" : "__device__ ") + "int other(int value) { return 3 * value; }\n";
}
// The name of `other` in an image.
std::string symbol(const std::string& backend) {
    return backend == "opencl" ? "other" : "_Z5otheri";
}

#define QUOVIS_NEEDS_A_LINK_LOG(error)                                       \
    if ((error).log().empty() && on_nvidias_opencl()) {                      \
        GTEST_SKIP() << "NVIDIA's OpenCL gives no log of a link that fails"; \
    }                                                                        \
    static_cast<void>(0)

class Link : public Backend {
  protected:
    void SetUp() override {
        Backend::SetUp();
        relocatable_.relocatable = true;
    }

    std::vector<Image> parts(const std::string& format = {}) const {
        return {compile(calls(GetParam()), "calls", relocatable_, format),
                compile(called(GetParam()), "called", relocatable_, format)};
    }

    bool on_nvidias_opencl() const {
        return GetParam() == "opencl" && instance_.route().info().platform.find("NVIDIA") != std::string::npos;
    }

    Options relocatable_;
};

TEST_P(Link, MakesOneImageOfSeveralSources) {
    const Image linked = instance_.link(parts());
    EXPECT_EQ(linked.compiler(), GetParam());
    EXPECT_EQ(linked.format(), GetParam() == "opencl" ? "opencl-binary" : "cubin");
    EXPECT_FALSE(linked.target().empty());
    EXPECT_GT(linked.size(), 0u);
}

TEST_P(Link, AMissingFunctionIsTheSourcesFaultAndNamed) {
    const auto error = error_of([&] { instance_.link({parts()[0]}); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_SOURCE_INVALID) << error->what();
    EXPECT_EQ(error->phase(), "link");
    QUOVIS_NEEDS_A_LINK_LOG(*error);
    ASSERT_FALSE(error->diagnostics().empty()) << error->log();
    EXPECT_EQ(error->diagnostics()[0].severity, QUOVIS_ERROR);
    EXPECT_THAT(error->diagnostics()[0].message, HasSubstr(symbol(GetParam())));
}

TEST_P(Link, AFunctionThatIsThereTwiceIsTheSourcesFaultAndNamed) {
    std::vector<Image> images = parts();
    images.push_back(compile(called(GetParam()), "called again", relocatable_));
    const auto error = error_of([&] { instance_.link(images); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_SOURCE_INVALID) << error->what();
    QUOVIS_NEEDS_A_LINK_LOG(*error);
    ASSERT_FALSE(error->diagnostics().empty()) << error->log();
    EXPECT_THAT(error->diagnostics()[0].message, HasSubstr(symbol(GetParam())));
}

TEST_P(Link, AnImageThatIsNoObjectIsRefusedByItsName) {
    const Image nonsense =
        instance_.image("\x7f nonsense", 10, GetParam() == "opencl" ? "opencl-binary" : "cubin", "bad.o");
    const auto error = error_of([&] { instance_.link({parts()[1], nonsense}); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_IMAGE_REJECTED) << error->what();
    EXPECT_THAT(std::string(error->what()) + error->log(), HasSubstr("bad.o"));
}

TEST_P(Link, WhatIsLinkedRelocatableIsLinkedAgain) {
    Options options;
    options.relocatable = true;
    const Image library = instance_.link({parts()[1]}, {}, options);
    EXPECT_GT(instance_.link({parts()[0], library}).size(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Backends, Link, testing::Values("cuda-nvrtc", "cuda-nvcc", "opencl"),
                         [](const auto& one) { return as_name(one.param); });

class CudaLink : public Link {};

TEST_P(CudaLink, OptimizesLtoIrAcrossSources) {
    const Image linked = instance_.link(parts("ltoir"), {"", "", "ptx"});
    const std::string ptx(static_cast<const char*>(linked.data()), linked.size());
    EXPECT_THAT(ptx, HasSubstr(".entry k("));
    EXPECT_THAT(ptx, testing::Not(HasSubstr("call"))) << "the function of the other source is not inlined";
}

TEST_P(CudaLink, AMissingFunctionOfLtoIrIsNamed) {
    const auto error = error_of([&] { instance_.link({parts("ltoir")[0]}); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_SOURCE_INVALID) << error->what();
    ASSERT_FALSE(error->diagnostics().empty()) << error->log();
    EXPECT_THAT(error->diagnostics()[0].message, HasSubstr("_Z5otheri"));
}

TEST_P(CudaLink, TakesEveryFormatOfRelocatableCode) {
    for (const char* calling : {"cubin", "ptx", "ltoir"}) {
        for (const char* called : {"cubin", "ptx", "ltoir"}) {
            if (GetParam() == "cuda-nvcc" && std::string(called) == "ltoir" && std::string(calling) != "ltoir") {
                continue;  // nvlink leaves out what no LTO IR calls.
            }
            const Image linked = instance_.link({parts(calling)[0], parts(called)[1]}, {"", "sm_90", ""});
            EXPECT_EQ(linked.format(), "cubin") << calling << " with " << called;
        }
    }
}

TEST_P(CudaLink, AFunctionThatIsThereInLtoIrAndInMachineCodeIsNamed) {
    if (GetParam() == "cuda-nvcc") {
        GTEST_SKIP() << "nvlink leaves out what no LTO IR calls, so that it is there once";
    }
    const auto error = error_of([&] { instance_.link({parts("cubin")[1], parts("ltoir")[1]}); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_SOURCE_INVALID) << error->what();
    EXPECT_THAT(error->what(), HasSubstr("_Z5otheri"));
}

// nvJitLink 13.0 ends the process.
TEST_P(CudaLink, AFunctionThatIsThereTwiceInPtxIsNamed) {
    std::vector<Image> images = parts("ptx");
    images.push_back(images[1]);
    const auto error = error_of([&] { instance_.link(images); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_SOURCE_INVALID) << error->what();
    EXPECT_THAT(error->what(), HasSubstr("_Z5otheri"));
}

TEST_P(CudaLink, ATemplateInTwoImagesIsNoDoubleDefinition) {
    const std::string header = "template <class T> __device__ __noinline__ T twice(T x) { return x + x; }\n";
    const Image one = compile(header + "extern \"C\" __global__ void a(int* p) { *p = twice(*p); }", "a", relocatable_);
    const Image two = compile(header + "extern \"C\" __global__ void b(int* p) { *p = twice(*p); }", "b", relocatable_);
    EXPECT_EQ(instance_.link({one, two}).format(), "cubin");
}

TEST_P(CudaLink, AnImageOfANewerTargetIsRefusedByItsName) {
    const Image newer =
        instance_.program(quovis::Source::memory("__device__ int f() { return 1; }", "cuda", "newer.cu"), relocatable_)
            .compile({GetParam(), "sm_100", "cubin"});
    const auto error = error_of([&] { instance_.link({parts()[1], newer}, {"", "sm_90", ""}); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_IMAGE_REJECTED) << error->what();
    EXPECT_THAT(std::string(error->what()) + error->log(), HasSubstr("newer.cu"));
}

TEST_P(CudaLink, ImagesOfOneCompilerAreLinkedByTheOther) {
    const std::string other = GetParam() == "cuda-nvrtc" ? "cuda-nvcc" : "cuda-nvrtc";
    const quovis::Instance others = open_only(other);
    if (const std::string reason = why_not(others, other); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    std::vector<Image> images;
    for (const Image& part : parts()) {
        images.push_back(others.image(part.data(), part.size(), part.format(), "part"));
    }
    EXPECT_EQ(others.link(images, {"", "sm_90", ""}).compiler(), other);
}

INSTANTIATE_TEST_SUITE_P(Backends, CudaLink, testing::ValuesIn(cuda_backends),
                         [](const auto& one) { return as_name(one.param); });

class OpenclLink : public Link {};

TEST_P(OpenclLink, WhatIsLinkedRuns) {
    const quovis::Module module = instance_.link(parts()).load();
    quovis::Kernel kernel = module.kernel("k");
    const auto buffer = module.route().buffer<int>(1);
    buffer.fill(14);
    kernel.launch({1}, {1}, buffer);
    EXPECT_EQ(buffer.read<int>()[0], 42);
}

TEST_P(OpenclLink, AnObjectIsNotLoaded) {
    const auto error = error_of([&] { parts()[0].load(); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_IMAGE_REJECTED) << error->what();
}

TEST_P(OpenclLink, AWholeProgramIsNoObject) {
    const Image whole = compile("kernel void w(global int* p) { *p = 1; }", "whole.cl");
    const auto error = error_of([&] { instance_.link({whole, parts()[1]}); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_IMAGE_REJECTED) << error->what();
    EXPECT_THAT(error->what(), HasSubstr("whole.cl"));
    EXPECT_THAT(error->hint(), HasSubstr("relocatable"));
}

TEST_P(OpenclLink, ATruncatedObjectIsRejectedWhateverIsMissing) {
    const Image object = parts()[1];
    const std::string bytes(static_cast<const char*>(object.data()), object.size());
    if (bytes.substr(0, 7) != "poclbin") {
        GTEST_SKIP() << "speaks of PoCL's binaries";
    }
    for (std::size_t size = 1; size < bytes.size(); size += 61) {
        const Image cut = instance_.image(bytes.data(), size, "opencl-binary", "cut.o");
        const auto error = error_of([&] { instance_.link({cut}, {"opencl", "", ""}); });
        ASSERT_TRUE(error) << size;
        ASSERT_EQ(error->status(), QUOVIS_ERROR_IMAGE_REJECTED) << size << error->what();
    }
}

TEST_P(OpenclLink, ALinkersOptionThatOpenclHasNoWordForIsRefusedByName) {
    Options options;
    options.max_registers = 32;
    const auto error = error_of([&] { instance_.link(parts(), {}, options); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_NOT_SUPPORTED);
    EXPECT_THAT(error->what(), HasSubstr("`max_registers`"));
}

INSTANTIATE_TEST_SUITE_P(Backends, OpenclLink, testing::Values("opencl"),
                         [](const auto& one) { return as_name(one.param); });

}  // namespace link_test

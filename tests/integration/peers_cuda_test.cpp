// What hurt users of other projects over CUDA, through each of the two CUDA compilers. The table in tests/README.md
// says which test stands for which fault. The devices are those of the fake driver, the compilers are real.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/integration/backends.hpp"
#include "tests/integration/cli_runner.hpp"
#include "tests/integration/cuda_plugin.hpp"

namespace peers_cuda_test {

using namespace backend_test;
using quovis::Attempt;
using quovis::Error;
using quovis::Image;
using quovis::Instance;
using quovis::Module;
using quovis::Options;
using quovis::Source;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kernel = "extern \"C\" __global__ void k(int* p) { *p = 1; }\n";

std::string bytes_of(const Image& image) {
    return {static_cast<const char*>(image.data()), image.size()};
}

// With the devices of the fake driver. `backends`: of the only rule, best first. `settings`: more lines of `backends:`.
Instance open_on_fake(const std::vector<std::string>& used, const std::string& settings = {}) {
    std::string list;
    std::string drivers;
    for (const std::string& backend : cuda_backends) {
        const bool has_own = settings.find(backend + ":") != std::string::npos;
        drivers += has_own ? "" : "  " + backend + ": { driver: '" + cuda_test::fake_driver + "' }\n";
    }
    for (const std::string& backend : used) {
        list += (list.empty() ? "" : ", ") + backend;
    }
    quovis::InstanceOptions options;
    options.config_text =
        "quovis: 1\nplugins: { enable: ['cuda-*'] }\ndevices: { default: cuda }\nroutes:\n  - backend: [" + list +
        "]\nbackends:\n" + drivers + settings;
    options.log_level = QUOVIS_LOG_OFF;
    return Instance(options);
}

std::string line_for(const std::string& backend, const std::string& key, const std::string& value) {
    return "  " + backend + ": { driver: '" + cuda_test::fake_driver + "', " + key + ": '" + value + "' }\n";
}

class OnAFakeDriver : public testing::Test {
  protected:
    void SetUp() override {
        fake_ = cuda_test::fake_driver_as_new();
        if (fake_ == nullptr) {
            GTEST_SKIP() << "the fake driver was built without cuda.h";
        }
    }

    // Skips the test where one of them does not compile here.
    void need(const Instance& instance, const std::string& backend) {
        if (const std::string reason = why_not(instance, backend); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }

    static Module load(const Instance& instance, const std::string& text = kernel) {
        return instance.program(Source::memory(text, "cuda", "k.cu")).load();
    }

    FakeCuda* fake_ = nullptr;
};

class PeersCuda : public OnAFakeDriver, public testing::WithParamInterface<std::string> {};

TEST_P(PeersCuda, ADeviceNewerThanTheCompilerGetsPtxOfTheCompilersNewestTarget) {
    fake_->major = 19;
    fake_->minor = 9;
    const Instance instance = open_on_fake({GetParam()});
    need(instance, GetParam());
    if (IsSkipped()) {
        return;
    }
    const Module module = load(instance);
    const std::string newest = instance.targets(GetParam()).back();
    EXPECT_EQ(module.route().info().target, "sm_199");
    EXPECT_EQ(module.image().format(), "ptx");
    EXPECT_EQ(module.image().target(), "compute_" + newest.substr(3));
    EXPECT_THAT(bytes_of(module.image()), HasSubstr(".target " + newest));
}

TEST_P(PeersCuda, ADeviceOlderThanTheCompilerIsNamedWithTheKnownTargetsAndTheToolkit) {
    fake_->major = 3;
    fake_->minor = 5;
    const Instance instance = open_on_fake({GetParam()});
    need(instance, GetParam());
    if (IsSkipped()) {
        return;
    }
    const auto error = error_of([&] { load(instance); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_TARGET_UNKNOWN) << error->what();
    EXPECT_THAT(error->what(), HasSubstr("sm_35"));
    for (const std::string& target : instance.targets(GetParam())) {
        EXPECT_THAT(error->what(), HasSubstr(target));
    }
    for (const quovis::PluginInfo& plugin : instance.plugins()) {
        if (plugin.name == GetParam()) {
            const std::size_t number = plugin.compiler.find_first_of("0123456789");
            EXPECT_THAT(error->what(), HasSubstr(plugin.compiler.substr(number, 4))) << "the toolkit's version";
        }
    }
}

TEST_P(PeersCuda, ADriverOlderThanTheToolkitIsGivenMachineCode) {
    fake_->version = 12040;
    const Instance instance = open_on_fake({GetParam()});
    need(instance, GetParam());
    if (IsSkipped()) {
        return;
    }
    const Module module = load(instance);
    EXPECT_EQ(module.image().format(), "cubin");
    EXPECT_EQ(fake_->loads, 1);
}

TEST_P(PeersCuda, PtxThatIsNewerThanTheDriverIsRefusedBeforeItIsLoadedWithBothVersions) {
    fake_->version = 12040;
    const Instance instance = open_on_fake({GetParam()});
    need(instance, GetParam());
    if (IsSkipped()) {
        return;
    }
    const Image ptx = instance.program(Source::memory(kernel, "cuda", "k.cu")).compile({GetParam(), "sm_90", "ptx"});
    const std::string text = bytes_of(ptx);
    const std::size_t directive = text.find(".version ") + 9;
    const auto error = error_of([&] { ptx.load(instance.route()); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_DRIVER_TOO_OLD) << error->what();
    EXPECT_THAT(error->what(), HasSubstr(text.substr(directive, text.find('\n', directive) - directive)));
    EXPECT_THAT(error->what(), HasSubstr("12.4"));
    EXPECT_EQ(fake_->loads, 0) << "the driver has seen it";
}

TEST_P(PeersCuda, BytesOfAnImageAndOfALogAreNoText) {
    const Instance instance = open_on_fake({GetParam()});
    need(instance, GetParam());
    if (IsSkipped()) {
        return;
    }
    const Image image = instance.program(Source::memory("#warning caf\xE9\n" + std::string(kernel), "cuda", "k.cu"))
                            .compile({GetParam(), "sm_90", "cubin"});
    EXPECT_THAT(image.log(), HasSubstr("caf\xE9"));
    ASSERT_FALSE(image.diagnostics().empty());
    EXPECT_THAT(image.diagnostics()[0].message, HasSubstr("caf\xE9"));
    const std::string bytes = bytes_of(image);
    EXPECT_TRUE(std::any_of(bytes.begin(), bytes.end(), [](char byte) { return (byte & 0x80) != 0; }));
    EXPECT_EQ(bytes_of(instance.image(bytes.data(), bytes.size(), "cubin")), bytes);
}

TEST_P(PeersCuda, TheVendorsHeadersAreFoundWithoutFlags) {
    const Instance instance = open_on_fake({GetParam()});
    need(instance, GetParam());
    if (IsSkipped()) {
        return;
    }
    const std::string text =
        "#include <cuda_fp16.h>\n#include <cuda/std/type_traits>\n"
        "static_assert(cuda::std::is_same_v<int, int>, \"\");\n"
        "extern \"C\" __global__ void k(__half* p) { *p = __hadd(*p, *p); }\n";
    EXPECT_EQ(load(instance, text).image().format(), "cubin");
}

TEST_P(PeersCuda, ABackendThatIsUnavailableIsAnErrorAndNeverAnotherOne) {
    const std::string key = GetParam() == "cuda-nvcc" ? "nvcc" : "nvrtc";
    const Instance instance = open_on_fake({GetParam()}, line_for(GetParam(), key, "/nowhere/at/all"));
    const auto error = error_of([&] { load(instance); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_UNAVAILABLE) << error->what();
    EXPECT_THAT(error->what(), HasSubstr("/nowhere/at/all"));
    ASSERT_EQ(error->attempts().size(), 1u);
    EXPECT_EQ(error->attempts()[0].backend, GetParam());
}

TEST_P(PeersCuda, WhereAnotherBackendIsListedTheTrailSaysWhichOneRan) {
    const std::string other = GetParam() == "cuda-nvcc" ? "cuda-nvrtc" : "cuda-nvcc";
    const std::string key = GetParam() == "cuda-nvcc" ? "nvcc" : "nvrtc";
    const Instance instance = open_on_fake({GetParam(), other}, line_for(GetParam(), key, "/nowhere/at/all"));
    need(instance, other);
    if (IsSkipped()) {
        return;
    }
    const Module module = load(instance);
    EXPECT_EQ(module.compiler(), other);
    const std::vector<Attempt> trail = module.attempts();
    ASSERT_EQ(trail.size(), 2u);
    EXPECT_EQ(trail[0].backend, GetParam());
    EXPECT_EQ(trail[0].status, QUOVIS_ERROR_UNAVAILABLE);
    EXPECT_THAT(trail[0].reason, HasSubstr("/nowhere/at/all"));
    EXPECT_EQ(trail[1].backend, other);
    EXPECT_EQ(trail[1].status, QUOVIS_OK);
}

INSTANTIATE_TEST_SUITE_P(Backends, PeersCuda, testing::ValuesIn(cuda_backends),
                         [](const auto& one) { return as_name(one.param); });

// Name expressions are NVRTC's own; nvcc is made to tell them.
TEST_F(OnAFakeDriver, NameExpressionsHaveTheSameSymbolsThroughNvccAsThroughNvrtc) {
    const Instance instance = open_on_fake({"cuda-nvrtc", "cuda-nvcc"});
    for (const std::string& backend : cuda_backends) {
        need(instance, backend);
        if (IsSkipped()) {
            return;
        }
    }
    const std::string text =
        "namespace mine { template <class T, int N> __global__ void scale(T* p) { *p = T(N); } }\n"
        "template <class T> __global__ void plain(T* p) { *p = T(1); }\n"
        "__constant__ float factor;\n__device__ int counter;\n";
    Options options;
    options.name_expressions = {"mine::scale<float, 3>", "mine::scale<unsigned int,4>", "plain<double>", "&factor",
                                "&counter"};
    const quovis::Program program = instance.program(Source::memory(text, "cuda", "names.cu"), options);
    const auto by_nvrtc = program.compile({"cuda-nvrtc", "sm_90", "cubin"}).symbols();
    const auto by_nvcc = program.compile({"cuda-nvcc", "sm_90", "cubin"}).symbols();
    ASSERT_EQ(by_nvrtc.size(), options.name_expressions.size());
    ASSERT_EQ(by_nvcc.size(), by_nvrtc.size());
    for (std::size_t index = 0; index < by_nvrtc.size(); ++index) {
        EXPECT_EQ(by_nvcc[index].expression, options.name_expressions[index]);
        EXPECT_EQ(by_nvcc[index].symbol, by_nvrtc[index].symbol);
    }
}

// A script in nvcc's place whose host compiler is refused.
class RefusedHostCompiler : public OnAFakeDriver {
  protected:
    void SetUp() override {
        OnAFakeDriver::SetUp();
        const std::string nvcc = sandbox_.path("nvcc").string();
        std::ofstream(nvcc)
            << "#!/bin/sh\ncase \"$*\" in\n"
               "*--version*) printf 'release 12.8, V12.8.93\\nBuild cuda_12.8.r12.8/compiler.1_0\\n' ;;\n"
               "*--list-gpu-code*) echo sm_90 ;;\n"
               "*--dryrun*) printf '#$ INCLUDES=\"-I/x\"\\n#$ /bin/true -E -x c++ x\\n' >&2 ;;\n"
               "*) echo '#error -- unsupported GNU version! gcc versions later than 8 are not supported!' >&2\n"
               "   exit 1 ;;\nesac\n";
        ::chmod(nvcc.c_str(), 0755);
        settings_ = line_for("cuda-nvcc", "nvcc", nvcc);
    }
    quovis::cli_tests::Sandbox sandbox_;
    std::string settings_;
};

TEST_F(RefusedHostCompiler, IsItsOwnStatusWithAHintThatNamesTheFlag) {
    const Instance instance = open_on_fake({"cuda-nvcc"}, settings_);
    const auto error = error_of([&] { load(instance); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->status(), QUOVIS_ERROR_HOST_COMPILER_REFUSED) << error->what();
    EXPECT_THAT(error->what(), HasSubstr("unsupported GNU version"));
    EXPECT_THAT(error->hint(), HasSubstr("-ccbin"));
}

TEST_F(RefusedHostCompiler, LetsTheNextBackendOfTheRuleGoOn) {
    const Instance instance = open_on_fake({"cuda-nvcc", "cuda-nvrtc"}, settings_);
    need(instance, "cuda-nvrtc");
    if (IsSkipped()) {
        return;
    }
    const Module module = load(instance);
    EXPECT_EQ(module.compiler(), "cuda-nvrtc");
    ASSERT_EQ(module.attempts().size(), 2u);
    EXPECT_EQ(module.attempts()[0].status, QUOVIS_ERROR_HOST_COMPILER_REFUSED);
    const Image image = instance.program(Source::memory(kernel, "cuda", "k.cu")).compile({"", "sm_90", "cubin"});
    EXPECT_EQ(image.compiler(), "cuda-nvrtc") << "also without a device";
}

// The NVRTC of a release whose companion library is nowhere.
TEST(NvrtcWithoutItsBuiltins, IsToldByTheProbeWithThePlacesThatWereTried) {
    quovis::cli_tests::Sandbox sandbox;
    const std::string library = QUOVIS_TEST_FAKES_DIR "/nvrtc/libnvrtc.so";
    sandbox.configure("quovis: 1\nplugins: { enable: [cuda-nvrtc] }\nbackends:\n  cuda-nvrtc: { nvrtc: '" + library +
                      "' }\n");
    const auto told = sandbox.quovis({"--json", "plugins"}).json();
    const auto& plugins = told["plugins"];
    const auto plugin =
        std::find_if(plugins.begin(), plugins.end(), [](const auto& one) { return one["name"] == "cuda-nvrtc"; });
    if (plugin == plugins.end()) {
        GTEST_SKIP() << "the plugin cuda-nvrtc was not built";
    }
    const std::string reason = (*plugin)["reason"].get<std::string>();
    EXPECT_EQ((*plugin)["compiler"], "") << reason;
    EXPECT_THAT(reason, HasSubstr("libnvrtc-builtins.so.13.99"));
    EXPECT_THAT(reason, HasSubstr(std::filesystem::path(library).parent_path().string() + "/libnvrtc-builtins"));
}

}  // namespace peers_cuda_test

// Kernels of NVRTC and of nvcc in one process: the configuration says who compiles which, and they share the rest.
#include "tests/integration/backends.hpp"

namespace cuda_both_compilers_test {

using namespace backend_test;
using quovis::Instance;
using quovis::Module;
using quovis::Source;

constexpr char text[] = R"(
    extern "C" __global__ void twice(int* x) { x[threadIdx.x] *= 2; }
)";

Instance open_both() {
    quovis::InstanceOptions options;
    options.config_text =
        "quovis: 1\nplugins: { enable: ['cuda-*'] }\nroutes:\n"
        "  - when: { program: 'a.cu' }\n    backend: cuda-nvrtc\n"
        "  - when: { program: 'b.cu' }\n    backend: cuda-nvcc\n";
    options.plugin_directories = {QUOVIS_TEST_PLUGIN_DIR};
    options.log_level = QUOVIS_LOG_OFF;
    return Instance(options);
}

TEST(CudaBothCompilers, WorkOnTheSameBufferInTheSameStream) {
    const Instance instance = open_both();
    for (const std::string& backend : cuda_backends) {
        if (const std::string reason = why_not(instance, backend); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
    if (instance.devices().empty()) {
        GTEST_SKIP() << "no NVIDIA GPU";
    }
    const auto route = instance.route("cuda");
    const Module by_nvrtc = instance.program(Source::memory(text, "cuda", "a.cu")).load(route);
    const Module by_nvcc = instance.program(Source::memory(text, "cuda", "b.cu")).load(route);
    ASSERT_EQ(by_nvrtc.compiler(), "cuda-nvrtc");
    ASSERT_EQ(by_nvcc.compiler(), "cuda-nvcc");
    const auto buffer = route.buffer<int>(4);
    const auto stream = route.stream();
    buffer.write(std::vector<int>{1, 2, 3, 4});
    for (const Module* module : {&by_nvrtc, &by_nvcc, &by_nvrtc}) {
        module->kernel("twice").launch(stream, {1}, {4}, buffer);
    }
    stream.synchronize();
    EXPECT_EQ(buffer.read<int>(), (std::vector<int>{8, 16, 24, 32}));
}

}  // namespace cuda_both_compilers_test

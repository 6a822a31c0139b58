// CUDA C++ on hiprtc, row by row of the table in plugins/hip-hiprtc/README.md: what is bridged compiles for wavefronts
// of 64 and of 32, what is not is refused by name.
#include "tests/integration/hip_plugin.hpp"

namespace hip_cuda_test {

using namespace hip_test;

class HipCuda : public HipCompiler {
  protected:
    void expect_compiles(const std::string& source) {
        for (const char* target : {"gfx90a", "gfx1030"}) {
            const Compiled compiled =
                plugin.compile({.text = source, .language = "cuda", .name = "k.cu", .target = target});
            EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << target << ": " << compiled.error << "\n" << compiled.log;
        }
    }

    // On line 2 of k.cu.
    void expect_refused(const std::string& source, const std::string& name) {
        const Compiled compiled = plugin.compile({.text = source, .language = "cuda", .name = "k.cu"});
        EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_NOT_SUPPORTED) << source << compiled.error;
        EXPECT_EQ(compiled.place(), "k.cu:2") << compiled.log;
        EXPECT_TRUE(has(compiled.error, name)) << compiled.error;
        EXPECT_TRUE(has(compiled.hint, "CUDA backend")) << compiled.hint;
    }
};

TEST_F(HipCuda, shuffles_are_bridged_for_any_type) {
    expect_compiles(R"(struct Pair { double a; char b; };
extern "C" __global__ void k(float* f, Pair* p, unsigned char* c) {
    f[0] = __shfl_sync(~0u, f[0], 0) + __shfl_up_sync(~0u, f[1], 1, 16) + __shfl_down_sync(0xffffffffu, f[2], 2) +
           __shfl_xor_sync(~0u, f[3], 1);
    f[1] = __shfl(f[0], 0) + __shfl_up(f[1], 1) + __shfl_down(f[2], 2, 8) + __shfl_xor(f[3], 1);
    p[0] = __shfl_sync(~0u, p[1], 3);
    c[0] = __shfl_sync(~0u, c[1], 3);
}
)");
}

TEST_F(HipCuda, votes_are_bridged_with_masks_of_32_bits) {
    expect_compiles(R"(extern "C" __global__ void k(unsigned* u, int p) {
    static_assert(sizeof(__ballot_sync(~0u, p)) == 4 && sizeof(__activemask()) == 4 && sizeof(__ballot(p)) == 4);
    u[0] = __ballot_sync(~0u, p) + __any_sync(~0u, p) + __all_sync(~0u, p) + __activemask();
    u[1] = __ballot(p) + __any(p) + __all(p);
}
)");
}

TEST_F(HipCuda, a_warp_has_32_threads) {
    expect_compiles(R"(extern "C" __global__ void k(float* v) {
    static_assert(warpSize == 32);
    for (int offset = warpSize / 2; offset > 0; offset /= 2) *v += __shfl_down_sync(~0u, *v, offset);
}
)");
}

TEST_F(HipCuda, matches_and_reductions_are_bridged) {
    expect_compiles(R"(extern "C" __global__ void k(unsigned* u, int* i, double* d) {
    int same;
    u[0] = __match_any_sync(~0u, d[0]) + __match_all_sync(~0u, u[1], &same) + same;
    u[1] = __reduce_add_sync(~0u, u[2]) + __reduce_min_sync(~0u, u[3]) + __reduce_max_sync(~0u, u[4]) +
           __reduce_and_sync(~0u, u[5]) + __reduce_or_sync(~0u, u[6]) + __reduce_xor_sync(~0u, u[7]);
    i[0] = __reduce_max_sync(~0u, i[1]);
}
)");
}

TEST_F(HipCuda, syncwarp_is_bridged_with_and_without_a_mask) {
    expect_compiles("extern \"C\" __global__ void k() { __syncwarp(); __syncwarp(0xffu); }\n");
}

TEST_F(HipCuda, cached_loads_and_stores_are_plain_ones) {
    expect_compiles(R"(extern "C" __global__ void k(float4* v, const float4* __restrict__ from, int* i) {
    v[0] = __ldg(from);
    i[0] = __ldca(i + 1) + __ldcg(i + 2) + __ldcs(i + 3) + __ldlu(i + 4) + __ldcv(i + 5);
    __stwb(i + 6, 1);
    __stcg(i + 7, 1);
    __stcs(i + 8, 1);
    __stwt(i + 9, 1);
}
)");
}

TEST_F(HipCuda, the_small_functions_are_bridged) {
    expect_compiles(R"(#include <cassert>
extern "C" __global__ void k(unsigned* u, const __grid_constant__ int n) {
    u[0] = __funnelshift_l(u[1], u[2], 3) + __funnelshift_r(u[1], u[2], 3);
    __nanosleep(20);
    assert(n != 7);
    if (n == 8) __trap();
}
)");
}

TEST_F(HipCuda, what_hip_calls_by_the_same_words_compiles) {
    expect_compiles(R"(__constant__ float table[4];
extern "C" __global__ void __launch_bounds__(256, 2) k(float* out, int* i, unsigned long long* l) {
    __shared__ float part[256];
    extern __shared__ float dynamic[];
    part[threadIdx.x] = sqrtf(table[threadIdx.x & 3]) + __expf(2.0f) + fmaf(1.0f, 2.0f, rsqrtf(3.0f)) + dynamic[0];
    __syncthreads();
    __threadfence();
    __threadfence_block();
    atomicAdd(out, part[0]);
    atomicAdd(l, 1ull);
    i[0] = atomicCAS(i + 1, 1, 2) + atomicMax(i + 2, 3) + atomicExch(i + 3, 4) + __popc(i[4]) + __clz(i[5]) + __ffs(i[6]);
    const float4 four = make_float4(1, 2, 3, 4);
    const int2 two = make_int2(1, 2);
    out[1] = four.w + two.y + static_cast<float>(clock64() & 1) + __int_as_float(i[7]);
    dim3 size(1, 2);
    out[2] = size.z + gridDim.x + blockIdx.y;
}
)");
}

TEST_F(HipCuda, the_headers_of_cuda_that_hip_has_need_no_flags) {
    expect_compiles(R"(#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <cuda.h>
#include <cuda_fp16.h>
#include <vector_types.h>
#include <vector_functions.h>
#include <device_launch_parameters.h>
#include <device_functions.h>
#include <math_functions.h>
extern "C" __global__ void k(__half* h, half2* two) {
    h[0] = __hadd(__hmul(h[1], h[2]), __float2half(2.0f));
    two[0] = __hfma2(two[1], two[2], two[3]);
    h[3] = __float2half(__half2float(h[4]));
}
)");
}

TEST_F(HipCuda, the_headers_of_c_and_cpp_need_no_flags) {
    expect_compiles(R"(#include <cstdint>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
extern "C" __global__ void k(std::int32_t* i, uint64_t* l, float* f) {
    static_assert(std::is_same_v<std::remove_reference_t<int&>, int>);
    f[0] = sinf(f[1]) + std::numeric_limits<float>::max();
    l[0] = static_cast<uint64_t>(i[0]);
}
)");
}

TEST_F(HipCuda, the_math_constants_are_there) {
    expect_compiles(R"(#include <math_constants.h>
extern "C" __global__ void k(float* f, double* d) { f[0] = CUDART_INF_F + CUDART_PI_F; d[0] = CUDART_PI + CUDART_INF; }
)");
}

TEST_F(HipCuda, cooperative_groups_are_bridged) {
    expect_compiles(R"(#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(int* d) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    auto half = cg::tiled_partition<8>(tile);
    int v = cg::reduce(tile, d[block.thread_rank()], cg::plus<int>()) + cg::reduce(half, 1, cg::greater<int>()) +
            cg::reduce(tile, 1, cg::less<int>()) + cg::reduce(tile, 1, cg::bit_and<int>()) +
            cg::reduce(tile, 1, cg::bit_or<int>()) + cg::reduce(tile, 1, cg::bit_xor<int>());
    v += tile.shfl(v, 1) + tile.shfl_down(v, 4) + tile.ballot(v > 2) + tile.any(v) + tile.all(v) + tile.match_any(v);
    tile.sync();
    block.sync();
    cg::sync(block);
    cg::this_grid().sync();
    d[tile.meta_group_rank()] = v + block.group_index().x + block.size();
}
)");
}

TEST_F(HipCuda, cuda_is_told_by_its_macros_and_no_compute_capability_is_claimed) {
    expect_compiles(R"(#if !defined(__CUDACC__) || !defined(__CUDACC_RTC__) || defined(__CUDA_ARCH__)
#error wrong macros
#endif
static_assert(__cplusplus >= 201703L, "as with NVRTC");
)");
}

TEST_F(HipCuda, headers_without_a_counterpart_are_refused_by_name) {
    for (const std::string header :
         {"mma.h", "cuda_bf16.h", "cuda_fp8.h", "cuda_fp6.h", "cuda_fp4.h", "cuda_pipeline.h", "cuda_awbarrier.h",
          "curand_kernel.h", "cuda/std/type_traits", "cub/cub.cuh", "thrust/sort.h", "cute/tensor.hpp",
          "cutlass/cutlass.h", "cooperative_groups/memcpy_async.h"}) {
        expect_refused("\n#include <" + header + ">\n", header.substr(0, 4));
    }
}

TEST_F(HipCuda, inline_ptx_is_refused_by_name) {
    expect_refused("\n__device__ void f() { asm volatile(\"membar.gl;\"); }\n", "asm");
    expect_refused("\n__device__ void f() { __asm__ volatile(\"membar.gl;\"); }\n", "__asm__");
}

TEST_F(HipCuda, coalesced_threads_is_refused_by_name) {
    expect_refused(
        "#include <cooperative_groups.h>\n__device__ void f() { cooperative_groups::coalesced_threads(); }\n",
        "coalesced_threads");
}

TEST_F(HipCuda, a_refused_header_that_no_condition_reaches_does_no_harm) {
    expect_compiles("#if 0\n#include <mma.h>\n#endif\n" + saxpy);
}

TEST_F(HipCuda, a_refused_header_that_the_request_has_is_the_requests) {
    const Compiled compiled = plugin.compile({.text = "#include <mma.h>\nstatic_assert(MINE, \"\");\n",
                                              .language = "cuda",
                                              .headers = {{"mma.h", "#define MINE 1\n"}}});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_OK) << compiled.error;
}

TEST_F(HipCuda, what_hip_lacks_otherwise_is_named_by_the_compiler) {
    const Compiled compiled =
        plugin.compile({.text = "__device__ unsigned f() { return __vadd4(1, 2); }\n", .language = "cuda"});
    EXPECT_EQ(compiled.status, QUOVIS_PLUGIN_SOURCE_INVALID);
    EXPECT_TRUE(has(compiled.error, "__vadd4")) << compiled.error;
}

}  // namespace hip_cuda_test

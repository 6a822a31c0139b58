// Each kernel in OpenCL C and in CUDA C++, which HIP takes as it is.
#include "tests/conformance/kit/kernels.hpp"

namespace quovis::conformance {
namespace {

constexpr std::string_view saxpy_opencl = R"(kernel void saxpy(int n, float a, global const float* x, global float* y) {
    int i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + y[i];
}
)";
constexpr std::string_view saxpy_cuda = R"(extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
)";

constexpr std::string_view number_opencl = R"(kernel void number(global uint* out) {
    size_t i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
    out[i] = (uint)i;
}
)";
constexpr std::string_view number_cuda = R"(extern "C" __global__ void number(unsigned* out) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    unsigned i = x + gridDim.x * blockDim.x * (y + gridDim.y * blockDim.y * z);
    out[i] = i;
}
)";

constexpr std::string_view reverse_opencl = R"(kernel void reverse(global uint* data, local uint* tile) {
    size_t i = get_local_id(0);
    tile[i] = data[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[get_global_id(0)] = tile[get_local_size(0) - 1 - i];
}
)";
constexpr std::string_view reverse_cuda = R"(extern "C" __global__ void reverse(unsigned* data) {
    extern __shared__ unsigned tile[];
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = data[at];
    __syncthreads();
    data[at] = tile[blockDim.x - 1 - threadIdx.x];
}
)";

constexpr std::string_view noop_opencl = "kernel void noop() {}\n";
constexpr std::string_view noop_cuda = "extern \"C\" __global__ void noop() {}\n";

constexpr std::string_view scale_cuda = R"(template <typename T> __global__ void scale(T* data) {
    data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
)";

constexpr std::string_view table_cuda = R"(extern "C" { __device__ unsigned table[4]; }
extern "C" __global__ void number(unsigned* out) { out[threadIdx.x] = table[threadIdx.x & 3]; }
)";

constexpr Kernels opencl = {"opencl", saxpy_opencl, number_opencl, reverse_opencl, true, noop_opencl, {}, {}, "CL1.2"};
constexpr Kernels cuda = {"cuda",    saxpy_cuda, number_cuda, reverse_cuda, false,
                          noop_cuda, scale_cuda, table_cuda,  "c++17"};
constexpr Kernels hip = {"hip",     saxpy_cuda, number_cuda, reverse_cuda, false,
                         noop_cuda, scale_cuda, table_cuda,  "c++17"};

}  // namespace

const Kernels* kernels_of(std::string_view language) {
    for (const Kernels* one : {&opencl, &cuda, &hip}) {
        if (one->language == language) {
            return one;
        }
    }
    return nullptr;
}

}  // namespace quovis::conformance

// How often each byte occurs: counts[256] += the counts of 4 n bytes. Each block counts in shared memory and adds its
// counts at the end.
constexpr unsigned bin_count = 256;

extern "C" __global__ void histogram(unsigned n, const uchar4* __restrict__ bytes, unsigned* __restrict__ counts) {
    __shared__ unsigned bins[bin_count];
    for (unsigned i = threadIdx.x; i < bin_count; i += blockDim.x) {
        bins[i] = 0;
    }
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const uchar4 four = bytes[i];
        atomicAdd(&bins[four.x], 1u);
        atomicAdd(&bins[four.y], 1u);
        atomicAdd(&bins[four.z], 1u);
        atomicAdd(&bins[four.w], 1u);
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < bin_count; i += blockDim.x) {
        atomicAdd(&counts[i], bins[i]);
    }
}

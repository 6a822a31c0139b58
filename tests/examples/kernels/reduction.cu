// The sum of n floats, in two launches: each block sums a part of x to sums[block], then one block sums the sums.
// A block has a power of two of threads, and dynamic shared memory for a float of each.
extern "C" __global__ void reduce(unsigned n, const float* __restrict__ x, float* __restrict__ sums) {
    extern __shared__ float part[];
    const unsigned item = threadIdx.x;
    const unsigned stride = gridDim.x * blockDim.x;
    float sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + item; i < n; i += stride) {
        sum += x[i];
    }
    part[item] = sum;
    __syncthreads();
    for (unsigned half_of = blockDim.x / 2; half_of > 0; half_of /= 2) {
        if (item < half_of) {
            part[item] += part[item + half_of];
        }
        __syncthreads();
    }
    if (item == 0) {
        sums[blockIdx.x] = part[0];
    }
}

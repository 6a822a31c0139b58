// y = A x for a sparse matrix in compressed rows (CSR): row r has the elements starts[r] to starts[r + 1] - 1.
// Eight threads share a row, so that neighbours read neighbours; dynamic shared memory holds a float of each thread.
constexpr int lanes = 8;

extern "C" __global__ void spmv(int rows, const int* __restrict__ starts, const int* __restrict__ columns,
                                const float* __restrict__ values, const float* __restrict__ x, float* __restrict__ y) {
    extern __shared__ float part[];
    const int item = threadIdx.x;
    const int lane = item % lanes;
    const int row = (blockIdx.x * blockDim.x + item) / lanes;
    float sum = 0;
    if (row < rows) {
        const int end = starts[row + 1];
        for (int i = starts[row] + lane; i < end; i += lanes) {
            sum += values[i] * x[columns[i]];
        }
    }
    part[item] = sum;
    __syncthreads();
    for (int half_of = lanes / 2; half_of > 0; half_of /= 2) {
        if (lane < half_of) {
            part[item] += part[item + half_of];
        }
        __syncthreads();
    }
    if (lane == 0 && row < rows) {
        y[row] = part[item];
    }
}

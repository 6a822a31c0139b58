// One smoothing of a plane: each value becomes the weighted sum of the values up to two steps away along both axes.
// The border repeats the outermost values. Dynamic shared memory holds the block and a halo of two on each side.
constexpr int radius = 2;

__constant__ float weights[radius + 1] = {0.4f, 0.1f, 0.05f};

__device__ float at(const float* plane, int width, int height, int x, int y) {
    return plane[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)];
}

extern "C" __global__ void stencil(int width, int height, const float* __restrict__ in, float* __restrict__ out) {
    extern __shared__ float tile[];
    const int block_width = blockDim.x;
    const int block_height = blockDim.y;
    const int pitch = block_width + 2 * radius;
    const int left = blockIdx.x * block_width - radius;
    const int top = blockIdx.y * block_height - radius;
    for (int y = threadIdx.y; y < block_height + 2 * radius; y += block_height) {
        for (int x = threadIdx.x; x < pitch; x += block_width) {
            tile[y * pitch + x] = at(in, width, height, left + x, top + y);
        }
    }
    __syncthreads();

    const int x = blockIdx.x * block_width + threadIdx.x;
    const int y = blockIdx.y * block_height + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const float* centre = tile + (threadIdx.y + radius) * pitch + threadIdx.x + radius;
    float sum = weights[0] * centre[0];
    for (int i = 1; i <= radius; ++i) {
        sum += weights[i] * (centre[-i] + centre[i] + centre[-i * pitch] + centre[i * pitch]);
    }
    out[y * width + x] = sum;
}

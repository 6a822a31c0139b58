// c = a b for row-major n x n matrices, tile by tile through shared memory. A block is 16 x 16; n may be any number.
constexpr int tile = 16;

extern "C" __global__ void __launch_bounds__(tile * tile) matmul(int n, const float* a, const float* b, float* c) {
    __shared__ float tile_a[tile][tile];
    __shared__ float tile_b[tile][tile];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int column = blockIdx.x * tile + x;
    const int row = blockIdx.y * tile + y;
    float sum = 0;
    for (int start = 0; start < n; start += tile) {
        tile_a[y][x] = row < n && start + x < n ? a[row * n + start + x] : 0.0f;
        tile_b[y][x] = start + y < n && column < n ? b[(start + y) * n + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < tile; ++k) {
            sum += tile_a[y][k] * tile_b[k][x];
        }
        __syncthreads();
    }
    if (row < n && column < n) {
        c[row * n + column] = sum;
    }
}

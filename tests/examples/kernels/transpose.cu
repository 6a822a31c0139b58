// out = the transpose of a matrix of `height` rows of `width` floats. A block of 32 x 8 threads turns a tile of
// 32 x 32 in shared memory, whose rows are one longer so that a column lies in 32 banks.
constexpr int tile_side = 32;
constexpr int rows = 8;

extern "C" __global__ void __launch_bounds__(tile_side * rows)
    transpose(int width, int height, const float* __restrict__ in, float* __restrict__ out) {
    __shared__ float tile[tile_side][tile_side + 1];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int left = blockIdx.x * tile_side;
    const int top = blockIdx.y * tile_side;
#pragma unroll
    for (int i = 0; i < tile_side; i += rows) {
        if (left + x < width && top + y + i < height) {
            tile[y + i][x] = in[(top + y + i) * width + left + x];
        }
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < tile_side; i += rows) {
        if (top + x < height && left + y + i < width) {
            out[(left + y + i) * height + top + x] = tile[x][y + i];
        }
    }
}

// Bitonic sort of 32-bit keys, whose number is a power of two of at least 1024. `sort_tile` sorts tiles of 1024 in
// shared memory, up and down by turns. Then for size = 2048, 4096, ...: `merge` with stride size / 2, size / 4, ...
// down to 1024, and `merge_tile` for the strides that fit into a tile.
constexpr unsigned tile_size = 1024;

__device__ void order(unsigned& a, unsigned& b, bool up) {
    const unsigned x = a;
    const unsigned y = b;
    if ((x > y) == up) {
        a = y;
        b = x;
    }
}

// The steps of one merge whose strides are below `stride`, in a tile.
__device__ void steps(unsigned* tile, unsigned stride, unsigned size, unsigned first) {
    const unsigned item = threadIdx.x;
    for (; stride > 0; stride /= 2) {
        const unsigned low = 2 * item - (item & (stride - 1));
        __syncthreads();
        order(tile[low], tile[low + stride], ((first + low) & size) == 0);
    }
}

extern "C" __global__ void __launch_bounds__(tile_size / 2) sort_tile(unsigned* keys) {
    __shared__ unsigned tile[tile_size];
    const unsigned item = threadIdx.x;
    const unsigned first = blockIdx.x * tile_size;
    tile[item] = keys[first + item];
    tile[item + tile_size / 2] = keys[first + item + tile_size / 2];
    for (unsigned size = 2; size <= tile_size; size *= 2) {
        steps(tile, size / 2, size, first);
    }
    __syncthreads();
    keys[first + item] = tile[item];
    keys[first + item + tile_size / 2] = tile[item + tile_size / 2];
}

extern "C" __global__ void merge(unsigned* keys, unsigned stride, unsigned size) {
    const unsigned item = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned low = 2 * item - (item & (stride - 1));
    const unsigned x = keys[low];
    const unsigned y = keys[low + stride];
    if ((x > y) == ((low & size) == 0)) {
        keys[low] = y;
        keys[low + stride] = x;
    }
}

extern "C" __global__ void __launch_bounds__(tile_size / 2) merge_tile(unsigned* keys, unsigned size) {
    __shared__ unsigned tile[tile_size];
    const unsigned item = threadIdx.x;
    const unsigned first = blockIdx.x * tile_size;
    tile[item] = keys[first + item];
    tile[item + tile_size / 2] = keys[first + item + tile_size / 2];
    steps(tile, tile_size / 2, size, first);
    __syncthreads();
    keys[first + item] = tile[item];
    keys[first + item + tile_size / 2] = tile[item + tile_size / 2];
}

// One smoothing of a plane: each value becomes the weighted sum of the values up to two steps away along both axes.
// The border repeats the outermost values. `tile` has room for the block and a halo of two on each side.
#define RADIUS 2

constant float weights[RADIUS + 1] = {0.4f, 0.1f, 0.05f};

float at(global const float* plane, int width, int height, int x, int y) {
    return plane[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)];
}

kernel void stencil(int width, int height, global const float* restrict in, global float* restrict out,
                    local float* restrict tile) {
    const int block_width = get_local_size(0);
    const int block_height = get_local_size(1);
    const int pitch = block_width + 2 * RADIUS;
    const int left = get_group_id(0) * block_width - RADIUS;
    const int top = get_group_id(1) * block_height - RADIUS;
    for (int y = get_local_id(1); y < block_height + 2 * RADIUS; y += block_height) {
        for (int x = get_local_id(0); x < pitch; x += block_width) {
            tile[y * pitch + x] = at(in, width, height, left + x, top + y);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) {
        return;
    }
    local const float* centre = tile + (get_local_id(1) + RADIUS) * pitch + get_local_id(0) + RADIUS;
    float sum = weights[0] * centre[0];
    for (int i = 1; i <= RADIUS; ++i) {
        sum += weights[i] * (centre[-i] + centre[i] + centre[-i * pitch] + centre[i * pitch]);
    }
    out[y * width + x] = sum;
}

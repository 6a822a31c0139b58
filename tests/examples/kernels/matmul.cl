// c = a b for row-major n x n matrices, tile by tile through local memory. A block is 16 x 16; n may be any number.
#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul(int n, global const float* a, global const float* b, global float* c) {
    local float tile_a[TILE][TILE];
    local float tile_b[TILE][TILE];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int column = get_group_id(0) * TILE + x;
    const int row = get_group_id(1) * TILE + y;
    float sum = 0;
    for (int start = 0; start < n; start += TILE) {
        tile_a[y][x] = row < n && start + x < n ? a[row * n + start + x] : 0.0f;
        tile_b[y][x] = start + y < n && column < n ? b[(start + y) * n + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; ++k) {
            sum += tile_a[y][k] * tile_b[k][x];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < n && column < n) {
        c[row * n + column] = sum;
    }
}

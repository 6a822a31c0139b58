// out = the transpose of a matrix of `height` rows of `width` floats. A block of 32 x 8 work-items turns a tile of
// 32 x 32 in local memory, whose rows are one longer so that a column lies in 32 banks.
#define TILE 32
#define ROWS 8

__kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))
void transpose(int width, int height, __global const float* restrict in, __global float* restrict out) {
    __local float tile[TILE][TILE + 1];
    const int x = get_local_id(0);
    const int y = get_local_id(1);
    const int left = get_group_id(0) * TILE;
    const int top = get_group_id(1) * TILE;
#pragma unroll
    for (int i = 0; i < TILE; i += ROWS) {
        if (left + x < width && top + y + i < height) {
            tile[y + i][x] = in[(top + y + i) * width + left + x];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < TILE; i += ROWS) {
        if (top + x < height && left + y + i < width) {
            out[(left + y + i) * height + top + x] = tile[x][y + i];
        }
    }
}

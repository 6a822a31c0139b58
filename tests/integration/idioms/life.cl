// The game of life on a torus, with a tile and its border in a local array of bytes.
#define W 8
#define WRAP(v, n) (((v) + (n)) % (n))

__kernel void life(__global const uchar *now, __global uchar *next, const int width, const int height)
{
    __local uchar tile[W + 2][W + 2];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int x0 = get_group_id(0) * W - 1, y0 = get_group_id(1) * W - 1;
    for (int k = ly * W + lx; k < (W + 2) * (W + 2); k += W * W) {
        const int ty = k / (W + 2), tx = k - ty * (W + 2);
        tile[ty][tx] = now[WRAP(y0 + ty, height) * width + WRAP(x0 + tx, width)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    __local const uchar (*t)[W + 2] = tile + ly;
    int alive = -!!t[1][lx + 1];
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            alive += !!t[dy][lx + dx];
    const bool stays = alive == 3 || (alive == 2 && t[1][lx + 1]);
    next[get_global_id(1) * width + get_global_id(0)] = stays;
}

// Bitonic sort of 32-bit keys, whose number is a power of two of at least 1024. `sort_tile` sorts tiles of 1024 in
// local memory, up and down by turns. Then for size = 2048, 4096, ...: `merge` with stride size / 2, size / 4, ...
// down to 1024, and `merge_tile` for the strides that fit into a tile.
#define TILE 1024

static void order(local uint* a, local uint* b, bool up) {
    const uint x = *a;
    const uint y = *b;
    if ((x > y) == up) {
        *a = y;
        *b = x;
    }
}

// The steps of one merge whose strides are below `stride`, in a tile.
static void steps(local uint* tile, uint stride, uint size, uint first) {
    const uint item = get_local_id(0);
    for (; stride > 0; stride /= 2) {
        const uint low = 2 * item - (item & (stride - 1));
        barrier(CLK_LOCAL_MEM_FENCE);
        order(&tile[low], &tile[low + stride], ((first + low) & size) == 0);
    }
}

kernel __attribute__((reqd_work_group_size(TILE / 2, 1, 1))) void sort_tile(global uint* keys) {
    local uint tile[TILE];
    const uint item = get_local_id(0);
    const uint first = get_group_id(0) * TILE;
    tile[item] = keys[first + item];
    tile[item + TILE / 2] = keys[first + item + TILE / 2];
    for (uint size = 2; size <= TILE; size *= 2) {
        steps(tile, size / 2, size, first);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    keys[first + item] = tile[item];
    keys[first + item + TILE / 2] = tile[item + TILE / 2];
}

kernel void merge(global uint* keys, uint stride, uint size) {
    const uint item = get_global_id(0);
    const uint low = 2 * item - (item & (stride - 1));
    const uint x = keys[low];
    const uint y = keys[low + stride];
    if ((x > y) == ((low & size) == 0)) {
        keys[low] = y;
        keys[low + stride] = x;
    }
}

kernel __attribute__((reqd_work_group_size(TILE / 2, 1, 1))) void merge_tile(global uint* keys, uint size) {
    local uint tile[TILE];
    const uint item = get_local_id(0);
    const uint first = get_group_id(0) * TILE;
    tile[item] = keys[first + item];
    tile[item + TILE / 2] = keys[first + item + TILE / 2];
    steps(tile, TILE / 2, size, first);
    barrier(CLK_LOCAL_MEM_FENCE);
    keys[first + item] = tile[item];
    keys[first + item + TILE / 2] = tile[item + TILE / 2];
}

// Exclusive prefix sums: out[i] = x[0] + ... + x[i - 1]. Each block of `scan` scans 1024 values, four for each
// work-item, and leaves its total in totals[block]; the totals are scanned in the same way, and `add` spreads them.
// The number of values is a multiple of four.
#define BLOCK 256

kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void scan(uint n, global const uint4* restrict x, global uint4* restrict out, global uint* restrict totals) {
    local uint sums[2][BLOCK];
    const uint item = get_local_id(0);
    const uint i = get_global_id(0);
    const uint4 mine = i < n / 4 ? x[i] : (uint4)(0);
    uint4 before = (uint4)(0, mine.x, mine.x + mine.y, mine.x + mine.y + mine.z);
    const uint total = before.w + mine.w;

    int from = 0;
    sums[from][item] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < BLOCK; step *= 2) {
        const uint sum = sums[from][item];
        sums[1 - from][item] = item < step ? sum : sum + sums[from][item - step];
        from = 1 - from;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    before += sums[from][item] - total;
    if (i < n / 4) {
        out[i] = before;
    }
    if (item == BLOCK - 1) {
        totals[get_group_id(0)] = sums[from][item];
    }
}

kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void add(uint n, global uint4* restrict out, global const uint* restrict totals) {
    const uint i = get_global_id(0);
    if (i < n / 4) {
        out[i] += totals[get_group_id(0)];
    }
}

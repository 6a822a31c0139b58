// Counting keys by a digit, each work-item in its own column: two-dimensional local memory as a kernel's parameter.
#define RADIX_BITS 2
#define RADIX (1 << RADIX_BITS)
#define ITEMS 16
typedef __local uint (*table_t)[ITEMS];

static void clear(table_t table, const uint item)
{
    for (int digit = 0; digit < RADIX; ++digit)
        table[digit][item] = 0u;
}

__kernel void count_digits(__global const uint *keys, const uint per_item, const uint shift,
                           __global uint *counts, __local uint *memory)
{
    const uint item = get_local_id(0);
    const size_t group = get_group_id(0), groups = get_num_groups(0);
    table_t table = (table_t)memory;
    clear(table, item);
    __global const uint *mine = &keys[(group * get_local_size(0) + item) * per_item];
    for (uint k = 0; k < per_item; ++k)
        ++table[(mine[k] >> shift) & (RADIX - 1)][item];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < RADIX) {
        uint sum = 0;
        for (uint k = 0; k < ITEMS; sum += table[item][k++])
            ;
        counts[item * groups + group] = sum;
    }
}

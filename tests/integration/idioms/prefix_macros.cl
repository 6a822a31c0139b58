// Prefix sums of 64 ints in local memory, unrolled by macros that take the operation.
#define WG 64
#define SCAN_STEP(OP, s)                         \
    if (lid >= (s)) other = tmp[lid - (s)];      \
    barrier(CLK_LOCAL_MEM_FENCE);                \
    if (lid >= (s)) tmp[lid] = OP(other, tmp[lid]); \
    barrier(CLK_LOCAL_MEM_FENCE);

#define SCAN_ALL(OP) \
    SCAN_STEP(OP, 1) SCAN_STEP(OP, 2) SCAN_STEP(OP, 4) SCAN_STEP(OP, 8) SCAN_STEP(OP, 16) SCAN_STEP(OP, 32)

#define PLUS(a, b) ((a) + (b))
#define LARGER(a, b) max(a, b)

#define DEFINE_SCAN(name, OP)                                                       \
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))                            \
void scan_##name(__global const int *in, __global int *out, __local volatile int *tmp) \
{                                                                                   \
    const int lid = get_local_id(0), gid = get_global_id(0);                        \
    int other = 0;                                                                  \
    tmp[lid] = in[gid];                                                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                   \
    SCAN_ALL(OP)                                                                    \
    out[gid] = tmp[lid];                                                            \
}

DEFINE_SCAN(sum, PLUS)
DEFINE_SCAN(max, LARGER)

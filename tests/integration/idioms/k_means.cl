// The nearest centre of each point, and the number of points of each centre, through pairs in local memory.
#define CENTRES 3
typedef struct { float distance; int index; } nearest_t;

inline nearest_t closer(nearest_t a, nearest_t b) { return a.distance <= b.distance ? a : b; }

__kernel void assign(__global const float2 *points, __constant float2 *centres, __global int *which,
                     __global int *sizes, __global nearest_t *best)
{
    __local nearest_t pairs[64];
    __local int count[CENTRES];
    const uint lid = get_local_id(0), gid = get_global_id(0);
    if (lid < CENTRES) count[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    nearest_t mine = { FLT_MAX, -1 };
    for (int k = 0; k < CENTRES; k++) {
        nearest_t other;
        other.distance = distance(points[gid], centres[k]);
        other.index = k;
        mine = closer(mine, other);
    }
    which[gid] = mine.index;
    atomic_inc(count + mine.index);
    mine.index = gid;
    pairs[lid] = mine;
    for (uint s = get_local_size(0) >> 1; s; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < s) pairs[lid] = closer(pairs[lid], pairs[lid + s]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!lid) best[get_group_id(0)] = pairs[0];
    if (lid < CENTRES) atomic_add(sizes + lid, count[lid]);
}

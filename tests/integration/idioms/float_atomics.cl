// Adding floats atomically by compare and exchange of their bits, in global and in local memory.
typedef union { unsigned int u; float f; } bits32;

inline void atomic_add_global(volatile __global float *addr, const float val)
{
    bits32 before, after;
    do {
        before.f = *addr;
        after.f = before.f + val;
    } while (atomic_cmpxchg((volatile __global unsigned int *)addr, before.u, after.u) != before.u);
}

inline void atomic_add_local(volatile __local float *addr, const float val)
{
    bits32 expected, next, current;
    current.f = *addr;
    do {
        expected.f = current.f;
        next.f = expected.f + val;
        current.u = atomic_cmpxchg((volatile __local unsigned int *)addr, expected.u, next.u);
    } while (current.u != expected.u);
}

__kernel void bin_weights(__global const int *bin, __global const float *weight, volatile __global float *total,
                          __global float *bins)
{
    volatile __local float mine[4];
    const int lid = get_local_id(0);
    if (lid < 4) mine[lid] = 0.f;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int i = get_global_id(0);
    atomic_add_local(&mine[bin[i]], weight[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 4) atomic_add_global(&bins[lid], mine[lid]);
    if (lid == 0) atomic_add_global(total, mine[0] + mine[1] + mine[2] + mine[3]);
}

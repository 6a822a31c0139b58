// How often each byte occurs: counts[256] += the counts of 4 n bytes. Each block counts in local memory and adds its
// counts at the end.
#define BINS 256

__kernel void histogram(uint n, __global const uchar4* restrict bytes, __global uint* restrict counts) {
    __local uint bins[BINS];
    for (uint i = get_local_id(0); i < BINS; i += get_local_size(0)) {
        bins[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        const uchar4 four = bytes[i];
        atomic_inc(&bins[four.x]);
        atomic_inc(&bins[four.y]);
        atomic_inc(&bins[four.z]);
        atomic_inc(&bins[four.w]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_id(0); i < BINS; i += get_local_size(0)) {
        atomic_add(&counts[i], bins[i]);
    }
}

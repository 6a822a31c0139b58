// Pi by quasi-random points: radical inverses, counted through local atomics with both flavours of names.
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_local_int32_base_atomics : enable

float radical_inverse(uint n, const uint base)
{
    float inverse = 0, digit = 1.0f / base;
    const float step = digit;
    do {
        inverse += digit * (n % base);
        digit *= step;
    } while ((n /= base) != 0);
    return inverse;
}

__kernel void inside(__global uint *hits, const uint per_item)
{
    __local uint mine;
    if (get_local_id(0) == 0) mine = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint n = get_global_id(0) * per_item + 1;
    for (uint end = n + per_item; n != end; ++n) {
        const float x = radical_inverse(n, 2), y = radical_inverse(n, 3);
        if (x * x + y * y < 1.0f) atom_inc(&mine);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) atom_add(hits, mine);
}

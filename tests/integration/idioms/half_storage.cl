// Numbers that are stored as halfs and computed as floats; needs no cl_khr_fp16.
__kernel void mix_halfs(__global const half *a, __global const half *b, const float t, __global half *out,
                        __global float *sums)
{
    const size_t i = get_global_id(0);
    const float4 x = vload_half4(i, a);
    const float4 y = vload_half4(i, b);
    const float4 m = mix(x, y, t);
    vstore_half4_rtz(m, i, out);
    sums[i] = vload_half(4 * i, a) + vload_half(4 * i + 3, b);
    if (i == 0)
        vstore_half_rte(1.0f / 3.0f, 0, out);
}

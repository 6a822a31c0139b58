// Bilinear resizing of packed RGB, three bytes a pixel, without images.
float3 pixel(__global const uchar *src, int2 size, int2 p)
{
    p = min(max(p, (int2)(0)), size - (int2)(1));
    return convert_float3(vload3(p.y * size.x + p.x, src));
}

__kernel void resize(__global const uchar *src, const int2 src_size, __global uchar *dst, const int2 dst_size)
{
    const int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    if (any(at >= dst_size))
        return;
    const float2 ratio = convert_float2(src_size) / convert_float2(dst_size);
    const float2 from = ((convert_float2(at) + 0.5f) * ratio) - 0.5f;
    float2 whole;
    const float2 t = fract(from, &whole);
    const int2 p = convert_int2(whole);
    const float3 top = mix(pixel(src, src_size, p), pixel(src, src_size, p + (int2)(1, 0)), t.x);
    const float3 low = mix(pixel(src, src_size, p + (int2)(0, 1)), pixel(src, src_size, p + 1), t.x);
    vstore3(convert_uchar3_sat(mix(top, low, t.y) + 0.5f), at.y * dst_size.x + at.x, dst);
}

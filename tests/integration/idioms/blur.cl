/* Separable Gaussian blur of RGBA pixels in plain buffers, with rounding and saturating conversions. */
#ifndef RADIUS
#define RADIUS 2
#endif

__constant float gauss[2 * RADIUS + 1] = { 1.f/16, 4.f/16, 6.f/16, 4.f/16, 1.f/16 };

inline uchar4 fetch(const __global uchar4 *img, int2 size, int2 p)
{
    p = clamp(p, (int2)(0, 0), size - 1);
    return img[mad24(p.y, size.x, p.x)];
}

inline uchar4 along(const __global uchar4 *img, const int2 size, const int2 at, const int2 step)
{
    float4 acc = 0.0f;
    #pragma unroll
    for (int k = -RADIUS; k <= RADIUS; ++k)
        acc = mad(convert_float4(fetch(img, size, at + k * step)), gauss[k + RADIUS], acc);
    return convert_uchar4_sat_rte(acc);
}

#define PASS(name, dx, dy)                                                                    \
    __kernel void name(__global const uchar4 *src, __global uchar4 *dst, int2 size)           \
    {                                                                                         \
        int2 at = { get_global_id(0), get_global_id(1) };                                     \
        if (at.x >= size.x || at.y >= size.y) return;                                         \
        dst[mad24(at.y, size.x, at.x)] = along(src, size, at, (int2)(dx, dy));                \
    }

PASS(blur_rows, 1, 0)
PASS(blur_columns, 0, 1)
#undef PASS

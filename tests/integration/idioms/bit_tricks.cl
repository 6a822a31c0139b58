/* Integer tricks: Gray codes, interleaved bits, population counts, averages without overflow, 24 bit products. */
#define SWAP_BITS(x, mask, n) ((((x) >> (n)) & (mask)) | (((x) & (mask)) << (n)))

uint reverse32(uint x)
{
    x = SWAP_BITS(x, 0x55555555u, 1);
    x = SWAP_BITS(x, 0x33333333u, 2);
    x = SWAP_BITS(x, 0x0F0F0F0Fu, 4);
    x = SWAP_BITS(x, 0x00FF00FFu, 8);
    return x << 16 | x >> 16;
}

static uint spread(ushort v)
{
    uint x = v;
    x = (x | x << 8) & 0x00FF00FF;
    x = (x | x << 4) & 0x0F0F0F0F;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

__kernel void bits(__global const uint2 *in, __global uint8 *out)
{
    const size_t i = get_global_id(0);
    const uint a = in[i].x, b = in[i].y;
    uint8 r;
    r.s0 = reverse32(a);
    r.s1 = spread(a & 0xFFFF) | spread(b & 0xFFFF) << 1;
    r.s2 = popcount(a) * 100u + clz(b);
    r.s3 = hadd(a, b) ^ rhadd(a, b);
    r.s4 = mad24(a & 0xFFFFFF, b & 0xFF, 7u);
    r.s5 = add_sat(a, b) - sub_sat(a, b);
    r.s6 = abs_diff(a, b) ^ (a ^ a >> 1);
    r.s7 = (uint)upsample((ushort)a, (ushort)b) + !!(b & -b);
    out[i] = r;
}

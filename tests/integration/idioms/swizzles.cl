// A 4 x 4 transposition by parts of a float16, and a butterfly of 16 by lo, hi, even, odd and shuffles.
inline float16 transposed(float16 m)
{
    float16 t;
    t.s0123 = m.s048c;
    t.s4567 = m.s159D;
    t.lo.s0 += 0.0f;
    t.hi = (float8)(m.s26ae, m.s37bf);
    return t;
}

__kernel void swizzles(__global const float16 *in, __global float16 *out, __global int8 *flags)
{
    const size_t i = get_global_id(0);
    const float16 m = in[i];
    const float16 t = transposed(m);
    float16 r = 0;
    r.even = m.lo + m.hi;
    r.odd = m.lo - m.hi;
    r.s0f = r.sf0;
    r.lo.lo.xy *= 2.0f;
    r.hi.even -= t.odd.lo;
    const float4 turned = shuffle(t.s4567, (uint4)(3, 2, 1, 0));
    const float8 both = shuffle2(turned, m.s0123, (uint8)(0, 4, 1, 5, 2, 6, 3, 7));
    out[2 * i] = t + r;
    out[2 * i + 1] = (float16)(both, select(t.lo, r.hi, t.lo > r.hi));
    flags[i] = (t.lo == m.lo) + 2 * (r.lo > t.lo) + (int8)(!any(isnan(r)), all(t.xy < 1e6f), (int2)(3), r.w != r.z, t.hi.xyz == m.hi.xyz);
}

// C as it is golfed: commas, conditions in conditions, assignments as values.
__kernel void golf(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0), a, b, c;
    a = b = c = in[i];
    for (int lo = 0, hi = n - 1; lo < hi; lo++, --hi)
        a += lo, b -= hi;
    c = (a++, b--, a * b);
    c = c < 0 ? -c : c > 100 ? 100 : c ? c : -1;
    c <<= 1, c |= a & 1 ? b & 1 ? 3 : 2 : 1;
    int k = 4;
    while (k-- > 0 && (c = c * 3 + k) < 100000);
    do { if (c % 2) continue; c /= 2; } while (c > 0 && !(c & 1));
    int4 v = (int4)(a, b, c, k), w = v.wzyx;
    int4 m = v > w ? v : w;
    v = (v == w) ? -v : v & 0xff;
    out[i] = m.x + v.y + (m.z ^= 5, m.z) + -(v.w < 0);
}

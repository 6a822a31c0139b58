// A radix-2 FFT of 64 complex numbers in local memory, one butterfly per work-item.
#define N 64
#define LOG_N 6

typedef float2 cfloat;
#define C(re, im) ((cfloat)((re), (im)))
#define CADD(a, b) ((a) + (b))
#define CSUB(a, b) ((a) - (b))
#define CMUL(a, b) C((a).x * (b).x - (a).y * (b).y, (a).x * (b).y + (a).y * (b).x)
#define EXPI(t) C(cospi(t), sinpi(t))

static inline uint bit_reverse(uint x, const uint bits)
{
    uint r = 0;
    for (uint i = 0; i < bits; i++, x >>= 1)
        r = (r << 1) | (x & 1u);
    return r;
}

__kernel __attribute__((reqd_work_group_size(N / 2, 1, 1)))
void fft64(__global const cfloat *in, __global cfloat *out, const int direction)
{
    __local cfloat buf[N];
    const uint t = get_local_id(0);

    buf[bit_reverse(t, LOG_N)] = in[t];
    buf[bit_reverse(t + N / 2, LOG_N)] = in[t + N / 2];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint half_span = 1; half_span < N; half_span <<= 1) {
        const uint k = t & (half_span - 1);
        const uint i = ((t - k) << 1) + k, j = i + half_span;
        const cfloat w = EXPI(direction * (float)k / half_span);
        const cfloat u = buf[i], v = CMUL(buf[j], w);
        barrier(CLK_LOCAL_MEM_FENCE);
        buf[i] = CADD(u, v);
        buf[j] = CSUB(u, v);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[t] = buf[t];
    out[t + N / 2] = buf[t + N / 2];
}

// Random numbers: xorshift128 with its state in memory, seeded by splitmix64.
typedef struct _rng_state { uint x, y, z, w; } rng_state;

ulong splitmix64(ulong *seed);          /* a prototype */
uint  rng_next(__private rng_state *s);

ulong splitmix64(ulong *seed)
{
    ulong z = (*seed += 0x9E3779B97F4A7C15UL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9UL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBUL;
    return z ^ (z >> 31);
}

uint rng_next(__private rng_state *s)
{
    uint t = s->x ^ (s->x << 11);
    s->x = s->y; s->y = s->z; s->z = s->w;
    return s->w = s->w ^ (s->w >> 19) ^ t ^ (t >> 8);
}

__kernel void rng_seed(__global rng_state *states, ulong seed)
{
    size_t gid = get_global_id(0);
    ulong s = seed + gid;
    ulong a = splitmix64(&s), b = splitmix64(&s);
    rng_state st;
    st.x = (uint)a;
    st.y = (uint)(a >> 32);
    st.z = (uint)b;
    st.w = (uint)(b >> 32) | 1u;
    states[gid] = st;
}

__kernel void rng_run(__global rng_state *states, ulong seed, int draws, __global uint *last, __global float *mean)
{
    rng_seed(states, seed);
    size_t gid = get_global_id(0);
    rng_state st = states[gid];
    uint r = 0;
    float sum = 0.f;
    while (draws-- > 0) {
        r = rng_next(&st);
        sum += (r >> 8) * 0x1p-24f;
    }
    states[gid] = st;
    last[gid] = r;
    mean[gid] = sum;
}

// Tracing as people leave it in: a macro that is printf or nothing, and one real line.
#ifdef DEBUG
#define TRACE(fmt, ...) printf("[%s:%d] " fmt "\n", __FILE__, __LINE__, __VA_ARGS__)
#else
#define TRACE(fmt, ...)
#endif
#define CHECK(cond) if (!(cond)) { printf("check failed: " #cond "\n"); out[gid] = -1; return; }

__kernel void traced(__global const int *in, __global int *out, float scale)
{
    const int gid = get_global_id(0);
    TRACE("item %d has %d", gid, in[gid]);
    CHECK(in[gid] >= 0);
    out[gid] = (int)(in[gid] * scale);
    if (gid == 0)
        printf("%s: %d items, scale %.2f, first %x %c %5u%%\n", "traced", (int)get_global_size(0), scale, in[0], 'x', 100u);
}

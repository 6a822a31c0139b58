// One word as several things: a union in a struct in a struct, reinterpretation by as_, and bytes of a vector.
typedef union {
    float f;
    uint u;
    uchar bytes[4];
} word_t;

typedef struct {
    int tag;
    union { word_t word; short2 halves; } body;
} packet_t;

int exponent_of(float x)
{
    word_t w;
    w.f = x;
    return (int)((w.u >> 23) & 0xff) - 127;
}

kernel void take_apart(global const float *in, global int4 *out)
{
    const int i = get_global_id(0);
    packet_t p;
    p.tag = i & 1;
    p.body.word.f = in[i];
    int4 r;
    r.x = exponent_of(in[i]);
    r.y = p.tag ? p.body.halves.x : p.body.halves.y;
    r.z = as_int(in[i]) ^ as_int(as_uchar4(in[i]).wzyx);
    r.w = p.body.word.bytes[3];
    out[i] = r;
}

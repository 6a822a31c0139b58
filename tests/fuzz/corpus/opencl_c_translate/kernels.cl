#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define CAT(a, b) a##b
#define TYPE4 CAT(float, 4)
typedef TYPE4 real4;
typedef struct { float x, y; float4 lo; int hi; } Node;
struct S { int a; struct T { int b; enum { RED, GREEN = 5, BLUE } k; } t; float v[4]; float4 p; };
typedef enum { A, B, C } Kind;
typedef union { float4 v; float a[4]; struct { float x, y, z, w; }; } Quad;
typedef struct __attribute__((packed)) { char c; int i; } Packed;
struct Al { float f; } __attribute__((aligned(32)));
__constant float table[] = { 1, 2, 3.5, 4.0f, -1 };
__constant uchar bytes[4] = { 0xff, 1, 2, 'a' };
__constant float4 vecs[2] = { (float4)(1, 2, 3, 4), { 5, 6, 7, 8 } };
__constant float4 flat[2] = { 1, 2, 3, 4, 5, 6, 7, 8 };
__constant struct S one = { .a = 3, .v = { 1, 2 }, .p = (float4)(0) };
__constant int sparse[10] = { [3] = 4, [1] = 2, 7, [9] = 1 };
__constant char text[] = "hello";

float helper(__global const float* restrict p, int this, __local float* l);
inline float helper(__global const float* restrict p, int this, __local float* l) {
    int new = this + 1;
    return p[new] + l[0];
}
static void swap_(float4* a, float4* b) { float4 t = *a; *a = *b; *b = t; }
enum Kind2 { K1 = -1, K2 } ;
enum Kind2 next_kind(enum Kind2 k) { return k + 1; }
int sw(int x, int y) {
    switch (x) {
        case 0: y++; int z = y * 2; y = z; break;
        case 1: { const int q = 3; y += q; } break;
        case 'a': y = 2; break;
        case A + 7: y = 1;
        default: break;
    }
    if (y > 3) goto out;
    const float f = 1.0f, g[2] = { f, 2 };
    y += f + g[1];
out:
    return y;
}
__kernel __attribute__((reqd_work_group_size(16, 4 * 2, 1)))
void first(__global float4* restrict out, const __global float* in, __local float* tmp, uint n, struct S s, __constant float* c, Kind kind, __local float4 (*rows)[4]) {
    __local float tile[16][17];
    __local int counter, *where;
    __constant float k[3] = { 1, 2, 3 };
    size_t i = get_global_id(0);
    float4 v = (float4)(in[i], 1.0f, (float2)(2, 3));
    real4 w = (real4)(1.0f);
    v.xy = w.zw;
    v.s0123 = w.s3210;
    v.lo += w.hi;
    v.hi.x = 3;
    v.lo.s1 = 4;
    v.w = dot(v, w);
    Node nd = { 1, 2, v, 3 };
    nd.lo.lo = v.xy;
    nd.hi = 4;
    nd.x = nd.y;
    int4 m = v > w;
    float4 r = m ? v : w;
    r = v > w ? v : (float4)(0);
    float q = n > 3 ? 1.0f : 2.0f;
    q = isless(v.x, 3.0f) ? 1 : q;
    uint sh = n << (i & 40), sh2 = n >> 3;
    sh <<= n; sh >>= 2; v.x++;
    int4 si = m << 5; si >>= m; si.xy <<= 1; si.s2--;
    uchar4 u8 = convert_uchar4_sat_rte(v);
    uint4 bits = as_uint4(v);
    float4 l = vload4(i, in);
    vstore4(l, 0, (__global float*)out);
    __global void* vp = out;
    __global float4* back = vp;
    back = (void*)0;
    float* ptr = NULL;
    struct S local1 = { .p = v, .a = 3, .v = { [2] = 1.0 } };
    struct S local2 = (struct S){ 1, { 2, GREEN } };
    local2.t.k = BLUE;
    struct T tt = local2.t;
    Quad quad = { .a = { 1, 2, 3, 4 } };
    quad.v.xy = (float2)(q);
    quad.x = 3;
    char ch = 'a' + 1;
    long big = 1LL << 40, hex = 0xFFFFFFFFul;
    Kind kk = 1;
    kk = kind == A ? B : C;
    int cmp = max((int)(n > 3), v.x < w.x) + (int)sizeof('a') + sizeof(v.x < 1) + vec_step(float4) + vec_step(v);
    #pragma unroll 4
    for (int j = 0; j < 4; ++j) { tile[j][0] = v[j]; }
    barrier(CLK_LOCAL_MEM_FENCE);
    float arr[] = { n, i, 0.5 };
    uchar ub[2] = { n, 300 };
    printf("%d %f\n", cmp, q);
    float8 f8 = (float8)(v, w); f8.odd = f8.even; f8.s07 = (float2)(1, 2); f8.lo.hi = v.xy; 
    out[i] = v + w * 2 + l + r + f8.lo * helper(in, sh, tmp) + k[i] + c[0] + table[2] + (float4)(sw(cmp, 2)) + bytes[i] + rows[0][1];
    event_t e = async_work_group_copy(tmp, in, 16, 0);
    wait_group_events(1, &e);
    if (all(v == w) || any(isnan(v))) return;
    half h; 
    atomic_inc((volatile __local int*)&counter);
    swap_(&v, &w);
    __attribute__((opencl_unroll_hint(2))) while (q > 100) q -= 1;
    do { q++; } while (q < 3 && !(n & 1));
    out[0] = v;
}
kernel void second(global float4* o, local float* t, global Node* nodes) { struct S z; first(o, (global float*)o, t, 3, z, table, A, (local float4 (*)[4])t); nodes->lo.xy = 2; nodes[1].lo.s2 += nodes->x; }

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef struct __attribute__((packed)) { char c; float4 v; int i; } PV;
_Static_assert(sizeof(PV) == 21, "packed");
struct AM { char c; int i __attribute__((aligned(16))); };
_Static_assert(sizeof(struct AM) == 32, "aligned member");
typedef float af __attribute__((aligned(16)));
typedef struct { int k; enum { RED, GREEN } col; } Col;
typedef half4 h4;
typedef int (*rows_t)[4];
typedef float mat[4][4];
__constant float fir[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
__constant uint2 pairs[] = { (uint2)(1, 2), (uint2)(3, 4) };
__constant char* __constant names[] = { "a", "b" };
void matmul(mat a, __private mat b, float out[4][4]) { for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; j++) { out[i][j] = 0; for (int k = 0; k < 4; k++) out[i][j] += a[i][k] * b[k][j]; } }
__attribute__((noinline)) float noin(float a) { return a; }
__attribute__((always_inline)) float4 min4(float4 a, float4 b) { return min(a, b); }
float4 cross(float4 a, float4 b) { return a.yzxw * b.zxyw - a.zxyw * b.yzxw; }
float length2(float3 v) { return dot(v, v); }
int mode(Col c) { switch (c.col) { case RED: return 1; case GREEN: return 2; } return 0; }
__kernel void f(__global float4* o, __global const half* h, __global char* bytes, __local mat* lm, __constant struct AM* am, volatile __global float4* vf, long n, uchar3 u3, double d) {
  float4 v = vf[0]; vf[1] = v; vf[0].x = 3; v.xyz = vf[1].zyx;
  volatile int vi = 3; vi <<= n; vi++;
  __local float sh __attribute__((aligned(16)));
  __local struct { int a; float4 b; } ls[4];
  ls[0].a = 2; ls[1].b.xy = v.xy; sh = 2;
  mat a = { { 1 } }, b = { 0 }, c; matmul(a, b, c);
  half x = vload_half(0, h); float y = x; h4 hh = (h4)(1.0h, 2, x, y); hh.xy += hh.zw; hh = hh * (half)2; x = hh.x; x += 1;
  asm volatile("" ::: "memory");
  o[0] = cross(v, v) + fir[0][1] + pairs[1].y + noin(x) + names[1][0] + (float)d + lm[0][1][2] + am->i;
  o[1] = (float4)(convert_float3(u3), length2((float3)(1, 2, 3)));
  o[2].s3210 = o[1];
  o[3] = n > 2 ? v : o[0].wzyx;
  int k = n > 3 && v.x < 2 || !n; k += (v.x > 1) ? 1 : 2;
  #pragma unroll
  for (int i = 0; i < 3; i++) { if (k & (1 << i)) continue; k ^= i; }
  Col col = { .col = GREEN }; k += mode(col) + GREEN;
  __global int* ip = (__global int*)bytes; __global uint* up = (__global uint*)ip; up[k >> 3] |= 1u << (k & 31);
  atomic_add(ip, 3); atomic_cmpxchg(up, 1u, 2u);
  float2 s = (float2)(0), t; t = s = (float2)(1, 2); float fr; fr = fract(1.5f, &y); int ex; fr = frexp(fr, &ex); sincos(fr, &y);
  s.x = s.y = 4; s.x += t.x++; 
  uint4 q = (uint4)(0, 1, 2, 3) + (uint)get_local_id(0); q = q % 3u; q = ~q & 7; q ^= q << 3; q = rotate(q, (uint4)(5));
  o[4] = convert_float4(q) * -1 + (float4)(1, 2, 3, 4) / 2.0f;
  int4 cmp = (o[0] == o[1]) | (o[1] != o[2]); if (any(cmp)) o[5] = select(o[0], o[1], cmp);
  o[6] = shuffle(o[0], (uint4)(3, 2, 1, 0)); o[7] = clamp(o[0], 0.0f, 1.0f); o[8] = mad(v, v, v); o[9] = fma(v, 2.0f, v);
  float16 big = (float16)(v, v, v, v); big.s89ab = v; o[10] = big.hi.lo; o[11] = big.even.odd;
  const char* str = 0; 
  *(__global float2*)bytes = v.hi; ((__global uchar*)bytes)[3] = 'x';
  do { k--; if (k == 5) goto end; } while (k > 0);
  float late = 3; { float inner = late; o[12] = inner; }
end:
  mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  prefetch(o, 4);
}

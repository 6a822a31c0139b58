enum E { NEG = -1, ZERO, ONE };
enum U { UA, UB = 7 };
typedef struct { char c; int i; float4 v; uchar3 u; enum U e; } S;
typedef struct __attribute__((packed)) { char c; int i; float4 v; } P;
typedef struct { char c; int i __attribute__((aligned(16))); } Q;
typedef union { float4 f; uint u[4]; struct { uchar b[8]; ulong l; }; } W;
struct T { int a; struct { short s; char c; } in; int arr[3]; float2 v; };
__constant struct T ct[2] = { { .arr = { [1] = 5 }, .a = 3, .in = { .c = 4 }, .v = { 1.5f, 0 } }, { 1, 2, 3, 4, 5, 6, 7 } };
__constant int sparse[6] = { [4] = 9, [1] = 2, 3 };
__constant float4 vs[] = { 1, 2, (float4)(5), { 6, 7, 8, 9 } };
__constant char str[] = "abc\377";
int sw(int x) { int r = 0; switch (x) { case 0: r = 1; int q = 5; r += q; break; case 'a': r = 2; break; case ONE + 1: r = 3; default: r += 10; } return r; }
int go(int x) { int i = 0; if (x > 2) goto out; int arr[3] = { x, 2 }; const int k = 7; i = arr[0] + arr[1] + arr[2] + k; for (int i = 0; i < 2; ++i) { int i = 100; arr[0] += i; } i += arr[0]; out: return i + 1; }
float4 cross(float4 a, float4 b) __attribute__((overloadable)) ;
int inc(int* p) { return ++*p; }
__kernel void f(__global long* o, int n, float x) {
  int k = 0;
#define OUT(e) o[k++] = (long)(e)
#define OUTF(e) o[k++] = as_int((float)(e))
#define OUT4(e) { int4 t = (e); o[k++] = t.x; o[k++] = t.y; o[k++] = t.z; o[k++] = t.w; }
  OUT(sizeof('a')); OUT(sizeof(n < 1)); OUT(sizeof(S)); OUT(sizeof(P)); OUT(sizeof(Q)); OUT(sizeof(W)); OUT(sizeof(struct T)); OUT(sizeof(enum U)); OUT(sizeof(UA)); OUT(sizeof(float3)); OUT(sizeof("abc")); OUT(sizeof(1L)); OUT(sizeof(1.0)); OUT(sizeof(1.0f)); OUT(sizeof(2147483648)); OUT(sizeof(0x80000000)); OUT(sizeof(bool));
  OUT('\xff'); OUT('\377' < 0); OUT(str[3]); OUT('a' + 1);
  OUT(1 << n); OUT(1 << (n + 32)); OUT(n << 33); OUT(-1 >> (n + 30)); OUT((uchar)200 << n); OUT(1L << (n + 62)); OUT((short)-5 >> 33);
  { uchar c = 200; c <<= 1; OUT(c); c = 200; c >>= 33; OUT(c); short s = -300; s >>= n; OUT(s); uint u = 1; u <<= n + 32; OUT(u); long l = 1; l <<= 40; OUT(l); }
  { uchar4 c = (uchar4)(200, 1, 2, 3); c = c << (uchar4)(9); OUT(c.x); OUT(c.w); c >>= 1; OUT(c.x); }
  OUT(-(n < 5)); OUT(~(n < 5)); OUT((n < 5) + (n < 6)); OUT(max(n < 5, n)); OUT(select(1, 2, n == 2)); OUT(abs(n < 1)); OUT(!n); OUT(!!n);
  OUT4((int4)(n < 5)); OUT4((int4)(n < 5, n > 5, 2, 3)); OUT4((float4)(1, 2, 3, 4) > 2.5f); OUT4(!(int4)(0, 1, 2, 0)); OUT4((int4)(1, 0, 2, 0) && (int4)(1, 1, 0, 0)); OUT4((int4)(1, 0, 2, 0) || (int4)(1, 1, 0, 0));
  OUT4((int4)(-1, 0, -1, 0) ? (int4)(1, 2, 3, 4) : (int4)(5, 6, 7, 8)); OUT4((int4)(-1, 0, 1, 0) ? 1 : 2); OUT4(n > 1 ? (int4)(1) : (int4)(2)); OUT4(n > 5 ? (int4)(1, 2, 3, 4).wzyx : (int4)(7, 8, 9, 10).s3012);
  { enum E e = -1; OUT(e < 0); e = e + 1; OUT(e); enum U u = 0; OUT(u - 1 < 0); OUT(UA - 1 < 0); OUT(NEG); u++; OUT(u); OUT(((int4)(UB)).y); float4 m = (float4)(1) * UB; OUT(m.x); }
  { float4 v = (float4)(1, 2, 3, 4); v.xy = v.yx; OUT(v.x); v.hi += v.lo; OUT(v.w); v.s3 *= 2; OUT(v.s3); v.even = (float2)(9, 8); OUT(v.z); v.w++; OUT(v.w); (v.xz) = (float2)(n); OUT(v.x); float b = (v.y = 3) + 1; OUT(b); v.lo.y = 77; OUT(v.y); v.wzyx = v; OUT(v.x); OUT(v.y); OUT(v[2]); }
  { int8 v = (int8)(1, 2, 3, 4, 5, 6, 7, 8); v.s0246 = v.odd; OUT(v.s6); v.lo.hi = (int2)(11, 12); OUT(v.s3); OUT(v.hi.even.y); int16 w = (int16)(v, v); OUT(w.sF); OUT(w.sa); w.s0f = w.sf0; OUT(w.s0); v += w.lo; OUT(v.s1); }
  { S s = { 1, 2, (float4)(3), (uchar3)(4, 5, 6), UB }; S t = s; t.v.x = 9; OUT(s.v.x + t.v.x + t.u.z + t.e); P p = { 1, 2, { 3, 4, 0, 0 } }; OUT(p.v.x + p.v.y + p.v.z + p.i); }
  { W w = { .u = { 1, 2, 3, 4 } }; OUT(w.u[2]); w.f = (float4)(1.0f); OUT(w.u[3]); OUT(w.b[3]); W z = { .l = 5 }; OUT(z.l); W y = { (float4)(2) }; OUT(y.u[0]); }
  for (int i = 0; i < 2; ++i) { OUT(ct[i].a); OUT(ct[i].in.s); OUT(ct[i].in.c); OUT(ct[i].arr[0]); OUT(ct[i].arr[1]); OUT(ct[i].arr[2]); OUT(ct[i].v.x * 10); OUT(ct[i].v.y); }
  for (int i = 0; i < 6; ++i) OUT(sparse[i]);
  for (int i = 0; i < 4; ++i) { OUT(vs[i].x); OUT(vs[i].y); OUT(vs[i].w); }
  OUT(sizeof(vs)); OUT(sizeof(str));
  OUT(sw(0)); OUT(sw(97)); OUT(sw(2)); OUT(sw(50)); OUT(go(1)); OUT(go(3));
  { int a = 1; OUT(inc(&a) + a); int b = (a++, a * 2); OUT(b); struct T t = (struct T){ .a = n, .v = (float2)(x, 1) }; OUT(t.a + t.arr[1] + t.v.x * 4); t = (struct T){ 5 }; OUT(t.a + t.v.y); float4 c = (float4){ 1, 2, x, 4 }; OUT(c.z * 4); int arr[] = { x, n, 3.7, 'a' }; OUT(arr[0] + arr[1] + arr[2] + arr[3]); uchar uu[2] = { n * 200, -1 }; OUT(uu[0]); OUT(uu[1]); }
  { float4 v = { 1, 2, 0, 0 }; OUT(v.x); OUT(v.y); OUT(v.z); float2 p[2] = { 1, 2 }; OUT(p[1].x); OUT(p[1].y); }
  OUT(vec_step(float3)); OUT(vec_step(x)); OUT(convert_uchar_sat(300)); OUT(convert_int_rte(2.5f)); OUT(convert_int_rtp(x)); OUT(as_uint(1.0f)); OUT(convert_uchar4_sat((int4)(-5, 300, 7, 8)).y); OUT(as_uchar4(0x01020304).x);
  { bool b = n; OUT(b); b = 0.5f; OUT(b); b += 5; OUT(b); OUT(b << 3); char c = 130; OUT(c); c = 'a' * 2; OUT(c); uint u = -1; OUT(u); OUT(u > -2); OUT((uint)n > -1); OUT(u + 1L); OUT(5 / 2 * 2.0); OUT(-7 / 2); OUT(-7 % 3); OUT((uchar)5 - (uchar)7); OUT((ushort)65535 * (ushort)65535 < 0); OUT(0xFFFFFFFF > -1); OUT(010); OUT(0x10p1f > 0 ? 1.9 : 2); }
  { int a[4] = { 1, 2, 3, 4 }; int* p = a + 1; void* vp = p; int* q = vp; OUT(*q); OUT(q - a); OUT(p[-1]); OUT(2[a]); uchar* bp = (uchar*)p; OUT(bp[0]); const int* cp = p; int* np = (int*)cp; OUT(*np); OUT(p == NULL); OUT(sizeof(a) / sizeof(a[0])); OUT(sizeof a[0]); OUT(sizeof(int[3])); }
  OUT(isnan(NAN)); OUT(isinf(INFINITY)); OUT(any((int2)(0, -1))); OUT(all((int2)(1, -1))); OUT4(isgreater((float4)(1, 2, 3, 4), (float4)(2))); OUTF(fmax(x, 1.0f)); OUTF(1.0 / 3); OUTF(1.0f / 3); OUTF(mix(1.0f, 2.0f, x)); OUT(isless(x, 2.0f) ? 5 : 6);
  { float a = x; a *= 1.1; OUTF(a); a = x + 0.1; OUTF(a); int i = 7; i *= 1.5; OUT(i); i = x * 3; OUT(i); uchar c = 250; c += 10; OUT(c); c = ~c; OUT(c); c = -c; OUT(c); long l = 1 << 31; OUT(l); OUT(n ? -1 : 1u); OUT(sizeof(n ? 1 : 1.0)); }
  o[399] = k;
}

// Functions in OpenCL C with what is seldom written, each on one line; `@` stands for a number.
#pragma once

#include <array>
#include <string_view>

namespace opencl_c_test {

inline constexpr std::array odd_functions{
    std::string_view{
        R"cl(kernel void @(global int* y) { y[0] = __alignof__(int) + _Alignof(float3) + __alignof y[0]; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { y[0] = __func__[0] + __FUNCTION__[0]; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { __extension__ int a = __extension__ 3; y[0] = a; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { _Alignas(16) int z = 1; y[1] = z; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { __auto_type b = 3; y[0] = b; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { y[0] = _Generic(y[1], int: 1, float: 2); })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { __label__ a; a: ; })cl"},
    std::string_view{R"cl(_Noreturn void @(global int* y) { while (1); })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { y[0] = sizeof(int[4]) + sizeof(struct { int a; }); })cl"},
    std::string_view{
        R"cl(kernel void @(global int* y) { long long a = 3LL; unsigned long long b = 3ULL; y[0] = a + b; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { int a[0]; y[0] = sizeof(a); })cl"},
    std::string_view{R"cl(struct flexible@ { int n; int flex[]; };)cl"},
    std::string_view{R"cl(kernel void @(global int* y) { struct { } e; y[0] = sizeof(e); })cl"},
    std::string_view{R"cl(int @(a, b) int a; int b; { return a + b; })cl"},
    std::string_view{R"cl(int @() { return 1; })cl"},
    std::string_view{R"cl(@(int a) { return a; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { extern int twice(int); y[0] = twice(1); })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { int x = ({ 3; }); y[0] = x; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { y[0] = y[0] ?: 3; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { int twice(int); y[0] = twice(2); })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { y[0] = 0b101 + 0x1p3; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { y[0] = __INT_MAX__ + __clang_major__; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { y[0] = __DATE__[0]; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* y) { int a[2][2] = { 1, 2, 3 }; int (*p)[2] = a; y[0] = p[1][0]; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { typedef int T; { T T = 3; y[0] = T; } })cl"},
    std::string_view{
        R"cl(kernel void @(global int* y) { enum { A = 1, B } e = A; y[0] = e + B; e = B; e = 3; e++; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { y[0] = (union { int a; float f; }){ .f = 1.0f }.a; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* y) { switch (y[0]) { int a; case 1: a = 2; y[1] = a; default: break; } })cl"},
    std::string_view{R"cl(kernel void @(global uchar* y) { y[0] = y[1] += 300; y[2] = -1; y[3] = 1.5f; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { char a = 'ab'; y[0] = '\xff' + 'abcd' + '\377' + a; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* y) { constant char* s = "a" "b"; y[0] = "abc"[1] + *"x" + sizeof("abc") + s[1]; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* y) { int a = 1, *p = &a, b[2] = { [1] = 2 }, **q = &p; y[0] = **q + 1[b]; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* y) { for (;;) { if (y[0]) break; else continue; } do ; while (0); while (0); ; })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { y[0] = __builtin_popcount(3) + __builtin_clz(4); })cl"},
    std::string_view{
        R"cl(kernel void @(global int* y) { y[0] = __builtin_expect(y[1] == 1, 1) + __builtin_offsetof(S, v); if (y[2]) __builtin_unreachable(); })cl"},
    std::string_view{R"cl(kernel void @(global int* y) { y[0] = __sync_fetch_and_add(y, 1); })cl"},
    std::string_view{
        R"cl(kernel void @(global volatile S* p, global S* q) { S s = p[0]; q[0] = s; p[1] = s; p[2] = p[1] = q[1]; *p = *(p + 1); })cl"},
    std::string_view{
        R"cl(S @(volatile S* p, int i) { S s = i ? p[0] : p[1]; s = i ? s : p[0]; s = (i, p[2]); s = (S)p[1]; return p[i]; })cl"},
    std::string_view{R"cl(volatile S @(volatile S s, int i) { if (i) return s; return (S){ 1 }; })cl"},
    std::string_view{R"cl(kernel void @(volatile S s, global S* q, volatile float4 v) { q[0] = s; q[0].v = v; })cl"},
    std::string_view{
        R"cl(kernel void @(global volatile int4* p, int i) { p[1][0] = p[2][i]; p[1][i] += 2; i = p[1][i]++; p[0] = i ? p[1] : p[2]; })cl"},
    std::string_view{R"cl(volatile float4 @(volatile float4 v) { return v * 2.0f; })cl"},
    std::string_view{
        R"cl(float4 @(volatile float4 *p) { float4 z = *p++; z = *++p; z += p[0]; (*p).x = z.y; p->y = z.x; p->xy = p->zw; return p[0]; })cl"},
    std::string_view{
        R"cl(struct vector@ { volatile int4 v; int4 w; }; struct vector@ copied@(struct vector@ a) { return a; })cl"},
    std::string_view{
        R"cl(kernel void @(global float* x) { float a[3] = { 1, 2 }; const float* const p = a; float* q = p; *x = q[1] + p[0]; })cl"},
    std::string_view{R"cl(kernel void @(global float* x) { const int n = 4; float a[n]; a[1] = 2; x[0] = a[1]; })cl"},
    std::string_view{
        R"cl(kernel void @(global float* x) { int n = { 3 }; float4 v = { 1, 2, 3, 4 }; float2 w[2] = { { 1, 2 }, (float2)(3) }; x[0] = n + v.x + w[1].y; })cl"},
    std::string_view{
        R"cl(kernel void @(global float* x, constant float* t) { constant float* p = t + 1; x[0] = p[0] + *(t + 2) + (p - t); })cl"},
    std::string_view{
        R"cl(kernel void @(global float4* x) { *x++ = (float4)(1); x[-1].xy = x->zw; (*x).s0 = x[0].S3; x[0].lo.x = 1; x[0].odd.y++; })cl"},
    std::string_view{
        R"cl(kernel void @(global float4* x) { float4 a = x[0]; float* p = (float*)&a; p[1] = 2; x[0] = a; global float* q = (global float*)x; q[3] = p[1]; })cl"},
    std::string_view{
        R"cl(kernel void @(global uint4* x) { x[0] = x[1] << (uint4)(1, 2, 3, 4); x[1] >>= 33; x[2] = ~x[0] ^ -x[1]; x[3] = x[2] % 3u; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { int a = x[0]; a <<= a; a >>= 40; a = 1 << 35; x[1] = a << x[2] << 3; x[3] = (uchar)a << 9; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { x[0] = sizeof x[0] + sizeof(x) + sizeof(float3) + sizeof(S) + vec_step(x[0]) + vec_step(float3); })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { bool b = x[0]; b = b + 2; x[1] = b; x[2] = b ? true : false; b = !b; b &= x[3]; })cl"},
    std::string_view{R"cl(kernel void @(global int* x) { bool b = x[0]; b++; x[1] = b; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { half_t: x[0] = 1; if (x[1]) goto half_t; goto end; int z = 2; end: x[2] = 3; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { int this = 1, class = 2, template = 3, operator = this; x[0] = class + template + operator; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { struct this { int new; } delete = { 1 }; struct this* p = &delete; x[0] = p->new + delete.new; })cl"},
    std::string_view{
        R"cl(typedef struct node@ { struct node@* next; int v; } node@; int @(node@* n) { int s = 0; for (; n; n = n->next) s += n->v; return s; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* restrict x, const global int* restrict y, global const int* z) { x[0] = y[0] + z[0]; })cl"},
    std::string_view{
        R"cl(kernel void @(local int* a, local float4* b, global int* x) { a[0] = 1; b[0].x = 2; barrier(CLK_LOCAL_MEM_FENCE); x[0] = a[0] + b[0].x; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { local int a[4]; local struct { int b; float4 c; } s; a[0] = 1; s.b = 2; s.c.x = 3; x[0] = a[0] + s.b; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { int a = x[0], b; b = a = 3; x[1] = (a = 2, b) + (a ? b : a); (void)b; x[2] = -a - -b - --a; })cl"},
    std::string_view{
        R"cl(kernel void @(global char* x) { x[0] = x[1] + x[2]; x[3] = x[4] / x[5]; x[6] = -x[7]; x[0] = ~x[1]; x[1] <<= 1; x[2] = x[2] > 'a'; })cl"},
    std::string_view{
        R"cl(kernel void @(global float* x) { x[0] = 1 / 2 + 1 / 2.0f + 3 % 2; x[1] = x[0] > 0 ? 1 : 2.5f; x[2] = !x[1]; x[3] = x[1] && x[2]; })cl"},
    std::string_view{
        R"cl(kernel void @(global double* x) { x[0] = 1.0 / 3; x[1] = x[0] * 2.0f + 1; x[2] = convert_double(x[1] > 1); x[3] = as_double(1L); })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { x[0] = max(1, 2) + min((uint)x[1], 3u) + abs(-3) + clamp(x[2], 0, 1) + mad24(1, 2, 3); })cl"},
    std::string_view{
        R"cl(kernel void @(global float* x) { float i; int e; x[0] = fract(x[1], &i) + frexp(x[2], &e) + modf(x[3], &i) + remquo(x[4], x[5], &e) + sincos(x[6], &i); })cl"},
    std::string_view{
        R"cl(kernel void @(global float* x) { x[0] = select(1.0f, 2.0f, (int)x[1]) + bitselect(1.0f, 2.0f, x[2]) + any((int4)(1)) + isnan(x[3]) + nan(3u); })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { atomic_add(x, 1); atomic_inc(x + 1); atomic_cmpxchg(&x[2], 1, 2); atom_max(x + 3, 5); x[4] = atomic_xchg((volatile global float*)x, 1.0f); })cl"},
    std::string_view{
        R"cl(kernel void @(global float* x) { float4 v = vload4(1, x); vstore4(v.wzyx, 2, x); vstore3(v.xyz, 0, x + 1); v.xyz = vload3(3, x); vstore_half(v.x, 0, (global half*)x); })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { event_t e = async_work_group_copy((local int*)0, x, 4, 0); wait_group_events(1, &e); prefetch(x, 4); })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { printf("%d %s %v4f\n", x[0], "text", (float4)(1)); printf("\n"); })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { x[get_global_id(0)] = get_local_id(0) + get_group_id(1) * get_local_size(0) + get_num_groups(2) + get_work_dim() + get_global_offset(0); })cl"},
    std::string_view{
        R"cl(kernel __attribute__((reqd_work_group_size(8, 8, 1))) void @(global int* x) { x[0] = 1; })cl"},
    std::string_view{
        R"cl(__attribute__((vec_type_hint(float4))) kernel __attribute__((work_group_size_hint(8, 1, 1))) void @(global int* x) { x[0] = 1; })cl"},
    std::string_view{
        R"cl(kernel void @(global int* x) { __attribute__((opencl_unroll_hint(4))) for (int i = 0; i < 8; i++) x[i] = i; _Pragma("unroll") for (int i = 0; i < 4; ++i) x[i]++; })cl"},
    std::string_view{
        R"cl(struct __attribute__((packed)) packed@ { char a; int b; }; kernel void @(global struct packed@* x) { x[0].b = sizeof(*x); })cl"},
    std::string_view{
        R"cl(typedef struct { char a; int b __attribute__((aligned(16))); } aligned@ __attribute__((aligned(32))); kernel void @(global aligned@* x) { x[1].b = sizeof(*x); })cl"},
    std::string_view{
        R"cl(typedef float vector@ __attribute__((ext_vector_type(4))); kernel void @(global vector@* x) { x[0] = x[1]; })cl"},
    std::string_view{
        R"cl(static inline int static@(int x) { return x; } kernel void @(global int* x) { x[0] = static@(x[1]); })cl"},
    std::string_view{
        R"cl(void other@(global int* x); kernel void @(global int* x) { other@(x); } void other@(global int* x) { x[0] = 2; })cl"},
    std::string_view{
        R"cl(kernel void first@(global int* x) { x[0] = 1; } kernel void @(global int* x) { first@(x + 1); })cl"},
    std::string_view{
        R"cl(constant int table@[] = { 1, 2, [4] = 5 }; kernel void @(global int* x) { x[0] = table@[x[1]] + sizeof(table@); })cl"},
    std::string_view{
        R"cl(constant S record@ = { .v = (float4)(1, 2, 3, 4), .a = 1, .b = { 3 } }; kernel void @(global int* x) { x[0] = record@.b[0] + record@.v.y; })cl"},
    std::string_view{
        R"cl(constant struct { int a; struct { float b; } c[2]; } nested@ = { 1, { { 2 }, { 3 } } }; kernel void @(global float* x) { x[0] = nested@.c[1].b; })cl"},
    std::string_view{
        R"cl(constant float values@[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; float @(int i, int j) { return values@[i][j]; })cl"},
    std::string_view{
        R"cl(constant int size@ = 4; kernel void @(global int* x) { constant int* p = &size@; x[0] = *p; })cl"},
    std::string_view{R"cl(typedef int (array@)[3]; int @(array@ a) { return a[1]; })cl"},
    std::string_view{R"cl(int @(int a[], int n, int b[static 2]) { return a[n] + b[0]; })cl"},
    std::string_view{R"cl(int @(const int a, volatile int b, int c) { return a + b + c; })cl"},
    std::string_view{R"cl(int @(int a[2][3]) { return a[1][2]; })cl"},
    std::string_view{R"cl(int @(void) { return (int)(size_t)(void*)0; })cl"},
    std::string_view{
        R"cl(int @(int* p) { void* v = p; int* q = v; const void* c = q; return p == v && q != 0 && c ? *q : !p; })cl"},
    std::string_view{R"cl(int @(uint a) { return a > -1 ? a : -a; })cl"},
    std::string_view{
        R"cl(U @(int i) { U u = { 1 }; u.f = 2.0f; U w = { .c = (uchar4)(1) }; U z = u; return i ? w : z; })cl"},
    std::string_view{
        R"cl(N @(S s) { N n = { s, { 3 }, { s, s } }; n.t[1].v.xy = n.s.v.zw; n.u.c.s0 = 2; S* p = &n.t[0]; p->b[1] = 4; return n; })cl"},
    std::string_view{
        R"cl(int @(int i) { struct { int a; union { int b; float c; }; } s; s.b = i; s.c += 1; return s.b; })cl"},
    std::string_view{
        R"cl(int @(int i) { enum E e = E1; switch (e) { case E0: return 1; case E1: case E2: return 2; } return E2 + i; })cl"},
    std::string_view{
        R"cl(int @(int i) { if (i) { int i = 2; return i; } else for (int i = 0; i < 3; i++) { int i = 4; if (i) return i; } return i; })cl"},
    std::string_view{
        R"cl(int @(int i) { switch (i) case 1: return 2; switch (i) { default: i = 1; case 3 + 1: { int z = i; i = z; } break; case sizeof(int) * 5: ; } return i; })cl"},
    std::string_view{
        R"cl(int @(int i) { int x = i, y = x; { goto in; { int z = 1; in: z = 2; i = z; } } return i; })cl"},
    std::string_view{R"cl(quad @(quad a, float4 b) { quad c = a + b; c = c > b ? c : a; return c.xxyy; })cl"},
    std::string_view{R"cl(int4 @(int4 a, float4 b) { return a && (b > 1.0f); })cl"},
    std::string_view{R"cl(float4 @(float4 a, int i) { return i ? a : 1.0f; })cl"},
    std::string_view{R"cl(float4 @(float4 a, int i) { return i && a.x ? a.yyyy : (float4)(a.xyz, i); })cl"},
    std::string_view{
        R"cl(float @(float16 a) { return a.s0 + a.SF + a.lo.hi.odd.x + a.sabcd.y + a.even.s7 + a.s0123456789abcdef.se; })cl"},
    std::string_view{
        R"cl(char3 @(char4 a, char b) { char3 c = a.xyz; c += b; c.z = a.w + b; c *= (char)2; return c + a.zyx; })cl"},
    std::string_view{R"cl(long2 @(long2 a, ulong2 b) { return (a < 0) ? convert_long2(b) : as_long2(b) >> 3; })cl"},
    std::string_view{R"cl(double2 @(float2 a) { return convert_double2(a) * 2.0 + (double2)(1, a.x); })cl"},
    std::string_view{R"cl(uchar @(float a) { return convert_uchar_sat_rte(a) + (uchar)a + as_uchar((char)a); })cl"},
    std::string_view{
        R"cl(float @(float a) { return a + .5f + 1.f + 1e-3f + 0x1.8p1f + 1.0 + 1 + 'a' + 010 + 1u + 1UL; })cl"},
    std::string_view{
        R"cl(float @(float a, float b) { return fmin(a, b) + fmax(a, 1.0f) + pow(a, b) + pown(a, 2) + rootn(a, 3) + ldexp(a, 2) + hypot(a, b) + atan2(a, b); })cl"},
    std::string_view{
        R"cl(float @(float a) { return native_sin(a) + half_cos(a) + native_divide(a, 2.0f) + half_powr(a, a) + native_recip(a) + native_rsqrt(a); })cl"},
    std::string_view{
        R"cl(float3 @(float3 a, float3 b) { return cross(a, b) + normalize(a) * dot(a, b) + length(b) + distance(a, b) + fast_normalize(b); })cl"},
    std::string_view{R"cl(float4 @(float4 a) { return shuffle(a, (uint4)(3, 2, 1, 0)) + shuffle2(a, a, (uint4)(7)) + step(0.5f, a) + smoothstep(0.0f, 1.0f, a) + mix(a, a, 0.5f) + clamp(a, 0.0f, 1.0f); })cl"},
    std::string_view{R"cl(int @(int a) { const struct { int x; } s = { a }, *p = &s; return p->x; })cl"},
    std::string_view{
        R"cl(int @(int a) { int b[] = { 1, a, 3 }; return sizeof(b) / sizeof(b[0]) + sizeof(b)[b] + (b + 1 - b)[b]; })cl"},
    std::string_view{
        R"cl(int @(S s) { S a[2] = { [1] = s, [0] = { .a = 2 } }; S b = a[0]; a[1] = b; return a[1].a + (&a[1])->b[0] + (*a).a; })cl"},
    std::string_view{
        R"cl(int @(int a) { int r = 0; do { if (a & 1) continue; r += a; } while (a-- > 0); return r; })cl"},
    std::string_view{R"cl(int @(int a) { return a++ + ++a - a-- - --a, a; })cl"},
    std::string_view{R"cl(int @(int a, int b) { return a == b == 1 < 2 <= 3 != a > b >= 1; })cl"},
    std::string_view{R"cl(int @(int a, int b) { return !(a & b | a ^ ~b) || a && b ? a ? 1 : 2 : b ? 3 : 4; })cl"},
    std::string_view{
        R"cl(int @(uchar a, ushort b, char c, short d) { return a + b * c - d / a % b + (a << c) - (b >> d) + ~a + -b + !c; })cl"},
    std::string_view{R"cl(int @(float a) { return a > 0 && a < 1 || !a; })cl"},
    std::string_view{
        R"cl(ulong @(ulong a) { return a * 0xffffffffffffffffUL + 18446744073709551615u + 1ull - (a >> 63) + (uint)-1 + ULONG_MAX; })cl"},
    std::string_view{
        R"cl(size_t @(ptrdiff_t a, intptr_t b, uintptr_t c, uint d, uchar4 e) { return a + b + c + d + e.x; })cl"},
    std::string_view{
        R"cl(int @(int a) { __typeof__(a) b = a; __typeof__(int) c = b; __typeof(a + 1) d = c; return d; })cl"},
    std::string_view{R"cl(int @(int a) { _Static_assert(sizeof(int) == 4, "int"); return a; })cl"},
    std::string_view{
        R"cl(int @(private int* a, __private float b) { private int c = *a; __private int* p = &c; return *p + b; })cl"},
    std::string_view{R"cl(const int @(const int a) { return a; })cl"},
    std::string_view{
        R"cl(inline __attribute__((always_inline)) int inl@(int a) { return a; } int @(int a) { return inl@(a); })cl"},
    std::string_view{R"cl(__attribute__((noinline)) int @(int a) { return a; })cl"},
    std::string_view{
        R"cl(int @(constant char* s) { int n = 0; while (*s++) n++; return n + sizeof("a\tb\"c\\\x41\101"); })cl"},
    std::string_view{
        R"cl(void @(global uint* x) { x[0] = rotate(x[1], 3u) + mul_hi(x[2], x[3]) + popcount(x[4]) + clz(x[5]) + upsample((ushort)1, (ushort)2) + hadd(x[6], x[7]); })cl"},
    std::string_view{
        R"cl(int4 @(int i) { int4 a = i; a = 1; a = (int4)i; a.xy = 1; a.x = a.y = i; a = a + 1 - i; a *= 2; a = -a; a = (int4)((int2)(i), 3, 4); return a == i; })cl"},
    std::string_view{
        R"cl(float2 @(float2 a) { a.x += a.y *= 2; a.xy = a.yx; a.yx += a; a = a.xx; a.s0 = a.s1; a.lo = a.hi; return a; })cl"},
    std::string_view{
        R"cl(int @(void) { return sizeof(char) + sizeof(long) + sizeof(half) + sizeof(event_t*) + sizeof(void*) + sizeof(bool) + sizeof(size_t); })cl"},
    std::string_view{R"cl(int @(int a) { ; ; { } {{ ; }} if (a) ; else ; for (; a--;) ; return a; ; })cl"},
};

}  // namespace opencl_c_test

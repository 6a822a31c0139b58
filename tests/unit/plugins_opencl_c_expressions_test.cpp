// The OpenCL C translator: expressions, vectors and built-in functions, text in and text out.
#include <gtest/gtest.h>

#include "tests/unit/opencl_c_translated.hpp"

namespace plugins_opencl_c_expressions_test {

using quovis::test::program_of;
using quovis::test::TranslatedRow;

// Vectors.
const TranslatedRow vectors[] = {
    {"VectorLiterals", R"cl(float4 f(float2 a) { return (float4)(a, 1.0f, 2); })cl",
     R"cl(__device__ inline float4 f(float2 a) { return __qv_make<float4>(a, 1.0f, 2); })cl"},
    {"VectorLiteralsNest", R"cl(float4 f() { return (float4)((float2)(1, 2), (float2)(3)); })cl",
     R"cl(__device__ inline float4 f() { return __qv_make<float4>(__qv_make<float2>(1, 2), (float2)(3)); })cl"},
    {"OneOperandIsACast", R"cl(float4 f(float a) { return (float4)(a) + (float4)a; })cl",
     R"cl(__device__ inline float4 f(float a) { return (float4)(a) + (float4)a; })cl"},
    {"WhatFollowsOneOperandIsDoneToTheVector", R"cl(int f(int a) { return (int4)(a).x + (int8)(a).hi.s1; })cl",
     R"cl(__device__ inline int f(int a) { return ((int4)(a)).x + ((int8)(a)).__qv_hi().__qv_get<1>(); })cl"},
    {"ATypedefOfAVectorIsOne", R"cl(typedef float4 real4; real4 f() { return (real4)(1, 2, 3, 4); })cl",
     R"cl(typedef float4 real4; __device__ inline real4 f() { return __qv_make<real4>(1, 2, 3, 4); })cl"},
    {"SingleComponentsStay", R"cl(float f(float4 a) { a.x = a.w; return a.y; })cl",
     R"cl(__device__ inline float f(float4 a) { a.x = a.w; return a.y; })cl"},
    {"Swizzles", R"cl(float4 f(float4 a) { return a.wzyx + a.s0011; })cl",
     R"cl(__device__ inline float4 f(float4 a) { return a.__qv_get<3,2,1,0>() + a.__qv_get<0,0,1,1>(); })cl"},
    {"SwizzlesAsTargets", R"cl(void f(float4 a) { a.xy = a.zw; a.s1 += 2; a.zw++; })cl",
     R"cl(__device__ inline void f(float4 a) { a.__qv_ref<0,1>() = a.__qv_get<2,3>(); a.__qv_ref<1>() += 2; a.__qv_ref<2,3>()++; })cl"},
    {"Halves", R"cl(void f(float8 a) { a.lo = a.hi; a.even = a.odd; a.hi.lo.xy = a.lo.even; })cl",
     R"cl(__device__ inline void f(float8 a) { a.__qv_lo_ref() = a.__qv_hi(); a.__qv_even_ref() = a.__qv_odd(); a.__qv_hi_ref().__qv_lo_ref().__qv_ref<0,1>() = a.__qv_lo().__qv_even(); })cl"},
    {"SwizzlesThroughPointers", R"cl(void f(__global float4* p) { p->xy = p[1].zw; (*p).s3 = p->x; })cl",
     R"cl(__device__ inline void f( float4* p) { p->__qv_ref<0,1>() = p[1].__qv_get<2,3>(); (*p).__qv_ref<3>() = p->x; })cl"},
    {"SwizzlesOfCalls", R"cl(float2 f(float4 a) { return normalize(a).xy; })cl",
     R"cl(__device__ inline float2 f(float4 a) { return normalize(a).__qv_get<0,1>(); })cl"},
    {"SwizzlesOfSwizzles", R"cl(float f(float4 a) { a.xyz.x = 1; return a.wzyx.x; })cl",
     R"cl(__device__ inline float f(float4 a) { a.__qv_ref<0,1,2>().__qv_ref<0>() = 1; return a.__qv_get<3,2,1,0>().__qv_get<0>(); })cl"},
    {"MembersOfStructsAreNoSwizzles",
     R"cl(typedef struct { float xy, lo, s0; float4 v; } S; void f(S a, __global S* p) { a.xy = a.lo; p->s0 = p->v.lo.x; a.v.xy = p[0].v.xy; })cl",
     R"cl(typedef struct { float xy, lo, s0; float4 v; } S; __device__ inline void f(S a, S* p) { a.xy = a.lo; p->s0 = p->v.__qv_lo().__qv_get<0>(); a.v.__qv_ref<0,1>() = p[0].v.__qv_get<0,1>(); })cl"},
    {"MembersOfNestedStructs",
     R"cl(struct S { struct { float4 hi; } lo; union { int even; float odd; }; }; void f(struct S s) { s.lo.hi.lo = s.lo.hi.hi; s.even = s.odd; })cl",
     R"cl(struct S { struct { float4 hi; } lo; union { int even; float odd; }; }; __device__ inline void f(struct S s) { s.lo.hi.__qv_lo_ref() = s.lo.hi.__qv_hi(); s.even = s.odd; })cl"},
    {"ComponentsOfWideVectorsByLetter", R"cl(void f(float8 a) { a.x = a.y; })cl",
     R"cl(__device__ inline void f(float8 a) { a.__qv_ref<0>() = a.__qv_get<1>(); })cl"},
    {"VectorsInBraces", R"cl(void f() { float4 a = { 1, 2, 3, 4 }, b = { (float2)(1), 2, 3 }; })cl",
     R"cl(__device__ inline void f() { float4 a = __qv_make<float4>( 1, 2, 3, 4 ), b = __qv_make<float4>( (float2)(1), 2, 3 ); })cl"},
    {"AScalarInAListIsAWholeVector", R"cl(__constant float2 a[2] = { 1, 2 };)cl",
     R"cl(__constant__ const float2 a[2] = { 1, 2 };)cl"},
    {"VectorsOfVectorsInBraces",
     R"cl(void f(float2 a) { float4 b[2] = { { a, a }, (float4)(1) }; float4 c = { a, 1, 2 }; })cl",
     R"cl(__device__ inline void f(float2 a) { float4 b[2] = { __qv_make<float4>( a, a ), (float4)(1) }; float4 c = __qv_make<float4>( a, 1, 2 ); })cl"},
};

// Operators, conversions, literals.
const TranslatedRow expressions[] = {
    {"ChoicesByScalars", R"cl(float4 f(int c, float4 a, float4 b) { return c ? a : b; })cl",
     R"cl(__device__ inline float4 f(int c, float4 a, float4 b) { return c ? a : b; })cl"},
    {"ChoicesByVectors", R"cl(float4 f(float4 a, float4 b) { return a < b ? a : b; })cl",
     R"cl(__device__ inline float4 f(float4 a, float4 b) { return __qv_choose(a < b , a , b); })cl"},
    {"ChoicesByWhoKnows", R"cl(void f(int a, int b) { a = who(a) ? a : b; })cl",
     R"cl(__device__ inline void f(int a, int b) { a = __qv_lazy_choose(who(a) , [&]{ return a ; }, [&]{ return b; }); })cl"},
    {"ChoicesByBuiltInTests", R"cl(float f(float a) { return isnan(a) || any(isinf((float4)(a))) ? 0 : a; })cl",
     R"cl(__device__ inline float f(float a) { return isnan(a) || any(isinf((float4)(a))) ? 0 : a; })cl"},
    {"ShiftsByNumbersInRangeStay",
     R"cl(int f(int a, long b, uchar4 c) { return (a << 31) + (b >> 5) + (c << 7).x; })cl",
     R"cl(__device__ inline int f(int a, long b, uchar4 c) { return (a << 31) + (b >> 5) + (c << 7).x; })cl"},
    {"OtherShiftsAreMasked",
     R"cl(int f(int a, int b) { a = a << b; a = a >> 33; a <<= b; a >>= 40; a <<= 16; return a + 1 << b - 1; })cl",
     R"cl(__device__ inline int f(int a, int b) { a = __qv_shl(a , b); a = __qv_shr(a , 33); __qv_shl_assign(a , b); __qv_shr_assign(a , 40); a <<= 16; return __qv_shl(a + 1 , b - 1); })cl"},
    {"ShiftsOfNarrowVectorsAreMasked", R"cl(uchar4 f(uchar4 a) { return a << 9; })cl",
     R"cl(__device__ inline uchar4 f(uchar4 a) { return __qv_shl(a , 9); })cl"},
    {"ConstantsAreFolded", R"cl(enum { N = 3 }; int f(int a) { return a << (N + 1) * 2; })cl",
     R"cl(enum { N = 3 }; __device__ inline int f(int a) { return a << ((+N) + 1) * 2; })cl"},
    {"TestsAreIntsWhereATypeIsTaken",
     R"cl(int f(int a, float b) { return max(a < 1, a) + sizeof(a == 1) + abs(!a); })cl",
     R"cl(__device__ inline int f(int a, float b) { return max(+(a < 1), a) + sizeof+((a == 1)) + abs(+(!a)); })cl"},
    {"NullPointers", R"cl(void f(__global int* p) { p = (void*)0; if (p == (void*)0) p = 0; })cl",
     R"cl(__device__ inline void f( int* p) { p =nullptr; if (p ==nullptr) p = 0; })cl"},
    {"PointersToVoidBecomeOthers",
     R"cl(__global int* f(__global void* p) { __global int* a = p; a = p; g: return p; })cl",
     R"cl(__device__ inline int* f( void* p) { int* a ; a = __qv_any(p); a = __qv_any(p); g: return __qv_any(p); })cl"},
    {"PointersOfOtherTypes",
     R"cl(void g(int* p); void f(uint* p, const int* c) { int* a = p; g(p); g((int*)p); a = c; })cl",
     R"cl(__device__ inline void g(int* p); __device__ inline void f(uint* p, const int* c) { int* a = __qv_any(p); g(__qv_any(p)); g((int*)p); a = __qv_any(c); })cl"},
    {"PointersAsNarrowNumbers", R"cl(uint f(__global int* p) { return (uint)p + (uint)(ulong)p; })cl",
     R"cl(__device__ inline uint f( int* p) { return (uint)(unsigned long)(p) + (uint)(ulong)p; })cl"},
    {"CompoundLiterals",
     R"cl(struct S { int a, b; }; int g(const struct S* s); int f(struct S s) { s = (struct S){ 1, 2 }; return g(&(struct S){ 3 }); })cl",
     R"cl(struct S { int a, b; }; __device__ inline int g(const struct S* s); __device__ inline int f(struct S s) { s = S{ 1, 2 }; return g(&(S&)(const S&)S{ 3 }); })cl"},
    {"Alignments", R"cl(int f(float3* a) { return _Alignof(float3) + __alignof__(a[0]) + __alignof a; })cl",
     R"cl(__device__ inline int f(float3* a) { return __alignof__(float3) + __alignof__(a[0]) + __alignof__ a; })cl"},
    {"Offsets",
     R"cl(struct S { int new; struct { int b; } a[2]; }; int f(int i) { return __builtin_offsetof(struct S, new) + __builtin_offsetof(struct S, a[i].b); })cl",
     R"cl(struct S { int __qv_name_new; struct { int b; } a[2]; }; __device__ inline int f(int i) { return ((unsigned long)&((struct S*)0)-> __qv_name_new) + ((unsigned long)&((struct S*)0)-> a[i].b); })cl"},
    {"WhatSaysNothing", R"cl(_Noreturn void f() { __extension__ int a = __extension__ 3; while (1) ; })cl",
     R"cl(__device__ inline void f() { int a = 3; while (1) ; })cl"},
    {"WhatTheCompilersHaveToo",
     R"cl(void f(int a) { if (__builtin_expect(a, 0)) __builtin_unreachable(); __builtin_assume(a > 0); })cl",
     R"cl(__device__ inline void f(int a) { if (__builtin_expect(a, 0)) __builtin_unreachable(); __builtin_assume(+(a > 0)); })cl"},
    {"VecStep", R"cl(int f(float3 a) { return vec_step(a) + vec_step(short2); })cl",
     R"cl(__device__ inline int f(float3 a) { return __qv_vec_step(a) + __qv_vec_step<short2>(); })cl"},
};

// Built-in functions.
const TranslatedRow built_ins[] = {
    {"Conversions",
     R"cl(void f(float4 a, int b) { convert_int4(a); convert_uchar4_sat(a); convert_int4_sat_rtz(a); convert_float_rtn(b); })cl",
     R"cl(__device__ inline void f(float4 a, int b) { __qv_convert<int4,0,0>(a); __qv_convert<uchar4,1,0>(a); __qv_convert<int4,1,2>(a); __qv_convert<float,0,4>(b); })cl"},
    {"Reinterpretations", R"cl(void f(float4 a, uint b) { as_int4(a); as_float(b); })cl",
     R"cl(__device__ inline void f(float4 a, uint b) { __qv_as<int4>(a); __qv_as<float>(b); })cl"},
    {"LoadsAndStores",
     R"cl(void f(__global float* p, __global half* h, float4 a) { a = vload4(0, p); vstore4(a, 1, p); a = vload_half4(0, h); a.x = vload_half(0, h); vstore_half_rte(a.x, 0, h); vstorea_half4_rtp(a, 0, h); a = vloada_half4(0, h); })cl",
     R"cl(__device__ inline void f( float* p, half* h, float4 a) { a = __qv_vload<4>(0, p); __qv_vstore<4>(a, 1, p); a = __qv_vload_half<4>(0, h); a.x = __qv_vload_half<1>(0, h); __qv_vstore_half<1,1>(a.x, 0, h); __qv_vstorea_half<4,3>(a, 0, h); a = __qv_vloada_half<4>(0, h); })cl"},
    {"NamesOfTheUserAreNoBuiltIns",
     R"cl(int convert_int(int a) { return a; } int as_float(int a) { return convert_int(a); } int f(int vload4) { return as_float(vload4); })cl",
     R"cl(__device__ inline int convert_int(int a) { return a; } __device__ inline int as_float(int a) { return convert_int(a); } __device__ inline int f(int vload4) { return as_float(vload4); })cl"},
    {"ResultsOfBuiltInsAreKnown",
     R"cl(float f(float4 a, __global float4* p) { return vload4(0, (__global float*)p).lo.x + fmax(a, 1.0f).wzyx.x + dot(a, a) + convert_float4(a.xy.xxyy).s2 + select(a, a, a < a).hi.y; })cl",
     R"cl(__device__ inline float f(float4 a, float4* p) { return __qv_vload<4>(0, ( float*)p).__qv_lo().__qv_get<0>() + fmax(a, 1.0f).__qv_get<3,2,1,0>().__qv_get<0>() + dot(a, a) + __qv_convert<float4,0,0>(a.__qv_get<0,1>().__qv_get<0,0,1,1>()).__qv_get<2>() + select(a, a, a < a).__qv_hi().__qv_get<1>(); })cl"},
    {"WorkItemsOfAKnownAxis",
     R"cl(uint f(uint i, uint blockIdx) { return get_global_id(0) + get_local_size(2u) + get_num_groups(1) + get_group_id(i) + get_local_id(3) + get_global_size((0)); })cl",
     R"cl(__device__ inline uint f(uint i, uint blockIdx) { return __qv_get_global_id(x) + __qv_get_local_size(z) + __qv_get_num_groups(y) + get_group_id(i) + get_local_id(3) + get_global_size((0)); })cl"},
    {"AFunctionNamedAsABuiltInOne",
     R"cl(float4 cross(float4 a, float4 b) { return a; } float4 f(float4 a) { return cross(a, a) + dot(a, a); })cl",
     R"cl(__device__ inline float4 cross(float4 a, float4 b) { return a; } __device__ inline float4 f(float4 a) { return program::cross(a, a) + dot(a, a); })cl"},
};

class OpenclCExpression : public testing::TestWithParam<TranslatedRow> {};

TEST_P(OpenclCExpression, Row) {
    EXPECT_EQ(program_of(GetParam().source), GetParam().result);
}

INSTANTIATE_TEST_SUITE_P(Vectors, OpenclCExpression, testing::ValuesIn(vectors),
                         [](const auto& tested) { return std::string(tested.param.name); });
INSTANTIATE_TEST_SUITE_P(Expressions, OpenclCExpression, testing::ValuesIn(expressions),
                         [](const auto& tested) { return std::string(tested.param.name); });
INSTANTIATE_TEST_SUITE_P(Builtins, OpenclCExpression, testing::ValuesIn(built_ins),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace plugins_opencl_c_expressions_test

// The OpenCL C translator: declarations, types and statements, text in and text out.
#include <gtest/gtest.h>

#include "tests/unit/opencl_c_translated.hpp"

namespace plugins_opencl_c_declarations_test {

using quovis::test::program_of;
using quovis::test::TranslatedRow;

// Types and names.
const TranslatedRow types[] = {
    {"NamesThatCppKeepsAreRenamed", R"cl(int f(int this) { int new = this; return new; })cl",
     R"cl(__device__ inline int f(int __qv_name_this) { int __qv_name_new = __qv_name_this; return __qv_name_new; })cl"},
    {"MembersTooAreRenamed", R"cl(struct S { int class; }; int f(struct S s) { return s.class; })cl",
     R"cl(struct S { int __qv_name_class; }; __device__ inline int f(struct S s) { return s.__qv_name_class; })cl"},
    {"AddressSpacesVanish",
     R"cl(void f(__global int* a, local float* b, __private int c) { __global char* p = (__global char*)a; })cl",
     R"cl(__device__ inline void f( int* a, float* b, int c) { char* p = ( char*)a; })cl"},
    {"ConstantMemoryIsConst", R"cl(void f(__constant int* a, const __constant int* b, __constant const int* c) {})cl",
     R"cl(__device__ inline void f(const int* a, const int* b, const int* c) {})cl"},
    {"RestrictIsSpelledAsCppHasIt", R"cl(void f(__global int* restrict a, __global int* __restrict b) {})cl",
     R"cl(__device__ inline void f( int* __restrict__ a, int* __restrict__ b) {})cl"},
    {"OnlyWordsOfCAreDropped", R"cl(static inline int f(register int a) { return a; })cl",
     R"cl(__device__ inline static int f( int a) { return a; })cl"},
    {"BoolIsOneWord", R"cl(_Bool f(bool a) { return a; })cl", R"cl(__device__ inline bool f(bool a) { return a; })cl"},
    {"ALongLongNumberIsALong", R"cl(long f() { return 1LL + 2ull; })cl",
     R"cl(__device__ inline long f() { return 1L + 2UL; })cl"},
    {"AHalfNumberIsMadeOfAFloat", R"cl(void f(half h) { h = 1.5h; })cl",
     R"cl(__device__ inline void f(half h) { h = half(1.5f); })cl"},
    {"ACharacterIsAnInt", R"cl(int f() { return sizeof 'a' + 'b'; })cl",
     R"cl(__device__ inline int f() { return sizeof (+'a') + (+'b'); })cl"},
    {"TypeofOfANameIsDecltype",
     R"cl(void f(float4 a) { __typeof__(a) b = a; typeof(a.x + 1) c; __typeof__(int) d; })cl",
     R"cl(__device__ inline void f(float4 a) { decltype(a) b = a; float c;int d; })cl"},
    {"StaticAssertions", R"cl(_Static_assert(sizeof(int) == 4, "int");)cl",
     R"cl(static_assert(sizeof(int) == 4, "int");)cl"},
    {"EnumerationsAreIntegers", R"cl(enum E { A, B = 5 }; enum E f(enum E e) { e = 1; return e + 1; })cl",
     R"cl(enum { A, B = 5 }; __device__ inline unsigned int f(unsigned int e) { e = 1; return e + 1; })cl"},
    {"AnEnumerationWithNegativeValuesIsSigned", R"cl(enum E { A = -1, B }; enum E f(enum E e) { return e; })cl",
     R"cl(enum { A = -1, B }; __device__ inline int f(int e) { return e; })cl"},
    {"TheConstantsAreInts", R"cl(enum { A = 2 }; float4 f(float4 v) { return v * A; })cl",
     R"cl(enum { A = 2 }; __device__ inline float4 f(float4 v) { return v * (+A); })cl"},
    {"ATypedefOfAnEnumerationComesBehindIt", R"cl(typedef enum { A, B } Kind; Kind f(Kind k) { return k; })cl",
     R"cl(enum { A, B }; typedef unsigned int Kind; __device__ inline Kind f(Kind k) { return k; })cl"},
    {"VariablesOfAnEnumerationComeBehindIt", R"cl(void f() { const enum E { A } a = A, b = A; })cl",
     R"cl(__device__ inline void f() { enum { A }; const unsigned int a = (+A), b = (+A); })cl"},
    {"EnumeratorsInAStructAreReachedThroughIt",
     R"cl(struct S { enum { A } k; }; int f(struct S s) { return s.k == A; })cl",
     R"cl(struct S { enum { A }; unsigned int k; }; __device__ inline int f(struct S s) { return s.k == (+S::A); })cl"},
    {"AnUnnamedStructGetsANameForThem",
     R"cl(struct { enum { A } k; int n[A + 1]; } typedef S; int f() { return A; })cl",
     R"cl(struct __qv_record_1 { enum { A }; unsigned int k; int n[(+A) + 1]; } typedef S; __device__ inline int f() { return (+__qv_record_1::A); })cl"},
    {"TypesInAStructAreReachedThroughIt",
     R"cl(struct S { struct T { int a; } t; }; struct T f(struct T t) { return t; })cl",
     R"cl(struct S { struct T { int a; } t; }; __device__ inline struct S::T f(struct S::T t) { return t; })cl"},
    {"AlignmentComesBehindStruct", R"cl(struct S { int a; } __attribute__((aligned(32)));)cl",
     R"cl(struct __attribute__((aligned(32 ))) S { int a; };)cl"},
    {"PackedIsAPragma", R"cl(typedef struct __attribute__((packed)) { char a; int b; } S;)cl",
     R"cl(_Pragma("pack(push, 1)") typedef struct { char a; int b; } S; _Pragma("pack(pop)"))cl"},
    {"AlignmentOfAVariable", R"cl(void f() { __local float a[4] __attribute__((aligned(16))); })cl",
     R"cl(__device__ inline void f() { __shared__ float a[4] __attribute__((aligned(16 ))) ; })cl"},
};

// Functions and variables.
const TranslatedRow variables[] = {
    {"FunctionsAreForTheDevice", R"cl(int f(int a); int f(int a) { return a; })cl",
     R"cl(__device__ inline int f(int a); __device__ inline int f(int a) { return a; })cl"},
    {"AlwaysInline", R"cl(__attribute__((always_inline)) int f(int a) { return a; })cl",
     R"cl(__device__ __forceinline__ int f(int a) { return a; })cl"},
    {"NoInline", R"cl(int f(int a) __attribute__((noinline)) { return a; })cl",
     R"cl(__device__ __noinline__ inline int f(int a) { return a; })cl"},
    {"ConstantsOfTheProgram", R"cl(__constant float a[2] = { 1, 2 }; constant int b = 3, c = 4;)cl",
     R"cl(__constant__ const float a[2] = { 1, 2 }; __constant__ const int b = 3, c = 4;)cl"},
    {"ConstantsInAFunction", R"cl(void f() { __constant int a[] = { 1, 2 }; })cl",
     R"cl(__device__ inline void f() { static __constant__ const int a[] = { 1, 2 }; })cl"},
    {"LocalVariablesAreShared", R"cl(void f() { __local float a[16], b; })cl",
     R"cl(__device__ inline void f() { __shared__ float a[16], b; })cl"},
    {"ALocalPointerIsNotShared", R"cl(void f() { __local float a[16], *p; __local float *q, c; })cl",
     R"cl(__device__ inline void f() { __shared__ float a[16]; float *p; float *q; __shared__ float c; })cl"},
    {"ATypedefMayNameTheSpace", R"cl(typedef __local float shared_t; void f() { shared_t a; shared_t* p; })cl",
     R"cl(typedef float shared_t; __device__ inline void f() { __shared__ shared_t a; shared_t* p; })cl"},
};

// C that is not C++.
const TranslatedRow initialisers[] = {
    {"DesignatedMembersInOrder", R"cl(struct S { int a, b, c; }; void f() { struct S s = { .a = 1, .c = 2 }; })cl",
     R"cl(struct S { int a, b, c; }; __device__ inline void f() { struct S s = { 1, {}, 2 }; })cl"},
    {"DesignatedMembersOutOfOrder",
     R"cl(struct S { int a, b; }; void f(int x) { struct S s = { .b = x, .a = x + 1 }; })cl",
     R"cl(struct S { int a, b; }; __device__ inline void f(int x) { struct S s = { x + 1, x }; })cl"},
    {"DesignatedElements", R"cl(__constant int t[4] = { [1] = 5, [3] = 6 };)cl",
     R"cl(__constant__ const int t[4] = { {}, 5, {}, 6 };)cl"},
    {"TheLastOfTwoForOnePlaceCounts", R"cl(__constant int t[2] = { [0] = 5, [1] = 6, [0] = 7 };)cl",
     R"cl(__constant__ const int t[2] = { 7, 6 };)cl"},
    {"TheFirstMemberOfAUnion", R"cl(union U { float f; int i; }; void g() { union U u = { .f = 1 }; })cl",
     R"cl(union U { float f; int i; }; __device__ inline void g() { union U u = { 1 }; })cl"},
    {"AnotherMemberOfAUnion", R"cl(union U { float f; int i; }; void g() { union U u = { .i = 1 }; })cl",
     R"cl(union U { float f; int i; }; __device__ inline void g() { union U u = [&]{ U __qv_union{}; struct __qv_whole { decltype(__qv_union.i) it; } __qv_member = { 1 }; *(__qv_whole*)&__qv_union.i = __qv_member; return __qv_union; }(); })cl"},
    {"NarrowedValuesAreCast",
     R"cl(void f(int i, uint u, float x, double d) { float a[3] = { i, 1, d }; uchar b[2] = { 300, 7 }; int c[2] = { u, -1 }; uint e[1] = { -1 }; })cl",
     R"cl(__device__ inline void f(int i, uint u, float x, double d) { float a[3] = { (float)(i), 1, (float)(d) }; uchar b[2] = { (uchar)(300), 7 }; int c[2] = { (int)(u), -1 }; uint e[1] = { (uint)(-1) }; })cl"},
    {"BracesAroundAScalar", R"cl(void f(float x) { int a = { x }; })cl",
     R"cl(__device__ inline void f(float x) { int a = { (int)(x) }; })cl"},
    {"BracesMayBeLeftOut", R"cl(struct S { int a[2]; float2 v; }; __constant struct S s[2] = { 1, 2, 3, 4, 5, 6 };)cl",
     R"cl(struct S { int a[2]; float2 v; }; __constant__ const struct S s[2] = { 1, 2, 3, 4, 5, 6 };)cl"},
    {"AJumpMayPassAnInitialiser",
     R"cl(int f(int a) { if (a) goto end; int b = 1, c; const float d = 2; a = b; end: return a; })cl",
     R"cl(__device__ inline int f(int a) { if (a) goto end; int b ; b = 1; int c; float d ; d = 2; a = b; end: return a; })cl"},
    {"ACaseMayPassAnInitialiser",
     R"cl(int f(int a) { int k = 1; switch (a) { case 0: a = 1; int b = a; break; case 1: { int c = 2; } default: a = 2; } return k; })cl",
     R"cl(__device__ inline int f(int a) { int k = 1; switch (a) { case 0: a = 1; int b ; b = a; break; case 1: { int c = 2; } default: a = 2; } return k; })cl"},
    {"AJumpMayPassAnArray", R"cl(int f(int a) { if (a) goto end; int b[2] = { 1, 2 }, c[] = { 3 }; end: return a; })cl",
     R"cl(__device__ inline int f(int a) { if (a) goto end; int b[2] ; { struct __qv_whole { decltype(b) it; } __qv_initial = { { 1, 2 }}; *(__qv_whole*)&b = __qv_initial; }; int c[1] ; { struct __qv_whole { decltype(c) it; } __qv_initial = { { 3 }}; *(__qv_whole*)&c = __qv_initial; }; end: return a; })cl"},
    {"OtherInitialisersStay",
     R"cl(int f(int a) { again: if (a) { int b = 1; a -= b; goto again; } int c = 2; return c; })cl",
     R"cl(__device__ inline int f(int a) { again: if (a) { int b = 1; a -= b; goto again; } int c = 2; return c; })cl"},
};

// Statements.
const TranslatedRow statements[] = {
    {"Loops",
     R"cl(void f(int a) { for (int i = 0; i < a; ++i) continue; while (a) --a; do { a++; } while (a < 3); for (;;) break; })cl",
     R"cl(__device__ inline void f(int a) { for (int i = 0; i < a; ++i) continue; while (a) --a; do { a++; } while (a < 3); for (;;) break; })cl"},
    {"Chains", R"cl(int f(int a) { if (a == 1) return 1; else if (a == 2) { return 2; } else return 3; })cl",
     R"cl(__device__ inline int f(int a) { if (a == 1) return 1; else if (a == 2) { return 2; } else return 3; })cl"},
    {"Labels", R"cl(int f(int a) { if (a) goto out; a = 1; out: ; return a; })cl",
     R"cl(__device__ inline int f(int a) { if (a) goto out; a = 1; out: ; return a; })cl"},
    {"FunctionsDeclaredInBlocks", R"cl(int f(int a) { int g(int); extern int h(int); return g(a); })cl",
     R"cl(__device__ inline int f(int a) { __device__ int g(int); __device__ extern int h(int); return g(a); })cl"},
    {"PragmaUnroll",
     R"cl(void f() {
#pragma unroll 4
for (;;) ; })cl",
     R"cl(__device__ inline void f() { _Pragma("unroll 4") for (;;) ; })cl"},
    {"UnrollHint",
     R"cl(void f() { __attribute__((opencl_unroll_hint(2))) for (;;) ; __attribute__((opencl_unroll_hint)) while (1) ; })cl",
     R"cl(__device__ inline void f() { _Pragma("unroll 2 ") for (;;) ; _Pragma("unroll ") while (1) ; })cl"},
    {"ConstantsWithoutASignWrapAround", R"cl(void f() { short a[4] = { -7u, 1 - 2u, 5 - 3u, (ulong)-1 }; })cl",
     R"cl(__device__ inline void f() { short a[4] = { (short)(-7u), (short)(1 - 2u), 5 - 3u, (short)((ulong)-1) }; })cl"},
    {"Assembly", R"cl(void f(int a) { asm volatile("mov %0, 1;" : "=r"(a)); })cl",
     R"cl(__device__ inline void f(int a) { asm volatile("mov %0, 1;" : "=r"(a)); })cl"},
    {"Comma", R"cl(int f(int a, float4 c) { return a = 1, (a, 2); })cl",
     R"cl(__device__ inline int f(int a, float4 c) { return a = 1, (a, 2); })cl"},
    {"ALoopsNameMayBeDeclaredAnew",
     R"cl(void f() { for (int i = 0; i < 3; ++i) { int i = 5; } for (int j = 0; ; ) { int k; { int j; } } })cl",
     R"cl(__device__ inline void f() { for (int i = 0; i < 3; ++i) { { int i = 5; } } for (int j = 0; ; ) { int k; { int j; } } })cl"},
};

class OpenclCDeclaration : public testing::TestWithParam<TranslatedRow> {};

TEST_P(OpenclCDeclaration, Row) {
    EXPECT_EQ(program_of(GetParam().source), GetParam().result);
}

INSTANTIATE_TEST_SUITE_P(Types, OpenclCDeclaration, testing::ValuesIn(types),
                         [](const auto& tested) { return std::string(tested.param.name); });
INSTANTIATE_TEST_SUITE_P(Variables, OpenclCDeclaration, testing::ValuesIn(variables),
                         [](const auto& tested) { return std::string(tested.param.name); });
INSTANTIATE_TEST_SUITE_P(Initialisers, OpenclCDeclaration, testing::ValuesIn(initialisers),
                         [](const auto& tested) { return std::string(tested.param.name); });
INSTANTIATE_TEST_SUITE_P(Statements, OpenclCDeclaration, testing::ValuesIn(statements),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace plugins_opencl_c_declarations_test

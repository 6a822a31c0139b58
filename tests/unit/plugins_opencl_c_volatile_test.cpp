// The OpenCL C translator: structs and vectors in volatile memory, which C++ copies into no class by itself.
#include <gtest/gtest.h>

#include "tests/unit/opencl_c_translated.hpp"

namespace plugins_opencl_c_volatile_test {

using quovis::test::kernels_of;
using quovis::test::program_of;
using quovis::test::TranslatedRow;

const TranslatedRow rows[] = {
    {"AStructIsRead",
     R"cl(typedef struct { int a; } S; S f(volatile S* p) { S s = *p; s = p[1]; f(p); return p[2]; })cl",
     R"cl(typedef struct { int a; } S; __device__ inline S f(volatile S* p) { S s = __qv_read(*p); s = __qv_read(p[1]); f(p); return __qv_read(p[2]); })cl"},
    {"AStructIsWritten",
     R"cl(typedef struct { int a; } S; void f(volatile S* p, S s) { p[0] = s; p[1] = p[2] = p[3]; })cl",
     R"cl(typedef struct { int a; } S; __device__ inline void f(volatile S* p, S s) { __qv_write(p[0] , s); __qv_write(p[1] , __qv_write(p[2] , __qv_read(p[3]))); })cl"},
    {"MembersOfVolatileStructsAreVolatile",
     R"cl(struct A { int a; }; struct B { struct A a; struct A b[2]; }; void f(volatile struct B* p, struct A a) { a = p->a; a = p->b[1]; *p->b = a; })cl",
     R"cl(struct A { int a; }; struct B { struct A a; struct A b[2]; }; __device__ inline void f(volatile struct B* p, struct A a) { a = __qv_read(p->a); a = __qv_read(p->b[1]); __qv_write(*p->b , a); })cl"},
    {"ArgumentsAndItemsAreRead",
     R"cl(struct S { int a; }; void g(struct S s) {} void f(volatile struct S* p) { g(p[0]); struct S a[2] = { p[0], p[1] }; })cl",
     R"cl(struct S { int a; }; __device__ inline void g(struct S s) {} __device__ inline void f(volatile struct S* p) { g(__qv_read(p[0])); struct S a[2] = { __qv_read(p[0]), __qv_read(p[1]) }; })cl"},
    {"AChoiceOfStructs",
     R"cl(struct S { int a; }; struct S f(volatile struct S* p, struct S s, int c) { return c ? p[0] : s; })cl",
     R"cl(struct S { int a; }; __device__ inline struct S f(volatile struct S* p, struct S s, int c) { return c ? __qv_read(p[0]) : s; })cl"},
    {"AChoiceOfVectors",
     R"cl(void f(volatile float4* p, float4 a, int c) { a = c ? p[0] : a; a = (c ? p[0] : p[1]).wzyx; })cl",
     R"cl(__device__ inline void f(volatile float4* p, float4 a, int c) { a = c ? +(p[0]) : a; a = (c ? +(p[0]) : +(p[1])).__qv_get<3,2,1,0>(); })cl"},
    {"AResultIsNeverVolatile",
     R"cl(volatile float4 f(volatile float4 a) { return a; } float g(float4 a) { a = f(a); return f(a).x; })cl",
     R"cl(__device__ inline float4 f(volatile float4 a) { return +(a); } __device__ inline float g(float4 a) { a = f(a); return f(a).x; })cl"},
    {"AJumpPastAnInitialiser",
     R"cl(struct S { int a; }; void f(int c) { if (c) goto end; volatile struct S s = { 1 }; end: ; })cl",
     R"cl(struct S { int a; }; __device__ inline void f(int c) { if (c) goto end; volatile struct S s ; __qv_write(s, { 1 }); end: ; })cl"},
};

class OpenclCVolatileMemory : public testing::TestWithParam<TranslatedRow> {};

TEST_P(OpenclCVolatileMemory, Row) {
    EXPECT_EQ(program_of(GetParam().source), GetParam().result);
}

INSTANTIATE_TEST_SUITE_P(Copies, OpenclCVolatileMemory, testing::ValuesIn(rows),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(OpenclCVolatile, AParameterOfAKernelIsHandedOn) {
    EXPECT_NE(kernels_of("struct S { int a; }; kernel void f(volatile struct S s) {}").find("program::f(__qv_read(s))"),
              std::string::npos);
}

}  // namespace plugins_opencl_c_volatile_test

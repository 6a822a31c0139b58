// The OpenCL C translator: what it refuses, by name and at which place.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/opencl_c_refusals_table.hpp"
#include "tests/unit/opencl_c_translated.hpp"

namespace plugins_opencl_c_refusals_test {

using quovis::opencl_c::SourceError;
using quovis::test::translated;
using quovis::test::TranslatedRow;

const TranslatedRow rows[] = {
    {"Images", R"cl(__kernel void f(image2d_t a) {})cl",
     R"cl(1:17: not supported on CUDA and HIP: images ('image2d_t'))cl"},
    {"ImageFunctions", R"cl(void f() { read_imagef(1); })cl",
     R"cl(1:12: not supported on CUDA and HIP: images ('read_imagef'))cl"},
    {"AccessQualifiers", R"cl(void f(read_only int a) {})cl",
     R"cl(1:8: not supported on CUDA and HIP: access qualifiers, which belong to images and pipes ('read_only'))cl"},
    {"Samplers", R"cl(__constant sampler_t s = 0;)cl",
     R"cl(1:12: not supported on CUDA and HIP: samplers ('sampler_t'))cl"},
    {"Pipes", R"cl(void f(pipe int a) {})cl", R"cl(1:8: not supported on CUDA and HIP: pipes ('pipe'))cl"},
    {"DeviceEnqueue", R"cl(void f() { enqueue_kernel(1); })cl",
     R"cl(1:12: not supported on CUDA and HIP: device-side enqueue ('enqueue_kernel'))cl"},
    {"Blocks", R"cl(void f() { int a = ^{ return 1; }(); })cl", R"cl(1:20: not supported on CUDA and HIP: blocks)cl"},
    {"BlockTypes", R"cl(void f() { int (^a)(int); })cl", R"cl(1:17: not supported on CUDA and HIP: blocks)cl"},
    {"FunctionPointers", R"cl(void f(int (*g)(int)) {})cl",
     R"cl(1:12: function pointers are not supported in OpenCL C)cl"},
    {"FunctionPointerVariables", R"cl(void f() { int (*g)(int) = 0; })cl",
     R"cl(1:16: function pointers are not supported in OpenCL C)cl"},
    {"VariablesOfTheProgramThatAreNotConstant", R"cl(int a = 1;)cl",
     R"cl(1:5: the variable 'a' outside of functions must be __constant in OpenCL C 1.2)cl"},
    {"GlobalVariablesOfTheProgram", R"cl(__global int a;)cl",
     R"cl(1:14: the variable 'a' outside of functions must be __constant in OpenCL C 1.2)cl"},
    {"LocalVariablesOfTheProgram", R"cl(__local int a[4];)cl",
     R"cl(1:13: the variable 'a' outside of functions must be __constant in OpenCL C 1.2)cl"},
    {"GlobalVariablesInAFunction", R"cl(void f() { __global int a; })cl",
     R"cl(1:25: a variable inside a function cannot be __global; a pointer to __global memory can)cl"},
    {"StaticVariablesInAFunction", R"cl(void f() { static int a; })cl",
     R"cl(1:23: static variables inside functions are not supported in OpenCL C 1.2)cl"},
    {"LocalInitialisers", R"cl(void f() { __local int a = 1; })cl",
     R"cl(1:26: a variable in __local memory cannot be initialised in OpenCL C)cl"},
    {"BitFields", R"cl(struct S { int a : 3; };)cl", R"cl(1:18: bit-fields are not supported in OpenCL C)cl"},
    {"VariableArguments", R"cl(void f(int a, ...) {})cl",
     R"cl(1:15: functions with '...' are not supported in OpenCL C)cl"},
    {"FunctionsOfClang", R"cl(float f(float a) { return __builtin_sqrtf(a); })cl",
     R"cl(1:27: not supported on CUDA and HIP: clang's own functions ('__builtin_sqrtf'): use sqrt)cl"},
    {"FunctionsOfClangThatOpenClHasNot", R"cl(int f(int a) { return __builtin_bswap32(a); })cl",
     R"cl(1:23: not supported on CUDA and HIP: clang's own functions ('__builtin_bswap32'): use a function of OpenCL C)cl"},
    {"AtomicsOfClang", R"cl(int f(int* a) { return __sync_fetch_and_add(a, 1); })cl",
     R"cl(1:24: not supported on CUDA and HIP: clang's own functions ('__sync_fetch_and_add'): use a function of OpenCL C)cl"},
    {"MacrosOfClang", R"cl(int f() { return __INT_MAX__; })cl",
     R"cl(1:18: not supported on CUDA and HIP: macros that clang predefines ('__INT_MAX__'))cl"},
    {"WordsOfC11", R"cl(void f() { _Alignas(16) int a; })cl",
     R"cl(1:12: not supported on CUDA and HIP: words of C11 and GNU C ('_Alignas'))cl"},
    {"WordsOfGnuC", R"cl(void f() { __auto_type a = 1; })cl",
     R"cl(1:12: not supported on CUDA and HIP: words of C11 and GNU C ('__auto_type'))cl"},
    {"ArraysWithoutElements", R"cl(void f() { int a[0]; })cl",
     R"cl(1:18: arrays without elements are not supported)cl"},
    {"FlexibleArrayMembers", R"cl(struct S { int a; int b[]; };)cl",
     R"cl(1:23: members that are arrays without a size are not supported)cl"},
    {"ParametersWithoutATypeInFront", R"cl(int f(a) int a; { return a; })cl",
     R"cl(1:7: parameters without a type are not supported: write 'int' in front)cl"},
    {"AnIntThatIsLeftOut", R"cl(f(int a) { return a; })cl",
     R"cl(1:1: expected a type, found 'f'; an 'int' that is left out is not supported)cl"},
    {"CopiesOfStructsWithVolatileVectors", R"cl(struct S { volatile int4 a; }; void f(struct S* s) { s[0] = s[1]; })cl",
     R"cl(1:61: copies of a struct that has a volatile vector in it are not supported: copy its members)cl"},
    {"StatementExpressions", R"cl(int f() { return ({ 1; }); })cl",
     R"cl(1:18: statements as an expression, ({ ... }), are not supported)cl"},
    {"KernelsThatReturn", R"cl(__kernel int f() { return 1; })cl", R"cl(1:14: a kernel must return void)cl"},
    {"KernelPointersToPrivateMemory", R"cl(__kernel void f(float* a) {})cl",
     R"cl(1:24: the pointer 'a' of a kernel must point to __global, __constant or __local memory)cl"},
    {"NestedDesignators", R"cl(struct S { struct { int b; } a; }; __constant struct S s = { .a.b = 1 };)cl",
     R"cl(1:64: nested designators are not supported: write .a = { .b = ... })cl"},
    {"RangesOfDesignators", R"cl(__constant int a[4] = { [0 ... 2] = 1 };)cl",
     R"cl(1:28: ranges in designated initialisers are not supported)cl"},
    {"CaseRanges", R"cl(void f(int a) { switch (a) { case 0 ... 3: ; } })cl",
     R"cl(1:37: ranges in 'case' are not supported)cl"},
    {"ArraysAsCompoundLiterals", R"cl(void f() { const int* p = (int[]){ 1, 2 }; })cl",
     R"cl(1:27: compound literals of arrays and of structs without a name are not supported)cl"},
    {"AddressesOfTemporariesThatLive", R"cl(struct S { int a; }; void f() { struct S* p = &(struct S){ 1 }; })cl",
     R"cl(1:47: the address of a compound literal can be an argument only: give the value a name)cl"},
    {"LaterUnionMembersInConstants", R"cl(union U { int a; float b; }; __constant union U u = { .b = 1 };)cl",
     R"cl(1:55: this member of a union cannot be initialised by name here: in constants and in unions without a name, only the first one can)cl"},
    {"PackedMembers", R"cl(struct S { char a; int b __attribute__((packed)); };)cl",
     R"cl(1:24: a packed member is not supported: pack the struct)cl"},
    {"StructsInPackedOnes", R"cl(struct __attribute__((packed)) S { struct { char a; int b; } c; };)cl",
     R"cl(1:1: a struct that is defined inside a packed one is not supported: define it before)cl"},
    {"VectorTypesByAttribute", R"cl(typedef float v __attribute__((ext_vector_type(4)));)cl",
     R"cl(1:32: the attribute ext_vector_type is not supported: OpenCL C has float4 and the like)cl"},
    {"BoolsThatAreStepped", R"cl(void f(bool a) { a++; })cl",
     R"cl(1:18: ++ and -- of a bool are not supported: assign true or false)cl"},
    {"RequiredExtensions",
     R"cl(
#pragma OPENCL EXTENSION cl_own_thing : require
)cl",
     R"cl(2:1: the extension cl_own_thing is required, and not supported on CUDA and HIP)cl"},
    {"TypesDefinedInCasts", R"cl(int f(int a) { return (enum { A })a; })cl",
     R"cl(1:24: a type that is defined in a cast or in sizeof is not supported: define it before)cl"},
    {"TypesDefinedInParameters", R"cl(void f(struct { int a; } s) {})cl",
     R"cl(1:8: a type that is defined in a parameter is not supported: define it before)cl"},
    {"AssemblyOutside", R"cl(asm("nop");)cl", R"cl(1:1: assembly outside of a function is not supported)cl"},
    {"AChoiceWithoutItsMiddle", R"cl(int f(int a) { return a ?: 1; })cl",
     R"cl(1:25: '?:' without the middle operand is not supported: write it out)cl"},
};

// What is no OpenCL C.
const TranslatedRow mistakes[] = {
    {"WorkGroupSizesThatAreNone", R"cl(__kernel __attribute__((reqd_work_group_size(0, 1, 1))) void f() {})cl",
     R"cl(1:46: reqd_work_group_size needs constants above zero)cl"},
    {"ComponentsThatAreNotThere", R"cl(float f(float2 a) { return a.z; })cl",
     R"cl(1:30: a float2 has no component 'z')cl"},
    {"ComponentsByNumberThatAreNotThere", R"cl(float f(float4 a) { return a.s4; })cl",
     R"cl(1:30: a float4 has no component 's4')cl"},
    {"FiveComponents", R"cl(void f(float8 a) { a.s01234; })cl",
     R"cl(1:22: 's01234' selects 5 components; vectors have 2, 3, 4, 8 or 16)cl"},
    {"AMissingSemicolon", R"cl(void f() { int a = 1 })cl",
     R"cl(1:22: expected ';' behind the declaration, found '}')cl"},
    {"AnOpenBrace",
     R"cl(void f() {
 if (1) {)cl",
     R"cl(2:9: this '{' is not closed)cl"},
    {"AnUnknownType", R"cl(foo bar;)cl", R"cl(1:1: expected a type, found 'foo')cl"},
    {"AnExpressionThatStops", R"cl(int f() { return 1 + ; })cl", R"cl(1:22: expected an expression, found ';')cl"},
    {"TooFewComponentsInBraces", R"cl(void f() { float4 a = { 1, 2 }; })cl",
     R"cl(1:30: a float4 needs as many components in its initialiser; here are 2)cl"},
};

void expect_refusal(const TranslatedRow& row) {
    try {
        translated(row.source);
        FAIL() << "nothing was refused";
    } catch (const SourceError& refusal) {
        EXPECT_EQ(fmt::format("{}:{}: {}", refusal.place.line, refusal.place.column, refusal.message), row.result);
        EXPECT_EQ(refusal.file, "k.cl");
    }
}

class OpenclCRefusal : public testing::TestWithParam<TranslatedRow> {};

TEST_P(OpenclCRefusal, Row) {
    expect_refusal(GetParam());
}

TEST_P(OpenclCRefusal, IsNamedInTheTable) {
    const std::string_view told = GetParam().result;
    EXPECT_TRUE(quovis::test::is_named_refusal(told)) << told;
}

class OpenclCMistake : public testing::TestWithParam<TranslatedRow> {};

TEST_P(OpenclCMistake, Row) {
    expect_refusal(GetParam());
}

INSTANTIATE_TEST_SUITE_P(, OpenclCRefusal, testing::ValuesIn(rows),
                         [](const auto& tested) { return std::string(tested.param.name); });
INSTANTIATE_TEST_SUITE_P(, OpenclCMistake, testing::ValuesIn(mistakes),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace plugins_opencl_c_refusals_test

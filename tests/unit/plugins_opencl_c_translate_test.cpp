// The OpenCL C translator: kernels and their records, lines and columns, warnings; and that nothing brings it down.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "plugins/common/opencl_c/prelude.hpp"
#include "tests/unit/opencl_c_translated.hpp"

namespace plugins_opencl_c_translate_test {

using namespace quovis::opencl_c;
using quovis::test::kernels_of;
using quovis::test::program_of;
using quovis::test::translated;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// The line of a text and the number that its lines have by #line.
struct Line {
    std::uint32_t number = 0;
    std::string text;
};
std::vector<Line> lines_of(std::string_view text) {
    std::vector<Line> lines;
    std::uint32_t number = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.starts_with("#line ")) {
            number = static_cast<std::uint32_t>(std::stoul(std::string(line.substr(6))));
        } else {
            lines.push_back({number++, std::string(line)});
        }
    }
    return lines;
}

// Where a word stands: the number of its line and its column there.
std::pair<std::uint32_t, std::uint32_t> where(const Translated& made, std::string_view word) {
    for (const Line& line : lines_of(made.text)) {
        if (const std::size_t at = line.text.find(word); at != std::string::npos) {
            return {line.number, static_cast<std::uint32_t>(at + 1)};
        }
    }
    return {};
}

// What of the device library comes with it.
std::string library_of(const Translated& made) {
    std::string text;
    add_prelude(text, Vendor::cuda, UsedNames(made.names.begin(), made.names.end()));
    return text;
}

TEST(OpenclCKernels, AKernelIsAFunctionAndAnEntry) {
    const std::string_view source = "__kernel void f(__global float* restrict a, const int n) { a[n] = 1; }";
    EXPECT_EQ(program_of(source), "__device__ inline void f( float* __restrict__ a, const int n) { a[n] = 1; }");
    EXPECT_THAT(kernels_of(source), HasSubstr("extern \"C\" __global__ void f(float * __restrict__ a, const int n) { "
                                              "::quovis_cl::program::f(a, n); }"));
}

TEST(OpenclCKernels, LocalParametersAreOffsets) {
    const std::string text =
        kernels_of("kernel void f(local float4* restrict a, local int b[], local char (*c)[4]) {}");
    EXPECT_THAT(text,
                HasSubstr("void f(unsigned int a, unsigned int b, unsigned int c) { ::quovis_cl::program::f("
                          "__qv_local<float4>(a), __qv_any(__qv_local<char>(b)), __qv_any(__qv_local<char>(c))); }"));
}

TEST(OpenclCKernels, BracketsAroundAPointersNameChangeNothing) {
    const Translated made = translated("kernel void f(global const float (*a), local int (*((b)))) {}");
    ASSERT_EQ(made.kernels.size(), 1u);
    EXPECT_EQ(made.kernels[0].record(),
              "quovis-kernel 1\npointer\tconst float*\ta\tglobal\nlocal\tint*\tb\tlocal\t4\n");
}

TEST(OpenclCKernels, TheRecordTellsTheParameters) {
    const Translated made = translated(
        "typedef float real; typedef struct { int a; } P; struct S { P p; };\n"
        "enum E { A };\n"
        "__kernel void f(__global const real* a, __constant float4* b, __local double2* c, uint d, struct S e, P f,\n"
        "                enum E g, __global struct S* h, local struct S* i, volatile global uchar* class) {}");
    ASSERT_EQ(made.kernels.size(), 1u);
    EXPECT_EQ(made.kernels[0].record(),
              "quovis-kernel 1\n"
              "pointer\tconst float*\ta\tglobal\n"
              "pointer\tfloat4*\tb\tconstant\n"
              "local\tdouble2*\tc\tlocal\t16\n"
              "value\tuint\td\tprivate\n"
              "value\tstruct S\te\tprivate\n"
              "value\tP\tf\tprivate\n"
              "value\tuint\tg\tprivate\n"
              "pointer\tstruct S*\th\tglobal\n"
              "local\tstruct S*\ti\tlocal\t4\n"
              "pointer\tvolatile uchar*\tclass\tglobal\n");
    EXPECT_THAT(made.text,
                HasSubstr("const char __quovis_kernel_f[] = \"quovis-kernel 1\\npointer\\tconst float*\\ta"));
}

TEST(OpenclCKernels, ARequiredBlockIsTold) {
    const std::string_view source =
        "#define SIZE 8\n"
        "__kernel __attribute__((reqd_work_group_size(SIZE * 2, 4, 1))) void f() {}\n"
        "__kernel void g(int a) __attribute__((reqd_work_group_size(32, 1, 1)));\n"
        "__kernel void g(int a) {}";
    const Translated made = translated(source);
    ASSERT_EQ(made.kernels.size(), 2u);
    EXPECT_THAT(made.kernels[0].block, ElementsAre(16, 4, 1));
    EXPECT_THAT(made.kernels[0].record(), HasSubstr("\nblock 16 4 1\n"));
    EXPECT_THAT(made.kernels[1].block, ElementsAre(32, 1, 1));
    EXPECT_THAT(made.text, HasSubstr("__global__ void __launch_bounds__(64) f()"));
    EXPECT_THAT(made.text, HasSubstr("__global__ void __launch_bounds__(32) g(int a)"));
}

TEST(OpenclCKernels, EachOfAProgramThatAsksForTheOffsetHasItAsItsLastParameter) {
    const std::string_view source =
        "kernel void f(global ulong* a) { a[get_global_id(0)] = get_global_offset(1); } kernel void g() {}";
    const Translated made = translated(source);
    EXPECT_THAT(program_of(source), HasSubstr("= __qv_get_global_offset(y);"));
    EXPECT_THAT(kernels_of(source),
                HasSubstr("void f(ulong * a, ::quovis_cl::__qv_offsets __qv_given) { "
                          "::quovis_cl::__qv_keep_offset(__qv_given); ::quovis_cl::program::f(a); }"));
    EXPECT_THAT(made.text, HasSubstr("void g(::quovis_cl::__qv_offsets __qv_given) { "));
    ASSERT_EQ(made.kernels.size(), 2u);
    EXPECT_EQ(made.kernels[0].record(), "quovis-kernel 1\noffset\npointer\tulong*\ta\tglobal\n");
    EXPECT_EQ(made.kernels[1].record(), "quovis-kernel 1\noffset\n");
}

TEST(OpenclCKernels, OnlyAProgramThatAsksForTheOffsetPaysForIt) {
    const std::string with = "kernel void f(global ulong* a) { a[get_global_id(0)] = get_global_offset(0); }";
    const std::string without = "kernel void f(global ulong* a) { a[get_global_id(0)] = get_work_dim(); }";
    const std::string hidden = "#define get_global_offset(d) 0\n" + with;
    for (const std::string& source : {without, hidden}) {
        const Translated made = translated(source);
        EXPECT_THAT(made.text, Not(HasSubstr("__qv_offsets")));
        EXPECT_THAT(library_of(made), Not(HasSubstr("#define __qv_takes_offset")));
    }
    EXPECT_THAT(library_of(translated(with)), HasSubstr("#define __qv_takes_offset"));
}

TEST(OpenclCKernels, AKernelMayCallAnother) {
    EXPECT_THAT(program_of("kernel void f(int a) {} kernel void g(int a) { f(a); }"),
                HasSubstr("void g(int a) { f(a); }"));
}

TEST(OpenclCKernels, APrototypeIsNoKernel) {
    EXPECT_THAT(translated("kernel void f(int a);").kernels, IsEmpty());
}

TEST(OpenclCLines, EachTokenStandsOnItsLine) {
    const Translated made = translated(
        "int one(int a);\n\n\nint\ntwo(int a) {\n    return (float4)(a,\n b1(),\n 3, 4).x << a\n >> last;\n}\n"
        "\n\n\n\n\n\n\n\n\n\n\n\nint three();");
    EXPECT_EQ(where(made, "one").first, 1u);
    EXPECT_EQ(where(made, "two").first, 5u);
    EXPECT_EQ(where(made, "b1").first, 7u);
    EXPECT_EQ(where(made, "last").first, 9u);
    EXPECT_EQ(where(made, "three").first, 23u);
}

TEST(OpenclCLines, AKernelsEntryStandsOnItsLine) {
    const Translated made = translated("\n\n__kernel\nvoid f() {}\n\n\n");
    EXPECT_EQ(where(made, "__global__").first, 4u);
}

TEST(OpenclCLines, ReorderedInitialisersKeepTheirLines) {
    const Translated made =
        translated("struct S { int a, b; };\n__constant struct S s = {\n .b =\n 22,\n .a = 11 };\nint end();");
    EXPECT_EQ(where(made, "22").first, 4u);
    EXPECT_EQ(where(made, "11").first, 5u);
    EXPECT_EQ(where(made, "end").first, 6u);
}

TEST(OpenclCLines, NamesOfFilesAreQuoted) {
    Preprocessed source = preprocess({"a \"b\\c\".cl", "int f();", {}, {}, {}});
    EXPECT_THAT(translate(source).text, HasSubstr("#line 1 \"a \\\"b\\\\c\\\".cl\"\n"));
}

TEST(OpenclCColumns, AColumnIsTheUsersAgain) {
    //                                       1         2         3         4
    //                              1234567890123456789012345678901234567890123456
    const std::string_view source = "float f(float4 a, int b) { return a.wzyx.x + (1 << b) + last; }";
    const Translated made = translated(source);
    for (const std::string_view word : {"float4", "b)", "return", "last"}) {
        const auto [line, column] = where(made, word);
        EXPECT_EQ(made.columns.user_column(0, line, column), source.find(word) + 1) << word;
        EXPECT_EQ(made.columns.user_column(0, line, column + 1), source.find(word) + 2) << word;
    }
    const auto [line, column] = where(made, "__qv_get");
    EXPECT_EQ(made.columns.user_column(0, line, column + 3), source.find("wzyx") + 1);
}

TEST(OpenclCColumns, WhatAMacroMadeStandsAtItsUse) {
    const std::string_view source = "#define TWICE(x) (x + x)\nint f(int a) { return TWICE(a) + last; }";
    const Translated made = translated(source);
    const auto [line, column] = where(made, "a + a");
    EXPECT_EQ(made.columns.user_column(0, line, column + 2), 23u);
    const auto [last_line, last_column] = where(made, "last");
    EXPECT_EQ(made.columns.user_column(0, last_line, last_column), 34u);
}

TEST(OpenclCColumns, AnUnknownLineIsLeftAsItIs) {
    const Translated made = translated("int f();");
    EXPECT_EQ(made.columns.user_column(3, 7, 11), 11u);
}

TEST(OpenclCTokens, NothingTouchesThatWouldBeReadAsOne) {
    EXPECT_EQ(program_of("#define NEG -\n#define ID x\nint f(int x) { return NEG-x+ID; }").find("--"),
              std::string::npos);
    EXPECT_THAT(program_of("#define A \"a\"\n#define B(x) x\nvoid f() { printf(A B(\"b\")A); }"),
                Not(HasSubstr("\"\"")));
}

TEST(OpenclCWarnings, UnknownAttributesPragmasAndExtensionsAreTold) {
    const Translated made = translated(
        "#pragma OPENCL EXTENSION cl_own : enable\n#pragma own\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
        "__attribute__((own)) int f();\n#pragma OPENCL EXTENSION cl_own : disable\n#pragma once\n");
    std::vector<std::string> told;
    for (const SourceWarning& warning : made.warnings) {
        told.push_back(std::to_string(warning.place.line) + ": " + warning.message);
    }
    EXPECT_THAT(told, ElementsAre("1: the extension cl_own is not supported on CUDA and HIP",
                                  "2: #pragma own is not known here and ignored",
                                  "4: the attribute own is not known and ignored"));
}

TEST(OpenclCFacts, ContractionIsForbiddenWhereTheSourceSaysSo) {
    EXPECT_TRUE(translated("#pragma OPENCL FP_CONTRACT OFF\n").forbids_contraction);
    EXPECT_FALSE(translated("#pragma OPENCL FP_CONTRACT ON\n").forbids_contraction);
    EXPECT_FALSE(translated("").forbids_contraction);
}

// What the random tests are made of.
const std::vector<std::string> pieces{"int",
                                      "float4",
                                      "struct",
                                      "union",
                                      "enum",
                                      "S",
                                      "a",
                                      "b",
                                      "f",
                                      "x",
                                      "lo",
                                      "s01",
                                      "(",
                                      ")",
                                      "{",
                                      "}",
                                      "[",
                                      "]",
                                      ";",
                                      ",",
                                      ".",
                                      "->",
                                      "=",
                                      "+",
                                      "-",
                                      "*",
                                      "&",
                                      "<<",
                                      ">>=",
                                      "?",
                                      ":",
                                      "<",
                                      "==",
                                      "&&",
                                      "!",
                                      "1",
                                      "2.5f",
                                      "0x7f",
                                      "'c'",
                                      "\"s\"",
                                      "__kernel",
                                      "__global",
                                      "__local",
                                      "__constant",
                                      "const",
                                      "typedef",
                                      "static",
                                      "if",
                                      "else",
                                      "for",
                                      "while",
                                      "do",
                                      "switch",
                                      "case",
                                      "default",
                                      "goto",
                                      "return",
                                      "sizeof",
                                      "void",
                                      "unsigned",
                                      "long",
                                      "convert_int4",
                                      "vload4",
                                      "as_float",
                                      "vec_step",
                                      "__attribute__",
                                      "((packed))",
                                      "((aligned(4)))",
                                      "asm",
                                      "typeof",
                                      "\n#pragma unroll\n"};

// It ends, by a text or by a refusal.
void try_it(const std::string& source) {
    try {
        translated(source);
    } catch (const SourceError& refusal) {
        EXPECT_FALSE(refusal.message.empty());
    }
}

TEST(OpenclCRobustness, AnyTokensEndWell) {
    std::mt19937 random(6);
    for (int round = 0; round < 3000; ++round) {
        std::string source = round % 2 == 0 ? "" : "struct S { int a; float4 b; }; void f(struct S x, float4 a) { ";
        for (std::size_t i = 0; i < 40; ++i) {
            source += pieces[random() % pieces.size()] + ' ';
        }
        try_it(source);
    }
}

TEST(OpenclCRobustness, AProgramWithOneTokenChangedEndsWell) {
    const std::string_view program =
        "typedef struct { float4 lo ; enum { A , B } k ; int t [ 3 ] ; } S ; __constant S s [ ] = { { { 1 , 2 , 3 , 4 "
        "} , B } "
        ", "
        "{ .t = { [ 1 ] = 2 } , .k = A } } ; int g ( S * s , int n ) { switch ( n ) { case A : n ++ ; int b = n , c [ "
        "] = "
        "{ 1 } ; break ; default : goto end ; } s -> lo . xy = s [ 1 ] . lo . hi ; end : return n << 3 > 2 ? n : 0 ; } "
        "__kernel void f ( __global float4 * p , __local S * q ) { p [ 0 ] = ( float4 ) ( 1 , p -> xyz ) ; g ( q , 1 ) "
        "; }";
    std::vector<std::string> tokens;
    for (std::string_view rest = program; !rest.empty();) {
        const std::string_view token = rest.substr(0, rest.find(' '));
        tokens.emplace_back(token);
        rest.remove_prefix(std::min(token.size() + 1, rest.size()));
    }
    EXPECT_NO_THROW(translated(program));
    std::mt19937 random(7);
    for (int round = 0; round < 3000; ++round) {
        std::vector<std::string> changed = tokens;
        const std::size_t at = random() % changed.size();
        switch (random() % 3) {
            case 0:
                changed[at] = pieces[random() % pieces.size()];
                break;
            case 1:
                changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at));
                break;
            default:
                changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at), pieces[random() % pieces.size()]);
        }
        std::string source;
        for (const std::string& token : changed) {
            source += token + ' ';
        }
        try_it(source);
    }
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) {
        all += text;
    }
    return all;
}

TEST(OpenclCRobustness, WhatNestsTooDeepIsRefused) {
    for (const std::string_view opening :
         {"int a = ((", "void f() { {{", "int f() { return - -", "__constant int a = {{", "struct S { struct {",
          "int (*(*", "int f() { a[a[", "int f() { f(f(",
          "int f() { return 1 ? 1 : 1 ? 1 :", "void f() { if (1) if (1)", "int f() { return (int)(int)",
          "int f() { a = a =", "void f() { for (;;) for (;;)", "int f(int (int (", "void f() { do do"}) {
        const std::size_t at =
            opening.size() - (opening.size() > 20 && opening.substr(opening.size() - 7) == "if (1) " ? 7 : 2);
        const std::string source = std::string(opening) + repeated(opening.substr(at), 100000);
        EXPECT_THROW(translated(source), SourceError) << opening;
    }
    EXPECT_THROW(translated("int f() { return " + repeated("(", 300) + "1" + repeated(")", 300) + "; }"), SourceError);
    EXPECT_NO_THROW(translated("int f() { return " + repeated("(", 100) + "1" + repeated(")", 100) + "; }"));
    EXPECT_THROW(translated("void f() { " + repeated("if (1) ", 100000)), SourceError);
    EXPECT_THROW(translated("int f() { return " + repeated("1 ? 1 : ", 100000)), SourceError);
    EXPECT_THROW(translated("int f() { return " + repeated("(int)", 100000)), SourceError);
}

TEST(OpenclCRobustness, LongChainsAreNoNesting) {
    EXPECT_NO_THROW(translated("int f(int a) { if (a) ; " + repeated("else if (a) ;", 5000) + " return 1" +
                               repeated(" + a", 5000) + "; }"));
}

// Twice as many tokens take about twice the time.
TEST(OpenclCRobustness, TheTimeIsLinear) {
    struct Growing {
        std::string_view before, part, after;
    };
    for (const Growing& growing :
         {Growing{"void f(float4 a, int b) { ", "a.xy = (float4)(1, a.yzw).lo; b = b << b; int c = b; ", "}"},
          Growing{"void f(int a) { switch (a) { ", "case 1: a = 1; int b = a; ", "} }"},
          Growing{"void f(int a) { ", "int b = a; l: a = 1; ", "}"},
          Growing{"struct S { int a; struct { int b; } c; }; __constant struct S s[] = { ", "{ .c = { 1 }, .a = 2 }, ",
                  "};"},
          Growing{"void f(float4 a) { a", ".xyzw.wzyx", " = 1; }"},
          Growing{"void f(int a) { a = a", " + a * a << a", "; }"},
          Growing{"", "__kernel void f(__global float* a, __local int* b) { a[0] = b[0]; } ", ""},
          Growing{"__constant float4 a[] = { ", "1, 2, 3, 4, 5, ", "};"}}) {
        const auto time = [&growing](std::size_t times) {
            const std::string source =
                std::string(growing.before) + repeated(growing.part, times) + std::string(growing.after);
            auto best = std::numeric_limits<std::clock_t>::max();  // of the processor: others may be at work
            for (int i = 0; i < 3; ++i) {
                const std::clock_t start = std::clock();
                translated(source);
                best = std::min(best, std::clock() - start);
            }
            return best;
        };
        EXPECT_LT(time(8000), time(1000) * 40) << growing.part;
    }
}

}  // namespace plugins_opencl_c_translate_test

// The preprocessor of OpenCL C: what it makes of a source, and what it refuses where.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <string>
#include <vector>

#include "plugins/common/opencl_c/preprocess.hpp"
#include "tests/unit/support_scratch.hpp"

namespace plugins_opencl_c_preprocess_test {

using namespace quovis::opencl_c;
using quovis::test::ScratchFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The tokens with blanks where there are some; a pragma as a line.
std::string shown(const Preprocessed& made) {
    std::string text;
    for (const Token& token : made.tokens) {
        if (token.kind == TokenKind::pragma) {
            text += fmt::format("\n#pragma {}\n", token.text);
        } else if (token.kind != TokenKind::end) {
            text += token.space_before && !text.empty() && text.back() != '\n' ? " " : "";
            text += token.text;
        }
    }
    return text;
}

Preprocessed made_of(std::string_view text) {
    return preprocess({"k.cl", text, {}, {}, {}});
}

struct Row {
    const char* name;
    std::string source;
    std::string result;
};

void PrintTo(const Row& row, std::ostream* out) {
    *out << row.name;
}

const Row rows[] = {
    {"AMacroIsReplaced", "#define N 16\nint a[N];", "int a[16];"},
    {"AMacroStandsForNothing", "#define E\na E b", "a b"},
    {"AMacroIsReplacedOnlyAsAWholeName", "#define N 1\nN NN N_1 n", "1 NN N_1 n"},
    {"AMacroEndsWithUndef", "#define N 1\nN\n#undef N\nN\n#undef N", "1 N"},
    {"NamesInLiteralsStay", "#define N 1\n\"N\" 'N'", "\"N\" 'N'"},
    {"MacrosInAReplacementAreReplaced", "#define A B\n#define B 7\nA", "7"},
    {"AMacroIsNotReplacedInItself", "#define f(x) f(x + 1)\n#define a a->b\nf(f(a))", "f(f(a->b + 1) + 1)"},
    {"TwoMacrosOfEachOtherStop", "#define A B\n#define B A\nA B", "A B"},
    {"AFunctionsNameAloneStays", "#define f(x) x\nf + (f) f", "f + (f) f"},
    {"TheParenthesisMayBeOnTheNextLine", "#define f(x) [x]\nf\n(1)", "[1]"},
    {"TheParenthesisMayComeFromBehindTheMacro", "#define g f\n#define f(x) [x]\ng(2)", "[2]"},
    {"ABlankMakesAMacroWithoutParameters", "#define f (x)\nf", "(x)"},
    {"ArgumentsHaveParenthesesAndCommasInThem", "#define f(x, y) y:x\nf((1,2), (3,(4)))", "(3,(4)):(1,2)"},
    {"ArgumentsAreReplacedFirst", "#define N 3\n#define twice(x) x x\ntwice(N)", "3 3"},
    {"AnEmptyArgumentIsOne", "#define f(x) [x]\n#define g(x,y) [x|y]\nf() g(,) g(1,)", "[] [|] [1|]"},
    {"AMacroWithoutParametersTakesNone", "#define f() 1\nf() f( )", "1 1"},
    {"AnArgumentMayBeOnSeveralLines", "#define f(x, y) x-y\nf(1,\n  2)", "1-2"},
    {"ADirectiveMayStandAmongArguments", "#define f(x) [x]\nf(1\n#if 0\n2\n#else\n3\n#endif\n)", "[1 3]"},

    {"HashMakesAString", "#define s(x) #x\ns(a + \"b\\n\" '\"')", "\"a + \\\"b\\\\n\\\" '\\\"'\""},
    {"HashMakesOneBlankOfMany", "#define s(x) #x\ns(  a  /**/\n b  )", "\"a b\""},
    {"HashDoesNotReplaceItsArgument", "#define N 1\n#define s(x) #x\n#define t(x) s(x)\ns(N) t(N)", "\"N\" \"1\""},
    {"HashOfNothingIsAnEmptyString", "#define s(x) #x\ns()", "\"\""},
    {"HashWithoutParametersIsAHash", "#define h # x\nh", "# x"},
    {"PasteMakesAName", "#define c(a, b) a##b\nc(convert_, int4)(x)", "convert_int4(x)"},
    {"PasteDoesNotReplaceItsArguments", "#define N 1\n#define c(a, b) a ## b\n#define d(a, b) c(a, b)\nc(N,2) d(N,2)",
     "N2 12"},
    {"PasteMakesAMacrosName", "#define AB 5\n#define c(a, b) a##b\nc(A, B)", "5"},
    {"PasteOfNothingLeavesTheOther", "#define c(a, b) a##b\n[c(,x)] [c(x,)] [c(,)]", "[x] [x] []"},
    {"PasteJoinsTheEndsOfLists", "#define c(a, b) a##b\nc(1 + x, y + 2)", "1 + xy + 2"},
    {"PasteJoinsThree", "#define t(T, n, x) T##n##x\nt(float, 4, ) t(,4,) t(vload,4,_half)", "float4 4 vload4_half"},
    {"PasteWithoutParametersWorks", "#define X a ## b\nX", "ab"},
    {"PasteMakesNumbersAndOperators", "#define c(a, b) a##b\nc(1,e5f) c(<,<=) c(.,5)", "1e5f <<= .5"},
    {"AMadeHashHashIsNoOperator",
     "#define h # ## #\n#define s(x) #x\n#define t(x) s(x)\n#define j(a, b) t(a h b)\nj(x, y)", "\"x ## y\""},

    {"TheRestGoesToAVariadicOne", "#define f(a, ...) a(__VA_ARGS__)\nf(g, 1, (2,3)) f(h)", "g(1, (2,3)) h()"},
    {"TheRestIsOneString", "#define f(...) #__VA_ARGS__\nf(a,  b) f()", "\"a, b\" \"\""},
    {"AnAbsentRestTakesItsComma", "#define p(f, ...) printf(f, ## __VA_ARGS__)\np(\"a\") p(\"a\", 1, x)",
     "printf(\"a\") printf(\"a\", 1, x)"},
    {"TheRestMayHaveAName", "#define p(f, args...) g(f, ## args)\np(1) p(1, 2)", "g(1) g(1, 2)"},

    {"IfTakesTheFirstTrueBranch", "#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif", "b"},
    {"ElseIsTakenWhenNothingIsTrue", "#if 0\na\n#elif 0\nb\n#else\nd\n#endif", "d"},
    {"ConditionsNest", "#if 1\n#if 0\na\n#else\nb\n#endif\n#else\n#if 1\nc\n#endif\n#endif", "b"},
    {"IfdefAsksForAMacro", "#define A\n#ifdef A\na\n#endif\n#ifndef A\nb\n#endif\n#ifdef B\nc\n#endif", "a"},
    {"DefinedAsksForAMacro", "#define A\n#if defined A && defined(A) && !defined(B)\na\n#endif", "a"},
    {"AMacroMayAskForOne", "#define A 0\n#define HAS_A defined(A)\n#if HAS_A && !HAS_B\na\n#endif", "a"},
    {"ANameThatIsNoMacroIsZero", "#if foo == 0 && !true\na\n#endif", "a"},
    {"WhatIsLeftOutNeedNoTokensOfC", "#if 0\ndon't \" @ `\n#endif junk\na", "a"},
    {"WhatIsLeftOutIsNotComputed", "#if 1 || 1/0\na\n#elif 1/0\n#endif\n#if 0 && 1/0\n#elif 0 ? 1/0 : 1\nb\n#endif",
     "a b"},
    {"QuestionsForTheCompilerAreAnsweredWithNo",
     "#if defined(__has_builtin) && __has_builtin(__builtin_clz) || __has_attribute(packed)\n1\n#else\n0\n#endif", "0"},
    {"AnUnknownQuestionForAHeader", "#ifdef __has_include\n__has_include(\"no.h\") __has_include_next(<no.h>)\n#endif",
     "0 0"},
    {"UnknownDirectivesMayBeLeftOut", "#if 0\n#frobnicate\n#include \"nowhere.h\"\n#endif\na", "a"},

    {"LineAndFileAreTold", "__LINE__\n __FILE__ __LINE__", "1 \"k.cl\" 2"},
    {"LineInAMacroIsThatOfItsUse", "#define L __LINE__\n\n\nL", "4"},
    {"LineChangesNumberAndName", "#line 100\n__LINE__\n#line 7 \"a\\\\b.cl\"\n__LINE__ __FILE__",
     "100 7 \"a\\\\b.cl\""},
    {"LineMayBeComputed", "#define N 30 \"x.cl\"\n#line N\n__LINE__ __FILE__", "30 \"x.cl\""},
    {"MarkersOfAPreprocessorAreLines", "# 12 \"x.cl\" 1\n__LINE__ __FILE__", "12 \"x.cl\""},
    {"CounterCounts", "#define c(a, b) a##b\n#define d(a, b) c(a, b)\nd(x, __COUNTER__) d(x, __COUNTER__)", "x0 x1"},

    {"APragmaIsOneToken", "a\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable // yes\nb",
     "a\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\nb"},
    {"MacrosInAPragmaAreReplaced", "#define N 8\n#pragma unroll N\nx", "\n#pragma unroll 8\nx"},
    {"ThePragmaOperatorIsAPragma", "#define N 4\n_Pragma(\"unroll N\") x", "\n#pragma unroll 4\nx"},
    {"AMacroMayMakeAPragma", "#define U(n) _Pragma(#n)\nU(unroll 2) x", "\n#pragma unroll 2\nx"},
    {"TheEmptyDirectiveIsNothing", "#\n # /* x */\na", "a"},
    {"AHashInALineIsNoDirective", "a #define b", "a #define b"},
    {"AHashBehindACommentOnItsLineIsADirective", "/* \n */ # /**/ define /**/ N /**/ 1\nN", "1"},
    {"ADefinitionMayHaveSeveralLines", "#define f(x) \\\n  x \\\r\n  + 1\nf(2)", "2 + 1"},
};

class OpenclCPreprocess : public testing::TestWithParam<Row> {};

TEST_P(OpenclCPreprocess, Row) {
    EXPECT_EQ(shown(made_of(GetParam().source)), GetParam().result);
}

INSTANTIATE_TEST_SUITE_P(, OpenclCPreprocess, testing::ValuesIn(rows),
                         [](const auto& row) { return std::string(row.param.name); });

struct Condition {
    const char* name;
    std::string text;
};

void PrintTo(const Condition& row, std::ostream* out) {
    *out << row.name;
}

const Condition conditions[] = {
    {"ProductsBindMoreThanSums", "1 + 2 * 3 == 7 && (1 + 2) * 3 == 9"},
    {"DifferencesGoFromTheLeft", "7 - 2 - 1 == 4 && 100 / 10 / 5 == 2"},
    {"ShiftsBindLessThanSums", "1 << 2 + 1 == 8"},
    {"BitsBindLessThanComparisons", "(6 & 3) == 2 && (6 ^ 3) == 5 && (6 | 3) == 7 && !(4 & 4 == 5)"},
    {"ComparisonsGiveOneOrZero", "(1 < 2) + (2 <= 2) + (3 > 2) + (2 >= 2) + (1 == 1) + (1 != 2) == 6"},
    {"NumbersMayBeHexadecimalOctalAndBinary", "0xFf == 255 && 010 == 8 && 0b101 == 5 && 0 == 00"},
    {"NumbersMayHaveSuffixes", "1u == 1UL && 1ull == 1l && 0u == 0LLU"},
    {"NegativeNumbersAreLessThanZero", "-1 < 0 && -3 / 2 == -1 && -3 % 2 == -1 && -8 >> 1 == -4"},
    {"UnsignedOnesAreNever", "-1 > 0u && -1 == 0xffffffffffffffff"},
    {"TheLeastNumberDividesByMinusOne", "(-9223372036854775807 - 1) / -1 < 0 && (-9223372036854775807 - 1) % -1 == 0"},
    {"SignsStack", "- - 1 == 1 && !!5 == 1 && ~~5 == 5 && -!0 == -1"},
    {"CharactersAreNumbers", "'a' == 97 && '\\n' == 10 && '\\x41' == 'A' && '\\101' == 'A' && '\\'' == 39"},
    {"AChoiceGoesToTheRight", "(0 ? 1 : 0 ? 2 : 3) == 3 && (1 ? 2 : 0 ? 3 : 4) == 2"},
    {"AndBindsMoreThanOr", "1 || 0 && 0"},
    {"LargeShiftsLeaveNothing", "(1 << 64) == 0 && (-1 >> 99) == -1 && (8 >> -1) == 16"},
};

class OpenclCCondition : public testing::TestWithParam<Condition> {};

TEST_P(OpenclCCondition, Holds) {
    EXPECT_EQ(shown(made_of("#if " + GetParam().text + "\ntrue\n#else\nfalse\n#endif")), "true");
}

INSTANTIATE_TEST_SUITE_P(, OpenclCCondition, testing::ValuesIn(conditions),
                         [](const auto& row) { return std::string(row.param.name); });

struct Fault {
    const char* name;
    std::string source;
    Place place;
    std::string message;  // a part of it
};

void PrintTo(const Fault& row, std::ostream* out) {
    *out << row.name;
}

const Fault faults[] = {
    {"AnErrorLine", "a\n  #error no \"luck\", 'sorry\n", {0, 2, 3}, "#error no \"luck\", 'sorry"},
    {"AnUnknownDirective", "#import \"a.h\"", {0, 1, 2}, "#import is no line that OpenCL C has"},
    {"AnOpenString", "int a;\nx \"abc", {0, 2, 3}, "string literal is not closed"},
    {"AnOpenCharacter", "x = 'a;\n", {0, 1, 5}, "character constant is not closed"},
    {"AnOpenComment", "a /* b\n", {0, 1, 3}, "no end"},
    {"AnOpenCommentInWhatIsLeftOut", "#if 0\n /* b\n#endif", {0, 2, 2}, "no end"},
    {"ACharacterOfNoToken", "int a = 1;\n  a = 2 @ 3;", {0, 2, 9}, "'@' is no character"},
    {"AnIfWithoutEnd", "\n#if 1\n#if 1\n#endif\n", {0, 2, 1}, "no #endif"},
    {"AnEndifWithoutIf", "#endif", {0, 1, 1}, "#endif without an #if"},
    {"AnElseWithoutIf", "a\n#else", {0, 2, 1}, "#else without an #if"},
    {"TwoElses", "#if 1\n#else\n#else\n#endif", {0, 3, 1}, "behind the #else"},
    {"AnIfWithoutCondition", "#if\n#endif", {0, 1, 1}, "without a condition"},
    {"AConditionThatBreaksOff", "#if 1 +\n#endif", {0, 1, 1}, "breaks off"},
    {"AConditionWithTooMuch", "#if 1 2\n#endif", {0, 1, 7}, "'2' does not belong"},
    {"AConditionWithAFraction", "#if 1.5\n#endif", {0, 1, 5}, "1.5 is no integer"},
    {"AConditionWithAString", "#if \"a\"\n#endif", {0, 1, 5}, "no part of a condition"},
    {"AConditionWithALargeNumber", "#if 0x10000000000000000\n#endif", {0, 1, 5}, "64 bits"},
    {"AConditionThatDividesByZero", "#if 3 % (1 - 1)\n#endif", {0, 1, 7}, "divides by zero"},
    {"AConditionWithoutParenthesis", "#if (1\n#endif", {0, 1, 1}, "lacks its ')'"},
    {"AConditionThatUsesAnUnknownMacro", "#if has(1)\n#endif", {0, 1, 8}, "'has' is no macro"},
    {"AConditionWithAnAssignment", "#if a = 1\n#endif", {0, 1, 7}, "'=' does not belong"},
    {"AMacroWithoutName", "#define\n", {0, 1, 1}, "name of a macro"},
    {"AMacroWithANumberForAName", "#define 1 2", {0, 1, 9}, "name of a macro"},
    {"DefinedAsAMacro", "#define defined", {0, 1, 9}, "'defined' cannot be"},
    {"ParametersWithoutEnd", "#define f(a, b\n", {0, 1, 1}, "parameters of the macro 'f'"},
    {"AParameterTwice", "#define f(a, a) a", {0, 1, 14}, "two parameters 'a'"},
    {"AParameterBehindTheRest", "#define f(..., a) a", {0, 1, 14}, "parameters of the macro 'f'"},
    {"PasteAtTheEnd", "#define f(a) a ##", {0, 1, 16}, "between two things"},
    {"HashWithoutParameter", "#define f(a) #b", {0, 1, 15}, "in front of a parameter"},
    {"PasteToNoToken", "#define c(a, b) a##b\nc(x, +)", {0, 2, 1}, "## makes 'x+'"},
    {"TooFewArguments", "#define f(a, b) a\n  f(1)", {0, 2, 3}, "takes 2 arguments and is given 1"},
    {"TooManyArguments", "#define f(a) a\nf(1, 2)", {0, 2, 1}, "takes 1 argument and is given 2"},
    {"ArgumentsWithoutEnd", "#define f(a) a\n\n f(1, (2)\n", {0, 3, 2}, "a ')' is missing"},
    {"AQuestionWithoutAHeader", "#if __has_include(no)\n#endif", {0, 1, 5}, "__has_include asks for a header"},
    {"AQuestionThatIsNotClosed", "#if __has_include(\"no.h\"\n#endif", {0, 1, 5}, "lacks its ')'"},
    {"AQuestionWithoutParentheses", "#if __has_include \"no.h\"\n#endif", {0, 1, 5}, "in parentheses"},
    {"AnIncludeOfNothing", "#include\n", {0, 1, 1}, "takes the name of a header"},
    {"AnIncludeOfAnEmptyName", "#include \"\"\n", {0, 1, 1}, "takes the name of a header"},
    {"AHeaderThatIsNotThere",
     "\n #include <no/such.h>",
     {0, 2, 2},
     "'no/such.h' is not found; it was looked for nowhere"},
    {"ALineWithoutNumber", "#line x", {0, 1, 1}, "#line takes a number"},
    {"APragmaOperatorWithoutText", "_Pragma(unroll)", {0, 1, 1}, "one string literal"},
};

class OpenclCDirectiveFault : public testing::TestWithParam<Fault> {};

TEST_P(OpenclCDirectiveFault, NamesThePlace) {
    try {
        made_of(GetParam().source);
        FAIL() << "not refused";
    } catch (const SourceError& error) {
        EXPECT_EQ(error.place, GetParam().place) << error.place.line << ":" << error.place.column;
        EXPECT_EQ(error.file, "k.cl");
        EXPECT_THAT(error.message, HasSubstr(GetParam().message));
    }
}

INSTANTIATE_TEST_SUITE_P(, OpenclCDirectiveFault, testing::ValuesIn(faults),
                         [](const auto& row) { return std::string(row.param.name); });

std::vector<std::string> places(const Preprocessed& made) {
    std::vector<std::string> shown;
    for (const Token& token : made.tokens) {
        shown.push_back(fmt::format("{} {}:{}:{}{}", token.text, made.files[token.place.file], token.place.line,
                                    token.place.column, token.from_macro ? " macro" : ""));
    }
    return shown;
}

TEST(OpenclCPlaces, WhatAMacroMakesStandsWhereItIsUsed) {
    EXPECT_THAT(places(made_of("#define A 1 + B\n#define B 2\n  A;")),
                ElementsAre("1 k.cl:3:3 macro", "+ k.cl:3:3 macro", "2 k.cl:3:3 macro", "; k.cl:3:4", " k.cl:3:5"));
}

TEST(OpenclCPlaces, AnArgumentOnTheLineOfTheMacroKeepsItsPlace) {
    EXPECT_THAT(places(made_of("#define f(x, y) x*y\nf(a,\n b)")),
                ElementsAre("a k.cl:2:3 macro", "* k.cl:2:1 macro", "b k.cl:2:1 macro", " k.cl:3:4"));
}

TEST(OpenclCPlaces, LineChangesThemToo) {
    EXPECT_THAT(places(made_of("a\n#line 50 \"o.cl\"\n b\n\nc")),
                ElementsAre("a k.cl:1:1", "b o.cl:50:2", "c o.cl:52:1", " o.cl:52:2"));
}

TEST(OpenclCWarnings, AMacroThatChangesIsOne) {
    const Preprocessed made = made_of("#define A 1\n#define A  1 \n#define A 2\n#warning take care");
    ASSERT_EQ(made.warnings.size(), 2U);
    EXPECT_THAT(made.warnings[0].message, HasSubstr("'A' is defined anew"));
    EXPECT_EQ(made.warnings[0].place, (Place{0, 3, 9}));
    EXPECT_EQ(made.warnings[1].message, "#warning take care");
}

quovis::plugins::IncludeSearch headers(std::vector<quovis::plugins::MemoryHeader> given) {
    quovis::plugins::IncludeSearch search;
    search.first = std::move(given);
    return search;
}

std::string shown_with(std::string_view text, quovis::plugins::IncludeSearch search) {
    return shown(preprocess({"k.cl", text, {}, {}, std::move(search)}));
}

TEST(OpenclCIncludes, AHeaderInMemoryIsRead) {
    const auto search = headers({{"a/v.h", "#include \"w.h\"\nv"}, {"a/w.h", "w"}});
    EXPECT_EQ(shown_with("#include <a/v.h>\n#include \"./a/w.h\"\nk", search), "w v w k");
}

TEST(OpenclCIncludes, FilesAreFoundBesideTheirIncluderThenInOrder) {
    const ScratchFolder scratch;
    scratch.write("one/a.h", "#include \"b.h\"\none_a");
    scratch.write("one/b.h", "one_b");
    scratch.write("two/a.h", "two_a");
    scratch.write("two/c.h", "#include <b.h>\ntwo_c");
    quovis::plugins::IncludeSearch search;
    search.folders = {scratch.path("two"), scratch.path("one")};
    const Preprocessed made = preprocess({"k.cl", "#include <a.h>\n#include <c.h>\n", {}, {}, search});
    EXPECT_EQ(shown(made), "two_a one_b two_c");
    EXPECT_THAT(made.dependencies,
                ElementsAre(scratch.path("two/a.h"), scratch.path("two/c.h"), scratch.path("one/b.h")));
}

TEST(OpenclCIncludes, IncludeNextGoesOnBehindTheFolderOfTheFile) {
    const ScratchFolder scratch;
    scratch.write("one/a.h", "one\n#include_next <a.h>\n");
    scratch.write("two/a.h", "two\n#include_next \"a.h\"\n");
    scratch.write("three/a.h", "three\n#if __has_include_next(<a.h>) || !__has_include(<a.h>)\n#error\n#endif\n");
    quovis::plugins::IncludeSearch search = headers({{"a.h", "memory\n#include_next <a.h>\n"}});
    search.folders = {scratch.path("one"), scratch.path("two"), scratch.path("three")};
    EXPECT_EQ(shown_with("#include <a.h>\n", search), "memory one two three");
    EXPECT_EQ(shown_with("#include_next <a.h>\n", search), "memory one two three");  // in the source: as #include
    search.folders.pop_back();
    try {
        shown_with("#include <a.h>\n", search);
        FAIL();
    } catch (const SourceError& error) {
        EXPECT_EQ(error.file, scratch.path("two/a.h"));
        EXPECT_THAT(error.message, HasSubstr("'a.h' is not found; it was looked for nowhere: no place is left"));
    }
}

TEST(OpenclCIncludes, AQuestionForAHeaderIsAnsweredAsAnIncludeWouldBe) {
    const auto search = headers({{"a.h", "#if __has_include(\"b/c.h\")\nthere\n#endif"}, {"b/c.h", ""}});
    EXPECT_EQ(
        shown_with("#define H <a.h>\n#if __has_include(H) && !__has_include(<c.h>) && 1\n#include H\n#endif\n", search),
        "there");
}

TEST(OpenclCIncludes, TheSourcesFolderIsLookedIntoWhereTheCompilerDoes) {
    const ScratchFolder scratch;
    scratch.write("k/a.h", "beside");
    quovis::plugins::IncludeSearch search;
    EXPECT_THROW(shown_with("#include \"a.h\"", search), SourceError);
    search.source_folder = scratch.path("k/");
    EXPECT_EQ(shown_with("#include \"a.h\"", search), "beside");
    EXPECT_THROW(shown_with("#include <a.h>", search), SourceError);
}

TEST(OpenclCIncludes, TheNameMayBeComputed) {
    const auto search = headers({{"a b.h", "ab"}, {"v2.h", "v"}});
    EXPECT_EQ(shown_with("#define H \"a b.h\"\n#define N 2\n#define G <v2.h>\n#include H\n#include G\n", search),
              "ab v");
}

TEST(OpenclCIncludes, PragmaOnceAndGuardsHold) {
    const auto search = headers({{"a.h", "#pragma once\na"}, {"b.h", "#ifndef B\n#define B\nb\n#endif"}});
    EXPECT_EQ(shown_with("#include \"a.h\"\n#include <./a.h>\n#include \"b.h\"\n#include \"b.h\"\n", search), "a b");
}

TEST(OpenclCIncludes, AFaultInAHeaderNamesIt) {
    try {
        shown_with("\n#include \"a.h\"\n", headers({{"a.h", "\n  #error bad\n"}}));
        FAIL() << "not refused";
    } catch (const SourceError& error) {
        EXPECT_EQ(error.file, "a.h");
        EXPECT_EQ(error.place.line, 2U);
        EXPECT_EQ(error.place.column, 3U);
    }
}

TEST(OpenclCIncludes, AnIfDoesNotReachOverTheEndOfItsHeader) {
    EXPECT_THROW(shown_with("#include \"a.h\"\n#endif", headers({{"a.h", "#if 1\n"}})), SourceError);
    EXPECT_THROW(shown_with("#if 1\n#include \"a.h\"\n", headers({{"a.h", "#endif\n"}})), SourceError);
}

TEST(OpenclCIncludes, AHeaderOfItselfIsRefusedInTheEnd) {
    try {
        shown_with("#include \"a.h\"\n", headers({{"a.h", "#include \"a.h\"\n#include \"a.h\"\n"}}));
        FAIL() << "not refused";
    } catch (const SourceError& error) {
        EXPECT_THAT(error.message, HasSubstr("too deep or too often"));
    }
}

TEST(OpenclCIncludes, WhereItWasLookedIsTold) {
    quovis::plugins::IncludeSearch search = headers({{"a.h", ""}});
    search.folders = {"/nonexistent/include"};
    try {
        shown_with("#include \"b.h\"\n", search);
        FAIL() << "not refused";
    } catch (const SourceError& error) {
        EXPECT_THAT(error.message, HasSubstr("among 1 header in memory, in '/nonexistent/include'"));
    }
}

TEST(OpenclCPrologue, ItsMacrosAreKnownAndItsPlaceIsItsOwn) {
    const Preprocessed made = preprocess({"k.cl",
                                          "N F",
                                          "#line 1 \"<define N>\"\n#define N 1\n",
                                          {"f.h"},
                                          headers({{"f.h", "#define F __LINE__\nfirst"}})});
    EXPECT_EQ(shown(made), "first 1 1");
    EXPECT_EQ(made.files[0], "k.cl");
}

// Each doubles what the one before makes, or nests in it.
TEST(OpenclCLimits, MacrosThatMakeTooMuchAreRefusedSoon) {
    std::string doubling = "#define x0 a a\n";
    for (int number = 1; number < 64; ++number) {
        doubling += fmt::format("#define x{} x{} x{}\n", number, number - 1, number - 1);
    }
    std::string quoting = "#define s(x) #x\n#define t(x) s(x)\n";
    std::string pasting = "#define p(x) x##x\n#define q(x) p(x)\n";
    std::string deep = "#define f(x) x\n";
    for (int number = 0; number < 40; ++number) {
        quoting += "t(";
        pasting += "q(";
    }
    quoting += "\"" + std::string(40, ')');
    quoting.insert(quoting.find('"', quoting.find("t(t(")) + 1, "\"");
    pasting += "a" + std::string(40, ')');
    for (int number = 0; number < 5000; ++number) {
        deep += "f(";
    }
    const std::clock_t begin = std::clock();  // of this process: others may load the machine
    for (const std::string& source : {doubling + "x63", quoting, pasting, deep + "1" + std::string(5000, ')')}) {
        EXPECT_THROW(made_of(source), SourceError);
    }
    EXPECT_LT(std::clock() - begin, 20 * CLOCKS_PER_SEC);
}

TEST(OpenclCLimits, DeepParenthesesInAConditionAreRefused) {
    EXPECT_THROW(made_of("#if " + std::string(100000, '(') + "1\n#endif"), SourceError);
    EXPECT_THAT(shown(made_of("#if " + std::string(100000, '!') + "0\n#else\na\n#endif")), "a");
}

TEST(OpenclCLimits, ALongSourceTakesTimeInProportion) {
    const auto time_of = [](int lines) {
        std::string text = "#define F(a, b) ((a) * (b) + N)\n#define N 3\n";
        for (int line = 0; line < lines; ++line) {
            text += "x = F(x, F(y, 2)); /* some */ y += N; // more\n";
        }
        std::clock_t best = std::numeric_limits<std::clock_t>::max();  // of the processor: others may be at work
        for (int turn = 0; turn < 5; ++turn) {
            const std::clock_t begin = std::clock();
            made_of(text);
            best = std::min(best, std::clock() - begin);
        }
        return static_cast<double>(best + 1);
    };
    EXPECT_LT(time_of(16000) / time_of(2000), 8 * 4.0);
}

}  // namespace plugins_opencl_c_preprocess_test

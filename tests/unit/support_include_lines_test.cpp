// The scanner of #include lines: what it finds, and what it must not take for one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/support/include_lines.hpp"

namespace support_include_lines_test {

using quovis::core::HeaderForm;
using quovis::core::include_lines;
using quovis::core::IncludeKind;
using quovis::core::IncludeLine;
using quovis::core::macro_definitions;
using testing::ElementsAre;
using testing::IsEmpty;

std::string shown(const IncludeLine& line) {
    switch (line.form) {
        case HeaderForm::quoted:
            return "\"" + line.name + "\"";
        case HeaderForm::angled:
            return "<" + line.name + ">";
        default:
            return line.name;
    }
}

std::vector<std::string> found_in(std::string_view text) {
    std::vector<std::string> found;
    for (const IncludeLine& line : include_lines(text)) {
        found.push_back(shown(line));
    }
    return found;
}

std::vector<IncludeKind> kinds_in(std::string_view text) {
    std::vector<IncludeKind> kinds;
    for (const IncludeLine& line : include_lines(text)) {
        kinds.push_back(line.kind);
    }
    return kinds;
}

TEST(IncludeLines, BothFormsAreFoundWhateverBlanksAndCommentsStandBetween) {
    EXPECT_THAT(found_in("#include \"a.h\"\n  #  include\t<b/c.h> // why\n#/*x*/include/*y\n*/\"d e.h\"\r\n/* z */ "
                         "#include<f.h>"),
                ElementsAre("\"a.h\"", "<b/c.h>", "\"d e.h\"", "<f.h>"));
}

TEST(IncludeLines, TheOffsetsCoverTheNameWithItsMarks) {
    const std::string text = "int a;\n  # include <b.h> // why\n";
    const IncludeLine line = include_lines(text).at(0);
    EXPECT_EQ(text.substr(line.begin, line.end - line.begin), "<b.h>");
    EXPECT_EQ(text[line.hash], '#');
    EXPECT_EQ(line.line, 2u);
}

TEST(IncludeLines, CommentsAndStringsHoldNone) {
    EXPECT_THAT(
        found_in("// #include \"a.h\"\n/*\n#include \"b.h\"\n*/\nconst char* s = R\"x(\n#include \"c.h\"\n)\"\n)x\";\n"
                 "const char* t = \"\\\n#include \\\"d.h\\\"\";\n// \\\n#include \"e.h\"\n// \\\r\n#include \"f.h\"\n"
                 "/\\\n/ \\\n#include \"g.h\"\n/\\\n* \n#include \"h.h\"\n*\\\n/\nint x; /*\n*/ #include \"i.h\"\n"),
        IsEmpty());
}

TEST(IncludeLines, WhatOnlyLooksLikeACommentOrARawStringHidesNothing) {
    EXPECT_THAT(found_in("const char* s = \"/*\";\n#include \"a.h\"\nchar c = '\"';\n#include \"b.h\"\n"
                         "auto t = FOOR\"(\";\n#include \"c.h\"\nchar d = u8'a'; /* \"R\"( */\n#include \"d.h\"\n"
                         "int q = a / *b;\n#include \"e.h\"\nauto e = \"\\\"/*\";\n#include \"f.h\"\n"),
                ElementsAre("\"a.h\"", "\"b.h\"", "\"c.h\"", "\"d.h\"", "\"e.h\"", "\"f.h\""));
}

TEST(IncludeLines, EveryPrefixOfARawStringIsKnown) {
    for (const std::string prefix : {"R", "LR", "uR", "UR", "u8R", "u\\\n8R\\\n"}) {
        EXPECT_THAT(found_in("auto s = " + prefix + "\"d(\n#include \"a.h\"\n)d\";\n#include \"b.h\"\n"),
                    ElementsAre("\"b.h\""))
            << prefix;
    }
}

TEST(IncludeLines, AnApostropheInAnErrorDoesNotHideTheLinesBelow) {
    EXPECT_THAT(found_in("#error don't\n#include \"a.h\"\nint n = 1'000'000, m = 0x1'f; // it's\n#include \"b.h\"\n"
                         "int o = 1'000; /*\n#include \"c.h\"\n*/\n"),
                ElementsAre("\"a.h\"", "\"b.h\""));
}

TEST(IncludeLines, AnApostropheInANumberBeginsNothing) {
    EXPECT_THAT(found_in("int n = 0xAB'CD'EF; /*\n#include \"a.h\"\n*/ char c = u8'a'; /*\n#include \"b.h\"\n*/\n"),
                IsEmpty());
}

TEST(IncludeLines, AContinuedMarkOfACommentIsOne) {
    EXPECT_THAT(found_in("/\\\n/ /* \" R\"(\n#include \"a.h\"\n"), ElementsAre("\"a.h\""));
}

TEST(IncludeLines, AWordForTheTimeIsFoundWhereverItStands) {
    for (std::size_t blanks = 0; blanks < 40; ++blanks) {
        for (const std::string word : {"__DATE__", "_\\\n_TIME__", "__TI\\\nME__"}) {
            EXPECT_THAT(kinds_in(std::string(blanks, ' ') + word + std::string(40, ' ')),
                        ElementsAre(IncludeKind::clock))
                << blanks;
        }
    }
}

TEST(IncludeLines, ContinuedLinesAreOneLine) {
    EXPECT_THAT(found_in("#\\\ninc\\\r\nlude \\\n \"a\\\n.h\"\n#define X \\\n#include \"b.h\"\n#if 1 && \\\n "
                         "__has_\\\ninclude \\\n(<c.h>)\n#endif\n"),
                ElementsAre("\"a.h\"", "<c.h>"));
}

TEST(IncludeLines, ADigraphIsAHash) {
    EXPECT_THAT(found_in("%:include \"a.h\"\n %: include <b.h>\n%\\\n:include \"c.h\"\nint x = 5 %:include;\n"),
                ElementsAre("\"a.h\"", "<b.h>", "\"c.h\""));
}

TEST(IncludeLines, AByteOrderMarkHidesNothing) {
    EXPECT_THAT(found_in("\xEF\xBB\xBF#include \"a.h\"\n"), ElementsAre("\"a.h\""));
}

TEST(IncludeLines, TheOtherWaysToIncludeAreToldApart) {
    const std::string text =
        "#include_next <a.h>\n#import \"b.h\"\n#if __has_include_next(<c.h>)\n#endif\n#embed <d>\n";
    EXPECT_THAT(kinds_in(text),
                ElementsAre(IncludeKind::next, IncludeKind::import, IncludeKind::next_question, IncludeKind::embed));
    EXPECT_THAT(found_in("#ifdef include\n#endif\n#includes \"a.h\"\n#pragma include \"b.h\"\n"), IsEmpty());
}

TEST(IncludeLines, AComputedOneIsTheRestOfItsLine) {
    EXPECT_THAT(found_in("#include HEADER // why\n#include /* a */ F(x,\\\n  y) /* b */\n#include <a\n#include \"b\n"
                         "#include\n#if __has_include( NAME ) && __has_include(F(x))\n#endif\n"),
                ElementsAre("HEADER", "F(x, y)", "<a", "\"b", "", "NAME", "F(x))"));
}

TEST(IncludeLines, QuestionsForAHeaderAreFoundOnTheLinesOfConditions) {
    EXPECT_THAT(found_in("#if defined X && __has_include(\"a.h\") || \\\n    __has_include( <b.h> )\n#elif "
                         "__has_include(MACRO)\n#endif\nint n; // __has_include(\"c.h\")\n"),
                ElementsAre("\"a.h\"", "<b.h>", "MACRO"));
}

TEST(IncludeLines, WhoAsksWhetherThereAreQuestionsAsksForNoHeader) {
    EXPECT_THAT(found_in("#ifndef __has_include\n#define __has_include(x) 0\n#endif\n#if defined(__has_include) && "
                         "defined __has_include\n#undef __has_include\n#endif\n"),
                IsEmpty());
}

TEST(IncludeLines, AQuestionThatAMacroAsksIsUnclear) {
    EXPECT_THAT(
        kinds_in("#define HAS(x) __has_include(x)\n#define ASK __has_include\n#define A __has_include(\"a.h\")\n"
                 "#define B __has_include(<b.h>)\n"),
        ElementsAre(IncludeKind::unclear, IncludeKind::unclear, IncludeKind::unclear, IncludeKind::question));
}

TEST(IncludeLines, WordsForTheTimeAndFilesOfTheAssemblerAreFound) {
    const std::string text =
        "auto a = __DATE__ __TIME__;\nauto b = __TIME\\\nSTAMP__;\nasm(\".incbin \\\"x\\\"\");\n"
        "asm(R\"(\n .incbin \"y\")\");\n// __DATE__ .incbin\nauto c = \"__DATE__\";\nint my__DATE__;\n";
    EXPECT_THAT(found_in(text), ElementsAre("__DATE__", "__TIME__", "__TIMESTAMP__", ".incbin", ".incbin"));
}

TEST(IncludeLines, WhereCompilersDifferItIsUnclear) {
    EXPECT_THAT(kinds_in("?\?=include \"a.h\"\n"), ElementsAre(IncludeKind::unclear));
    EXPECT_THAT(kinds_in("// what?\?/\nint a;\n"), ElementsAre(IncludeKind::unclear));
    EXPECT_THAT(kinds_in("// one\rint a;\n"), ElementsAre(IncludeKind::unclear));
    EXPECT_THAT(kinds_in("// one \\ \t\n R\"(\n"), ElementsAre(IncludeKind::unclear));
    EXPECT_THAT(kinds_in("// really?? \\  \nint a;\r\n"), IsEmpty());
    EXPECT_THAT(found_in("// goes on for some \\ \n#include <a.h>\n"), ElementsAre("<a.h>"));
}

TEST(IncludeLines, WhatDoesNotEndEndsWithTheText) {
    for (const std::string text : {"#include \"a.h\"\n",
                                   "#",
                                   "#include",
                                   "#include \"",
                                   "#include <a",
                                   "/",
                                   "/*",
                                   "/* *",
                                   "//",
                                   "// \\",
                                   "\"",
                                   "\"\\",
                                   "'",
                                   "R\"",
                                   "R\"x(",
                                   "R\"x(\n)x",
                                   "\\",
                                   "%",
                                   "%:",
                                   "_",
                                   "__",
                                   "__has_include",
                                   "__has_include(",
                                   "1'",
                                   "#define",
                                   "#define X",
                                   "#define X \"",
                                   "?\?",
                                   "\r",
                                   "\\\r",
                                   "#include \\\n",
                                   "#/*",
                                   "\xEF\xBB"}) {
        include_lines(text);
        macro_definitions(text);
        EXPECT_THAT(found_in("#include \"first.h\"\n" + text), testing::Contains("\"first.h\"")) << text;
    }
}

TEST(IncludeLines, LinesAreCountedThroughContinuationsAndComments) {
    std::vector<std::size_t> lines;
    for (const IncludeLine& line : include_lines("\n/*\n*/#include \"a.h\"\n#define X \\\n 1\n\n#include \"b.h\"\n#if "
                                                 "\\\n__has_include(<c.h>)\n")) {
        lines.push_back(line.line);
    }
    EXPECT_THAT(lines, ElementsAre(3u, 7u, 9u));
}

TEST(MacroDefinitions, BodiesAreWithoutCommentsAndContinuations) {
    const auto found = macro_definitions(
        "#define A \"a//b.h\" // why\n# define B /* x */ <b\\\n.h> /* y */\n#define F(x) #x\n#define C\n#undef A\n"
        "#if 0\n#define A \"c.h\"\n#endif\n// #define D 1\n");
    ASSERT_EQ(found.size(), 5u);
    EXPECT_EQ(found[0].name + "=" + found[0].body, "A=\"a//b.h\"");
    EXPECT_EQ(found[1].name + "=" + found[1].body, "B=<b.h>");
    EXPECT_EQ(found[2].name + "=" + found[2].body, "F=(x) #x");
    EXPECT_EQ(found[3].name + "=" + found[3].body, "C=");
    EXPECT_EQ(found[4].body, "\"c.h\"");
}

}  // namespace support_include_lines_test

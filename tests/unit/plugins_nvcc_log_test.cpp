// The log of nvcc as data: messages of the preprocessor, the front end, ptxas and nvlink in one log.
// The texts are those of CUDA 13.0 and GCC 12.
#include <gtest/gtest.h>
#include <quovis/plugin.h>

#include "plugins/common/diagnostics_nvcc.hpp"

namespace plugins_nvcc_log_test {

using quovis::plugins::Diagnostic;
using quovis::plugins::lines_about_tools;
using quovis::plugins::parse_nvcc_log;

TEST(NvccLog, MessagesOfThePreprocessorComeWithTheirColumn) {
    const auto all = parse_nvcc_log(
        "In file included from a.h:3,\n                 from k.cu:1:\n"
        "k.cu:12:10: fatal error: none.h: No such file or directory\n   12 | #include \"none.h\"\n"
        "      |          ^~~~~~~~\ncompilation terminated.\n");
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].file, "k.cu");
    EXPECT_EQ(all[0].line, 12u);
    EXPECT_EQ(all[0].column, 10u);
    EXPECT_EQ(all[0].severity, QUOVIS_CC_ERROR);
    EXPECT_EQ(all[0].message, "none.h: No such file or directory");
}

TEST(NvccLog, BothFormsAreReadFromOneLog) {
    const auto all = parse_nvcc_log(
        "k.cu:1:2: warning: #warning careful [-Wcpp]\n    1 | #warning careful\n      |  ^~~~~~~\n"
        "k.cu(2): error: identifier \"nope\" is undefined\n    int x = nope;\n            ^\n\n"
        "1 error detected in the compilation of \"k.cu\".\n");
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].severity, QUOVIS_CC_WARNING);
    EXPECT_EQ(all[0].line, 1u);
    EXPECT_EQ(all[1].severity, QUOVIS_CC_ERROR);
    EXPECT_EQ(all[1].line, 2u);
    EXPECT_EQ(all[1].column, 11u);
    EXPECT_EQ(all[1].message, "identifier \"nope\" is undefined");
}

TEST(NvccLog, AMessageAboutTheEndOfTheSourceIsMarked) {
    const auto all = parse_nvcc_log("At end of source: error: expected a \"}\"\nk.cu(1): note #3196-D: to match\n");
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].file, quovis::plugins::end_of_source_file);
    EXPECT_EQ(all[0].line, 0u);
    EXPECT_EQ(all[0].message, "expected a \"}\"");
    EXPECT_EQ(all[1].severity, QUOVIS_CC_NOTE);
}

TEST(NvccLog, WhatToolsSayOfThemselvesNamesTheTool) {
    const auto all = parse_nvcc_log(
        "nvcc fatal   : Unknown option '-x'\nptxas error   : Entry function 'k' uses too much shared data\n"
        "ptxas /tmp/a.ptx, line 5; error   : Not a name of any known instruction: 'bogus'\n"
        "nvlink error   : Undefined reference to 'f' in 'a.cubin'\n");
    ASSERT_EQ(all.size(), 4u);
    EXPECT_EQ(all[0].message, "nvcc: Unknown option '-x'");
    EXPECT_EQ(all[1].message, "ptxas: Entry function 'k' uses too much shared data");
    EXPECT_EQ(all[2].message, "ptxas: Not a name of any known instruction: 'bogus'");
    EXPECT_EQ(all[3].message, "nvlink: Undefined reference to 'f' in 'a.cubin'");
    for (const Diagnostic& one : all) {
        EXPECT_EQ(one.line, 0u);
        EXPECT_EQ(one.severity, QUOVIS_CC_ERROR);
    }
}

TEST(NvccLog, WordsOfASourceAreNotTheTools) {
    const std::string tools = lines_about_tools(
        "k.cu:1:2: error: #error No space left on device\n    1 | #error No space left on device\n"
        "k.cu(2): error: out of memory\n    out of memory\n    ^\nAt end of source: error: x\n"
        "sh: 1: cicc: not found\n");
    EXPECT_EQ(tools, "sh: 1: cicc: not found\n");
}

}  // namespace plugins_nvcc_log_test

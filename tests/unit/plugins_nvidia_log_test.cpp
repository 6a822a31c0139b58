// Logs of NVRTC and ptxas as data.
#include <gtest/gtest.h>
#include <quovis/plugin.h>

#include "plugins/common/diagnostics.hpp"

namespace quovis::plugins {
namespace plugins_nvidia_log_test {

TEST(NvidiaLog, TheCaretTellsTheColumn) {
    const auto found = parse_nvidia_log(
        "dir/k (1).cu(3): error: identifier \"foo\" is undefined\n"
        "    x[0] = foo(1);\n"
        "           ^\n"
        "\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].file, "dir/k (1).cu");
    EXPECT_EQ(found[0].line, 3u);
    EXPECT_EQ(found[0].column, 10u);
    EXPECT_EQ(found[0].severity, QUOVIS_CC_ERROR);
    EXPECT_EQ(found[0].message, "identifier \"foo\" is undefined");
}

TEST(NvidiaLog, ATabIsOneColumn) {
    const auto found = parse_nvidia_log("k.cu(2): error: bad\n  \tx[0] = bad;\n  \t       ^\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].column, 9u);
}

TEST(NvidiaLog, ThereIsNoColumnBehindOtherThanAscii) {
    const auto found = parse_nvidia_log("k.cu(2): error: bad\n  \xc3\xa9 = bad;\n       ^\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].line, 2u);
    EXPECT_EQ(found[0].column, 0u);
}

TEST(NvidiaLog, WarningsLoseTheirNumberAndRemarksAboutThemAreLeftOut) {
    const auto found = parse_nvidia_log(
        "k.cu(1): warning #177-D: variable \"unused\" was declared but never referenced\n"
        "  int unused;\n"
        "      ^\n"
        "\n"
        "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
        "\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].severity, QUOVIS_CC_WARNING);
    EXPECT_EQ(found[0].message, "variable \"unused\" was declared but never referenced");
}

TEST(NvidiaLog, DetailsOnBothSidesOfTheSourceJoinTheMessage) {
    const auto found = parse_nvidia_log(
        "k.cu(2): error: no instance of function template \"f\" matches the argument list\n"
        "            argument types are: (int, double)\n"
        "  f(1, 2.0);\n"
        "  ^\n"
        "          detected during instantiation of \"void g(T) [with T=int]\" at line 7\n"
        "k.cu(1): note #3327-D: candidate function template \"f\" failed deduction\n"
        "  template <class T> void f(T, T) {}\n"
        "                          ^\n");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].message,
              "no instance of function template \"f\" matches the argument list; argument types are: (int, double); "
              "detected during instantiation of \"void g(T) [with T=int]\" at line 7");
    EXPECT_EQ(found[0].column, 1u);
    EXPECT_EQ(found[1].severity, QUOVIS_CC_NOTE);
}

TEST(NvidiaLog, OlderCompilersShowNoSource) {
    const auto found = parse_nvidia_log(
        "k.cu(3): error: identifier \"foo\" is undefined\n"
        "\n"
        "k.cu(5): error: expected a \";\"\n"
        "\n"
        "2 errors detected in the compilation of \"k.cu\".\n");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[1].line, 5u);
    EXPECT_EQ(found[1].column, 0u);
    EXPECT_EQ(found[1].message, "expected a \";\"");
}

TEST(NvidiaLog, CatastrophesAreErrors) {
    const auto found = parse_nvidia_log("k.cu(1): catastrophic error: cannot open source file \"x.h\"\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].severity, QUOVIS_CC_ERROR);
    EXPECT_EQ(found[0].message, "cannot open source file \"x.h\"");
}

TEST(NvidiaLog, ToolsThatHaveNoLineOfTheSourceAreNamed) {
    const auto found = parse_nvidia_log(
        "nvrtc: error: unrecognized option --x found\n"
        "\n"
        "ptxas application ptx input, line 44; error   : Not a name of any known instruction: 'x'\n"
        "ptxas fatal   : Ptx assembly aborted due to errors\n");
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].message, "nvrtc: unrecognized option --x found");
    EXPECT_EQ(found[1].message, "ptxas: Not a name of any known instruction: 'x'");
    EXPECT_EQ(found[1].line, 0u) << "line 44 is one of the PTX";
    EXPECT_EQ(found[2].severity, QUOVIS_CC_ERROR);
}

TEST(NvidiaLog, BytesThatAreNoTextAreKept) {
    const auto found = parse_nvidia_log("k\xe9.cu(1): error: caf\xe9\r\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].file, "k\xe9.cu");
    EXPECT_EQ(found[0].message, "caf\xe9");
}

TEST(NvidiaLog, AnythingElseIsNoMessage) {
    EXPECT_TRUE(parse_nvidia_log("").empty());
    EXPECT_TRUE(parse_nvidia_log("\n\n^\n  ^\n): error: \n(): error: x\n(1): error: x\nk.cu(x): error: y\n").empty());
}

}  // namespace plugins_nvidia_log_test
}  // namespace quovis::plugins

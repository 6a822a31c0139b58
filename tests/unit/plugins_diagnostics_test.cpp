// Compilers' logs as data.
#include <gtest/gtest.h>
#include <quovis/plugin.h>

#include "plugins/common/diagnostics.hpp"

namespace quovis::plugins {
namespace plugins_diagnostics_test {

Diagnostic only(std::string_view log) {
    const std::vector<Diagnostic> found = parse_clang_log(log);
    EXPECT_EQ(found.size(), 1u) << log;
    return found.empty() ? Diagnostic() : found.front();
}

TEST(ClangLog, FileLineAndColumnAreRead) {
    const Diagnostic found = only("dir/k.cl:12:7: warning: unused variable 'x: y'\n");
    EXPECT_EQ(found.file, "dir/k.cl");
    EXPECT_EQ(found.line, 12u);
    EXPECT_EQ(found.column, 7u);
    EXPECT_EQ(found.severity, QUOVIS_CC_WARNING);
    EXPECT_EQ(found.message, "unused variable 'x: y'");
}

TEST(ClangLog, SeverityMayStandBeforeThePlace) {
    const Diagnostic found = only("error: my dir/k.cl:2:10: use of undeclared identifier 'y'");
    EXPECT_EQ(found.file, "my dir/k.cl");
    EXPECT_EQ(found.line, 2u);
    EXPECT_EQ(found.column, 10u);
    EXPECT_EQ(found.severity, QUOVIS_CC_ERROR);
    EXPECT_EQ(found.message, "use of undeclared identifier 'y'");
}

TEST(ClangLog, WhatAMacroBroughtIsPlacedWhereTheMacroIsUsed) {
    const Diagnostic found =
        only("error: my dir/k.cl:6:5 <Spelling=my dir/k.cl:6:9>: use of undeclared identifier 'y'");
    EXPECT_EQ(found.file, "my dir/k.cl");
    EXPECT_EQ(found.line, 6u);
    EXPECT_EQ(found.column, 5u);
    EXPECT_EQ(found.message, "use of undeclared identifier 'y'");
}

TEST(EndOfSource, IsOnTheLastLineThatAnEditorShows) {
    EXPECT_EQ(last_line_of(""), 1u);
    EXPECT_EQ(last_line_of("one"), 1u);
    EXPECT_EQ(last_line_of("one\n"), 1u);
    EXPECT_EQ(last_line_of("one\ntwo\n\n"), 3u);
    std::vector<Diagnostic> found = parse_nvidia_log("At end of source: error: expected a \"}\"\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].message, "expected a \"}\"");
    found.push_back(only("k.cu:3:1: error: expected '}'"));
    place_ends_of_source(found, "k.cu", 2);
    for (const Diagnostic& one : found) {
        EXPECT_EQ(one.file, "k.cu");
        EXPECT_EQ(one.line, 2u);
        EXPECT_EQ(one.column, 0u);
    }
}

TEST(ClangLog, PlaceMayHaveNoColumn) {
    const Diagnostic found = only("k.cl:3: fatal error: 'missing.h' file not found");
    EXPECT_EQ(found.file, "k.cl");
    EXPECT_EQ(found.line, 3u);
    EXPECT_EQ(found.column, 0u);
    EXPECT_EQ(found.severity, QUOVIS_CC_ERROR);
}

TEST(ClangLog, MessageMayHaveNoPlace) {
    const Diagnostic found = only("error: too many arguments: 3");
    EXPECT_EQ(found.file, "");
    EXPECT_EQ(found.line, 0u);
    EXPECT_EQ(found.message, "too many arguments: 3");
}

TEST(ClangLog, FileNameMayHoldColonsAndBlanks) {
    const Diagnostic found = only("a: b/c:d.cl:1:2: note: here");
    EXPECT_EQ(found.file, "a: b/c:d.cl");
    EXPECT_EQ(found.severity, QUOVIS_CC_NOTE);
}

TEST(ClangLog, QuotedSourceCaretsAndCountsAreNoMessages) {
    EXPECT_TRUE(parse_clang_log("    printf(\"a: error: b\");\n           ^~~~\n1 error generated.\n").empty());
}

TEST(ClangLog, ColoursAreIgnored) {
    const Diagnostic found = only("\x1b[1mk.cl:1:1: \x1b[0m\x1b[0;1;31merror: \x1b[0mno\r\n");
    EXPECT_EQ(found.file, "k.cl");
    EXPECT_EQ(found.message, "no");
}

TEST(ClangLog, BytesThatAreNoUtf8ArePassedOn) {
    EXPECT_EQ(only("k.cl:1:1: error: caf\xE9").message, "caf\xE9");
}

TEST(ClangLog, NumberTooLargeForALineIsPartOfTheName) {
    EXPECT_EQ(only("k.cl:99999999999: error: x").line, 0u);
}

}  // namespace plugins_diagnostics_test
}  // namespace quovis::plugins

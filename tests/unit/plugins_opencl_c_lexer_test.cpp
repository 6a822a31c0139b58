// Text to tokens of OpenCL C, and where each stands.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "plugins/common/opencl_c/lexer.hpp"
#include "plugins/common/opencl_c/refusal.hpp"

namespace plugins_opencl_c_lexer_test {

using namespace quovis::opencl_c;
using testing::ElementsAre;
using testing::HasSubstr;

char letter_of(TokenKind kind) {
    return "incspPe?"[static_cast<std::size_t>(kind)];
}

// "i:name@1:5": kind, text, line and column.
std::vector<std::string> tokens_of(std::string_view text) {
    TextStore store;
    Lexer lexer(join_lines(text, store), 0);
    std::vector<std::string> shown;
    for (Token token;;) {
        lexer.next(token);
        if (token.kind == TokenKind::end) {
            return shown;
        }
        shown.push_back(
            fmt::format("{}:{}@{}:{}", letter_of(token.kind), token.text, token.place.line, token.place.column));
    }
}

struct Row {
    const char* name;
    std::string text;
    std::vector<std::string> tokens;
};

void PrintTo(const Row& row, std::ostream* out) {
    *out << row.name;
}

const Row rows[] = {
    {"NothingGivesNothing", "", {}},
    {"BlanksAndLineEndsAreNoTokens", " \t\v\f\n\r\n", {}},
    {"ANameHasLettersDigitsAndDollars", "a_1 $b _", {"i:a_1@1:1", "i:$b@1:5", "i:_@1:8"}},
    {"ANumberTakesItsSuffixAndExponent",
     "1.5e+3f 0x1p-3 .5h 1..2",
     {"n:1.5e+3f@1:1", "n:0x1p-3@1:9", "n:.5h@1:16", "n:1..2@1:20"}},
    {"AMinusBehindADigitIsAnOperator", "1-2", {"n:1@1:1", "p:-@1:2", "n:2@1:3"}},
    {"AStringKeepsItsEscapes", R"("a\"b\\" 'c\'')", {"s:\"a\\\"b\\\\\"@1:1", "c:'c\\''@1:10"}},
    {"AStringKeepsBytesAbove127", "\"\xC3\xA9\xFF\" x", {"s:\"\xC3\xA9\xFF\"@1:1", "i:x@1:7"}},
    {"AWideLiteralIsOneToken", "L\"a\" L'b' L", {"s:L\"a\"@1:1", "c:L'b'@1:6", "i:L@1:11"}},
    {"TheLongestPunctuatorIsTaken",
     "a+++b<<=c...->",
     {"i:a@1:1", "p:++@1:2", "p:+@1:4", "i:b@1:5", "p:<<=@1:6", "i:c@1:9", "p:...@1:10", "p:->@1:13"}},
    {"TwoDotsAreTwoTokens", "..", {"p:.@1:1", "p:.@1:2"}},
    {"DigraphsAreWhatTheyMean",
     "<: :> <% %> %: %:%:",
     {"p:[@1:1", "p:]@1:4", "p:{@1:7", "p:}@1:10", "p:#@1:13", "p:##@1:16"}},
    {"TrigraphsAreNotRead", "?\?=", {"p:?@1:1", "p:?@1:2", "p:=@1:3"}},
    {"CommentsAreBlanks", "a/**/b//c\nd", {"i:a@1:1", "i:b@1:6", "i:d@2:1"}},
    {"ACommentInAStringIsText", "\"/*\" '//'", {"s:\"/*\"@1:1", "c:'//'@1:6"}},
    {"LinesInACommentCount", "/* a\n b */ c\nd", {"i:c@2:7", "i:d@3:1"}},
    {"ASlashBehindAStarredSlashIsNoEnd", "/*/ a */ b", {"i:b@1:10"}},
    {"LineEndsOfAllSystemsCount", "a\r\nb\rc\nd", {"i:a@1:1", "i:b@2:1", "i:c@3:1", "i:d@4:1"}},
    {"AByteOrderMarkIsTakenOff", "\xEF\xBB\xBFkernel", {"i:kernel@1:1"}},
    {"ATabIsOneColumn", "\ta", {"i:a@1:2"}},
    {"ABackslashJoinsLinesInAName", "fo\\\no bar", {"i:foo@1:1", "i:bar@2:3"}},
    {"ABackslashJoinsLinesInANumberAndAString", "1\\\n2 \"a\\\nb\" c", {"n:12@1:1", "s:\"ab\"@2:3", "i:c@3:4"}},
    {"ABackslashJoinsLinesInALineComment", "// a\\\n b\nc", {"i:c@3:1"}},
    {"ABackslashJoinsLinesInAnOperator", "a +\\\r\n+ b", {"i:a@1:1", "p:++@1:3", "i:b@2:3"}},
    {"BlanksBehindTheBackslashDoNotMatter", "a\\ \t\nb", {"i:ab@1:1"}},
    {"SeveralJointsInARowCount", "a\\\n\\\n\\\n b", {"i:a@1:1", "i:b@4:2"}},
    {"ABackslashAtTheEndOfTheTextIsNoJoint", "a\\", {"i:a@1:1", "?:\\@1:2"}},
    {"AnOpenStringTakesTheRestOfItsLine", "\"abc d\ne", {"?:\"abc d@1:1", "i:e@2:1"}},
    {"AnApostropheInWordsTakesTheRestOfItsLine", "don't stop\nx", {"i:don@1:1", "?:'t stop@1:4", "i:x@2:1"}},
    {"CharactersOfNoTokenAreStray", "@ ` \xC3\xA9 \x01", {"?:@@1:1", "?:`@1:3", "?:\xC3\xA9@1:5", "?:\x01@1:8"}},
    {"AZeroByteIsStray", std::string("a \0 b", 5), {"i:a@1:1", std::string("?:\0@1:3", 7), "i:b@1:5"}},
    {"AZeroByteInAStringIsStray", std::string("\"\0\"", 3), {std::string("?:\"\0\"@1:1", 9)}},
};

class OpenclCLexer : public testing::TestWithParam<Row> {};

TEST_P(OpenclCLexer, Row) {
    EXPECT_EQ(tokens_of(GetParam().text), GetParam().tokens);
}

INSTANTIATE_TEST_SUITE_P(, OpenclCLexer, testing::ValuesIn(rows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(OpenclCLexerPlaces, BlanksAndLineStartsAreTold) {
    TextStore store;
    Lexer lexer(join_lines("a b/**/c+\nd", store), 0);
    std::vector<std::string> shown;
    for (Token token; shown.size() < 5;) {
        lexer.next(token);
        shown.push_back(
            fmt::format("{}{}{}", token.text, token.space_before ? " space" : "", token.first_on_line ? " first" : ""));
    }
    EXPECT_THAT(shown, ElementsAre("a space first", "b space", "c space", "+", "d space first"));
}

TEST(OpenclCLexerPlaces, AnOpenCommentIsRefusedWhereItBegins) {
    TextStore store;
    Lexer lexer(join_lines("a\n  /* b\n c", store), 0);
    Token token;
    lexer.next(token);
    try {
        lexer.next(token);
        FAIL() << "not refused";
    } catch (const Refusal& refusal) {
        EXPECT_EQ(refusal.place, (Place{0, 2, 3}));
        EXPECT_THAT(refusal.message, HasSubstr("no end"));
    }
}

TEST(OpenclCLexerPlaces, TextsStayWhenTheirStoreIsMoved) {
    TextStore store;
    const std::string_view small = store.keep("small");
    const std::string_view large = store.keep(std::string(100000, 'x'));
    const TextStore moved = std::move(store);
    EXPECT_EQ(small, "small");
    EXPECT_EQ(large, std::string(100000, 'x'));
}

}  // namespace plugins_opencl_c_lexer_test

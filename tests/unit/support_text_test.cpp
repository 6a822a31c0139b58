// Words: globs, nearest words, lists, sizes, quoting.
// Each test is one thing that a message or a configuration relies on.
#include "core/support/text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace support_text_test {

using namespace quovis::core;

TEST(Glob, MatchesAWordWithoutSignsOnlyAsItIs) {
    EXPECT_TRUE(glob_match("opencl", "opencl"));
    EXPECT_FALSE(glob_match("opencl", "opencl2"));
    EXPECT_FALSE(glob_match("opencl", "openc"));
    EXPECT_FALSE(glob_match("opencl", "OpenCL"));
}

TEST(Glob, StarMatchesAnyRunAlsoAnEmptyOneAndAcrossSlashes) {
    EXPECT_TRUE(glob_match("hip-*", "hip-hiprtc"));
    EXPECT_TRUE(glob_match("hip-*", "hip-"));
    EXPECT_TRUE(glob_match("*rtc", "cuda-nvrtc"));
    EXPECT_TRUE(glob_match("*/x*.cl", "a/b/x1.cl"));
    EXPECT_TRUE(glob_match("a*b*c", "aXbYbZc"));
    EXPECT_FALSE(glob_match("a*b*c", "aXbYbZ"));
    EXPECT_TRUE(glob_match("*", ""));
}

TEST(Glob, QuestionMarkMatchesExactlyOneCharacter) {
    EXPECT_TRUE(glob_match("fft?", "fft2"));
    EXPECT_FALSE(glob_match("fft?", "fft"));
    EXPECT_FALSE(glob_match("fft?", "fft12"));
}

TEST(Glob, ManyStarsAgainstALongTextEndSoon) {
    std::string pattern;
    for (int i = 0; i < 1000; ++i) {
        pattern += "a*";
    }
    EXPECT_FALSE(glob_match(pattern + "b", std::string(20000, 'a')));
}

TEST(NearestWord, FindsATypingMistake) {
    const std::vector<std::string> words{"backend", "compile", "device"};
    EXPECT_EQ(nearest_word("backand", words), "backend");
    EXPECT_EQ(nearest_word("bakcend", words), "backend");
    EXPECT_EQ(nearest_word("devices", words), "device");
}

TEST(NearestWord, IsNothingWhenNoWordIsNear) {
    const std::vector<std::string> words{"backend", "compile", "device"};
    EXPECT_EQ(nearest_word("zebra", words), std::nullopt);
    EXPECT_EQ(nearest_word("", words), std::nullopt);
    EXPECT_EQ(nearest_word(std::string(100000, 'x'), words), std::nullopt);
}

TEST(NearestWord, DoesNotOfferAShortWordThatSharesNothing) {
    const std::vector<std::string> words{"a", "on"};
    EXPECT_EQ(nearest_word("x", words), std::nullopt);
}

TEST(EditDistance, CountsASwapOfNeighboursAsOne) {
    EXPECT_EQ(edit_distance("opencl", "opnecl"), 1u);
    EXPECT_EQ(edit_distance("", "abc"), 3u);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Split, LeavesOutBlanksAndEmptyPieces) {
    EXPECT_EQ(split(" a, b ,,c,", ','), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_TRUE(split("", ',').empty());
    EXPECT_TRUE(split(" , ", ',').empty());
}

TEST(Join, PutsTheSeparatorBetweenWordsOnly) {
    EXPECT_EQ(join(std::vector<std::string>{"a", "b", "c"}), "a, b, c");
    EXPECT_EQ(join(std::vector<std::string>{"a"}), "a");
    EXPECT_EQ(join(std::vector<std::string>{}), "");
}

TEST(ByteSize, ReadsPlainBytesAndBothKindsOfUnits) {
    EXPECT_EQ(parse_byte_size("0"), 0u);
    EXPECT_EQ(parse_byte_size("4096"), 4096u);
    EXPECT_EQ(parse_byte_size("512MiB"), std::uint64_t{512} << 20);
    EXPECT_EQ(parse_byte_size("2 GiB"), std::uint64_t{2} << 30);
    EXPECT_EQ(parse_byte_size("100MB"), 100'000'000u);
    EXPECT_EQ(parse_byte_size("1.5KiB"), 1536u);
    EXPECT_EQ(parse_byte_size("18446744073709551615"), 18446744073709551615u);
}

TEST(ByteSize, RefusesWhatIsNoSizeOrDoesNotFit) {
    for (const char* text : {"", "MiB", "-1", "1 XB", "2gb", "1.2.3", ".", "1e9", "18446744073709551616",
                             "17179869184GiB", "99999999TiB", "0x10", "1.5.KiB"}) {
        EXPECT_EQ(parse_byte_size(text), std::nullopt) << text;
    }
}

TEST(Quoted, ShowsControlCharactersAsEscapesAndCutsLongTexts) {
    EXPECT_EQ(in_quotes("a\nb\x1b[0m"), "'a\\nb\\x1b[0m'");
    EXPECT_EQ(in_quotes("abcdef", 3), "'abc…'");
}

}  // namespace support_text_test

// The include scan: equal fields exactly when a compiler would read the same texts under the same names.
#include "core/program/include_scan.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "tests/unit/support_scratch.hpp"

namespace program_include_scan_test {

namespace fs = std::filesystem;
using quovis::core::CompilerFolder;
using quovis::core::Header;
using quovis::core::IncludeScan;
using quovis::core::IncludeScanRequest;
using quovis::core::KeyField;
using quovis::core::scan_includes;
using quovis::test::ScratchFolder;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

// A request whose parts can be named one by one; the folders are those of `scratch`.
struct Tree {
    ScratchFolder scratch;
    std::string name = "k.cu";
    std::string source;
    std::vector<Header> headers;
    std::vector<std::string> folders;
    std::vector<std::string> covered;    // of the compiler
    std::vector<std::string> uncovered;  // of the compiler, behind those
    std::vector<std::string> first;
    std::vector<std::pair<std::string, std::optional<std::string>>> defines;
    bool beside_source = false;
    bool hidden_defines = false;

    IncludeScan scan() const {
        IncludeScanRequest request{name, source, headers, {}, {}, first, defines, beside_source, hidden_defines};
        for (const std::string& folder : folders)
            request.folders.push_back(scratch.path(folder));
        for (const std::string& folder : covered)
            request.own_folders.push_back({scratch.path(folder), true});
        for (const std::string& folder : uncovered)
            request.own_folders.push_back({scratch.path(folder), false});
        return scan_includes(request);
    }

    // Without the hashes, and with paths from the scratch folder.
    std::vector<std::string> fields() const {
        const IncludeScan scan = this->scan();
        EXPECT_EQ(scan.bypass, "");
        std::vector<std::string> shown;
        for (const KeyField& field : scan.fields) {
            const bool is_hash = field.value.size() > 33 && field.value[32] == ' ' && field.label[0] == 'h';
            shown.push_back(field.label + ": " + (is_hash ? field.value.substr(33) : field.value));
            for (std::size_t at; (at = shown.back().find(scratch.path() + "/")) != std::string::npos;)
                shown.back().erase(at, scratch.path().size() + 1);
        }
        return shown;
    }

    std::vector<KeyField> key() const {
        const IncludeScan scan = this->scan();
        EXPECT_EQ(scan.bypass, "");
        return scan.fields;
    }
};

// ---- What is found

TEST(IncludeScan, EveryHeaderIsAFieldWithItsHashAndLines) {
    Tree tree;
    tree.scratch.write("i/a.h", "#include \"b.h\"\nint a;\n");
    tree.scratch.write("i/b.h", "int b;");
    tree.source = "#include <a.h>\n";
    tree.folders = {"i"};
    EXPECT_THAT(tree.fields(), ElementsAre("header 'i/a.h': 2 lines", "header 'i/b.h': 1 line"));
    EXPECT_THAT(tree.scan().files, ElementsAre(tree.scratch.path("i/a.h"), tree.scratch.path("i/b.h")));
    EXPECT_EQ(tree.scan().fields[0].value.find_first_not_of("0123456789abcdef"), 32u);
}

TEST(IncludeScan, ATextThatIncludesNothingHasNoFields) {
    Tree tree;
    tree.scratch.write("i/a.h", "");
    tree.source = "__global__ void k() {}\n";
    tree.folders = {"i"};
    EXPECT_THAT(tree.fields(), IsEmpty());
}

TEST(IncludeScan, AnEditedHeaderIsSeenAndItsCommentToo) {
    Tree tree;
    tree.scratch.write("i/a.h", "#include \"b.h\"\n");
    tree.scratch.write("i/b.h", "int b; // one\n");
    tree.source = "#include <a.h>\n";
    tree.folders = {"i"};
    const auto before = tree.key();
    EXPECT_EQ(tree.key(), before);
    tree.scratch.write("i/b.h", "int b; // two\n");
    EXPECT_NE(tree.key(), before);
}

TEST(IncludeScan, SeesANewHeaderEarlierInThePath) {
    Tree tree;
    tree.scratch.write("two/a.h", "");
    tree.scratch.write("one/other.h", "");
    tree.source = "#include <a.h>\n";
    tree.folders = {"one", "two"};
    const auto before = tree.key();
    tree.scratch.write("one/a.h", "");
    EXPECT_NE(tree.key(), before);
    EXPECT_THAT(tree.fields(), ElementsAre("header 'one/a.h': 0 lines"));
}

TEST(IncludeScan, SeesANewHeaderBesideTheIncluder) {
    Tree tree;
    tree.scratch.write("i/sub/a.h", "#include \"b.h\"\n");
    tree.scratch.write("i/b.h", "");
    tree.source = "#include <sub/a.h>\n";
    tree.folders = {"i"};
    const auto before = tree.key();
    tree.scratch.write("i/sub/b.h", "");
    EXPECT_NE(tree.key(), before);
}

TEST(IncludeScan, WhatIsNotFoundIsAFieldUntilItIs) {
    Tree tree;
    tree.scratch.write("i/a.h", "#include \"none.h\"\n#include <nowhere.h>\n#include \"\"\n");
    tree.source = "#include \"a.h\"\n";
    tree.folders = {"i", "not/there"};
    EXPECT_THAT(tree.fields(), ElementsAre("header 'i/a.h': 3 lines", "include '' in 'i/a.h': not found",
                                           "include 'none.h' in 'i/a.h': not found", "include <nowhere.h>: not found"));
    const auto before = tree.key();
    tree.scratch.write("not/there/nowhere.h", "");
    EXPECT_NE(tree.key(), before);
}

TEST(IncludeScan, TheOrderOfFoldersIsNoField) {
    Tree tree;
    tree.scratch.write("one/a.h", "");
    tree.scratch.write("two/b.h", "");
    tree.scratch.write("three/c.h", "");
    tree.source = "#include <a.h>\n#include \"b.h\"\n";
    tree.folders = {"one", "two"};
    const auto before = tree.key();
    tree.folders = {"two", "three", "one"};
    EXPECT_EQ(tree.key(), before);
    tree.scratch.write("two/a.h", "");
    EXPECT_NE(tree.key(), before);
}

TEST(IncludeScan, AShadowedOrUnusedFileIsNoField) {
    Tree tree;
    tree.scratch.write("one/a.h", "");
    tree.scratch.write("two/a.h", "");
    tree.source = "#include <a.h>\n";
    tree.folders = {"one", "two"};
    const auto before = tree.key();
    tree.scratch.write("two/a.h", "int edited;\n");
    tree.scratch.write("one/unused.h", "");
    EXPECT_EQ(tree.key(), before);
}

TEST(IncludeScan, ASwitchedLinkIsSeenByItsContent) {
    Tree tree;
    tree.scratch.write("v1/a.h", "int one;\n");
    tree.scratch.write("v2/a.h", "int two;\n");
    tree.scratch.write("v3/a.h", "int one;\n");
    tree.source = "#include <a.h>\n";
    tree.folders = {"current"};
    const auto switch_to = [&](const char* target) {
        fs::remove(tree.scratch.path("current"));
        fs::create_directory_symlink(target, tree.scratch.path("current"));
        return tree.key();
    };
    const auto before = switch_to("v1");
    EXPECT_NE(switch_to("v2"), before);
    EXPECT_EQ(switch_to("v3"), before);
}

TEST(IncludeScan, ANameInOtherLettersIsAnotherName) {
    Tree tree;
    tree.scratch.write("i/v.h", "");
    tree.source = "#include <v.h>\n";
    tree.folders = {"i"};
    const auto before = tree.key();
    fs::rename(tree.scratch.path("i/v.h"), tree.scratch.path("i/V.h"));
    EXPECT_NE(tree.key(), before);
}

TEST(IncludeScan, WhichOfTwoHeadersAnIncludeMeansIsAField) {
    Tree tree;
    tree.scratch.write("one/a.h", "");
    tree.scratch.write("two/a.h", "");
    tree.scratch.write("i/b.h", "#include <a.h>\n");
    tree.source = "#include <one/a.h>\n#include <two/a.h>\n#include <b.h>\n";
    tree.folders = {"", "i", "one", "two"};
    EXPECT_THAT(tree.fields(), Contains("include <a.h>: one/a.h"));
    const auto before = tree.key();
    tree.folders = {"", "i", "two", "one"};
    EXPECT_NE(tree.key(), before);
}

TEST(IncludeScan, HeadersInBranchesThatAreNotTakenCount) {
    Tree tree;
    tree.scratch.write("i/a.h", "");
    tree.source = "#if 0\n#include <a.h>\n#endif\n";
    tree.folders = {"i"};
    EXPECT_THAT(tree.fields(), ElementsAre("header 'i/a.h': 0 lines"));
}

TEST(IncludeScan, TheSourceLooksBesideItselfOnlyWhenItsCompilerDoes) {
    Tree tree;
    tree.scratch.write("src/a.h", "");
    tree.scratch.write("i/a.h", "");
    tree.name = tree.scratch.path("src/k.cu");
    tree.source = "#include \"a.h\"\n";
    tree.folders = {"i"};
    EXPECT_THAT(tree.fields(), ElementsAre("header 'i/a.h': 0 lines"));
    tree.beside_source = true;
    EXPECT_THAT(tree.fields(), ElementsAre("header 'src/a.h': 0 lines"));
    tree.source = "#include <a.h>\n";
    EXPECT_THAT(tree.fields(), ElementsAre("header 'i/a.h': 0 lines"));
}

TEST(IncludeScan, AnAbsoluteNameNeedsNoFolder) {
    Tree tree;
    tree.source = "#include \"" + tree.scratch.write("a b.h", "") + "\"\n#include </nowhere/b.h>\n";
    EXPECT_THAT(tree.fields(), ElementsAre("header 'a b.h': 0 lines", "include </nowhere/b.h>: not found"));
}

TEST(IncludeScan, HeadersThatAnOptionIncludesComeFirst) {
    Tree tree;
    tree.scratch.write("i/first.h", "#include <a.h>\n");
    tree.scratch.write("i/a.h", "");
    tree.folders = {"i"};
    tree.first = {"first.h", "none.h"};
    EXPECT_THAT(tree.fields(), ElementsAre("header 'i/a.h': 0 lines", "header 'i/first.h': 1 line",
                                           "include 'first.h' in front of the source: i/first.h",
                                           "include 'none.h' in front of the source: not found"));
}

// gcc begins there, whatever the source's folder is.
TEST(IncludeScan, HeadersThatAnOptionIncludesMayLieInTheCurrentFolder) {
    Tree tree;
    tree.scratch.write("here/first.h", "");
    tree.scratch.write("i/first.h", "");
    tree.folders = {"i"};
    tree.first = {"first.h"};
    const fs::path before = fs::current_path();
    fs::current_path(tree.scratch.path("here"));
    const auto fields = tree.fields();
    fs::current_path(before);
    EXPECT_THAT(fields, Contains("include 'first.h' in front of the source: i/first.h or first.h"));
}

TEST(IncludeScan, ACircleOfHeadersEnds) {
    Tree tree;
    tree.scratch.write("i/a.h", "#include \"b.h\"\n");
    tree.scratch.write("i/b.h", "#include \"a.h\"\n");
    tree.source = "#include <a.h>\n";
    tree.folders = {"i"};
    EXPECT_EQ(tree.fields().size(), 2u);
}

// ---- Headers in memory

TEST(IncludeScan, AHeaderInMemoryComesBeforeTheFolders) {
    Tree tree;
    tree.scratch.write("i/a.h", "int file;\n");
    tree.headers = {{"a.h", "int memory;\n"}, {"unused.h", ""}};
    tree.source = "#include \"a.h\"\n";
    tree.folders = {"i"};
    EXPECT_THAT(tree.fields(), ElementsAre("header 'a.h' in memory: 1 line"));
    const auto before = tree.key();
    tree.scratch.write("i/a.h", "int edited;\n");
    tree.headers[1].content = "int edited;\n";
    EXPECT_EQ(tree.key(), before);
    tree.headers[0].content = "int edited;\n";
    EXPECT_NE(tree.key(), before);
}

// NVRTC takes the one in memory, nvcc the file.
TEST(IncludeScan, AFileBesideItsIncluderAndAHeaderInMemoryBothCount) {
    Tree tree;
    tree.scratch.write("i/a.h", "#include \"v.h\"\n");
    tree.scratch.write("i/v.h", "");
    tree.headers = {{"v.h", ""}};
    tree.source = "#include <a.h>\n";
    tree.folders = {"i"};
    EXPECT_THAT(tree.fields(),
                ElementsAre("header 'i/a.h': 1 line", "header 'i/v.h': 0 lines", "header 'v.h' in memory: 0 lines",
                            "include 'v.h' in 'i/a.h': 'v.h' in memory or i/v.h"));
}

// nvcc knows "./v.h" as "v.h", NVRTC goes on to the folders.
TEST(IncludeScan, AHeaderInMemoryUnderAnotherSpellingCountsWithTheFile) {
    Tree tree;
    tree.scratch.write("i/v.h", "");
    tree.headers = {{"v.h", ""}};
    tree.source = "#include <./v.h>\n";
    tree.folders = {"i"};
    EXPECT_THAT(tree.fields(), ElementsAre("header 'i/./v.h': 0 lines", "header 'v.h' in memory: 0 lines",
                                           "include <./v.h>: 'v.h' in memory or i/./v.h"));
}

TEST(IncludeScan, AHeaderInMemoryFindsItsNeighbour) {
    Tree tree;
    tree.headers = {{"lib/outer.h", "#include \"../other/inner.h\"\n"}, {"other/inner.h", ""}};
    tree.source = "#include <lib/outer.h>\n";
    EXPECT_THAT(tree.fields(), Contains("header 'other/inner.h' in memory: 0 lines"));
}

// NVRTC takes the name of a header in memory for a path.
TEST(IncludeScan, AHeaderInMemoryFindsAFileBesideItsName) {
    Tree tree;
    tree.scratch.write("lib/inner.h", "");
    tree.headers = {{tree.scratch.path("lib/outer.h"), "#include \"inner.h\"\n"}};
    tree.source = "#include \"" + tree.headers[0].name + "\"\n";
    EXPECT_THAT(tree.fields(), Contains("header 'lib/inner.h': 0 lines"));
}

// NVRTC takes the file, nvcc the one of the folder.
TEST(IncludeScan, BesideAHeaderInMemoryAFileAndTheFoldersBothCount) {
    Tree tree;
    tree.scratch.write("lib/inner.h", "");
    tree.scratch.write("i/inner.h", "");
    tree.headers = {{tree.scratch.path("lib/outer.h"), "#include \"inner.h\"\n"}};
    tree.source = "#include \"" + tree.headers[0].name + "\"\n";
    tree.folders = {"i"};
    EXPECT_THAT(tree.fields(), Contains(HasSubstr("in memory: lib/inner.h or i/inner.h")));
}

// nvcc has it as "v.h", and finds no folder "x" to go up from.
TEST(IncludeScan, AHeaderInMemoryWhoseNameGoesUpCountsWithTheFile) {
    Tree tree;
    tree.scratch.write("i/v.h", "");
    tree.scratch.write("i/x/other.h", "");
    tree.headers = {{"x/../v.h", ""}};
    tree.source = "#include <x/../v.h>\n";
    tree.folders = {"i"};
    EXPECT_THAT(tree.fields(), Contains("include <x/../v.h>: 'x/../v.h' in memory or i/x/../v.h"));
}

TEST(IncludeScan, AnotherSpellingThanThatOfTheHeaderIsAField) {
    Tree tree;
    tree.scratch.write("i/v.h", "");
    tree.headers = {{"v.h", ""}};
    tree.source = "#include <./v.h>\n#include \"" + tree.scratch.path("i/./v.h") + "\"\n";
    EXPECT_THAT(tree.fields(), Contains("include <./v.h>: 'v.h' in memory"));
}

TEST(IncludeScan, TwoHeadersInMemoryOfOneNameAreNotCached) {
    Tree tree;
    tree.headers = {{"a.h", "1"}, {"./a.h", "2"}};
    EXPECT_EQ(tree.scan().bypass, "two headers in memory have the name './a.h'");
}

// ---- The compiler's own headers

TEST(IncludeScan, TheCompilersOwnHeadersAreNotRead) {
    Tree tree;
    tree.scratch.write("cuda/fp16.h", "#include <nowhere.h>\n__DATE__");
    tree.scratch.write("gcc/plain.h", "");
    tree.source = "#include <fp16.h>\n#include <plain.h>\n";
    tree.covered = {"cuda"};
    tree.uncovered = {"gcc"};
    fs::last_write_time(tree.scratch.path("cuda/fp16.h"), fs::file_time_type(std::chrono::seconds(0)));
    EXPECT_THAT(tree.fields(), ElementsAre(AllOf(HasSubstr("compiler's header 'fp16.h': 29 bytes of "),
                                                 HasSubstr(" in 'cuda/fp16.h'")),
                                           "header 'gcc/plain.h': 0 lines"));
    EXPECT_THAT(tree.scan().files, ElementsAre(tree.scratch.path("gcc/plain.h")));
    const auto before = tree.key();
    fs::last_write_time(tree.scratch.path("cuda/fp16.h"), fs::file_time_type(std::chrono::seconds(1)));
    EXPECT_NE(tree.key(), before);
}

TEST(IncludeScan, WhichOfTheCompilersOwnHeadersAnIncludeMeansIsAField) {
    Tree tree;
    tree.scratch.write("one/a.h", "");
    tree.scratch.write("two/a.h", "");
    tree.source = "#include <a.h>\n#include_next <a.h>\n";
    tree.covered = {"one", "two"};
    EXPECT_THAT(tree.fields(), Contains("include <a.h>: the compiler's own one/a.h"));
    const auto before = tree.key();
    tree.covered = {"two", "one"};
    EXPECT_NE(tree.key(), before);
}

TEST(IncludeScan, ACoveredFolderIsCoveredAsAFolderOfTheRequestToo) {
    Tree tree;
    tree.scratch.write("cuda/fp16.h", "__DATE__");
    tree.source = "#include <fp16.h>\n";
    tree.folders = {"cuda"};
    tree.covered = {"cuda"};
    EXPECT_THAT(tree.fields(), ElementsAre(HasSubstr("compiler's header 'fp16.h'")));
}

TEST(IncludeScan, AHeaderThatTheCompilersOwnWouldIncludeInsteadOfItsOwnIsSeen) {
    Tree tree;
    tree.scratch.write("cuda/fp16.h", "#include <types.h>\n#include <nv/target>\n");
    tree.scratch.write("cuda/types.h", "");
    tree.scratch.write("cuda/nv/target", "");
    tree.scratch.write("cuda/nv/other", "");
    tree.scratch.write("i/unrelated.h", "");
    tree.scratch.write("i/nv/unrelated", "");
    tree.source = "#include <fp16.h>\n";
    tree.folders = {"i"};
    tree.covered = {"cuda"};
    EXPECT_EQ(tree.fields().size(), 1u);
    const auto before = tree.key();
    tree.scratch.write("i/types.h", "#include <mine.h>\n");
    tree.scratch.write("i/mine.h", "");
    tree.scratch.write("i/nv/target", "");
    EXPECT_THAT(tree.fields(), ElementsAre(HasSubstr("compiler's header 'fp16.h'"), "header 'i/mine.h': 0 lines",
                                           "header 'i/nv/target': 0 lines", "header 'i/types.h': 1 line",
                                           "include <nv/target> in the compiler's headers: i/nv/target",
                                           "include <types.h> in the compiler's headers: i/types.h"));
    const auto between = tree.key();
    EXPECT_NE(between, before);
    tree.scratch.write("i/mine.h", "int edited;\n");
    EXPECT_NE(tree.key(), between);
}

TEST(IncludeScan, ManyHeadersBeforeTheCompilersOwnAreOneField) {
    Tree tree;
    for (int number = 0; number < 150; ++number) {
        tree.scratch.write("cuda/cub/" + std::to_string(number), "");
        tree.scratch.write("i/cub/" + std::to_string(number), std::to_string(number));
    }
    tree.folders = {"i"};
    tree.covered = {"cuda"};
    EXPECT_THAT(tree.fields(), ElementsAre("headers before the compiler's own: 300 fields"));
    const auto before = tree.key();
    EXPECT_EQ(tree.key(), before);
    tree.scratch.write("i/cub/77", "edited");
    EXPECT_NE(tree.key(), before);
}

TEST(IncludeScan, ANameThatTheCompilerGetsSinceItWasAlreadyLookedAtIsSeen) {
    Tree tree;
    tree.scratch.write("cuda/fp16.h", "");
    tree.scratch.write("i/types.h", "");
    tree.folders = {"i"};
    tree.covered = {"cuda"};
    EXPECT_THAT(tree.fields(), IsEmpty());
    tree.scratch.write("cuda/types.h", "");
    fs::last_write_time(tree.scratch.path("cuda"), fs::file_time_type(std::chrono::seconds(1)));
    EXPECT_THAT(tree.fields(), Not(IsEmpty()));
}

TEST(IncludeScan, HeadersInMemoryMayComeBeforeTheCompilersOwn) {
    Tree tree;
    tree.scratch.write("cuda/fp16.h", "");
    tree.scratch.write("cuda/nv/target", "");
    tree.headers = {{"nv/target", ""}, {"deep.h", ""}};
    tree.covered = {"cuda"};
    EXPECT_THAT(tree.fields(), ElementsAre("header 'nv/target' in memory: 0 lines",
                                           "include <nv/target> in the compiler's headers: 'nv/target' in memory"));
    tree.source = "#include <fp16.h>\n";
    EXPECT_THAT(tree.fields(), Contains("header 'deep.h' in memory: 0 lines"));
}

// gcc leaves out a folder of the request that it searches by itself later.
TEST(IncludeScan, WhereAFolderIsTheCompilersTooBothPlacesCount) {
    Tree tree;
    tree.scratch.write("own/a.h", "");
    tree.scratch.write("i/a.h", "");
    tree.source = "#include <a.h>\n";
    tree.folders = {"own", "i"};
    tree.uncovered = {"own"};
    EXPECT_THAT(tree.fields(), Contains("include <a.h>: own/a.h or i/a.h"));
}

// ---- Once

TEST(IncludeScan, TwoNamesOfOneFileAreToldFromCopies) {
    Tree tree;
    tree.scratch.write("i/a.h", "#pragma once\n");
    fs::create_symlink("a.h", tree.scratch.path("i/b.h"));
    tree.source = "#include <a.h>\n#include <b.h>\n";
    tree.folders = {"i"};
    const auto before = tree.key();
    EXPECT_THAT(tree.fields(), Contains("headers 'i/a.h' and 'i/b.h': one file"));
    fs::remove(tree.scratch.path("i/b.h"));
    fs::copy_file(tree.scratch.path("i/a.h"), tree.scratch.path("i/b.h"));
    fs::last_write_time(tree.scratch.path("i/b.h"), fs::file_time_type(std::chrono::seconds(1)));
    EXPECT_NE(tree.key(), before);
    EXPECT_EQ(tree.fields().size(), 2u);
    fs::last_write_time(tree.scratch.path("i/a.h"), fs::file_time_type(std::chrono::seconds(1)));
    EXPECT_THAT(tree.fields(), Contains("headers 'i/a.h' and 'i/b.h': copies of one time"));
}

TEST(IncludeScan, WhereNothingIsWantedOnceCopiesMayBeOneFile) {
    Tree tree;
    tree.scratch.write("i/a.h", "");
    fs::create_symlink("a.h", tree.scratch.path("i/b.h"));
    tree.source = "#include <a.h>\n#include <b.h>\n";
    tree.folders = {"i"};
    EXPECT_EQ(tree.fields().size(), 2u);
    tree.source = "#import <a.h>\n#import <b.h>\n";
    EXPECT_EQ(tree.fields().size(), 5u);
}

// ---- Questions

TEST(IncludeScan, AQuestionIsAboutWhetherThereIsAHeader) {
    Tree tree;
    tree.scratch.write("one/other.h", "");
    tree.scratch.write("two/a.h", "#include <other.h>\n");
    tree.source = "#if __has_include(<a.h>) || __has_include(\"b.h\")\n#endif\n";
    tree.folders = {"one", "two"};
    EXPECT_THAT(tree.fields(), ElementsAre("question for 'b.h' in the source: not found", "question for <a.h>: found"));
    const auto before = tree.key();
    tree.scratch.write("two/a.h", "int edited;\n");
    EXPECT_EQ(tree.key(), before);
    fs::remove(tree.scratch.path("two/a.h"));
    EXPECT_NE(tree.key(), before);
}

TEST(IncludeScan, AQuestionTellsWhereInMemoryAndInFoldersAHeaderIs) {
    Tree tree;
    tree.scratch.write("i/other.h", "");
    tree.headers = {{"v.h", ""}};
    tree.source = "#if __has_include(<./v.h>)\n#endif\n";
    tree.folders = {"i"};
    EXPECT_THAT(tree.fields(), ElementsAre("question for <./v.h>: 'v.h' in memory"));
    tree.scratch.write("i/v.h", "");
    EXPECT_THAT(tree.fields(), ElementsAre("question for <./v.h>: 'v.h' in memory or i/./v.h"));
}

// ---- The next one

TEST(IncludeScan, TheNextOneIsLookedForBehindTheFolderOfItsIncluder) {
    Tree tree;
    tree.scratch.write("one/a.h", "");
    tree.scratch.write("two/a.h", "#include_next <a.h>\n");
    tree.scratch.write("three/a.h", "");
    tree.scratch.write("two/b.h", "#include <a.h>\n");
    tree.source = "#include <a.h>\n";
    tree.folders = {"two", "three", "one"};
    const auto before = tree.key();
    EXPECT_THAT(tree.fields(), ElementsAre("header 'three/a.h': 0 lines", "header 'two/a.h': 1 line",
                                           "include <a.h>: two/a.h", "include next <a.h> in 'two/a.h': three/a.h"));
    tree.scratch.write("one/a.h", "int edited;\n");
    EXPECT_EQ(tree.key(), before);
    tree.folders = {"two", "one", "three"};
    EXPECT_NE(tree.key(), before);
}

TEST(IncludeScan, WhereTheFolderIsNotKnownEveryNextOneCounts) {
    Tree tree;
    tree.scratch.write("one/a.h", "");
    tree.scratch.write("two/a.h", "");
    tree.source = "#include_next <a.h>\n";
    tree.folders = {"one", "two"};
    EXPECT_THAT(tree.fields(), Contains("include next <a.h> in the source: one/a.h or two/a.h"));
}

// gcc leaves out the second one.
TEST(IncludeScan, WhereAFolderIsGivenTwiceEveryNextOneCounts) {
    Tree tree;
    tree.scratch.write("one/a.h", "#include_next <a.h>\n");
    tree.scratch.write("two/a.h", "");
    tree.source = "#include <a.h>\n";
    tree.folders = {"one", "one", "two"};
    EXPECT_THAT(tree.fields(), Contains("include next <a.h> in 'one/a.h': one/a.h or two/a.h"));
}

TEST(IncludeScan, AHeaderThatIsFoundOnSeveralWaysAsksForTheNextOneOnEach) {
    Tree tree;
    tree.scratch.write("r/sub/a.h", "#include_next <a.h>\n");
    tree.scratch.write("one/a.h", "");
    tree.scratch.write("one/sub/a.h", "");
    tree.source = "#include <a.h>\n#include <sub/b.h>\n";
    tree.scratch.write("r/sub/b.h", "#include_next <sub/a.h>\n#include <sub/a.h>\n");
    tree.folders = {"r/sub", "one", "r"};
    EXPECT_THAT(tree.fields(), Contains("include next <a.h> in 'r/sub/a.h': one/a.h"));
    tree.folders = {"r", "one", "r/sub"};
    EXPECT_THAT(tree.fields(), Contains("include next <a.h> in 'r/sub/a.h': one/a.h"));
}

// ---- Computed ones

TEST(IncludeScan, EveryHeaderThatAMacroMayNameCounts) {
    Tree tree;
    tree.scratch.write("i/one.h", "");
    tree.scratch.write("i/two.h", "#define HEADER <three.h>\n");
    tree.scratch.write("i/three.h", "");
    tree.scratch.write("i/four.h", "");
    tree.source =
        "#if X\n#define HEADER \"one.h\"\n#else\n#define HEADER \"two.h\"\n#endif\n#include HEADER\n"
        "#if __has_include(HEADER)\n#endif\n";
    tree.defines = {{"HEADER", "<four.h>"}};
    tree.folders = {"i"};
    const auto fields = tree.fields();
    for (const std::string name : {"one", "two", "three", "four"})
        EXPECT_THAT(fields, Contains(testing::StartsWith("header 'i/" + name + ".h'")));
    EXPECT_THAT(fields, Contains("question for 'two.h' in the source: found"));
}

TEST(IncludeScan, AComputedOneIsNotCachedWhereOptionsMayDefineItsMacro) {
    Tree tree;
    tree.source = "#define NAME \"a.h\"\n#include NAME\n";
    EXPECT_EQ(tree.scan().bypass, "");
    tree.hidden_defines = true;
    EXPECT_THAT(tree.scan().bypass, HasSubstr("line 2"));
}

TEST(IncludeScan, AComputedOneThatIsNotCertainIsNotCached) {
    for (const std::string define :
         {"", "#define NAME name(x)", "#define NAME(x) \"x.h\"", "#define NAME",
          "#define NAME \"a.h\"\n#define NAME OTHER", "#define NAME <vec/a.h>\n#define vec v",
          "#define NAME <linux/a.h>", "#define NAME <_X/a.h>", "#define NAME \"a\\b.h\""}) {
        Tree tree;
        tree.source = "\n\n#include NAME\n" + define + "\n";
        EXPECT_EQ(tree.scan().bypass, "'k.cu' line 3: which header '#include NAME' means is known to the compiler only")
            << define;
    }
    Tree tree;
    tree.source = "#define NAME \"a.h\"\n#include NAME(1)\n";
    EXPECT_THAT(tree.scan().bypass, HasSubstr("line 2: which header '#include NAME(1)' means"));
    tree.source = "#if __has_include(NAME)\n#endif\n";
    EXPECT_THAT(tree.scan().bypass, HasSubstr("line 1: which header '__has_include(NAME)' means"));
}

// ---- What is not cached

TEST(IncludeScan, WhatDependsOnMoreThanItsTextsIsNotCached) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"auto a = __DATE__;", "line 2: __DATE__ puts a time into the image"},
        {"auto a = __TIME__;", "line 2: __TIME__ puts a time into the image"},
        {"auto a = __TIMESTAMP__;", "line 2: __TIMESTAMP__ puts a time into the image"},
        {"#embed \"x\"", "line 2: #embed reads a file that is not looked at"},
        {"asm(\".incbin x\");", "line 2: .incbin reads a file that is not looked at"},
        {"#define HAS(x) __has_include(x)", "line 2: which header is asked for by a macro"},
        {"// a\rb", "line 2: a carriage return"}};
    for (const auto& [text, reason] : cases) {
        Tree tree;
        tree.scratch.write("i/a.h", "\n" + text + "\n");
        tree.source = "#include <a.h>\n";
        tree.folders = {"i"};
        EXPECT_THAT(tree.scan().bypass, HasSubstr("'" + tree.scratch.path("i/a.h") + "' " + reason)) << text;
        EXPECT_THAT(tree.scan().fields, IsEmpty());
    }
    Tree tree;
    tree.defines = {{"WHEN", "__TIME__"}};
    EXPECT_EQ(tree.scan().bypass, "the defines: __TIME__ puts a time into the image");
}

TEST(IncludeScan, APipeIsNeverOpened) {
    Tree tree;
    tree.scratch.write("i/a.h", "");
    ASSERT_EQ(::mkfifo(tree.scratch.path("i/pipe.h").c_str(), 0600), 0);
    tree.source = "#include <pipe.h>\n";
    tree.folders = {"i"};
    EXPECT_EQ(tree.scan().bypass, "'" + tree.scratch.path("i/pipe.h") + "' is neither a file nor a folder");
    tree.source = "#if __has_include(<pipe.h>)\n#endif\n";
    EXPECT_NE(tree.scan().bypass, "");
    tree.source = "#include \"/dev/null\"\n";
    EXPECT_EQ(tree.scan().bypass, "'/dev/null' is neither a file nor a folder");
}

TEST(IncludeScan, AFolderOrALinkToNowhereIsNoHeader) {
    Tree tree;
    fs::create_directories(tree.scratch.path("one/a.h"));
    tree.scratch.write("two/a.h", "");
    fs::create_symlink("nowhere", tree.scratch.path("one/gone.h"));
    tree.source = "#include <a.h>\n#include <gone.h>\n#include <a.h/b.h>\n";
    tree.folders = {"one", "two"};
    EXPECT_THAT(tree.fields(), ElementsAre("header 'two/a.h': 0 lines", "include <a.h/b.h>: not found",
                                           "include <gone.h>: not found"));
}

// gcc fails, others look further.
TEST(IncludeScan, WhereALinkLeadsInACircleOrANameIsTooLongNothingIsCached) {
    Tree tree;
    tree.scratch.write("one/a.h", "");
    fs::create_symlink("loop.h", tree.scratch.path("one/loop.h"));
    tree.folders = {"one"};
    tree.source = "#include <loop.h>\n";
    EXPECT_THAT(tree.scan().bypass, HasSubstr("/one/loop.h' cannot be looked at: "));
    tree.source = "#include <" + std::string(300, 'x') + ">\n";
    EXPECT_THAT(tree.scan().bypass, HasSubstr("x' cannot be looked at: File name too long"));
}

TEST(IncludeScan, AHeaderThatCannotBeReadIsNotCached) {
    if (::geteuid() == 0)
        GTEST_SKIP() << "root reads every file";
    Tree tree;
    const std::string path = tree.scratch.write("i/a.h", "");
    fs::permissions(path, fs::perms::none);
    tree.folders = {"i"};
    tree.source = "#include <a.h>\n";
    EXPECT_EQ(tree.scan().bypass, "'" + path + "' cannot be read: Permission denied");
    tree.source = "#if __has_include(<a.h>)\n#endif\n";
    EXPECT_EQ(tree.scan().bypass, "'" + path + "' cannot be read");
}

TEST(IncludeScan, ANameWithAZeroByteIsNotCached) {
    Tree tree;
    tree.source = std::string("#include \"a\0.h\"\n", 16);
    EXPECT_THAT(tree.scan().bypass, HasSubstr("a name with a zero byte"));
}

TEST(IncludeScan, ThereAreBounds) {
    Tree tree;
    tree.scratch.write("i/a.h", "");
    fs::resize_file(tree.scratch.path("i/a.h"), (256u << 20) + 1);
    tree.source = "#include <a.h>\n";
    tree.folders = {"i"};
    EXPECT_THAT(tree.scan().bypass, HasSubstr("too large"));
    tree.source.clear();
    for (int number = 0; number <= 10000; ++number) {
        tree.headers.push_back({std::to_string(number), ""});
        tree.source += "#include <" + std::to_string(number) + ">\n";
    }
    EXPECT_EQ(tree.scan().bypass, "more than 10000 headers are not looked through");
}

}  // namespace program_include_scan_test

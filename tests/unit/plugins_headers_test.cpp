// Headers that a source reaches, found and named for a compiler that takes them in memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "plugins/common/error.hpp"
#include "plugins/common/headers.hpp"
#include "tests/unit/support_scratch.hpp"

namespace plugins_headers_test {

using quovis::plugins::gather;
using quovis::plugins::Gathered;
using quovis::plugins::GatheredHeader;
using quovis::plugins::IncludeSearch;
using quovis::plugins::where_looked_for;
using quovis::test::ScratchFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> places(const Gathered& gathered) {
    std::vector<std::string> found;
    for (const GatheredHeader& header : gathered.headers) {
        found.push_back(header.place);
    }
    return found;
}

IncludeSearch in_folders(std::vector<std::string> folders) {
    IncludeSearch search;
    search.folders = std::move(folders);
    return search;
}

TEST(Headers, NestedOnesAreFoundWhateverTheirPathLooksLike) {
    const ScratchFolder scratch;
    scratch.write("a b's \"ü\"/outer.h", "#include \"deep/inner.h\"\n");
    scratch.write("a b's \"ü\"/deep/inner.h", "int inner;\n");
    const std::string folder = scratch.path("a b's \"ü\"");
    const Gathered gathered = gather("#include <outer.h>\n", in_folders({folder}));
    EXPECT_EQ(gathered.source, "#include \"quovis-1.h\"\n");
    EXPECT_THAT(places(gathered), ElementsAre(folder + "/outer.h", folder + "/deep/inner.h"));
    EXPECT_EQ(gathered.files, places(gathered));
    EXPECT_THAT(gathered.headers[0].text, HasSubstr("\n#include \"quovis-2.h\"\n"));
}

TEST(Headers, TheTextNamesItsOwnPlace) {
    const ScratchFolder scratch;
    const std::string path = scratch.write("\"q\"/a.h", "\xEF\xBB\xBFint a;\n");
    const Gathered gathered = gather("#include \"a.h\"", in_folders({scratch.path("\"q\"")}));
    EXPECT_EQ(gathered.headers.at(0).text, "#line 1 \"" + scratch.path() + "/\\\"q\\\"/a.h\"\nint a;\n\n");
}

TEST(Headers, AQuotedNameIsLookedForBesideItsIncluderFirst) {
    const ScratchFolder scratch;
    scratch.write("one/shared.h", "");
    scratch.write("two/shared.h", "");
    scratch.write("two/quoted.h", "#include \"shared.h\"\n");
    scratch.write("two/angled.h", "#include <shared.h>\n");
    const IncludeSearch search = in_folders({scratch.path("one"), scratch.path("two")});
    EXPECT_THAT(places(gather("#include \"quoted.h\"\n", search)),
                ElementsAre(scratch.path("two/quoted.h"), scratch.path("two/shared.h")));
    EXPECT_THAT(places(gather("#include \"angled.h\"\n", search)),
                ElementsAre(scratch.path("two/angled.h"), scratch.path("one/shared.h")));
}

TEST(Headers, ThoseInMemoryComeBeforeTheFolders) {
    const ScratchFolder scratch;
    scratch.write("a.h", "int file;\n");
    IncludeSearch search = in_folders({scratch.path()});
    search.first = {{"a.h", "int memory;\n"}};
    const Gathered gathered = gather("#include \"a.h\"\n", search);
    EXPECT_THAT(places(gathered), ElementsAre("a.h"));
    EXPECT_THAT(gathered.files, IsEmpty());
}

TEST(Headers, AHeaderInMemoryFindsItsNeighbour) {
    IncludeSearch search;
    search.first = {{"lib/outer.h", "#include \"../other/inner.h\"\n"}, {"other/inner.h", ""}};
    EXPECT_THAT(places(gather("#include <lib/outer.h>\n", search)), ElementsAre("lib/outer.h", "other/inner.h"));
}

TEST(Headers, OneFileHasOneNameHoweverItIsReached) {
    const ScratchFolder scratch;
    scratch.write("real/a.h", "#pragma once\n");
    std::filesystem::create_directory_symlink("real", scratch.path("link"));
    const Gathered gathered = gather("#include \"real/a.h\"\n#include \"link/a.h\"\n#include \"real/../real/a.h\"\n",
                                     in_folders({scratch.path()}));
    EXPECT_EQ(gathered.source, "#include \"quovis-1.h\"\n#include \"quovis-1.h\"\n#include \"quovis-1.h\"\n");
}

TEST(Headers, ACircleOfHeadersEnds) {
    const ScratchFolder scratch;
    scratch.write("a.h", "#include \"b.h\"\n");
    scratch.write("b.h", "#include \"a.h\"\n");
    EXPECT_EQ(gather("#include \"a.h\"\n", in_folders({scratch.path()})).headers.size(), 2u);
}

TEST(Headers, AnAbsolutePathNeedsNoFolder) {
    const ScratchFolder scratch;
    const std::string path = scratch.write("a b.h", "");
    EXPECT_THAT(places(gather("#include \"" + path + "\"\n", {})), ElementsAre(path));
}

TEST(Headers, ARefusedOneIsAnErrorOnItsLine) {
    IncludeSearch search;
    search.last = {{"vendor/*", "not to be had", true}};
    EXPECT_EQ(gather("int a;\n#include <vendor/x.h>\n", search).source, "int a;\n#error not to be had\n");
}

TEST(Headers, AQuestionForAHeaderIsAboutItsNewName) {
    const ScratchFolder scratch;
    scratch.write("a.h", "");
    const Gathered gathered =
        gather("#if __has_include(<a.h>) && !__has_include(<b.h>)\n#endif\n", in_folders({scratch.path()}));
    EXPECT_EQ(gathered.source, "#if __has_include(\"quovis-1.h\") && !__has_include(<b.h>)\n#endif\n");
    EXPECT_EQ(gathered.headers.size(), 1u);
    EXPECT_THAT(gathered.missing, IsEmpty());
}

TEST(Headers, ComputedOnesAndIncludeNextAreLeftToTheCompiler) {
    const ScratchFolder scratch;
    scratch.write("a.h", "");
    const std::string source =
        "#define HEADER \"a.h\"\n#include HEADER\n#include_next <a.h>\n#if __has_include(HEADER)\n#endif\n";
    const Gathered gathered = gather(source, in_folders({scratch.path()}));
    EXPECT_EQ(gathered.source, source);
    EXPECT_THAT(gathered.headers, IsEmpty());
    EXPECT_THAT(gathered.missing, IsEmpty());
}

TEST(Headers, WhatIsNotFoundStaysAndIsToldWithThePlacesThatWereSearched) {
    const ScratchFolder scratch;
    scratch.write("a.h", "#include \"none.h\"\n");
    IncludeSearch search = in_folders({scratch.path(), "/nowhere"});
    search.first = {{"m.h", ""}};
    const Gathered gathered = gather("#include \"a.h\"\n", search);
    EXPECT_THAT(gathered.headers.at(0).text, HasSubstr("#include \"none.h\"\n"));
    EXPECT_EQ(where_looked_for(gathered, "'none.h' file not found"),
              "'none.h' was looked for beside '" + scratch.path("a.h") + "', among 1 header in memory, in '" +
                  scratch.path() + "', in '/nowhere'.");
    EXPECT_EQ(where_looked_for(gathered, "use of undeclared identifier 'none'"), "");
}

TEST(Headers, WhereNothingWasGivenTheMessageSaysSo) {
    EXPECT_THAT(where_looked_for(gather("#include \"none.h\"\n", {}), "none.h: No such file or directory"),
                HasSubstr("no folder and no header in memory was given"));
}

TEST(Headers, AHeaderThatCannotBeReadIsAnErrorOfTheSource) {
    if (::geteuid() == 0) {
        GTEST_SKIP() << "root reads every file";
    }
    const ScratchFolder scratch;
    const std::string path = scratch.write("a.h", "");
    std::filesystem::permissions(path, std::filesystem::perms::none);
    try {
        gather("#include \"a.h\"\n", in_folders({scratch.path()}));
        FAIL() << "no error";
    } catch (const quovis::plugins::PluginError& error) {
        EXPECT_EQ(error.status, QUOVIS_PLUGIN_SOURCE_INVALID);
        EXPECT_THAT(error.message, HasSubstr(path));
    }
}

}  // namespace plugins_headers_test

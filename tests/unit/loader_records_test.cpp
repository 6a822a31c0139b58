// Records of compilers: they count while nothing has changed that the description depends on.
#include "core/loader/compiler_description.hpp"
#include "tests/unit/support_scratch.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>

namespace quovis::test {
namespace loader_records_test {

using namespace core;

class CompilerRecordsTest : public testing::Test {
  protected:
    CompilerRecordsTest() {
        described_.identity = "compiler 1";
        described_.version = "1.0";
        described_.path = "/usr/bin/compiler";
        described_.languages = {"cuda"};
        described_.formats = {"cubin", "ptx"};
        described_.flags = 5;
        described_.max_parallel = 3;
        described_.origin.known = true;
        described_.origin.paths = {scratch_.write("tool", "1"), scratch_.path("absent"), scratch_.path("folder")};
        described_.origin.variables = {"QUOVIS_TEST_ORIGIN"};
        described_.origin.include_folders = {{"/usr/include", true}, {"/usr/local/include", false}};
        described_.origin.looks_beside_source = true;
        std::filesystem::create_directory(scratch_.path("folder"));
    }
    CompilerRecords records(bool writable = true) const {
        return CompilerRecords(CacheFolder(scratch_.path("cache"), writable, false));
    }
    void keep() const { records().keep("key", {described_, state_of(described_.origin)}); }
    bool counts() const { return records().find("key").has_value(); }

    ScratchFolder scratch_;
    CompilerDescription described_;
};

TEST_F(CompilerRecordsTest, GiveBackTheWholeDescription) {
    keep();
    const auto found = records().find("key");
    ASSERT_TRUE(found);
    const CompilerDescription& told = found->description;
    EXPECT_TRUE(told.compiles_as(described_));
    EXPECT_EQ(told.version, described_.version);
    EXPECT_EQ(told.path, described_.path);
    EXPECT_EQ(told.flags, described_.flags);
    EXPECT_EQ(told.max_parallel, described_.max_parallel);
    EXPECT_EQ(told.origin.paths, described_.origin.paths);
    EXPECT_EQ(told.origin.variables, described_.origin.variables);
    ASSERT_EQ(told.origin.include_folders.size(), 2u);
    EXPECT_TRUE(told.origin.include_folders[0].covered);
    EXPECT_FALSE(told.origin.include_folders[1].covered);
    EXPECT_TRUE(told.origin.looks_beside_source);
}

TEST_F(CompilerRecordsTest, AreOfOnePluginWithItsSettings) {
    keep();
    EXPECT_FALSE(records().find("another key"));
}

TEST_F(CompilerRecordsTest, DoNotCountWhenAFileHasChanged) {
    keep();
    scratch_.write("tool", "2");
    EXPECT_FALSE(counts());
}

TEST_F(CompilerRecordsTest, DoNotCountWhenAFileHasChangedAndItsTimeWasSetBack) {
    const auto before = std::filesystem::last_write_time(scratch_.path("tool"));
    keep();
    scratch_.write("tool", "2");
    std::filesystem::last_write_time(scratch_.path("tool"), before);
    EXPECT_FALSE(counts());
}

TEST_F(CompilerRecordsTest, DoNotCountWhenAFileIsThereThatWasNot) {
    keep();
    scratch_.write("absent", "");
    EXPECT_FALSE(counts());
}

TEST_F(CompilerRecordsTest, DoNotCountWhenAFolderHasAnotherName) {
    keep();
    EXPECT_TRUE(counts());
    scratch_.write("folder/new", "");
    EXPECT_FALSE(counts());
}

TEST_F(CompilerRecordsTest, DoNotCountWhenAVariableIsAnother) {
    keep();
    const ScopedVariable variable("QUOVIS_TEST_ORIGIN", "set");
    EXPECT_FALSE(counts());
}

TEST_F(CompilerRecordsTest, DoNotCountWhenTheyAreDamaged) {
    keep();
    for (const auto& record : std::filesystem::directory_iterator(scratch_.path("cache/v1/compilers"))) {
        std::ofstream(record.path(), std::ios::app) << "x";
    }
    EXPECT_FALSE(counts());
}

TEST_F(CompilerRecordsTest, AreNotWrittenWhereTheCacheIsReadOnly) {
    records(false).keep("key", {described_, {}});
    EXPECT_FALSE(std::filesystem::exists(scratch_.path("cache")));
}

}  // namespace loader_records_test
}  // namespace quovis::test

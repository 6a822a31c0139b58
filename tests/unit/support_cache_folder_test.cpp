// Folders whose use is never a failure, and sealed bytes.
#include "core/support/cache_folder.hpp"
#include "core/support/sealed.hpp"
#include "tests/unit/support_scratch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace quovis::test {
namespace support_cache_folder_test {

using core::CacheFolder;
using Found = CacheFolder::Found;
using testing::HasSubstr;

class CacheFolders : public testing::Test {
  protected:
    CacheFolder folder(bool writable = true) const { return {scratch_.path("cache"), writable, false}; }
    ScratchFolder scratch_;
};

TEST(Sealed, GivesBackWhatWasSealed) {
    const std::string bytes = core::seal("content\0with a zero");
    EXPECT_EQ(core::unseal(bytes), "content\0with a zero");
}

TEST(Sealed, KnowsEveryByteThatWasChanged) {
    const std::string bytes = core::seal("the content");
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        EXPECT_FALSE(core::unseal(changed)) << at;
    }
}

TEST(Sealed, KnowsEveryCut) {
    const std::string bytes = core::seal("the content");
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(core::unseal(std::string_view(bytes).substr(0, size))) << size;
    }
}

TEST_F(CacheFolders, IsMadeForItsUserOnlyWhenSomethingIsWritten) {
    const CacheFolder made = folder();
    EXPECT_FALSE(std::filesystem::exists(made.path()));
    EXPECT_EQ(made.write("v1/a/file", "bytes"), std::nullopt);
    struct stat status {};
    ASSERT_EQ(::stat(made.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777u, 0700u);
    std::string bytes;
    EXPECT_EQ(made.read("v1/a/file", bytes), Found::whole);
    EXPECT_EQ(bytes, "bytes");
}

TEST_F(CacheFolders, IsMadeAgainWhenItWasRemovedMeanwhile) {
    const CacheFolder made = folder();
    made.write("v1/file", "bytes");
    std::filesystem::remove_all(made.path());
    EXPECT_EQ(made.write("v1/file", "bytes"), std::nullopt);
}

TEST_F(CacheFolders, TellsWhyItCannotBeWrittenTo) {
    scratch_.write("file", "");
    const CacheFolder below(scratch_.path("file") + "/cache", true, false);
    EXPECT_THAT(below.fault() + below.write("x", "bytes").value_or(""), HasSubstr("Not a directory"));
    EXPECT_THAT(CacheFolder(scratch_.path("file"), true, false).fault(), HasSubstr("is no folder"));
}

TEST_F(CacheFolders, IsNotUsedWhenOthersCouldChangeIt) {
    std::filesystem::create_directory(scratch_.path("cache"));
    ::chmod(scratch_.path("cache").c_str(), 0777);
    EXPECT_THAT(folder().fault(), HasSubstr("can be written to by all users"));
    EXPECT_TRUE(CacheFolder(scratch_.path("cache"), true, true).usable());
}

TEST_F(CacheFolders, IsNotUsedWhenItBelongsToAnother) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can give a folder away";
    }
    std::filesystem::create_directory(scratch_.path("cache"));
    ASSERT_EQ(::chown(scratch_.path("cache").c_str(), 12345, 12345), 0);
    EXPECT_THAT(folder().fault(), HasSubstr("belongs to"));
}

TEST_F(CacheFolders, NeverWaitsForAPipeInTheFilesPlace) {
    const CacheFolder made = folder();
    made.write("file", "bytes");
    ASSERT_EQ(::mkfifo(made.place("pipe").c_str(), 0600), 0);
    std::string bytes;
    EXPECT_EQ(made.read("pipe", bytes), Found::damaged);
}

TEST_F(CacheFolders, ReadsNoFolderAsAFile) {
    const CacheFolder made = folder();
    made.write("sub/file", "bytes");
    std::string bytes;
    EXPECT_EQ(made.read("sub", bytes), Found::damaged);
}

TEST_F(CacheFolders, RemovesNothingWhenItIsReadOnly) {
    folder().write("file", "bytes");
    folder(false).remove("file");
    EXPECT_EQ(scratch_.read("cache/file"), "bytes");
}

}  // namespace support_cache_folder_test
}  // namespace quovis::test

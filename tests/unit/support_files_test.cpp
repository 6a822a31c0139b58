// Files: what is read is what was written, a failed write changes nothing, and unsafe files are told apart.
// The rights of files are set by each test, so that the umask does not matter.
#include "core/support/files.hpp"

#include "core/support/error.hpp"
#include "tests/unit/support_scratch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

namespace support_files_test {

using namespace quovis::core;
using quovis::test::ScopedVariable;
using quovis::test::ScratchFolder;
using testing::HasSubstr;

Error error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    return {QUOVIS_OK, "", "nothing failed"};
}

TEST(ReadFile, ReturnsEveryByte) {
    const ScratchFolder folder;
    std::string bytes;
    for (int i = 0; i < 200'000; ++i) {
        bytes += static_cast<char>(i % 256);
    }
    EXPECT_EQ(read_file(folder.write("x", bytes)), bytes);
    EXPECT_EQ(read_file(folder.write("empty", "")), "");
}

TEST(ReadFile, NamesTheRoleThePathAndTheReason) {
    const ScratchFolder folder;
    const Error error = error_of([&] { read_file(folder.path("none.cl"), "kernel source"); });
    EXPECT_EQ(error.status, QUOVIS_ERROR_FILE);
    EXPECT_EQ(error.phase, "file");
    EXPECT_EQ(error.native_name, "ENOENT");
    EXPECT_EQ(error.message,
              "cannot read the kernel source '" + folder.path("none.cl") + "': No such file or directory");
}

TEST(ReadFile, RefusesAFolder) {
    const ScratchFolder folder;
    EXPECT_THAT(error_of([&] { read_file(folder.path()); }).message, HasSubstr("Is a directory"));
}

TEST(ReadFile, RefusesMoreThanTheLimitAlsoFromAnEndlessFile) {
    const ScratchFolder folder;
    EXPECT_EQ(read_file(folder.write("x", "12345"), "file", 5), "12345");
    EXPECT_THAT(error_of([&] { read_file(folder.path("x"), "file", 4); }).message, HasSubstr("larger than 4 bytes"));
    EXPECT_THAT(error_of([&] { read_file("/dev/zero", "file", 1000); }).message, HasSubstr("larger than 1000 bytes"));
}

TEST(WriteFile, ReplacesTheWholeFileAndLeavesNoOther) {
    const ScratchFolder folder;
    folder.write("out", "a longer text than before");
    write_file(folder.path("out"), "new");
    EXPECT_EQ(folder.read("out"), "new");
    EXPECT_EQ(folder.file_count(), 1u);
}

TEST(WriteFile, KeepsTheRightsOfTheFileThatItReplaces) {
    const ScratchFolder folder;
    folder.write("out", "old");
    ASSERT_EQ(::chmod(folder.path("out").c_str(), 0666), 0);
    write_file(folder.path("out"), "new");
    struct stat status {};
    ASSERT_EQ(::stat(folder.path("out").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777u, 0666u);
}

TEST(WriteFile, TakesTheLongestNameThatAFileMayHave) {
    const ScratchFolder folder;
    write_file(folder.path(std::string(255, 'n')), "x");
    EXPECT_EQ(folder.read(std::string(255, 'n')), "x");
}

TEST(WriteFile, WritesThroughASymbolicLink) {
    const ScratchFolder folder;
    folder.write("real", "old");
    std::filesystem::create_symlink("real", folder.path("link"));
    write_file(folder.path("link"), "new");
    EXPECT_EQ(folder.read("real"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
}

TEST(WriteFile, DoesNotReplaceADevice) {
    write_file("/dev/null", "gone");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(WriteFile, NamesAFolderThatIsNotThere) {
    const ScratchFolder folder;
    const Error error = error_of([&] { write_file(folder.path("no/out"), "x", "image"); });
    EXPECT_EQ(error.status, QUOVIS_ERROR_FILE);
    EXPECT_THAT(error.message, HasSubstr("cannot create the image '" + folder.path("no/out") + "'"));
}

TEST(WriteFile, ThatFailsHalfwayLeavesTheOldFileAndNoOther) {
    const ScratchFolder folder;
    folder.write("out", "old");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 4096;
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const Error error = error_of([&] { write_file(folder.path("out"), std::string(10'000, 'x')); });
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_EQ(error.native_name, "EFBIG");
    EXPECT_EQ(folder.read("out"), "old");
    EXPECT_EQ(folder.file_count(), 1u);
}

TEST(AbsolutePath, StartsAtTheFolderAndTakesDotsOut) {
    EXPECT_EQ(absolute_path("b/../c", "/a"), "/a/c");
    EXPECT_EQ(absolute_path("./b/", "/a"), "/a/b");
    EXPECT_EQ(absolute_path("/x/y", "/a"), "/x/y");
    EXPECT_EQ(absolute_path("b"), (std::filesystem::current_path() / "b").string());
    EXPECT_EQ(absolute_path("/"), "/");
}

TEST(ExpandUser, ReplacesOnlyALeadingTildeOfTheUserItself) {
    const ScopedVariable home("HOME", "/home/someone");
    EXPECT_EQ(expand_user("~/a"), "/home/someone/a");
    EXPECT_EQ(expand_user("~"), "/home/someone");
    EXPECT_EQ(expand_user("~other/a"), "~other/a");
    EXPECT_EQ(expand_user("a/~/b"), "a/~/b");
}

TEST(HomeDirectory, IsWhatTheSystemKnowsWhenHomeIsNotSet) {
    const ScopedVariable home("HOME", std::nullopt);
    EXPECT_THAT(home_directory(), testing::AnyOf("", testing::StartsWith("/")));
}

TEST(LibraryPath, IsTheFileThatHoldsThisCode) {
    EXPECT_TRUE(std::filesystem::path(library_path()).is_absolute());
    EXPECT_TRUE(std::filesystem::exists(library_path()));
    EXPECT_EQ(std::filesystem::path(installed_plugin_folder()).parent_path(),
              std::filesystem::path(library_path()).parent_path());
}

class UnsafeReason : public testing::Test {
  protected:
    UnsafeReason() {
        folder_.write("x.so", "x");
        mode("", 0755);
        mode("x.so", 0644);
    }
    void mode(const std::string& name, mode_t bits) { ASSERT_EQ(::chmod(folder_.path(name).c_str(), bits), 0); }
    std::optional<std::string> reason() { return unsafe_reason(folder_.path("x.so")); }

    ScratchFolder folder_;
};

TEST_F(UnsafeReason, IsNothingForAFileThatOnlyItsOwnerCanChange) {
    EXPECT_EQ(reason(), std::nullopt);
}

TEST_F(UnsafeReason, IsGivenForAFileThatAllCanWriteTo) {
    mode("x.so", 0646);
    EXPECT_THAT(reason().value_or(""), HasSubstr("x.so' can be written to by all users (mode 0646)"));
}

TEST_F(UnsafeReason, IsGivenForAFolderThatAllCanWriteTo) {
    mode("", 0757);
    EXPECT_THAT(reason().value_or(""), HasSubstr("can be written to by all users (mode 0757)"));
}

TEST_F(UnsafeReason, IsGivenForAStickyFolderToo) {
    mode("", 01757);
    EXPECT_THAT(reason().value_or(""), HasSubstr("(mode 1757)"));
}

TEST_F(UnsafeReason, IsGivenForAGroupOfOthers) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can give a file to a group that it is not in";
    }
    ASSERT_EQ(::chown(folder_.path("x.so").c_str(), static_cast<uid_t>(-1), 1), 0);
    mode("x.so", 0664);
    EXPECT_THAT(reason().value_or(""), HasSubstr("can be written to by its group 1"));
}

TEST_F(UnsafeReason, IsGivenForAFileOfRootThatItsGroupCanWriteTo) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root owns files of root here";
    }
    mode("x.so", 0664);
    EXPECT_THAT(reason().value_or(""), HasSubstr("can be written to by its group 0"));
}

TEST_F(UnsafeReason, IsGivenForAFileOfAnotherUser) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can give a file to another user";
    }
    ASSERT_EQ(::chown(folder_.path("x.so").c_str(), 1, static_cast<gid_t>(-1)), 0);
    EXPECT_THAT(reason().value_or(""), HasSubstr("(uid 1)"));
}

TEST_F(UnsafeReason, LooksAtWhatASymbolicLinkLeadsTo) {
    mode("x.so", 0666);
    const ScratchFolder other;
    std::filesystem::create_symlink(folder_.path("x.so"), other.path("link.so"));
    EXPECT_THAT(unsafe_reason(other.path("link.so")).value_or(""), HasSubstr("x.so' can be written to"));
}

TEST_F(UnsafeReason, LooksAtTheFolderThatASymbolicLinkLiesIn) {
    const ScratchFolder other;
    std::filesystem::create_symlink(folder_.path("x.so"), other.path("link.so"));
    ASSERT_EQ(::chmod(other.path().c_str(), 01777), 0);
    EXPECT_THAT(unsafe_reason(other.path("link.so")).value_or(""), HasSubstr(other.path()));
}

TEST_F(UnsafeReason, TellsWhenTheFileIsNotThere) {
    EXPECT_THAT(unsafe_reason(folder_.path("none.so")).value_or(""), HasSubstr("No such file or directory"));
}

}  // namespace support_files_test

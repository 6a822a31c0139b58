// What tells one state of files from another without reading them.
#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>

#include "plugins/common/stamps.hpp"
#include "tests/unit/support_scratch.hpp"

namespace quovis::plugins {
namespace plugins_stamps_test {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

class Stamps : public testing::Test {
  protected:
    Stamps() {
        files_.write("include/a.h", "a");
        files_.write("include/sub/b.h", "b");
    }

    std::string stamp() const { return stamps_below({files_.path("include")}).stamp; }

    // Makes the change and says whether it is seen.
    template <class Change>
    bool sees(Change change) const {
        const std::string before = stamp();
        change();
        return stamp() != before;
    }

    test::ScratchFolder files_;
};

TEST_F(Stamps, AreEqualWhileNothingChanges) {
    EXPECT_EQ(stamp(), stamp());
}

TEST_F(Stamps, SeeAFileOfAnotherSize) {
    EXPECT_TRUE(sees([&] { files_.write("include/sub/b.h", "bb"); }));
}

TEST_F(Stamps, SeeAFileOfAnotherTime) {
    EXPECT_TRUE(sees([&] {
        const fs::path file = files_.path("include/sub/b.h");
        fs::last_write_time(file, fs::last_write_time(file) + std::chrono::nanoseconds(1));
    }));
}

TEST_F(Stamps, SeeANewFileAndOneThatIsGone) {
    EXPECT_TRUE(sees([&] { files_.write("include/sub/c.h", ""); }));
    EXPECT_TRUE(sees([&] { fs::remove(files_.path("include/a.h")); }));
}

TEST_F(Stamps, SeeAFileUnderAnotherName) {
    EXPECT_TRUE(sees([&] { fs::rename(files_.path("include/a.h"), files_.path("include/z.h")); }));
    EXPECT_TRUE(sees([&] { fs::rename(files_.path("include/z.h"), files_.path("include/sub/z.h")); }));
}

TEST_F(Stamps, SeeWhatALinkLeadsTo) {
    files_.write("other/a.h", "another");
    fs::create_symlink(files_.path("other"), files_.path("include/link"));
    EXPECT_TRUE(sees([&] { files_.write("other/a.h", "yet another"); }));
}

TEST_F(Stamps, DoNotDependOnWhereTheFoldersAre) {
    fs::copy(files_.path("include"), files_.path("moved"), fs::copy_options::recursive);
    for (const std::string name : {"a.h", "sub/b.h"}) {
        fs::last_write_time(files_.path("moved/" + name), fs::last_write_time(files_.path("include/" + name)));
    }
    EXPECT_EQ(stamps_below({files_.path("moved")}).stamp, stamp());
}

TEST_F(Stamps, DependOnTheOrderOfTheFolders) {
    const std::string one = files_.path("include");
    const std::string other = files_.path("include/sub");
    files_.write("beside/x.h", "x");
    EXPECT_NE(stamps_below({one, files_.path("beside")}).stamp, stamps_below({files_.path("beside"), one}).stamp);
    EXPECT_EQ(stamps_below({one, other}).folders.size(), 2u) << "each folder once";
}

TEST_F(Stamps, TellAllFoldersBelow) {
    fs::create_directories(files_.path("include/sub/empty"));
    EXPECT_THAT(
        stamps_below({files_.path("include")}).folders,
        UnorderedElementsAre(files_.path("include"), files_.path("include/sub"), files_.path("include/sub/empty")));
}

TEST_F(Stamps, EndWhereALinkLeadsBack) {
    fs::create_symlink(files_.path("include"), files_.path("include/sub/again"));
    EXPECT_EQ(stamps_below({files_.path("include")}).folders.size(), 2u);
}

TEST_F(Stamps, TakeAFolderThatIsNotThereForEmpty) {
    EXPECT_THAT(stamps_below({files_.path("none")}).folders, ElementsAre());
    EXPECT_EQ(stamp_of(files_.path("none")), "none");
}

TEST_F(Stamps, AreNotForTheFoldersOfAllPackages) {
    EXPECT_TRUE(is_shared_folder("/usr/include"));
    EXPECT_TRUE(is_shared_folder("/usr/lib/../include/"));
    EXPECT_FALSE(is_shared_folder("/usr/include/c++"));
    EXPECT_FALSE(is_shared_folder(files_.path("include")));
}

TEST_F(Stamps, OfFilesGoByTheirNames) {
    files_.write("one/x", "same");
    files_.write("two/x", "same");
    fs::last_write_time(files_.path("two/x"), fs::last_write_time(files_.path("one/x")));
    const std::vector<std::string> one{files_.path("one/x")};
    EXPECT_EQ(stamp_of(one), stamp_of(std::vector{files_.path("two/x")}));
    const std::string before = stamp_of(one);
    files_.write("one/x", "another");
    EXPECT_NE(stamp_of(one), before);
}

}  // namespace plugins_stamps_test
}  // namespace quovis::plugins

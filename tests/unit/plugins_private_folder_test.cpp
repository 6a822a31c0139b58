// Temporary folders of plugins: rights, removal, and the sweep of what a killed process has left.
#include "plugins/common/private_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>

#include "plugins/common/error.hpp"
#include "tests/unit/support_scratch.hpp"

namespace plugins_private_folder_test {

namespace fs = std::filesystem;
using quovis::plugins::PluginError;
using quovis::plugins::PrivateFolder;
using quovis::plugins::sweep_private_folders;
using quovis::test::ScratchFolder;

void make_old(const std::string& path) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::minutes(2));
}

TEST(PrivateFolder, IsItsOwnersAloneAndVanishes) {
    const ScratchFolder scratch;
    std::string path;
    {
        const PrivateFolder folder(scratch.path(), "quovis-test-");
        path = folder.path();
        struct stat state {};
        ASSERT_EQ(::stat(path.c_str(), &state), 0);
        EXPECT_EQ(state.st_mode & 0777u, 0700u);
        folder.write("deep/er/file", "bytes");
        EXPECT_EQ(folder.read("deep/er/file"), "bytes");
    }
    EXPECT_FALSE(fs::exists(path));
}

TEST(PrivateFolder, LeavesWhatALinkInItLeadsTo) {
    const ScratchFolder scratch;
    fs::create_directory(scratch.path("kept"));
    {
        const PrivateFolder folder(scratch.path(), "quovis-test-");
        fs::create_directory_symlink(scratch.path("kept"), folder.path("link"));
    }
    EXPECT_TRUE(fs::exists(scratch.path("kept")));
}

TEST(PrivateFolder, InAFolderThatIsNotThereIsAnErrorWithThePath) {
    try {
        const PrivateFolder folder("/nowhere", "quovis-test-");
        FAIL() << "it was made";
    } catch (const PluginError& error) {
        EXPECT_EQ(error.status, QUOVIS_PLUGIN_UNAVAILABLE);
        EXPECT_NE(error.message.find("/nowhere/quovis-test-"), std::string::npos);
        EXPECT_EQ(error.native_name, "ENOENT");
    }
}

TEST(PrivateFolder, SweepTakesOldOnesThatNobodyHolds) {
    const ScratchFolder scratch;
    for (const char* name : {"quovis-test-old", "quovis-test-new", "other-old"}) {
        fs::create_directory(scratch.path(name));
    }
    make_old(scratch.path("quovis-test-old"));
    make_old(scratch.path("other-old"));
    const PrivateFolder held(scratch.path(), "quovis-test-");
    make_old(held.path());
    sweep_private_folders(scratch.path(), "quovis-test-");
    EXPECT_FALSE(fs::exists(scratch.path("quovis-test-old")));
    EXPECT_TRUE(fs::exists(scratch.path("quovis-test-new")));
    EXPECT_TRUE(fs::exists(scratch.path("other-old")));
    EXPECT_TRUE(fs::exists(held.path()));
}

}  // namespace plugins_private_folder_test

// Opening a vendor library: where it is looked for, and what is told when it is not there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "plugins/common/build_id.hpp"
#include "plugins/common/error.hpp"
#include "plugins/common/library.hpp"

namespace quovis::plugins {
namespace plugins_library_test {

constexpr const char* always_there = "libm.so.6";

TEST(LibrarySearch, PathAskedForAndPathOpenedAreBothKept) {
    const Library library = LibrarySearch("the math library", {always_there}).by_linker().open();
    EXPECT_EQ(library.asked(), always_there);
    EXPECT_TRUE(std::filesystem::path(library.opened()).is_absolute()) << library.opened();
    EXPECT_NE(library.naming().find(library.opened()), std::string::npos);
}

TEST(LibrarySearch, FailureNamesEveryPlaceAndItsReason) {
    try {
        LibrarySearch("the ICD loader", {"libnone.so.9"}).in("/nowhere", "CUDA_PATH").by_linker().open("install it");
        FAIL() << "a library that does not exist was opened";
    } catch (const PluginError& failure) {
        EXPECT_EQ(failure.status, QUOVIS_PLUGIN_UNAVAILABLE);
        EXPECT_NE(failure.message.find("the ICD loader"), std::string::npos) << failure.message;
        EXPECT_NE(failure.message.find("/nowhere/libnone.so.9 (CUDA_PATH)"), std::string::npos) << failure.message;
        EXPECT_NE(failure.message.find("libnone.so.9 (system linker)"), std::string::npos) << failure.message;
        EXPECT_NE(failure.message.find("No such file"), std::string::npos) << failure.message;
        EXPECT_EQ(failure.hint, "install it");
    }
}

TEST(LibrarySearch, PlaceOfASettingIsTheOnlyOne) {
    const Setting setting{"library", "/nowhere/libm.so", "quovis.yaml:7"};
    try {
        LibrarySearch("the math library", {always_there}).only(setting).by_linker().open();
        FAIL() << "another library than the configured one was opened";
    } catch (const PluginError& failure) {
        EXPECT_NE(failure.message.find("quovis.yaml:7"), std::string::npos) << failure.message;
        EXPECT_EQ(failure.message.find("system linker"), std::string::npos) << failure.message;
    }
}

TEST(LibrarySearch, SettingMayNameAFolder) {
    const std::string folder = LibrarySearch("the math library", {always_there}).by_linker().open().folder();
    const Library library =
        LibrarySearch("the math library", {always_there}).only({"library", folder, "quovis.yaml:7"}).open();
    EXPECT_EQ(library.asked(), (std::filesystem::path(folder) / always_there).string());
}

// ---- What an origin is told ----

bool has(const std::vector<std::string>& list, const std::string& one) {
    return std::find(list.begin(), list.end(), one) != list.end();
}

TEST(LibrarySearch, LookedAtWhatWasTriedInVainAndWhatWasTaken) {
    const std::string folder = LibrarySearch("the math library", {always_there}).by_linker().open().folder();
    LibrarySearch search("the math library", {"libnone.so.9", always_there});
    search.in("/nowhere", "CUDA_PATH").in(folder, "CUDA_HOME").in("/behind", "the usual place");
    const Library library = search.open();
    const Origin& seen = search.looked_at();
    EXPECT_TRUE(has(seen.paths, "/nowhere/libnone.so.9"));
    EXPECT_TRUE(has(seen.paths, std::string("/nowhere/") + always_there));
    EXPECT_TRUE(has(seen.paths, folder + "/libnone.so.9"));
    EXPECT_TRUE(has(seen.paths, library.opened()));
    EXPECT_FALSE(has(seen.paths, std::string("/behind/") + always_there)) << "nothing behind the one that is taken";
    EXPECT_TRUE(seen.variables.empty());
}

TEST(LibrarySearch, LookedWhereTheLinkerDoes) {
    LibrarySearch search("nothing", {"libnone.so.9"});
    EXPECT_FALSE(search.by_linker().try_open());
    EXPECT_TRUE(has(search.looked_at().paths, "/etc/ld.so.cache"));
    EXPECT_TRUE(has(search.looked_at().paths, "/usr/lib/libnone.so.9"));
    EXPECT_TRUE(has(search.looked_at().variables, "LD_LIBRARY_PATH"));
}

// A library that the host program has brought is not what another process would find.
TEST(LibrarySearch, ALibraryThatIsInTheProcessByItsNameIsOfThisProcess) {
    const auto is_of_this_process = [](const char* name) {
        LibrarySearch search("a library", {name});
        search.by_linker().open();
        return search.looked_at().is_of_this_process;
    };
    EXPECT_TRUE(is_of_this_process("libgcc_s.so.1"));
    EXPECT_FALSE(is_of_this_process("libBrokenLocale.so.1"));
    EXPECT_FALSE(is_of_this_process("libBrokenLocale.so.1")) << "opened here before";
}

TEST(BuildId, TellsLibrariesApart) {
    const auto build = [](const char* name) { return build_of(LibrarySearch("a library", {name}).by_linker().open()); };
    EXPECT_EQ(build("libm.so.6"), build("libm.so.6"));
    EXPECT_NE(build("libm.so.6"), build("libc.so.6"));
    EXPECT_NE(build("libm.so.6"), "none");
}

TEST(Library, MissingFunctionIsNamedWithTheLibrary) {
    const Library library = LibrarySearch("the math library", {always_there}).by_linker().open();
    double (*cosine)(double) = nullptr;
    EXPECT_TRUE(library.find(cosine, "cos"));
    EXPECT_FALSE(library.find(cosine, "no_such_function"));
    EXPECT_EQ(cosine, nullptr);
    try {
        library.need(cosine, "no_such_function");
        FAIL() << "a function that does not exist was found";
    } catch (const PluginError& failure) {
        EXPECT_EQ(failure.status, QUOVIS_PLUGIN_UNAVAILABLE);
        EXPECT_NE(failure.message.find("no_such_function"), std::string::npos) << failure.message;
        EXPECT_NE(failure.message.find(always_there), std::string::npos) << failure.message;
    }
}

}  // namespace plugins_library_test
}  // namespace quovis::plugins

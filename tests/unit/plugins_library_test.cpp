// Opening a vendor library: where it is looked for, and what is told when it is not there.
#include <gtest/gtest.h>

#include <filesystem>

#include "plugins/common/error.hpp"
#include "plugins/common/library.hpp"

namespace quovis::plugins {
namespace {

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

}  // namespace
}  // namespace quovis::plugins

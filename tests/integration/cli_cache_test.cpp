// `quovis cache`, and what `compile` and `run` say of where an image came from.
#include "tests/integration/cli_runner.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <fstream>

namespace quovis::cli_tests {
namespace cli_cache_test {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string kernel_file(const std::string& name) {
    return source_file("tests/examples/kernels/" + name);
}

std::vector<fs::path> files_below(const fs::path& folder, const std::string& ending) {
    std::vector<fs::path> found;
    if (fs::exists(folder)) {
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            if (entry.path().extension() == ending) {
                found.push_back(entry.path());
            }
        }
    }
    return found;
}

// A backend as part of a test's name.
std::string name_of(const testing::TestParamInfo<const char*>& backend) {
    std::string name = backend.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

class CliCacheOfEachBackend : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (!compiler_works(GetParam())) {
            GTEST_SKIP() << GetParam() << " does not compile here";
        }
    }

    // The words for a compile of saxpy to `output`.
    std::vector<std::string> compile(const std::string& output, const std::vector<std::string>& more = {}) const {
        const bool opencl = std::string(GetParam()) == "opencl";
        std::vector<std::string> words = {
            "compile", kernel_file(opencl ? "saxpy.cl" : "saxpy.cu"), "--backend", GetParam(), "-o", output};
        if (!opencl) {
            words.insert(words.end(), {"--target", "sm_90"});
        }
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    Sandbox sandbox;
};

TEST_P(CliCacheOfEachBackend, ServesTheSecondCompileFromDisk) {
    const json first = sandbox.quovis(compile("first", {"--json"})).json();
    EXPECT_EQ(first["origin"], "compiled");
    EXPECT_NE(first["origin_reason"], "");
    const json second = sandbox.quovis(compile("second", {"--json"})).json();
    EXPECT_EQ(second["origin"], "disk");
    EXPECT_EQ(second["origin_reason"], "");
    EXPECT_EQ(second["cache_key"], first["cache_key"]);
    EXPECT_EQ(second["command"], first["command"]);
    EXPECT_EQ(sandbox.read("second"), sandbox.read("first"));
}

TEST_P(CliCacheOfEachBackend, TheSummaryOfACompileNamesTheCache) {
    const std::string by = std::string("compiled by ") + GetParam();
    EXPECT_THAT(sandbox.quovis(compile("k")).err, StartsWith(by));
    EXPECT_THAT(sandbox.quovis(compile("k")).err, StartsWith("from the cache (disk), " + by));
}

TEST_P(CliCacheOfEachBackend, AnotherDefineIsCompiledAnew) {
    ASSERT_EQ(sandbox.quovis(compile("k", {"-D", "N=4"})).status, 0);
    EXPECT_EQ(sandbox.quovis(compile("k", {"-D", "N=5", "--json"})).json()["origin"], "compiled");
    EXPECT_EQ(sandbox.quovis(compile("k", {"-D", "N=4", "--json"})).json()["origin"], "disk");
}

INSTANTIATE_TEST_SUITE_P(All, CliCacheOfEachBackend, testing::Values("opencl", "cuda-nvrtc", "cuda-nvcc"), name_of);

class CliCache : public testing::Test {
  protected:
    void SetUp() override { QUOVIS_NEEDS_ROUTE("opencl"); }

    Outcome compile(const std::string& define, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words = {"compile", kernel_file("saxpy.cl"), "--backend", "opencl", "-D", define, "-o",
                                          "k.clbin"};
        words.insert(words.end(), more.begin(), more.end());
        return sandbox.quovis(words);
    }
    std::string compiled_key(const std::string& define) const {
        return compile(define, {"--json"}).json()["cache_key"].get<std::string>();
    }
    fs::path entry_file(const std::string& key) const {
        return sandbox.cache_folder() / "v1" / key.substr(0, 2) / (key + ".entry");
    }
    // As if the entry had not been used for so long.
    void age(const std::string& key, std::chrono::hours by) const {
        fs::last_write_time(entry_file(key), fs::file_time_type::clock::now() - by);
    }
    void damage(const std::string& key) const { fs::resize_file(entry_file(key), 20); }
    json cache(std::vector<std::string> words) const {
        words.insert(words.begin(), "cache");
        words.push_back("--json");
        return sandbox.quovis(words).json();
    }
    std::vector<std::string> listed_keys() const {
        std::vector<std::string> keys;
        const json listing = cache({"list"});
        for (const json& entry : listing["entries"]) {
            keys.push_back(entry["key"]);
        }
        return keys;
    }

    Sandbox sandbox;
};

TEST_F(CliCache, ALogLevelOfInfoSaysWhyTheCacheDidNotServe) {
    EXPECT_THAT(compile("N=4", {"--log", "info"}).err,
                ContainsRegex("quovis: info: '.*saxpy.cl' is compiled .*no entry"));
    EXPECT_THAT(compile("N=4", {"--log", "info"}).err,
                ContainsRegex("quovis: info: '.*saxpy.cl' is taken from the cache .disk., key [0-9a-f]{32}"));
    EXPECT_THAT(compile("N=4").err, Not(HasSubstr("quovis: info: ")));
}

TEST_F(CliCache, RunTellsTheOriginInJsonAndItsRouteLineStaysAsItIs) {
    const std::vector<std::string> words = {
        "run",   kernel_file("saxpy.cl"), "--kernel", "saxpy",       "--arg",  "i32=0",     "--arg", "f32=0",
        "--arg", "f32[1]=zero",           "--arg",    "f32[1]=zero", "--json", "--backend", "opencl"};
    EXPECT_EQ(sandbox.quovis(words).json()["origin"], "compiled");
    const Outcome second = sandbox.quovis(words);
    EXPECT_EQ(second.json()["origin"], "disk");
    EXPECT_EQ(second.json()["cache_key"].get<std::string>().size(), 32U);
    EXPECT_THAT(second.err, ContainsRegex("^route: opencl:[^\n]* compiler opencl\n$"));
}

TEST_F(CliCache, WithoutACacheTheImageIsCompiledAndTheReasonTold) {
    sandbox.set("QUOVIS_CACHE_MODE", "off");
    const json told = compile("N=4", {"--json"}).json();
    EXPECT_EQ(told["origin"], "compiled");
    EXPECT_THAT(told["origin_reason"].get<std::string>(), HasSubstr("cache.mode is off"));
    EXPECT_EQ(told["cache_key"], "");
    EXPECT_FALSE(fs::exists(sandbox.cache_folder()));
}

TEST_F(CliCache, StatsCountsTheEntriesTheirBytesAndTheCompileTime) {
    compile("N=4");
    compile("N=5");
    const json told = cache({"stats"});
    EXPECT_EQ(told["schema"], 1);
    EXPECT_EQ(told["folder"], sandbox.cache_folder().string());
    EXPECT_EQ(told["mode"], "read-write");
    EXPECT_EQ(told["used"], true);
    EXPECT_EQ(told["entries"], 2);
    std::uintmax_t bytes = 0;
    for (const char* ending : {".entry", ".clbin"}) {
        for (const fs::path& file : files_below(sandbox.cache_folder(), ending)) {
            bytes += fs::file_size(file);
        }
    }
    EXPECT_EQ(told["bytes"], bytes);
    EXPECT_EQ(told["max_bytes"], std::uint64_t{2} << 30);
    EXPECT_GT(told["compile_ns"], 0);
}

TEST_F(CliCache, StatsPrintsATable) {
    compile("N=4");
    const Outcome run = sandbox.quovis({"cache", "stats"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("\n  folder        " + sandbox.cache_folder().string() + "\n"));
    EXPECT_THAT(run.out, ContainsRegex("\n  entries +1\n"));
    EXPECT_THAT(run.out, ContainsRegex("\n  size +[0-9.]+ KiB of 2.0 GiB\n"));
}

TEST_F(CliCache, StatsSaysWhyAFolderIsNotUsed) {
    sandbox.write("file", "no folder");
    sandbox.set("QUOVIS_CACHE_DIR", sandbox.path("file").string());
    const Outcome run = sandbox.quovis({"cache", "stats"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, ContainsRegex("\n  not used +'.*/file' is no folder\n"));
    EXPECT_EQ(cache({"stats"})["used"], false);
}

TEST_F(CliCache, StatsSaysThatTheCacheIsOff) {
    sandbox.set("QUOVIS_CACHE_MODE", "off");
    EXPECT_THAT(sandbox.quovis({"cache", "stats"}).out, ContainsRegex("\n  not used +cache.mode is off\n"));
    EXPECT_EQ(cache({"stats"})["mode"], "off");
}

TEST_F(CliCache, StatsNamesTheLayers) {
    sandbox.set("QUOVIS_CACHE_LAYERS", "/opt/a b/cache:/opt/# odd/cache");
    EXPECT_EQ(cache({"stats"})["layers"], json::array({"/opt/a b/cache", "/opt/# odd/cache"}));
    EXPECT_THAT(sandbox.quovis({"cache", "stats"}).out, ContainsRegex("\n  layer +/opt/a b/cache\n"));
}

TEST_F(CliCache, ListNamesEachEntryWithAnImageThatIsAFileOfItsOwn) {
    const std::string key = compiled_key("N=4");
    const json told = cache({"list"});
    ASSERT_EQ(told["entries"].size(), 1U);
    const json& entry = told["entries"][0];
    EXPECT_EQ(entry["key"], key);
    EXPECT_EQ(entry["name"], kernel_file("saxpy.cl"));
    EXPECT_EQ(entry["compiler"], "opencl");
    EXPECT_EQ(entry["format"], "opencl-binary");
    EXPECT_NE(entry["target"], "");
    EXPECT_GT(entry["bytes"], fs::file_size(entry["image"].get<std::string>()));
    EXPECT_GT(entry["compile_ns"], 0);
    EXPECT_GT(entry["created"], 0);
    std::ifstream image(entry["image"].get<std::string>(), std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(image), {}), sandbox.read("k.clbin"));
}

TEST_F(CliCache, ListBeginsWithTheLastUsed) {
    const std::string older = compiled_key("N=4");
    const std::string newer = compiled_key("N=5");
    age(older, std::chrono::hours(3));
    EXPECT_EQ(listed_keys(), (std::vector<std::string>{newer, older}));
    const Outcome run = sandbox.quovis({"cache", "list"});
    EXPECT_THAT(run.out, ContainsRegex("^KEY .*\n" + newer.substr(0, 8) + "  saxpy.cl  opencl  .*\n" +
                                       older.substr(0, 8) + "  saxpy.cl  opencl  .* 3 h\n$"));
}

TEST_F(CliCache, ListInFullHasTheWholeKeyAndThePathOfTheImage) {
    const std::string key = compiled_key("N=4");
    const Outcome run = sandbox.quovis({"cache", "list", "--long"});
    EXPECT_THAT(run.out, HasSubstr(key + "\n"));
    EXPECT_THAT(run.out, HasSubstr(files_below(sandbox.cache_folder(), ".clbin").front().string() + "\n"));
}

TEST_F(CliCache, AnEmptyListIsNoError) {
    const Outcome run = sandbox.quovis({"cache", "list"});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("there are no entries in '" + sandbox.cache_folder().string() + "'"));
    EXPECT_EQ(cache({"list"})["entries"], json::array());
}

TEST_F(CliCache, VerifyOfAWholeCacheIsStatus0) {
    compile("N=4");
    const Outcome run = sandbox.quovis({"cache", "verify"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "1 whole, 0 damaged\n");
}

TEST_F(CliCache, VerifyNamesTheDamagedEntryAndIsStatus1) {
    const std::string key = compiled_key("N=4");
    compile("N=5");
    damage(key);
    const Outcome run = sandbox.quovis({"cache", "verify"});
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.out, "damaged: " + entry_file(key).string() + "\n1 whole, 1 damaged\n");
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr("--repair"));
    const Outcome told = sandbox.quovis({"cache", "verify", "--json"});
    EXPECT_EQ(told.status, 1);
    EXPECT_EQ(told.json()["ok"], false);
    EXPECT_EQ(told.json()["damaged"], json::array({entry_file(key).string()}));
    EXPECT_TRUE(fs::exists(entry_file(key)));
}

TEST_F(CliCache, VerifyFindsAnImageOfWhichAByteWasChanged) {
    compile("N=4");
    std::fstream image(files_below(sandbox.cache_folder(), ".clbin").front(),
                       std::ios::binary | std::ios::in | std::ios::out);
    image.seekp(100);
    const char changed = static_cast<char>(image.peek() ^ 1);
    image.seekp(100);
    image.put(changed);
    image.close();
    EXPECT_EQ(sandbox.quovis({"cache", "verify"}).status, 1);
}

TEST_F(CliCache, RepairRemovesTheDamagedEntryAndLeavesTheOthers) {
    const std::string key = compiled_key("N=4");
    const std::string whole = compiled_key("N=5");
    damage(key);
    const Outcome run = sandbox.quovis({"cache", "verify", "--repair"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("removed 1 entry, "));
    EXPECT_FALSE(fs::exists(entry_file(key)));
    EXPECT_EQ(sandbox.quovis({"cache", "verify"}).out, "1 whole, 0 damaged\n");
    EXPECT_EQ(listed_keys(), std::vector<std::string>{whole});
}

TEST_F(CliCache, PruneToASizeRemovesTheLeastRecentlyUsedFirst) {
    const std::string oldest = compiled_key("N=4");
    const std::string middle = compiled_key("N=5");
    const std::string newest = compiled_key("N=6");
    age(middle, std::chrono::hours(1));
    age(oldest, std::chrono::hours(2));
    const auto room_for_two = cache({"stats"})["bytes"].get<std::uint64_t>() - 1;
    const json told = cache({"prune", "--max-size", std::to_string(room_for_two)});
    EXPECT_EQ(told["removed"], 1);
    EXPECT_EQ(told["entries"], 2);
    EXPECT_LE(told["bytes"], room_for_two);
    EXPECT_EQ(listed_keys(), (std::vector<std::string>{newest, middle}));
}

TEST_F(CliCache, PruneTakesSizesAsTheConfigurationDoes) {
    compile("N=4");
    EXPECT_EQ(cache({"prune", "--max-size", "1.5 GiB"})["removed"], 0);
    EXPECT_EQ(cache({"prune", "--max-size", "1kB"})["removed"], 1);
}

TEST_F(CliCache, PruneRemovesWhatWasNotUsedForSoLong) {
    const std::string old = compiled_key("N=4");
    const std::string young = compiled_key("N=5");
    age(old, std::chrono::hours(49));
    age(young, std::chrono::hours(47));
    EXPECT_EQ(cache({"prune", "--unused", "3d"})["removed"], 0);
    EXPECT_EQ(cache({"prune", "--unused", "2d"})["removed"], 1);
    EXPECT_EQ(listed_keys(), std::vector<std::string>{young});
    EXPECT_EQ(cache({"prune", "--unused", "46h"})["removed"], 1);
}

TEST_F(CliCache, PruneWithoutWordsKeepsToTheConfiguredBound) {
    compile("N=4");
    EXPECT_THAT(sandbox.quovis({"cache", "prune"}).out, StartsWith("removed 0 entries, 0 B; 1 entry, "));
    sandbox.configure("quovis: 1\ncache: { max_size: 1kB }\n");
    EXPECT_THAT(sandbox.quovis({"cache", "prune"}).out, StartsWith("removed 1 entry, "));
}

TEST_F(CliCache, ClearRemovesAllEntriesAndSaysHowMany) {
    compile("N=4");
    compile("N=5");
    const Outcome run = sandbox.quovis({"cache", "clear"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, ContainsRegex("^removed 2 entries, [0-9.]+ KiB; 0 entries, 0 B are left\n$"));
    EXPECT_TRUE(files_below(sandbox.cache_folder(), ".entry").empty());
    EXPECT_TRUE(files_below(sandbox.cache_folder(), ".clbin").empty());
    EXPECT_EQ(compile("N=4", {"--json"}).json()["origin"], "compiled");
}

TEST_F(CliCache, OneThatIsReadOnlyIsListedAndNotChanged) {
    compile("N=4");
    sandbox.set("QUOVIS_CACHE_MODE", "read-only");
    EXPECT_EQ(cache({"list"})["entries"].size(), 1U);
    EXPECT_EQ(sandbox.quovis({"cache", "verify"}).status, 0);
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"cache", "clear"}, {"cache", "prune"}, {"cache", "verify", "--repair"}}) {
        const Outcome run = sandbox.quovis(words);
        EXPECT_EQ(run.status, 2) << run.err;
        EXPECT_THAT(run.err, HasSubstr("hint: QUOVIS_CACHE_MODE=read-write"));
    }
    EXPECT_EQ(cache({"list"})["entries"].size(), 1U);
}

TEST_F(CliCache, OneThatIsOffHasNothingToListAndTheErrorSaysWhatToDo) {
    sandbox.set("QUOVIS_CACHE_MODE", "off");
    const Outcome run = sandbox.quovis({"cache", "list"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.error_lines(), 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr("cache.mode is off"));
    EXPECT_THAT(run.err, HasSubstr("hint: "));
}

TEST_F(CliCache, AFolderThatIsNoneIsAnErrorWithTheReason) {
    sandbox.write("file", "no folder");
    sandbox.set("QUOVIS_CACHE_DIR", sandbox.path("file").string());
    const Outcome run = sandbox.quovis({"cache", "clear"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("/file' is no folder"));
    EXPECT_EQ(sandbox.read("file"), "no folder");
}

TEST(CliCacheWords, ASizeThatIsNoneIsToldByItsOption) {
    const Outcome run = Sandbox().quovis({"cache", "prune", "--max-size", "10xB"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.first_error_line(), HasSubstr("--max-size is '10xB'"));
}

TEST(CliCacheWords, ADurationNeedsAUnit) {
    for (const char* word : {"10", "d", "0d", "-1d", "1.5d", "99999999999999999999d", "10y"}) {
        const Outcome run = Sandbox().quovis({"cache", "prune", "--unused", word});
        EXPECT_EQ(run.status, 2) << word;
        EXPECT_THAT(run.first_error_line(), HasSubstr(std::string("--unused is '") + word + "'"));
    }
}

}  // namespace cli_cache_test
}  // namespace quovis::cli_tests

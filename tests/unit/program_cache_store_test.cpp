// The entries of a folder: what is read back, what is recognised as damaged, and what goes when room is needed.
#include "core/program/cache_lock.hpp"
#include "core/program/cache_store.hpp"
#include "core/support/sealed.hpp"
#include "tests/unit/support_scratch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>

namespace quovis::test {
namespace program_cache_store_test {

using namespace core;
using core::CacheEntry;  // and not the host API's
using core::Image;
using Found = CacheStore::Found;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t plenty = std::uint64_t{1} << 30;

CacheKey key(const std::string& source) {
    return make_key({{"schema", "1"}, {"source", source}});
}

Image image_of(const std::string& bytes) {
    Image image;
    image.name = "k.cu";
    image.bytes = bytes;
    image.format = "cubin";
    image.target = "sm_90";
    image.compiler = "cuda-nvrtc";
    image.log = "k.cu(3): warning caf\xe9";
    image.command = "--gpu-architecture=sm_90";
    image.diagnostics = {{"k.cu", 3, 7, QUOVIS_WARNING, "unused"}, {"k.cu", 4, 1, QUOVIS_NOTE, "here"}};
    image.symbols = {{"scale<float>", "_Z5scaleIfEvPT_"}};
    image.dependencies = {"a.h"};
    return image;
}

class CacheStoreTest : public testing::Test {
  protected:
    CacheStore store(std::uint64_t max_bytes = plenty, bool writable = true) const {
        return {CacheFolder(scratch_.path("cache"), writable, false), max_bytes};
    }
    void put(const CacheStore& into, const std::string& source,
             const std::string& bytes = "image \x7f\xff bytes") const {
        ASSERT_EQ(into.put(make_entry(key(source), image_of(bytes), 5)), std::nullopt);
    }
    static Found find(const CacheStore& in, const std::string& source) {
        CacheEntry entry;
        return in.find(key(source), entry);
    }
    // The files of entries and images, below the store's folder.
    std::vector<std::string> files() const {
        std::vector<std::string> found;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch_.path("cache/v1"))) {
            const auto folder = entry.path().parent_path().filename().string();
            if (entry.is_regular_file() && folder.size() == 2 && folder != "v1") {
                found.push_back(entry.path().string());
            }
        }
        std::sort(found.begin(), found.end());
        return found;
    }
    static void set_age(const std::string& file, std::chrono::seconds age) {
        const auto now = std::filesystem::file_time_type::clock::now();
        std::filesystem::last_write_time(file, now - age);
    }
    std::string entry_path(const std::string& source) const {
        return scratch_.path("cache/v1/" + entry_file(key(source).hex()));
    }
    ScratchFolder scratch_;
};

TEST_F(CacheStoreTest, GivesBackAllThatTheCompilerSaid) {
    put(store(), "a");
    CacheEntry entry;
    ASSERT_EQ(store().find(key("a"), entry), Found::whole);
    const Image expected = image_of("image \x7f\xff bytes");
    EXPECT_EQ(entry.image.bytes, expected.bytes);
    EXPECT_EQ(entry.image.name, expected.name);
    EXPECT_EQ(entry.image.format, expected.format);
    EXPECT_EQ(entry.image.target, expected.target);
    EXPECT_EQ(entry.image.compiler, expected.compiler);
    EXPECT_EQ(entry.image.log, expected.log);
    EXPECT_EQ(entry.image.command, expected.command);
    EXPECT_EQ(entry.image.symbols, expected.symbols);
    EXPECT_EQ(entry.image.dependencies, expected.dependencies);
    ASSERT_EQ(entry.image.diagnostics.size(), 2u);
    EXPECT_EQ(entry.image.diagnostics[0].message, "unused");
    EXPECT_EQ(entry.image.diagnostics[0].line, 3u);
    EXPECT_EQ(entry.image.diagnostics[0].column, 7u);
    EXPECT_EQ(entry.image.diagnostics[0].severity, QUOVIS_WARNING);
    EXPECT_EQ(entry.image.diagnostics[1].severity, QUOVIS_NOTE);
    EXPECT_EQ(entry.compile_ns, 5u);
}

TEST_F(CacheStoreTest, KeepsTheImageInAFileOfItsOwn) {
    put(store(), "a", "just these bytes");
    const auto stored = store().list();
    ASSERT_EQ(stored.size(), 1u);
    EXPECT_THAT(stored[0].image_path, testing::EndsWith(".cubin"));
    std::ifstream file(stored[0].image_path, std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "just these bytes");
}

TEST_F(CacheStoreTest, HasNothingForOtherFields) {
    put(store(), "a");
    EXPECT_EQ(find(store(), "b"), Found::absent);
}

TEST_F(CacheStoreTest, ComparesTheFieldsAndNotOnlyTheirHash) {
    put(store(), "a");
    CacheKey forged = key("b");
    forged.hash = key("a").hash;
    CacheEntry entry;
    EXPECT_EQ(store().find(forged, entry), Found::absent);
}

TEST_F(CacheStoreTest, KeepsFieldsApartThatAreEqualWhenPutTogether) {
    EXPECT_NE(make_key({{"a", "bc"}}).hash, make_key({{"ab", "c"}}).hash);
    EXPECT_NE(make_key({{"a", "b"}, {"c", ""}}).hash, make_key({{"a", "b"}, {"", "c"}}).hash);
}

TEST_F(CacheStoreTest, TakesAnEntryForDamagedWhateverByteWasChanged) {
    put(store(), "a", "image");
    for (const std::string& file : files()) {
        std::ifstream in(file, std::ios::binary);
        const std::string whole(std::istreambuf_iterator<char>(in), {});
        for (std::size_t at = 0; at < whole.size(); ++at) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 0x20);
            std::ofstream(file, std::ios::binary) << changed;
            CacheEntry entry;
            EXPECT_EQ(store(plenty, false).find(key("a"), entry), Found::damaged) << file << " byte " << at;
        }
        std::ofstream(file, std::ios::binary) << whole;
    }
    EXPECT_EQ(find(store(), "a"), Found::whole);
}

TEST_F(CacheStoreTest, TakesAnEntryForDamagedWhereverItWasCut) {
    put(store(), "a", "image");
    for (const std::string& file : files()) {
        std::ifstream in(file, std::ios::binary);
        const std::string whole(std::istreambuf_iterator<char>(in), {});
        for (std::size_t size = 0; size < whole.size(); ++size) {
            std::ofstream(file, std::ios::binary) << whole.substr(0, size);
            CacheEntry entry;
            EXPECT_EQ(store(plenty, false).find(key("a"), entry), Found::damaged) << file << " cut to " << size;
        }
        std::ofstream(file, std::ios::binary) << whole;
    }
}

TEST_F(CacheStoreTest, RemovesWhatIsDamaged) {
    put(store(), "a");
    std::ofstream(entry_path("a"), std::ios::binary) << "no entry";
    EXPECT_EQ(find(store(), "a"), Found::damaged);
    EXPECT_EQ(find(store(), "a"), Found::absent);
}

TEST_F(CacheStoreTest, HasNothingWhenTheImageIsGone) {
    put(store(), "a");
    std::filesystem::remove(store().list()[0].image_path);
    EXPECT_EQ(find(store(), "a"), Found::absent);
}

TEST_F(CacheStoreTest, ReadsNoImageOfAnotherName) {
    put(store(), "a");
    CacheEntry entry = make_entry(key("b"), image_of("image"), 5);
    entry.image_file = store().list()[0].entry.image_file;
    scratch_.write("cache/v1/" + entry_file(key("b").hex()), seal(to_bytes(entry)));
    EXPECT_EQ(find(store(), "b"), Found::damaged);
    entry.image_file = "../../../secret";
    scratch_.write("cache/v1/" + entry_file(key("b").hex()), seal(to_bytes(entry)));
    EXPECT_EQ(find(store(), "b"), Found::damaged);
}

TEST_F(CacheStoreTest, WritesNothingWhenItIsReadOnly) {
    put(store(), "a");
    const auto before = files();
    EXPECT_NE(store(plenty, false).put(make_entry(key("b"), image_of("x"), 1)), std::nullopt);
    std::ofstream(entry_path("a"), std::ios::binary) << "no entry";
    EXPECT_EQ(find(store(plenty, false), "a"), Found::damaged);
    EXPECT_EQ(files(), before);
}

TEST_F(CacheStoreTest, HoldsItsBoundWithinATenth) {
    const std::uint64_t bound = 200'000;
    const CacheStore bounded = store(bound);
    for (int i = 0; i < 40; ++i) {
        put(bounded, std::to_string(i), std::string(9000, 'x') + std::to_string(i));
        EXPECT_LE(bounded.count().bytes, bound * 11 / 10);
    }
    EXPECT_GE(bounded.count().bytes, bound / 2);
}

TEST_F(CacheStoreTest, HoldsItsBoundWhenSeveralProcessesStore) {
    const std::uint64_t bound = 200'000;
    std::vector<pid_t> children;
    for (int process = 0; process < 4; ++process) {
        const pid_t child = ::fork();
        if (child == 0) {
            const CacheStore bounded = store(bound);
            for (int i = 0; i < 15; ++i) {
                bounded.put(make_entry(key(std::to_string(process * 1000 + i)), image_of(std::string(9000, 'x')), 1));
            }
            ::_exit(0);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        ::waitpid(child, nullptr, 0);
    }
    EXPECT_LE(store(bound).count().bytes, bound * 11 / 10);
}

TEST_F(CacheStoreTest, StoresNothingThatIsLargerThanItsBound) {
    EXPECT_THAT(store(100).put(make_entry(key("a"), image_of(std::string(200, 'x')), 1)).value_or(""),
                HasSubstr("cache.max_size"));
}

TEST_F(CacheStoreTest, LetsTheLeastRecentlyUsedGoFirst) {
    for (const char* name : {"a", "b", "c"}) {
        put(store(), name, std::string(1000, *name));
    }
    set_age(entry_path("a"), std::chrono::hours(3));
    set_age(entry_path("b"), std::chrono::hours(2));
    set_age(entry_path("c"), std::chrono::hours(1));
    EXPECT_EQ(find(store(), "a"), Found::whole);  // used again
    const auto one = store().list()[0].bytes;
    store().prune(one * 2 + 200, std::chrono::seconds(0));
    EXPECT_EQ(find(store(), "a"), Found::whole);
    EXPECT_EQ(find(store(), "b"), Found::absent);
    EXPECT_EQ(find(store(), "c"), Found::whole);
}

TEST_F(CacheStoreTest, DoesNotRelyOnAccessTimes) {
    put(store(), "a", std::string(1000, 'a'));
    put(store(), "b", std::string(1000, 'b'));
    const auto room_for_one = store().list()[0].bytes + 200;  // now: reading sets access times
    set_age(entry_path("a"), std::chrono::hours(1));
    set_age(entry_path("b"), std::chrono::hours(2));
    struct timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};  // b was read last, as access times say
    ASSERT_EQ(::utimensat(AT_FDCWD, entry_path("b").c_str(), times, 0), 0);
    times[0] = {1, 0};
    ASSERT_EQ(::utimensat(AT_FDCWD, entry_path("a").c_str(), times, 0), 0);
    store().prune(room_for_one, std::chrono::seconds(0));
    EXPECT_EQ(find(store(), "a"), Found::whole);
    EXPECT_EQ(find(store(), "b"), Found::absent);
}

TEST_F(CacheStoreTest, RemovesWhatWasNotUsedForSoLong) {
    put(store(), "old");
    put(store(), "new");
    set_age(entry_path("old"), std::chrono::hours(48));
    const StoreReport report = store().prune(plenty, std::chrono::hours(24));
    EXPECT_EQ(report.removed, 1u);
    EXPECT_EQ(report.entries, 1u);
    EXPECT_EQ(find(store(), "old"), Found::absent);
}

TEST_F(CacheStoreTest, SweepsWhatDiedProcessesLeftAnHourAgo) {
    put(store(), "a");
    const std::string folder = "cache/v1/" + folder_of_key(key("a").hex()) + "/";
    const std::string other = key("b").hex();
    const auto temporary = scratch_.write(folder + ".x.entry.0123456789abcdef", "torn");
    const auto image = scratch_.write(folder + other + "-00000000.cubin", "no entry names it");
    const auto lock = scratch_.write("cache/v1/locks/" + other, "");
    const auto young = scratch_.write(folder + ".y.entry.0123456789abcdef", "being written");
    for (const auto& file : {temporary, image, lock}) {
        set_age(file, std::chrono::minutes(61));
    }
    store().prune(plenty, std::chrono::seconds(0));
    EXPECT_FALSE(std::filesystem::exists(temporary));
    EXPECT_FALSE(std::filesystem::exists(image));
    EXPECT_FALSE(std::filesystem::exists(lock));
    EXPECT_TRUE(std::filesystem::exists(young));
    EXPECT_EQ(find(store(), "a"), Found::whole);
}

TEST_F(CacheStoreTest, SweepsByItselfWhenTheLastSweepIsAnHourOld) {
    put(store(), "a");
    const auto left = scratch_.write("cache/v1/" + folder_of_key(key("a").hex()) + "/.x.0123456789abcdef", "torn");
    set_age(left, std::chrono::minutes(61));
    put(store(), "b");
    EXPECT_TRUE(std::filesystem::exists(left)) << "the last sweep was just now";
    set_age(scratch_.path("cache/v1/swept"), std::chrono::minutes(61));
    put(store(), "c");
    EXPECT_FALSE(std::filesystem::exists(left));
}

TEST_F(CacheStoreTest, KeepsTheImageThatAnEntryNamesBesideOlderOnes) {
    put(store(), "a", "first");
    put(store(), "a", "second");
    for (const auto& file : files()) {
        set_age(file, std::chrono::hours(2));
    }
    store().prune(plenty, std::chrono::seconds(0));
    CacheEntry entry;
    ASSERT_EQ(store().find(key("a"), entry), Found::whole);
    EXPECT_EQ(entry.image.bytes, "second");
    EXPECT_EQ(files().size(), 2u);
}

TEST_F(CacheStoreTest, VerifyNamesWhatIsDamagedAndRepairRemovesIt) {
    put(store(), "good");
    put(store(), "bad");
    std::ofstream(store().folder().place("v1/" + folder_of_key(key("bad").hex()) + "/" +
                                         make_entry(key("bad"), image_of("image \x7f\xff bytes"), 1).image_file),
                  std::ios::binary)
        << "damaged";
    EXPECT_THAT(store().verify(false).damaged, ElementsAre(entry_path("bad")));
    const StoreReport repaired = store().verify(true);
    EXPECT_EQ(repaired.removed, 1u);
    EXPECT_EQ(repaired.entries, 1u);
    EXPECT_THAT(store().verify(false).damaged, IsEmpty());
}

TEST_F(CacheStoreTest, ClearLeavesNoEntry) {
    put(store(), "a");
    put(store(), "b");
    EXPECT_EQ(store().clear().removed, 2u);
    EXPECT_THAT(files(), IsEmpty());
    EXPECT_EQ(find(store(), "a"), Found::absent);
}

TEST_F(CacheStoreTest, CountsAnewWhenTheNumberOfBytesIsUnreadable) {
    const std::uint64_t bound = 50'000;
    put(store(bound), "a", std::string(20'000, 'x'));
    scratch_.write("cache/v1/usage", "nonsense");
    put(store(bound), "b", std::string(20'000, 'x'));
    put(store(bound), "c", std::string(20'000, 'x'));
    EXPECT_LE(store(bound).count().bytes, bound);
}

// A lock in another process, held until the pipe is closed.
class LockedElsewhere {
  public:
    explicit LockedElsewhere(const std::string& path) {
        int ready[2];
        if (::pipe(ready) != 0 || ::pipe(hold_) != 0) {
            throw std::runtime_error("no pipe");
        }
        child_ = ::fork();
        if (child_ == 0) {
            ::close(hold_[1]);
            const CacheLock lock(path);
            char byte = lock.state() == CacheLock::State::held ? 'h' : 'x';
            if (::write(ready[1], &byte, 1) != 1 || ::read(hold_[0], &byte, 1) != 0) {
                ::_exit(1);
            }
            ::_exit(0);  // without the lock's destructor, as a process that is killed
        }
        char byte = 0;
        held_ = ::read(ready[0], &byte, 1) == 1 && byte == 'h';
        ::close(ready[0]);
        ::close(ready[1]);
        ::close(hold_[0]);
    }
    ~LockedElsewhere() { end(); }
    bool held() const { return held_; }
    void end() {
        if (child_ > 0) {
            ::close(hold_[1]);
            ::waitpid(child_, nullptr, 0);
            child_ = 0;
        }
    }

  private:
    int hold_[2];
    pid_t child_ = 0;
    bool held_ = false;
};

TEST_F(CacheStoreTest, ALockOfAnotherProcessIsSeenUntilItEnds) {
    const std::string path = scratch_.path("locks/key");
    LockedElsewhere other(path);
    ASSERT_TRUE(other.held());
    EXPECT_EQ(CacheLock(path).state(), CacheLock::State::busy);
    other.end();
    EXPECT_EQ(CacheLock(path).state(), CacheLock::State::held);
    EXPECT_FALSE(std::filesystem::exists(path)) << "it is removed with the lock";
}

TEST_F(CacheStoreTest, ALockThatCannotBeIsToldFromOneThatIsTaken) {
    scratch_.write("file", "");
    EXPECT_EQ(CacheLock(scratch_.path("file") + "/locks/key").state(), CacheLock::State::impossible);
}

}  // namespace program_cache_store_test
}  // namespace quovis::test

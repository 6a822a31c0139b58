// A program cache for each test alone, so that none is served an image of the user, of an earlier run or of another
// test. Linked into every test program; the processes that a test starts inherit it. XDG_CACHE_HOME is left alone,
// because PoCL keeps its kernels there: built anew in each process they would make the tests take five times as long.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

void use(const std::string& folder) {
    ::setenv("QUOVIS_CACHE_DIR", folder.c_str(), 1);
}

class CacheOfEachTest : public testing::EmptyTestEventListener {
  public:
    explicit CacheOfEachTest(std::string folder) : folder_(std::move(folder)) {}
    void OnTestStart(const testing::TestInfo&) override { use(folder_ + "/" + std::to_string(++tests_)); }

  private:
    const std::string folder_;
    int tests_ = 0;
};

class PrivateCache {
  public:
    PrivateCache() {
        if (std::getenv("QUOVIS_CACHE_DIR") != nullptr) {
            return;  // of whoever runs the tests, or of the test process that started this one
        }
        folder_ = (std::filesystem::temp_directory_path() / "quovis-test-cache-XXXXXX").string();
        if (::mkdtemp(folder_.data()) == nullptr) {
            std::abort();  // rather than the user's
        }
        use(folder_ + "/0");  // for what is done before the first test
        testing::UnitTest::GetInstance()->listeners().Append(new CacheOfEachTest(folder_));
    }
    // Not in a child that was forked and ends by exit().
    ~PrivateCache() {
        if (!folder_.empty() && process_ == ::getpid()) {
            std::error_code ignored;
            std::filesystem::remove_all(folder_, ignored);
        }
    }
    PrivateCache(const PrivateCache&) = delete;
    PrivateCache& operator=(const PrivateCache&) = delete;

  private:
    std::string folder_;
    const pid_t process_ = ::getpid();
};

const PrivateCache private_cache;

}  // namespace

// A program cache for each test process alone, so that no test is served an image of the user, of an earlier run or of
// another test. Linked into every test program; the processes that a test starts inherit it. XDG_CACHE_HOME is left
// alone, because PoCL keeps its kernels there: built anew in each process they would make the tests take five times as
// long.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

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
        ::setenv("QUOVIS_CACHE_DIR", folder_.c_str(), 1);
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

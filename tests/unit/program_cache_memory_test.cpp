// Images kept in memory.
#include "core/program/cache_memory.hpp"

#include <gtest/gtest.h>

namespace quovis::test {
namespace program_cache_memory_test {

using namespace core;

std::shared_ptr<const KeptImage> image(std::size_t bytes) {
    KeptImage kept;
    kept.image.bytes.assign(bytes, 'x');
    return std::make_shared<const KeptImage>(std::move(kept));
}

TEST(CacheMemory, KeepsNoMoreBytesThanItMay) {
    CacheMemory memory(100);
    for (std::uint64_t i = 0; i < 10; ++i) {
        memory.keep({0, i}, image(30));
    }
    EXPECT_EQ(memory.bytes(), 90u);
}

TEST(CacheMemory, LetsTheLeastRecentlyUsedGo) {
    CacheMemory memory(100);
    memory.keep({0, 1}, image(40));
    memory.keep({0, 2}, image(40));
    EXPECT_NE(memory.find({0, 1}), nullptr);
    memory.keep({0, 3}, image(40));
    EXPECT_NE(memory.find({0, 1}), nullptr);
    EXPECT_EQ(memory.find({0, 2}), nullptr);
}

TEST(CacheMemory, KeepsNothingThatIsLargerThanAll) {
    CacheMemory memory(100);
    memory.keep({0, 1}, image(50));
    memory.keep({0, 2}, image(101));
    EXPECT_EQ(memory.find({0, 2}), nullptr);
    EXPECT_NE(memory.find({0, 1}), nullptr);
}

TEST(CacheMemory, CountsAnImageOnceThatIsKeptTwice) {
    CacheMemory memory(100);
    memory.keep({0, 1}, image(40));
    memory.keep({0, 1}, image(30));
    EXPECT_EQ(memory.bytes(), 30u);
}

TEST(CacheMemory, ForgetsWhatIsDropped) {
    CacheMemory memory(100);
    memory.keep({0, 1}, image(40));
    memory.drop({0, 1});
    EXPECT_EQ(memory.find({0, 1}), nullptr);
    EXPECT_EQ(memory.bytes(), 0u);
}

}  // namespace program_cache_memory_test
}  // namespace quovis::test
